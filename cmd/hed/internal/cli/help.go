package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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
		if n := len(flagNames(cmd.LocalFlags())); n > ungrouped {
			cmd.SetUsageTemplate(strings.Replace(cmd.UsageTemplate(), flagBlock, "\n\n"+grouped(cmd.LocalFlags())+"{{end}}", 1))
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

// ungrouped is how many flags are read as one list.
const ungrouped = 8

// flagBlock is what cobra's template has for the flags of a command.
var flagBlock = fmt.Sprintf("\n\nFlags:\n{{.LocalFlags.FlagUsagesWrapped %d | trimTrailingWhitespaces}}{{end}}", HelpWidth)

// headings are the groups of flags in help, each with its flags as people look for them. The others come under Options, which
// are a command's own.
var headings = []struct {
	name  string
	flags []string
}{
	{"Input", []string{
		"docs", "ref", "hyp", "system", "baseline", "generator", "a", "b", "pairs", "ratings", "scores", "human", "gold", "type",
		"init", "valid", "folds", "format", "columns", "lang",
	}},
	{"Metrics", []string{"metric", "overall", "test", "bootstrap"}},
	{"Options", nil},
	{"Output", []string{"out", "store", "chart", "items", "junit", "output-format", "percent", "raw", "half", "resume"}},
	{"Advanced", []string{"device", "state", "strict", "model"}},
}

// grouped is the help of flags under headings.
func grouped(all *pflag.FlagSet) string {
	rest := slices.DeleteFunc(flagNames(all), func(name string) bool { return name == "help" }) // which this is
	for _, h := range headings {
		rest = slices.DeleteFunc(rest, func(name string) bool { return slices.Contains(h.flags, name) })
	}
	var parts []string
	for _, h := range headings {
		names := h.flags
		if names == nil {
			names = rest
		}
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		for _, name := range names {
			if f := all.Lookup(name); f != nil {
				set.AddFlag(f)
			}
		}
		if set.HasAvailableFlags() {
			parts = append(parts, h.name+":\n"+strings.TrimRight(set.FlagUsagesWrapped(HelpWidth), "\n"))
		}
	}
	return strings.Join(parts, "\n\n")
}

func flagNames(set *pflag.FlagSet) (names []string) {
	set.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// Unsettled stands in for PersistentPreRunE where a broken hed.yaml must
// not be in the way.
func Unsettled(*cobra.Command, []string) error { return nil }
