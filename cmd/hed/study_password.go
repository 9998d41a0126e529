package main

import (
	"context"

	"github.com/spf13/cobra"

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
		Long: `Set the password that opens the dashboard of a study. hed asks for it on a
terminal, or else reads one line from stdin. Open sessions end. Without a
password the dashboard is closed; --clear closes it again.`,
		Example: "  hed study password --store study.db\n  pass show study | hed study password --store study.db",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.with(cmd.Context(), func(st *store.Store) error { return setPassword(cmd.Context(), a, st, clear) })
		},
	}
	s.flags(cmd)
	cmd.Flags().BoolVar(&clear, "clear", false, "remove the password, which closes the dashboard")
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
	password, err := a.Password(ctx)
	if err != nil {
		return err
	}
	if err := judge.SetPassword(ctx, st, password); err != nil {
		return err
	}
	a.Note("the dashboard opens with the new password, at /coordinator")
	return nil
}
