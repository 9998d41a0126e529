package cli

import (
	"os/exec"
	"runtime"

	"hed/internal/crash"
)

// Browse opens an address in the user's browser, if somebody sits at a terminal. Where that
// does not work they have the address, which was printed.
func (a *App) Browse(address string) {
	if _, ok := Terminal(a.Stderr); !ok {
		return
	}
	command := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	cmd := exec.Command(command[0], append(command[1:], address)...)
	if err := cmd.Start(); err == nil {
		go func() { _ = crash.Call(cmd.Wait) }()
	}
}
