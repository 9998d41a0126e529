package main

import (
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
)

// shells are the shells that can complete hed's commands.
var shells = []string{"bash", "fish", "powershell", "zsh"}

func completionCmd(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "completion " + strings.Join(shells, "|"),
		Short: "print a script that completes commands and flags in a shell",
		Long: `Print the script that makes a shell complete the commands and flags of hed.
Load it where the shell starts, as the examples do.`,
		Example: `  echo 'source <(hed completion bash)' >> ~/.bashrc
  hed completion zsh > "${fpath[1]}/_hed"
  hed completion fish > ~/.config/fish/completions/hed.fish`,
		Args:              cli.OneOf("SHELL", shells),
		ValidArgs:         shells,
		PersistentPreRunE: cli.Unsettled,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch root := cmd.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.Stdout, true)
			case "fish":
				return root.GenFishCompletion(a.Stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.Stdout)
			default:
				return root.GenZshCompletion(a.Stdout)
			}
		},
	}
}
