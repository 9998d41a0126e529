package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// HelpWidth is where the descriptions of flags are broken: people keep
// help beside their work, in narrow windows.
const HelpWidth = 80

// help makes "hed help" and the help of every command.
func (a *App) help(root *cobra.Command) {
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", HelpWidth)))
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		// cobra takes --help before it looks for a command that there is not.
		if rest := cmd.Flags().Args(); cmd.HasSubCommands() && len(rest) > 0 {
			if a.unknown = cmd.ValidateArgs(rest); a.unknown != nil {
				return
			}
		}
		show(cmd, args)
	})
	root.SetHelpCommand(&cobra.Command{
		Use:               "help [COMMAND]",
		Short:             "explain a command",
		Long:              "Explain a command, or hed as a whole.",
		Example:           "  hed help eval",
		PersistentPreRunE: Unsettled,
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return knownCommand(root, args)
			}
			cmd.InitDefaultHelpFlag()
			cmd.InitDefaultVersionFlag()
			return cmd.Help()
		},
	})
}

// Unsettled stands in for PersistentPreRunE where a broken hed.yaml must
// not be in the way.
func Unsettled(*cobra.Command, []string) error { return nil }
