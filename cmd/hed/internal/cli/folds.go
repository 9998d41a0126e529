package cli

import (
	"fmt"
	"slices"
	"strings"

	"hed/corpus/split"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// EachFold lets a command that reads the files of the flag in and writes --out run for each fold of a split, where the names of both have
// the mark of a fold: for the folds from 1 on whose files are there. The mark may be in other flags too.
func EachFold(a *App, cmd *cobra.Command, in string) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		marked := map[*pflag.Flag][]string{}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if strings.Contains(f.Value.String(), split.FoldMark) {
				marked[f] = flagValues(f)
			}
		})
		if len(marked) == 0 {
			return run(cmd, args)
		}
		names := marked[cmd.Flag(in)]
		if names == nil || marked[cmd.Flag("out")] == nil {
			return Usagef("%s is replaced by the number of a fold: it must be in both --%s and --out, so that each fold has a model", split.FoldMark, in)
		}
		first := slices.IndexFunc(names, func(name string) bool { return strings.Contains(name, split.FoldMark) })
		folds, err := split.Count(names[first])
		if err != nil {
			return fmt.Errorf("--%s %w", in, err)
		}
		for a.Fold = 1; a.Fold <= max(1, folds); a.Fold++ { // the first one says what is missing
			a.Note("fold %d", a.Fold)
			for f, values := range marked {
				if err := setValues(f, values, func(v string) string { return split.InFold(v, a.Fold) }); err != nil {
					return err
				}
			}
			if err := run(cmd, args); err != nil {
				return err
			}
		}
		return nil
	}
}

// setValues gives a flag other values.
func setValues(f *pflag.Flag, values []string, change func(string) string) error {
	list, several := f.Value.(pflag.SliceValue)
	if !several {
		return f.Value.(*once).Value.Set(change(values[0]))
	}
	changed := make([]string, len(values))
	for i, v := range values {
		changed[i] = change(v)
	}
	return list.Replace(changed)
}
