package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// helpWidth is where the descriptions of flags are broken: people keep
// help beside their work, in narrow windows.
const helpWidth = 80

// help makes "hed help" and the help of every command.
func (a *app) help(root *cobra.Command) {
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth)))
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
		PersistentPreRunE: unsettled,
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

// unsettled stands in for PersistentPreRunE where a broken hed.yaml must
// not be in the way.
func unsettled(*cobra.Command, []string) error { return nil }

// shells are the shells that can complete hed's commands.
var shells = []string{"bash", "fish", "powershell", "zsh"}

func (a *app) completionCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "completion " + strings.Join(shells, "|"),
		Short: "print a script that completes commands and flags in a shell",
		Long: `Print the script that makes a shell complete the commands and flags of hed.
Load it where the shell starts, as the examples do.`,
		Example: `  echo 'source <(hed completion bash)' >> ~/.bashrc
  hed completion zsh > "${fpath[1]}/_hed"
  hed completion fish > ~/.config/fish/completions/hed.fish`,
		Args:              oneOf("SHELL", shells),
		ValidArgs:         shells,
		PersistentPreRunE: unsettled,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch root := cmd.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.stdout, true)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.stdout)
			default:
				return root.GenZshCompletion(a.stdout)
			}
		},
	}
}
