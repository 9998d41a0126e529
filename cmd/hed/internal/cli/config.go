package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hed/corpus"
	"hed/internal/near"
	"hed/spec/settings"
)

// DefaultConfig is read if it exists and no other file is named.
const DefaultConfig = "hed.yaml"

// owners are the settings that mean one thing to one command and another to the
// next. At the top of hed.yaml they are those of one command, or of none; the
// others find them under their own name.
var owners = map[string]string{"out": "eval", "folds": "split", "items": "score", "level": "agree", "model": "", "gold": ""}

// readConfig reads the file and refuses what is no flag of any command.
// Entries of other commands are fine: one file serves them all.
func readConfig(name string, root *cobra.Command) (*settings.File, error) {
	file := name
	if name == "" {
		file = DefaultConfig
	}
	data, err := corpus.File(file).ReadAll()
	if name == "" && errors.Is(err, fs.ErrNotExist) {
		data, err = nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	known := FlagNames(root)
	return settings.Parse(file, data, func(command, entry string) (bool, error) {
		if command == "" && slices.Contains(known, entry) {
			return false, nil
		}
		return checkEntry(root, known, command, entry)
	})
}

// checkEntry refuses an entry of a command that it has not, and one at the top that
// is no command.
func checkEntry(root *cobra.Command, known []string, command, entry string) (isCommand bool, err error) {
	if command != "" {
		cmd, _, _ := root.Find(strings.Fields(command))
		var own []string
		eachSetting(cmd, func(f *pflag.Flag) { own = append(own, f.Name) })
		if !slices.Contains(own, entry) {
			return false, fmt.Errorf("'hed %s' has no setting %q; %s", command, entry, near.Hint(entry, own))
		}
		return false, nil
	}
	if _, owned := owners[entry]; owned {
		return false, fmt.Errorf("%s is not the same for all commands; put it under the name of one, as in tag: {%[1]s: ...}", entry)
	}
	cmd, rest, err := root.Find(strings.Fields(entry))
	if err != nil || cmd == root || len(rest) > 0 || commandName(cmd) != entry {
		hint := near.Hint(entry, known)
		if !strings.HasSuffix(hint, "?") {
			hint += "; or the name of a command, with its own settings below"
		}
		return false, fmt.Errorf("no setting %q; %s", entry, hint)
	}
	return true, nil
}

// commandName is a command as it is called in hed.yaml, such as "train tagger".
func commandName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// eachSetting calls f with each flag of a command that may stand in hed.yaml.
func eachSetting(cmd *cobra.Command, f func(*pflag.Flag)) {
	visit := func(flag *pflag.Flag) {
		if flag.Annotations[onlyFlag] == nil && isSetting(flag) {
			f(flag)
		}
	}
	cmd.LocalNonPersistentFlags().VisitAll(visit)
	cmd.Root().PersistentFlags().VisitAll(visit)
}

// FlagNames lists what may stand at the top of hed.yaml: the flags of all
// commands.
func FlagNames(root *cobra.Command) []string {
	var names []string
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		eachSetting(cmd, func(f *pflag.Flag) {
			if owner, owned := owners[f.Name]; !owned || owner != "" {
				names = append(names, f.Name)
			}
		})
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(root)
	slices.Sort(names)
	return slices.Compact(names)
}

// setFromFile gives a flag of a command the value of the file, if it has one.
func setFromFile(file *settings.File, command string, f *pflag.Flag) error {
	_, list := f.Value.(pflag.SliceValue)
	owner, owned := owners[f.Name]
	values, line, err := file.Values(command, settings.Setting{
		Name: f.Name, List: list, Specs: f.Annotations[specFlag] != nil, Files: f.Annotations[pathFlag] != nil, Named: f.Name == "system" || f.Name == "hyp" && list, Other: f.Name == "init",
	}, owned && owner != command || f.Annotations[onlyFlag] != nil || f.Annotations[apartFlag] != nil)
	if err != nil || values == nil {
		return err
	}
	if err := setFlag(f, values); err != nil {
		return file.Errorf(line, "%s: %s: %v", f.Name, strings.Join(values, ", "), wanted(f, err))
	}
	return nil
}
