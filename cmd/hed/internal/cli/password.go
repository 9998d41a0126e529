package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// Password asks for a password twice on a terminal, and reads a line otherwise.
func (a *App) Password(ctx context.Context) (string, error) {
	f, ok := a.Stdin.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(a.Input(ctx), 4096)).ReadString('\n')
		if err != nil && err != io.EOF {
			return "", fmt.Errorf("read the password: %w", err)
		}
		return strings.TrimRight(line, "\r\n"), nil
	}
	ask := func(prompt string) (string, error) {
		fmt.Fprint(a.Stderr, prompt)
		p, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(a.Stderr)
		return string(p), err
	}
	first, err := ask("Password: ")
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	second, err := ask("Once more: ")
	switch {
	case err != nil:
		return "", fmt.Errorf("read the password: %w", err)
	case first != second:
		return "", fmt.Errorf("the two passwords differ; nothing was changed")
	}
	return first, nil
}
