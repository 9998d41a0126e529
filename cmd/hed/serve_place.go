package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/store"
	"hed/store/shelf"
	"hed/workbench"
)

// A benchPlace is where a workbench is, for all commands about one.
type benchPlace struct{ data, store string }

func (p *benchPlace) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&p.data, "data", "hed-data", "`DIR`: the folder of the workbench, with everything in it")
	f.StringVar(&p.store, "store", "", "`STORE`: PostgreSQL database for what the workbench knows of its files, postgres://user@host/name; better in the variable HED_STORE if it has a password (default: a file in DIR)")
	cli.Path(cmd, "data")
	cli.Only(cmd, "data", "store")
	cli.Under(cmd, "Options", "store")
}

// check refuses a database that cannot be meant, and warns of a password that others can see.
func (p *benchPlace) check(a *cli.App) error {
	if err := workbench.CheckStore(p.store); err != nil {
		return err
	}
	if store.Shown(p.store) != p.store && os.Getenv("HED_STORE") != p.store {
		a.Warn("everybody on this machine can see the password in --store; put it into the variable HED_STORE, or into ~/.pgpass")
	}
	return nil
}

// open opens what the workbench knows.
func (p *benchPlace) open(ctx context.Context, a *cli.App) (*shelf.Shelf, error) {
	if err := p.check(a); err != nil {
		return nil, err
	}
	return workbench.OpenShelf(ctx, p.data, p.store)
}
