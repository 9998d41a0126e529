package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"hed/internal/terminal"
)

// Password asks for a password twice on a terminal, and reads a line otherwise.
func (a *App) Password(ctx context.Context) (string, error) {
	if password, asked, err := terminal.Password(a.Stdin, a.Stderr); asked {
		return password, err
	}
	line, err := bufio.NewReader(io.LimitReader(a.Input(ctx), 4096)).ReadString('\n')
	if err != nil && err != io.EOF {
		return "", fmt.Errorf("read the password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}
