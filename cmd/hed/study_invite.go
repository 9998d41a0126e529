package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"hed/cmd/hed/internal/cli"
	"hed/study"
	"hed/web/judge"
)

func studyInviteCmd(a *cli.App) *cobra.Command {
	var s studyStore
	judges, base := 0, ""
	cmd := &cobra.Command{
		Use:   "invite --store STORE --judges N",
		Short: "make personal links for judges",
		Long: `Make personal links, one a line, one for each new judge. A link is all that a
judge needs, on any device; whoever has it is that judge. Links are not kept, so
keep what is printed; a lost one is revoked on the dashboard and made anew.`,
		Example: "  hed study invite --store study.db --judges 30 > links.txt\n  hed study invite --store study.db --judges 1 --base-url https://example.org",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if judges < 1 {
				return cli.Usagef("--judges must be 1 or more: how many links to make")
			}
			if judges > 10_000 {
				return cli.Usagef("--judges %d: at most 10000 at a time", judges)
			}
			if err := checkBase(base); err != nil {
				return err
			}
			st, err := s.open(cmd.Context())
			if err != nil {
				return err
			}
			defer st.Close()
			tokens, hashes := make([]string, judges), make([][32]byte, judges)
			for i := range tokens {
				tokens[i], hashes[i] = study.NewToken()
			}
			if _, err := st.AddJudges(cmd.Context(), hashes, study.Event{At: time.Now(), By: byCommand, What: "invited", Note: cli.Count(judges, "judge")}); err != nil {
				return err
			}
			for _, t := range tokens {
				fmt.Fprintln(a.Stdout, strings.TrimRight(base, "/")+"/j/"+t)
			}
			return nil
		},
	}
	s.flags(cmd)
	cmd.Flags().IntVar(&judges, "judges", 0, "`N` judges to invite")
	cmd.Flags().StringVar(&base, "base-url", "http://127.0.0.1:8080", "`URL` under which judges reach the server")
	cli.Only(cmd, "judges", "base-url")
	return cmd
}

// checkBase refuses what cannot be under what judges reach the server. Its pages know one
// another by paths from the root, so that they do not work below a path.
func checkBase(base string) error {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return cli.Usagef("--base-url %s: expected an address such as https://study.example.org", base)
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "":
		return cli.Usagef("--base-url %s: expected an address without a path; give the study a name or port of its own, such as https://study.example.org", base)
	}
	return nil
}

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
			st, err := s.open(cmd.Context())
			if err != nil {
				return err
			}
			defer st.Close()
			if clear {
				if err := judge.ClearPassword(cmd.Context(), st); err != nil {
					return err
				}
				a.Note("the dashboard is closed")
				return nil
			}
			password, err := password(cmd.Context(), a)
			if err != nil {
				return err
			}
			if err := judge.SetPassword(cmd.Context(), st, password); err != nil {
				return err
			}
			a.Note("the dashboard opens with the new password, at /coordinator")
			return nil
		},
	}
	s.flags(cmd)
	cmd.Flags().BoolVar(&clear, "clear", false, "take the password away, which closes the dashboard")
	cli.Only(cmd, "clear")
	return cmd
}

// password asks for a password twice on a terminal, and reads a line otherwise.
func password(ctx context.Context, a *cli.App) (string, error) {
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
