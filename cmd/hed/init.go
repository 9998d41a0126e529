package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

//go:embed hed.yaml
var sampleConfig string

func (a *app) initCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "init [FILE]",
		Short: "write a commented hed.yaml",
		Long: `Write a settings file with every entry explained, to hed.yaml or FILE. A file
that is there is left alone.`,
		Example: `  hed init
  hed init experiments/hed.yaml`,
		Args:              atMostOne,
		PersistentPreRunE: unsettled,
		RunE: func(_ *cobra.Command, args []string) error {
			name := defaultConfig
			if len(args) > 0 {
				name = args[0]
			}
			if name == "-" {
				_, err := io.WriteString(a.stdout, sampleConfig)
				return err
			}
			if _, err := os.Lstat(name); err == nil {
				return fmt.Errorf("%s is there already; remove it or name another file", name)
			}
			err := a.writeOut("settings", name, func(w io.Writer) error {
				_, err := io.WriteString(w, sampleConfig)
				return err
			})
			if err != nil {
				return err
			}
			a.note("wrote %s; edit it, then run: hed eval", name)
			return nil
		},
	}
}
