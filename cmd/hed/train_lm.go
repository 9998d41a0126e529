package main

import (
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
)

// A modelTraining is the command "hed train lm".
type modelTraining struct{ corpusTraining }

func trainModelCmd(a *cli.App) *cobra.Command {
	t := &modelTraining{corpusTraining{training: training{App: a}}}
	cmd := &cobra.Command{
		Use:   "lm --docs FILE --out DIR",
		Short: "learn a language model from reference headlines",
		Long: `Learn a language model from the reference headlines of a corpus: trigrams with
modified Kneser-Ney smoothing, as the metric fluency does when it is given none.
The folder gets

  lm.arpa   in the ARPA format, for the option lm=FILE of the metric fluency,
            and for other programs
  lm.json   what it was learnt from, and how

Do not score the headlines that it learnt from with it; if you give the metric
no file, it takes care of that itself. Learning takes seconds: after a stop,
--resume begins again.`,
		Example: `  hed train lm --docs news.jsonl --out lm
  hed score --docs test.jsonl --hyp a.txt --metric fluency:lm=lm/lm.arpa`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	t.flags(cmd)
	cmd.Flags().Lookup("resume").Usage = "begin again after a stop; learning takes seconds"
	t.language(cmd, "headlines")
	return cmd
}

func (t *modelTraining) run(ctx context.Context) error {
	switch {
	case t.Docs == "" && len(t.Refs) == 0:
		return cli.Usagef("--docs is missing: the documents with the headlines to learn from")
	case t.place.Folder == "":
		return cli.Usagef("--out is missing: the folder for the model")
	}
	docs, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer docs.Close()
	bar := t.Progress("learning", docs.Sources...)
	bar.Say("learning from the headlines of " + docs.File)
	model, err := docs.LanguageModel(ctx, t.Workers)
	bar.Clear()
	if err != nil {
		return err
	}
	t.Note("%s; the model is in %s", count.Of(model.Len(1), "word"), t.place.Folder)
	return nil
}
