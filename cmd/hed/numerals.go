package main

import (
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/score"
)

func numeralsCmd(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "numerals COMMAND",
		Short: "check and score the numerals of headlines",
		Long: `Check and score the numerals of headlines: whether they are right, what
errors they are, how they come from the article. What NumHG (Huang et al.
2024) defines is done as its authors do it; docs/numerals.md says how.`,
		Example: `  hed numerals score --docs NumHG.csv --hyp system.txt
  hed numerals validate --docs NumHG.csv
  hed help numerals stats`,
		Args: knownBelow,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(numeralsScoreCmd(a), numeralsExplainCmd(a), numeralsSolveCmd(a), numeralsValidateCmd(a), numeralsStatsCmd(a), numeralsClozeCmd(a))
	return cmd
}

// knownBelow refuses what is left when no command was found below another.
func knownBelow(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := make([]string, 0, len(cmd.Commands()))
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return cli.Usagef("'%s' has no command %q; have %s", cmd.CommandPath(), args[0], strings.Join(names, ", "))
}

func share(part, whole int) float64 { return score.Share(part, whole) }
