package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/report"
)

func studyStatusCmd(a *cli.App) *cobra.Command {
	var s studyStore
	var o cli.Output
	cmd := &cobra.Command{
		Use:     "status --store STORE",
		Short:   "show how far a study is",
		Long:    "Show how far a study is: cases that have all their judges, and what each judge\nhas done. It can be asked while the server runs.",
		Example: "  hed study status --store study.db\n  hed study status --store study.db -f json",
		Args:    cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.Check(); err != nil {
				return err
			}
			return showStudyStatus(cmd.Context(), a, &s, &o)
		},
	}
	s.flags(cmd)
	o.Flags(cmd)
	return cmd
}

func showStudyStatus(ctx context.Context, a *cli.App, s *studyStore, o *cli.Output) error {
	d, err := s.load(ctx)
	if err != nil {
		return err
	}
	status := d.Status()
	if o.As == "text" {
		fmt.Fprintln(a.Stdout, status)
		if len(status.Judges) == 0 {
			a.Note("no judge is invited yet: hed study invite --store %s --judges %d", s.shown(), d.Study.JudgesNeeded())
			return nil
		}
	}
	if err := o.Print(a.Stdout, status.Table(), status); err != nil {
		return err
	}
	if o.As == "text" && status.Doubts != "" {
		fmt.Fprintf(a.Stdout, "\n%s\n", strings.Join(report.Wrap(status.Doubts, cli.HelpWidth), "\n"))
	}
	return nil
}
