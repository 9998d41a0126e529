package main

import (
	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
)

func studyStatusCmd(a *cli.App) *cobra.Command {
	var s studyStore
	var o cli.Output
	cmd := &cobra.Command{
		Use:     "status --store STORE",
		Short:   "show how far a study is",
		Long:    "Show how far a study is: how many cases have all their judges, and what each\njudge has done. It works while the server runs.",
		Example: "  hed study status --store study.db\n  hed study status --store study.db -f json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := s.load(cmd.Context())
			if err != nil {
				return err
			}
			status := d.Status()
			if o.As != "text" {
				return o.Print(a.Stdout, status.Table(), status)
			}
			if len(status.Judges) == 0 {
				defer a.Note("no judge is invited yet: hed study invite --store %s --judges %d", s.shown(), d.Study.JudgesNeeded())
			}
			return status.Print(a.Stdout, cli.StyleOf(a.Stdout, o.Percent), cli.HelpWidth)
		},
	}
	s.flags(cmd)
	o.Flags(cmd)
	return cmd
}
