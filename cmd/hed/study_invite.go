package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/store"
	"hed/study"
	"hed/web/judge"
)

func studyInviteCmd(a *cli.App) *cobra.Command {
	var s studyStore
	judges, base := 0, ""
	cmd := &cobra.Command{
		Use:   "invite --store STORE --judges N",
		Short: "make personal links for judges",
		Long: `Make personal links, one per line, one for each new judge. Send each judge one
link; they need nothing else, on any device. Whoever has a link is that judge.
hed does not keep the links, so save what it prints. If one is lost, revoke it
on the dashboard and make a new one.`,
		Example: "  hed study invite --store study.db --judges 30 > links.txt\n  hed study invite --store study.db --judges 1 --base-url https://example.org",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if judges < 1 {
				return cli.Usagef("--judges must be 1 or more: how many links to make")
			}
			if judges > 10_000 {
				return cli.Usagef("--judges %d: at most 10000 at a time", judges)
			}
			if err := judge.CheckBase(base); err != nil {
				return err
			}
			return s.with(cmd.Context(), func(st *store.Store) error {
				tokens, err := study.Invite(cmd.Context(), st, judges, byCommand, time.Now())
				for _, t := range tokens {
					fmt.Fprintln(a.Stdout, judge.Link(base, t))
				}
				return err
			})
		},
	}
	s.flags(cmd)
	cmd.Flags().IntVar(&judges, "judges", 0, "`N`: how many judges to invite")
	cmd.Flags().StringVar(&base, "base-url", "http://127.0.0.1:8080", "`URL`: address at which judges open the server")
	cli.Only(cmd, "judges", "base-url")
	return cmd
}
