package main

import (
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/docs"
	"hed/web/manual"
)

func docsCmd(a *cli.App) *cobra.Command {
	listen := ""
	cmd := &cobra.Command{
		Use:   "docs",
		Short: "show the documentation in a browser",
		Long: `Serve the documentation of this version of hed on this machine, without a
network: a tutorial, how-to pages, reference and explanations. It prints the
address to open. Stop it with Ctrl-C.`,
		Example: "  hed docs\n  hed docs --listen 127.0.0.1:8090",
		RunE:    func(cmd *cobra.Command, _ []string) error { return serveDocs(cmd.Context(), a, listen) },
	}
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "`HOST:PORT`: address to listen on; port 0 takes a free one")
	cli.Only(cmd, "listen")
	return cmd
}

func serveDocs(ctx context.Context, a *cli.App, listen string) error {
	handler, err := manual.New(docs.Pages)
	if err != nil {
		return err
	}
	l, err := cli.Listen(ctx, listen)
	if err != nil {
		return err
	}
	defer l.Close()
	a.Note("the documentation is at http://%s; stop with Ctrl-C", l.Addr())
	return manual.Serve(ctx, l, handler)
}
