package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
)

//go:embed hed.yaml
var sampleConfig string

func initCmd(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "init [FILE]",
		Short: "write a commented hed.yaml",
		Long: `Write a settings file with every entry explained, to hed.yaml or FILE. An
existing file is not changed.`,
		Example: `  hed init
  hed init experiments/hed.yaml`,
		Args:              cli.Takes(0, 1, "one argument"),
		PersistentPreRunE: cli.Unsettled,
		RunE: func(_ *cobra.Command, args []string) error {
			name := cli.DefaultConfig
			if len(args) > 0 {
				name = args[0]
			}
			if name == "-" {
				_, err := io.WriteString(a.Stdout, sampleConfig)
				return err
			}
			if _, err := os.Lstat(name); err == nil {
				return fmt.Errorf("%s already exists; remove it or name another file", name)
			}
			err := a.WriteOut("settings", name, func(w io.Writer) error {
				_, err := io.WriteString(w, sampleConfig)
				return err
			})
			if err != nil {
				return err
			}
			a.Note("wrote %s; edit it, then run: hed eval", name)
			return nil
		},
	}
}
