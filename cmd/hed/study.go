package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/store"
	"hed/study"
	"hed/study/outcome"
)

func studyCmd(a *cli.App) *cobra.Command {
	return cli.Group(&cobra.Command{
		Use:   "study COMMAND",
		Short: "ask people about headlines",
		Long: `Ask people about headlines: make a study of documents, headlines and a protocol,
serve its pages, invite judges, and report what they said.

A study is kept in a store: a file (SQLite), or a PostgreSQL database, named as
postgres://user@host/name. When a judge sees that an answer is saved, it is on
disk. docs/study.md shows every step.`,
		Example: `  hed study new --docs d.csv --system pn=pn --protocol suitability --store s.db
  hed study invite --store s.db --judges 30
  hed study serve --store s.db
  hed study report --store s.db --out results`,
	}, "has no command",
		studyNewCmd(a), studyServeCmd(a), studyInviteCmd(a), studyPasswordCmd(a), studyStatusCmd(a), studyReportCmd(a),
		studyExportCmd(a), studyImportCmd(a), studyAnswerCmd(a), studyBackupCmd(a), studyVerifyCmd(a), studySimulateCmd(a), studyPowerCmd(a), studyProtocolsCmd(a))
}

// A studyStore is the flag that all commands of a study have.
type studyStore struct{ name string }

func (s *studyStore) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.name, "store", "", "`STORE`: where the study is kept: a file, or postgres://user@host/name")
	cli.Only(cmd, "store")
}

// with opens the store of a study that was made before, and does something with it.
func (s *studyStore) with(ctx context.Context, do func(*store.Store) error) error {
	return s.by(ctx, store.Open, do)
}

// look is with for what only reads: it leaves the store as it is, and needs no more than to
// read it.
func (s *studyStore) look(ctx context.Context, do func(*store.Store) error) error {
	return s.by(ctx, store.Look, do)
}

func (s *studyStore) by(ctx context.Context, open func(context.Context, string) (*store.Store, error), do func(*store.Store) error) error {
	if s.name == "" {
		return errNoStore()
	}
	st, err := open(ctx, s.name)
	if err != nil {
		return s.missing(err)
	}
	defer st.Close()
	return s.missing(do(st))
}

func errNoStore() error {
	return cli.Usagef("--store is missing: the file of the study, or postgres://…")
}

// load reads all of the study, if it is as it was saved.
func (s *studyStore) load(ctx context.Context) (d *outcome.Data, err error) {
	err = s.look(ctx, func(st *store.Store) error {
		r, err := st.Verify(ctx)
		if err != nil {
			return err
		}
		if err := r.Err(); err != nil {
			return fmt.Errorf("read %s: %w; hed study verify shows all that is wrong", s.shown(), err)
		}
		d, err = outcome.Load(ctx, st)
		return err
	})
	return d, err
}

// missing adds to an error that says that there is no study how to make one.
func (s *studyStore) missing(err error) error {
	if study.CodeOf(err) != study.NoStudy {
		return err
	}
	if _, absent := os.Stat(s.name); absent != nil {
		return fmt.Errorf("%w: make one with hed study new --store %s", err, s.shown())
	}
	return fmt.Errorf("%w: make one with hed study new", err)
}

// shown is the store's name for people.
func (s *studyStore) shown() string { return store.Shown(s.name) }

// byCommand is who did what a command does, in the history of a study.
const byCommand = "command line"
