package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/near"
	"hed/study"
)

func studyProtocolsCmd(a *cli.App) *cobra.Command {
	show := ""
	cmd := &cobra.Command{
		Use:   "protocols",
		Short: "list the protocols that hed has",
		Long: `List the built-in protocols, with their numbers. --show prints one as YAML: copy
it and change it to make your own.`,
		Example: "  hed study protocols\n  hed study protocols --show suitability > my.yaml",
		RunE: func(*cobra.Command, []string) error {
			if show != "" {
				data, ok := study.Source(show)
				if !ok {
					return cli.Usagef("--show %s: %s", show, near.Hint(show, study.Builtins()))
				}
				_, err := a.Stdout.Write(data)
				return err
			}
			for _, name := range study.Builtins() {
				p, _ := study.Builtin(name)
				fmt.Fprintf(a.Stdout, "%s\n  %s\n  %s\n  %s\n", name, p.Title.In("en"), p.Paper, p.Size())
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&show, "show", "", "`NAME`: print this protocol as YAML")
	cli.Only(cmd, "show")
	return cmd
}
