package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
)

func versionCmd(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:               "version",
		Short:             "print the version",
		Long:              "Print the version of hed, of the Go that built it, and the system it is for.",
		Example:           "  hed version",
		PersistentPreRunE: cli.Unsettled,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.Stdout, "hed %s %s %s/%s\n", hed.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
