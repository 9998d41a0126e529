package main

import (
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
)

// A vectorTraining is the command "hed train vectors".
type vectorTraining struct{ corpusTraining }

func trainVectorsCmd(a *cli.App) *cobra.Command {
	t := &vectorTraining{corpusTraining{training: training{App: a}}}
	cmd := &cobra.Command{
		Use:   "vectors --docs FILE --out DIR",
		Short: "learn word vectors from articles",
		Long: `Learn a vector for each word of the articles, by skip-gram with negative
sampling, as the metric we does if you give it no file. The folder gets

  vectors.txt    in the format of word2vec, for the option vectors=FILE of
                 the metric we, and for other programs
  vectors.json   what they were learnt from, and how

You can score a small collection with vectors of a large one. If training was
stopped, --resume continues after the last complete pass.`,
		Example: `  hed train vectors --docs articles.jsonl --out v
  hed score --docs test.jsonl --hyp a.txt --metric we:vectors=v/vectors.txt`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	t.flags(cmd)
	t.language(cmd, "articles")
	cli.Need(cmd, "docs", "the articles to learn from", "out", "the folder for the vectors")
	return cmd
}

func (t *vectorTraining) run(ctx context.Context) error {
	docs, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer docs.Close()
	bar := t.Progress("learning")
	table, err := docs.Vectors(ctx, t.Workers, bar.Of)
	bar.Clear()
	if err != nil {
		return t.Stopped(err)
	}
	t.Note("%s of %d numbers; the vectors are in %s", count.Of(table.Len(), "word"), table.Dim(), t.place.Folder)
	return nil
}
