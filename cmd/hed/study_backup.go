package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/store"
)

// A studyBackup is the command "hed study backup".
type studyBackup struct {
	*cli.App
	studyStore
	out   string
	every time.Duration
}

func studyBackupCmd(a *cli.App) *cobra.Command {
	b := &studyBackup{App: a}
	cmd := &cobra.Command{
		Use:   "backup --store STORE --out FILE",
		Short: "copy a study to a file, while it runs",
		Long: `Copy a study to a file, also while the server runs. The copy has everything that
was saved when it began. It is verified before it replaces an older FILE. With
--every, hed makes a new copy again and again, until Ctrl-C.

FILE is a SQLite store, even if STORE is a PostgreSQL database. To restore it,
serve FILE.`,
		Example: `  hed study backup --store study.db --out backup.db
  hed study backup --store study.db --out /mnt/other/study.db --every 10m`,
		RunE: func(cmd *cobra.Command, _ []string) error { return b.run(cmd.Context(), cmd.Flags().Changed("every")) },
	}
	b.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&b.out, "out", "", "`FILE`: where to write the copy")
	f.DurationVar(&b.every, "every", 0, "`TIME`: make a copy again and again with this time between, such as 10m, until Ctrl-C (default: one copy)")
	cli.Path(cmd, "out")
	cli.Only(cmd, "every")
	cli.Need(cmd, "out", "the file for the copy")
	return cmd
}

func (b *studyBackup) run(ctx context.Context, keep bool) error {
	if b.name == "" {
		return errNoStore()
	}
	if !keep {
		r, err := store.Backup(ctx, b.name, b.out)
		if err != nil {
			return b.missing(err)
		}
		b.Note("wrote %s: %s", b.out, r)
		return nil
	}
	if b.every < time.Second {
		return cli.Usagef("--every must be 1s or more, not %s", b.every)
	}
	var last string
	err := store.KeepBackup(ctx, b.name, b.out, b.every, func(r *store.Report, err error) {
		if err != nil {
			b.Warn("%v; the next try is in %s", err, b.every)
			return
		}
		last = time.Now().Format(time.DateTime) + ": " + r.String()
		b.Note("wrote %s at %s", b.out, last)
	})
	if err != nil {
		return b.missing(err)
	}
	b.Note("stopped; %s has the study of %s", b.out, last)
	return nil
}
