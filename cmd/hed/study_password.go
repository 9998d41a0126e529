package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"hed/cmd/hed/internal/cli"
	"hed/store"
	"hed/web/judge"
)

func studyPasswordCmd(a *cli.App) *cobra.Command {
	var s studyStore
	clear := false
	cmd := &cobra.Command{
		Use:   "password --store STORE",
		Short: "set the coordinator's password",
		Long: `Set the password that opens the dashboard of a study. It is asked for on a
terminal, and otherwise read from stdin, one line. Sessions that are open end.
Without a password the dashboard stays closed; --clear closes it again.`,
		Example: "  hed study password --store study.db\n  pass show study | hed study password --store study.db",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.with(cmd.Context(), func(st *store.Store) error { return setPassword(cmd.Context(), a, st, clear) })
		},
	}
	s.flags(cmd)
	cmd.Flags().BoolVar(&clear, "clear", false, "take the password away, which closes the dashboard")
	cli.Only(cmd, "clear")
	return cmd
}

func setPassword(ctx context.Context, a *cli.App, st *store.Store, clear bool) error {
	if clear {
		if err := judge.ClearPassword(ctx, st); err != nil {
			return err
		}
		a.Note("the dashboard is closed")
		return nil
	}
	password, err := readPassword(ctx, a)
	if err != nil {
		return err
	}
	if err := judge.SetPassword(ctx, st, password); err != nil {
		return err
	}
	a.Note("the dashboard opens with the new password, at /coordinator")
	return nil
}

// readPassword asks for a password twice on a terminal, and reads a line otherwise.
func readPassword(ctx context.Context, a *cli.App) (string, error) {
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
