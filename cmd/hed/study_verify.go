package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/store"
)

func studyVerifyCmd(a *cli.App) *cobra.Command {
	var s studyStore
	cmd := &cobra.Command{
		Use:   "verify --store STORE",
		Short: "check that a store has what was saved",
		Long: `Check that a store has what was saved: the database is whole, its tables are
those of hed, and no answer, case, judge or event was changed, lost, added or
moved. Each of them has a checksum, which includes that of the one before it. It
works while the server runs, and changes nothing.

If something is wrong, hed prints what and where, one problem per line, and
exits with 1. Then keep the store as it is, and restore a backup.`,
		Example: "  hed study verify --store study.db",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.look(cmd.Context(), func(st *store.Store) error {
				r, err := st.Verify(cmd.Context())
				if err != nil {
					return err
				}
				for _, p := range r.Problems {
					fmt.Fprintln(a.Stdout, p)
				}
				switch {
				case len(r.Problems) > 0:
					return fmt.Errorf("%s is damaged: %s; keep it as it is, and restore a backup", s.shown(), count.Of(len(r.Problems), "problem"))
				case r.Unsealed:
					a.Warn("an older hed wrote this store, without checksums; hed study serve adds them")
					fmt.Fprintf(a.Stdout, "the database is whole: %s\n", r)
				default:
					fmt.Fprintf(a.Stdout, "all is as it was saved: %s\n", r)
				}
				return nil
			})
		},
	}
	s.flags(cmd)
	return cmd
}
