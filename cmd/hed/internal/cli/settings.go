package cli

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Annotations of flags, for settle and help.
const (
	pathFlag  = "hed-path"  // holds file names, which hed.yaml gives relative to itself
	onlyFlag  = "hed-only"  // has no place in hed.yaml: it is about one invocation
	apartFlag = "hed-apart" // has its place under the name of its command: other commands mean something else by it
	specFlag  = "hed-spec"  // holds specs, whose commas are not those of a list
	groupFlag = "hed-group" // is shown in another group of help than that of its name
)

// Path marks flags that hold file names.
func Path(cmd *cobra.Command, names ...string) { annotate(cmd, pathFlag, "true", names) }

// Only marks flags that cannot stand in hed.yaml.
func Only(cmd *cobra.Command, names ...string) { annotate(cmd, onlyFlag, "true", names) }

// Apart says of flags that hed.yaml has them under the name of the command alone, since at
// its top they mean something else.
func Apart(cmd *cobra.Command, names ...string) { annotate(cmd, apartFlag, "true", names) }

// Specs marks flags that hold specs, as package spec reads them.
func Specs(cmd *cobra.Command, names ...string) { annotate(cmd, specFlag, "true", names) }

// Under puts flags into another group of help than that of their names, which mean something else in this command.
func Under(cmd *cobra.Command, heading string, names ...string) {
	annotate(cmd, groupFlag, heading, names)
}

func annotate(cmd *cobra.Command, key, value string, names []string) {
	for _, n := range names {
		f := cmd.Flags().Lookup(n)
		if f == nil {
			f = cmd.PersistentFlags().Lookup(n)
		}
		if f.Annotations == nil {
			f.Annotations = map[string][]string{}
		}
		f.Annotations[key] = []string{value}
	}
}

// Need says which flags must be set, in pairs with what they name. It is asked for
// after settings from elsewhere are known.
func Need(cmd *cobra.Command, pairs ...string) {
	cmd.Annotations = map[string]string{needed: strings.Join(pairs, "\n")}
}

// needed is the annotation of commands that Need makes.
const needed = "hed-needed"

// checkNeeded refuses a command that lacks a flag.
func checkNeeded(cmd *cobra.Command) error {
	pairs := strings.Split(cmd.Annotations[needed], "\n")
	for i := 0; i+1 < len(pairs); i += 2 {
		f := cmd.Flags().Lookup(pairs[i])
		list, isList := f.Value.(pflag.SliceValue)
		if isList && len(list.GetSlice()) == 0 || !isList && f.Value.String() == "" {
			return Usagef("--%s is missing: %s", pairs[i], pairs[i+1])
		}
	}
	return nil
}

// isSetting tells settings from flags that ask for something else, or say
// where the settings are.
func isSetting(f *pflag.Flag) bool {
	return f.Name != "help" && f.Name != "version" && f.Name != "config"
}

// settle gives each flag that is not on the command line the value of its
// HED_ variable, else of hed.yaml. The default remains otherwise. A variable
// or an entry that is empty counts as none.
func (a *App) settle(cmd *cobra.Command) error {
	if a.config == "" {
		if a.config = os.Getenv("HED_CONFIG"); a.config != "" {
			a.from["config"] = "HED_CONFIG"
		}
	}
	file, err := readConfig(a.config, cmd.Root())
	if err != nil {
		return err
	}
	var errs []error
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed || !isSetting(f) {
			return
		}
		name := "HED_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		if v := os.Getenv(name); v != "" {
			if err := setFlag(f, splitEnv(f, v)); err != nil {
				errs = append(errs, Usagef("%s=%s: %w", name, v, wanted(f, err)))
			}
			a.from[f.Name] = name
			return
		}
		if err := setFromFile(file, commandName(cmd), f); err != nil {
			errs = append(errs, err)
		}
		if f.Changed {
			a.from[f.Name] = file.Name
		}
	})
	return errors.Join(errs...)
}

// splitEnv cuts the value of a variable where its flag may be repeated.
func splitEnv(f *pflag.Flag, v string) []string {
	if _, list := f.Value.(pflag.SliceValue); list && f.Annotations[specFlag] == nil {
		return strings.Split(v, ",")
	}
	return []string{v}
}

// flagValues are the values of a flag that may be repeated, or its one value.
func flagValues(f *pflag.Flag) []string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{f.Value.String()}
}

func setFlag(f *pflag.Flag, values []string) error {
	for _, v := range values {
		if err := f.Value.Set(v); err != nil {
			return err
		}
	}
	f.Changed = true
	return nil
}
