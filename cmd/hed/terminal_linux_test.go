package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/clipperhouse/displaywidth"

	"hed/cmd/hed/internal/cli"
	"hed/internal/race"
)

// openTerminal returns the two ends of a terminal of that width: ours, and the one
// for a program.
func openTerminal(t *testing.T, width int) (ours, its *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	t.Cleanup(func() { ours.Close() })
	control := func(request uintptr, value unsafe.Pointer) {
		if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, ours.Fd(), request, uintptr(value)); no != 0 {
			t.Skipf("there are no terminals here: %v", no)
		}
	}
	var locked, number uint32
	control(syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	control(syscall.TIOCGPTN, unsafe.Pointer(&number))
	size := [4]uint16{25, uint16(width)}
	control(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	its, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals here: %v", err)
	}
	t.Cleanup(func() { its.Close() })
	return ours, its
}

// onTerminal runs hed and returns what a terminal of that width gets.
func onTerminal(t *testing.T, width int, env string, args ...string) string {
	t.Helper()
	ours, its := openTerminal(t, width)
	cmd := exec.Command("hed", args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), quickExit, "NO_COLOR=", "TERM=xterm", env)
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = its, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	its.Close()
	shown := make(chan []byte)
	go func() {
		data, _ := io.ReadAll(ours) // ends with an error when the other end is closed
		shown <- data
	}()
	if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
		t.Fatalf("hed %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	return strings.ReplaceAll(string(<-shown), "\r\n", "\n")
}

var escape = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// On a terminal the demo has colours, unless they are not wanted, and keeps
// to its width; long lines are hard to read on a wide one too.
func TestDemoOnTerminal(t *testing.T) {
	race.Skip(t, "it takes too long")
	t.Parallel()
	for _, c := range []struct {
		width, most int
		env         string
		colour      bool
	}{
		{40, 40, "NO_COLOR=", true},
		{60, 60, "NO_COLOR=", true},
		{80, 80, "NO_COLOR=", true},
		{200, 100, "NO_COLOR=", true},
		{80, 80, "NO_COLOR=1", false},
		{80, 80, "TERM=dumb", false},
	} {
		text := onTerminal(t, c.width, c.env, "demo")
		if got := strings.Contains(text, "\x1b"); got != c.colour {
			t.Errorf("width %d, %s: colours %v, want %v", c.width, c.env, got, c.colour)
		}
		text = escape.ReplaceAllString(text, "")
		if strings.Contains(text, "\x1b") {
			t.Errorf("width %d: there are other codes than colours", c.width)
		}
		if !strings.Contains(text, "Open hed-demo/report.html in a") {
			t.Errorf("width %d: got\n%s", c.width, text)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			file := strings.HasPrefix(line, "        --") && strings.Contains(line, "hed-demo/") // one word, that cannot be broken
			if displaywidth.String(line) > c.most && !file {
				t.Errorf("width %d: a line is wider than %d:\n%s", c.width, c.most, line)
			}
		}
	}
}

// A dumb terminal cannot clear a line, so none is drawn there.
func TestProgressOnDumbTerminal(t *testing.T) {
	ours, its := openTerminal(t, 80)
	shown := bufio.NewReader(ours)
	for term, want := range map[string]bool{"xterm": true, "dumb": false} {
		t.Setenv("TERM", term)
		(&cli.App{Stderr: its}).Progress("scoring").Say("fetching")
		fmt.Fprintln(its)
		line, err := shown.ReadString('\n')
		if got := strings.Contains(line, "fetching"); err != nil || got != want {
			t.Errorf("TERM=%s: drawn %v, want %v (%v)", term, got, want, err)
		}
	}
}
