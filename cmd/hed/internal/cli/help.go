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
		cmd.LocalFlags().VisitAll(describe)
		cmd.InheritedFlags().VisitAll(describe)
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

// A described flag shows the name of its value, which is not part of its description: pflag takes the name for a word of the
// sentence. Help is the last that is made of a flag.
type described struct {
	pflag.Value
	name string
}

func (d described) Type() string { return d.name }

// describe makes a flag whose usage begins as "`FILE`: " ready for help.
func describe(f *pflag.Flag) {
	name, usage, ok := Described(f)
	if !ok {
		return
	}
	f.Value, f.Usage = described{f.Value, name}, usage
	if strings.Contains(usage, "(default") || slices.Contains([]string{"[]", "0s"}, f.DefValue) {
		f.DefValue = "" // the usage says it, or there is none
	}
}

// Described is the name of a flag's value and what the flag is, where its usage begins as "`FILE`: ".
func Described(f *pflag.Flag) (name, usage string, ok bool) {
	rest, quoted := strings.CutPrefix(f.Usage, "`")
	if name, usage, ok = strings.Cut(rest, "`: "); quoted && ok {
		return name, usage, true
	}
	return "", f.Usage, false
}

// ungrouped is how many flags are read as one list.
const ungrouped = 8

// flagBlock is what cobra's template has for the flags of a command.
var flagBlock = fmt.Sprintf("\n\nFlags:\n{{.LocalFlags.FlagUsagesWrapped %d | trimTrailingWhitespaces}}{{end}}", HelpWidth)

// headings are the groups of flags in help, each with its flags as people look for them. The others come under Options, which
// are a command's own; see Under for flags that mean something else in one command.
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
	var parts []string
	for _, g := range FlagGroups(all) {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		for _, f := range g.Flags {
			set.AddFlag(f)
		}
		parts = append(parts, g.Name+":\n"+strings.TrimRight(set.FlagUsagesWrapped(HelpWidth), "\n"))
	}
	return strings.Join(parts, "\n\n")
}

// A FlagGroup is flags that help shows together.
type FlagGroup struct {
	Name  string
	Flags []*pflag.Flag
}

// FlagGroups are the flags of a command but for its help, as people look for them.
func FlagGroups(all *pflag.FlagSet) (groups []FlagGroup) {
	for _, h := range headings {
		g := FlagGroup{Name: h.name}
		for _, name := range h.flags {
			if f := all.Lookup(name); f != nil && heading(f) == h.name {
				g.Flags = append(g.Flags, f)
			}
		}
		all.VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && heading(f) == h.name && !slices.Contains(h.flags, f.Name) {
				g.Flags = append(g.Flags, f)
			}
		})
		if len(g.Flags) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// heading is the group of a flag.
func heading(f *pflag.Flag) string {
	if own := f.Annotations[groupFlag]; own != nil {
		return own[0]
	}
	for _, h := range headings {
		if slices.Contains(h.flags, f.Name) {
			return h.name
		}
	}
	return "Options"
}

func flagNames(set *pflag.FlagSet) (names []string) {
	set.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// Unsettled stands in for PersistentPreRunE where a broken hed.yaml must
// not be in the way.
func Unsettled(*cobra.Command, []string) error { return nil }
