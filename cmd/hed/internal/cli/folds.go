package cli

import (
	"fmt"
	"os"
	"strings"

	"hed/corpus/split"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// EachFold lets a command that reads --docs, or --conllu, and writes --out run for each fold of a split, where their names have
// the mark of a fold: for the folds from 1 on whose files are there.
func EachFold(a *App, cmd *cobra.Command) {
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		marked := map[*pflag.Flag][]string{}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Annotations[pathFlag] != nil && strings.Contains(f.Value.String(), split.FoldMark) {
				marked[f] = flagValues(f)
			}
		})
		if len(marked) == 0 {
			return run(cmd, args)
		}
		docs, out := cmd.Flag("docs"), cmd.Flag("out")
		if docs == nil || marked[docs] == nil || marked[out] == nil {
			return Usagef("%s stands for the number of a fold: it must be in both --docs and --out, so that each fold has a model", split.FoldMark)
		}
		name := func(value string, fold int) string {
			return strings.ReplaceAll(value, split.FoldMark, fmt.Sprint(fold))
		}
		for fold := 1; ; fold++ {
			if _, err := os.Stat(name(marked[docs][0], fold)); err != nil && fold > 1 {
				return nil
			}
			a.Note("fold %d", fold)
			for f, values := range marked {
				if err := setValues(f, values, func(v string) string { return name(v, fold) }); err != nil {
					return err
				}
			}
			if err := run(cmd, args); err != nil {
				return err
			}
		}
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
