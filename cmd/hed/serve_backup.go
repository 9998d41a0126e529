package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/workbench"
)

// A serveBackup is the commands "hed serve backup" and "hed serve restore".
type serveBackup struct {
	*cli.App
	benchPlace
	file string
}

func serveBackupCmd(a *cli.App) *cobra.Command {
	b := &serveBackup{App: a}
	cmd := &cobra.Command{
		Use:   "backup --out FILE",
		Short: "copy a workbench to a file, while it runs",
		Long: `Copy a workbench to a file, also while it is served: projects, corpora, systems,
results, studies, drafts, users, the audit log and the folder of models. Nobody
has to stop. The copy has what there was when it began; runs that are not done
yet begin again where it is restored. FILE appears when it is whole, in the
place of an older one.

FILE is a tar archive, compressed with zstd, and is the same for both kinds of
databases. Only its owner can read it: it has all that your users keep here.`,
		Example: `  hed serve backup --data /var/lib/hed --out /mnt/other/hed.tar.zst`,
		RunE:    func(cmd *cobra.Command, _ []string) error { return b.backup(cmd.Context()) },
	}
	b.flags(cmd)
	cmd.Flags().StringVar(&b.file, "out", "", "`FILE`: where to write the copy")
	cli.Path(cmd, "out")
	cli.Need(cmd, "out", "the file for the copy")
	return cmd
}

func (b *serveBackup) backup(ctx context.Context) error {
	if err := b.check(b.App); err != nil {
		return err
	}
	c, err := workbench.Backup(ctx, b.data, b.store, b.file, byCommand, time.Now().UTC())
	if err != nil {
		return err
	}
	b.Note("wrote %s: %s, in %s with %s", b.file, c, count.Of(c.Files, "file"), count.Bytes(c.Bytes))
	if c.Unnoted != nil {
		b.Warn("the backup is whole, but the audit log does not say that it was made: %v", c.Unnoted)
	}
	for _, file := range c.Apart {
		b.Warn("not in the backup, because it is not in the folder of the workbench: %s", file)
	}
	return nil
}

func serveRestoreCmd(a *cli.App) *cobra.Command {
	b := &serveBackup{App: a}
	cmd := &cobra.Command{
		Use:   "restore --from FILE",
		Short: "make a workbench of a backup",
		Long: `Make a workbench of what 'hed serve backup' wrote, in a new or empty folder, and
with --store in a database that has no workbench yet. A backup can be restored
to either kind of database, whichever it came from. All files are verified
first; a backup that is damaged or cut short is refused, and nothing is left of
it.

Users, passwords, tokens and links are those of the backup. Everybody signs in
again. Runs that were not done continue when the workbench is served.`,
		Example: `  hed serve restore --from hed.tar.zst --data /var/lib/hed
  hed serve restore --from hed.tar.zst --data hed --store postgres://hed@db/hed`,
		RunE: func(cmd *cobra.Command, _ []string) error { return b.restore(cmd.Context()) },
	}
	b.flags(cmd)
	cmd.Flags().StringVar(&b.file, "from", "", "`FILE`: the backup")
	cli.Path(cmd, "from")
	cli.Only(cmd, "from")
	cli.Need(cmd, "from", "the backup")
	return cmd
}

func (b *serveBackup) restore(ctx context.Context) error {
	if err := b.check(b.App); err != nil {
		return err
	}
	c, err := workbench.Restore(ctx, b.file, b.data, b.store, byCommand, time.Now().UTC())
	if err != nil {
		return err
	}
	b.Note("restored to %s the backup of %s: %s, in %s with %s", b.data, c.Made.Local().Format(time.DateTime), c, count.Of(c.Files, "file"), count.Bytes(c.Bytes))
	for _, file := range c.Apart {
		b.Warn("the backup does not have a file that a corpus or system is made of: %s", file)
	}
	return nil
}
