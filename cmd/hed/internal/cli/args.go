package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hed/internal/near"
)

// flagsOnly makes all commands refuse arguments that do not say what they take: those
// are mostly files that lack their flag.
func flagsOnly(cmd *cobra.Command) {
	if cmd.Args == nil {
		cmd.Args = noArgs
	}
	for _, c := range cmd.Commands() {
		flagsOnly(c)
	}
}

// onlyOnce makes the flags of all commands that take one value refuse a second, which
// would silently take the place of the first.
func onlyOnce(cmd *cobra.Command) {
	wrap := func(f *pflag.Flag) {
		if _, list := f.Value.(pflag.SliceValue); !list {
			f.Value = &once{Value: f.Value}
		}
	}
	cmd.LocalNonPersistentFlags().VisitAll(wrap)
	cmd.PersistentFlags().VisitAll(wrap)
	for _, c := range cmd.Commands() {
		onlyOnce(c)
	}
}

// once is the value of a flag that can be set once.
type once struct {
	pflag.Value
	set bool
}

// Set implements pflag.Value.
func (o *once) Set(s string) error {
	if o.set {
		return fmt.Errorf("the flag was given before, as %s; give it once", o)
	}
	o.set = true
	return o.Value.Set(s)
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usagef("'%s' takes only flags, not the argument %q; see '%[1]s --help'", cmd.CommandPath(), args[0])
}

// Takes lets a command have as many arguments as its usage line names; what says which.
func Takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most || least > 0 && slices.Contains(args, "") {
			return Usagef("'%s' takes %s, not %d; see '%[1]s --help'", cmd.CommandPath(), what, len(args))
		}
		return nil
	}
}

// OneOf wants one of the known words as the only argument.
func OneOf(what string, known []string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && slices.Contains(known, args[0]) {
			return nil
		}
		return Usagef("'%s' takes one %s: %s", cmd.CommandPath(), what, strings.Join(known, ", "))
	}
}

// knownCommand refuses what is left when no command was found.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usagef("no command %q; %s", args[0], nearest(cmd, args[0], "see 'hed --help'"))
}

// nearest asks whether a command was meant that is like a word; otherwise it is another hint.
func nearest(cmd *cobra.Command, word, otherwise string) string {
	if like := near.Of(word, below(cmd)); like != nil {
		return near.Ask(like)
	}
	return otherwise
}

// below are the names of the commands of a group.
func below(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return names
}

// Group puts commands below one that itself only explains them. not is what it does
// not do with another word, as "has no command".
func Group(cmd *cobra.Command, not string, members ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(members...)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		word, _, _ := strings.Cut(args[0], ":") // before options
		hint := nearest(cmd, word, "")
		if hint != "" {
			hint = "; " + hint
		}
		return Usagef("'%s' %s %q; have %s%s", cmd.CommandPath(), not, word, strings.Join(below(cmd), ", "), hint)
	}
	return cmd
}

// flagError says what is wrong with a flag of the command line.
func flagError(cmd *cobra.Command, err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return Usagef("--%s %s: %w", bad.GetFlag().Name, bad.GetValue(), wanted(bad.GetFlag(), bad.Unwrap()))
	}
	// A group has no flags of the command that was meant.
	if given := cmd.Flags().Args(); cmd.HasSubCommands() && len(given) > 0 && cmd.Args != nil {
		if err := cmd.Args(cmd, given); err != nil {
			return err
		}
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if like := near.Of(unknown.GetSpecifiedName(), flagNames(cmd.Flags())); like != nil {
			for i, name := range like {
				like[i] = "--" + name
			}
			return Usagef("'%s' has no flag --%s; %s", cmd.CommandPath(), unknown.GetSpecifiedName(), near.Ask(like))
		}
	}
	return Usagef("%w; see '%s --help'", err, cmd.CommandPath())
}

// wanted says what the value of a flag must be, in place of what the parser of
// numbers says.
func wanted(f *pflag.Flag, err error) error {
	if _, ok := errors.AsType[*strconv.NumError](err); !ok {
		return err
	}
	switch f.Value.Type() {
	case "bool":
		return errors.New("want true or false")
	case "uint64":
		return errors.New("want a whole number from 0 to 18446744073709551615")
	}
	return errors.New("want a whole number")
}
