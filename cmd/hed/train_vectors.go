package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/metric/embedding"
	"hed/text/vector"
)

// A vectorTraining is the command "hed train vectors".
type vectorTraining struct{ corpusTraining }

func trainVectorsCmd(a *cli.App) *cobra.Command {
	t := &vectorTraining{corpusTraining{training: training{App: a}}}
	cmd := &cobra.Command{
		Use:   "vectors --docs FILE --out DIR",
		Short: "learn word vectors from articles",
		Long: `Learn a vector for each word of the articles, by skip-gram with negative
sampling, as the metric we does when it is given none. The folder gets

  vectors.txt    in the format of word2vec, for the option vectors=FILE of
                 the metric we, and for other programs
  vectors.json   what they were learnt from, and how

Vectors of a large collection serve to score a small one. Training that was
stopped goes on with --resume after its last complete pass.`,
		Example: `  hed train vectors --docs articles.jsonl --out v
  hed score --docs test.jsonl --hyp a.txt --metric we:vectors=v/vectors.txt`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	t.flags(cmd)
	t.language(cmd, "articles")
	return cmd
}

// A vectorRecord is vectors.json.
type vectorRecord struct {
	Version  string         `json:"hed"`
	Inputs   []input.Record `json:"inputs"`
	Words    int            `json:"words"` // that have a vector
	Seed     uint64         `json:"seed"`
	Lang     string         `json:"lang,omitempty"`
	Dims     int            `json:"dims"`
	Window   int            `json:"window"`
	Negative int            `json:"negative"`
	MinCount int            `json:"min_count"`
	Epochs   int            `json:"epochs"`
	Sample   float64        `json:"sample"`
	Rate     float64        `json:"rate"`
}

func (t *vectorTraining) run(ctx context.Context) error {
	switch {
	case t.Docs == "":
		return cli.Usagef("--docs is missing: the articles to learn from")
	case t.out == "":
		return cli.Usagef("--out is missing: the folder for the vectors")
	}
	docs, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer docs.close()
	record := vectorRecord{Version: hed.Version, Inputs: docs.inputs, Lang: t.lang}
	going, err := t.begin(docs.dir, record, docs.Format, t.Columns)
	if err != nil {
		return err
	}
	if going {
		t.Note("going on after the last complete pass")
	}
	bar := t.Progress("learning")
	table, how, err := embedding.Train(ctx, docs.Reader, t.lang, vector.Training{
		Seed: t.Seed, Workers: t.Workers, Folder: docs.dir.Unfinished(), Progress: bar.Of,
	})
	bar.Clear()
	if err == nil {
		record.take(table, how)
		err = t.write("the vectors", map[string]func(io.Writer) error{
			"vectors.txt":  table.WriteText,
			"vectors.json": func(w io.Writer) error { return cli.WriteJSON(w, record) },
		})
	}
	if err != nil {
		t.stopped(docs.dir)
		return err
	}
	docs.dir.Keep = false
	t.Note("%s of %d numbers; the vectors are in %s", cli.Count(table.Len(), "word"), table.Dim(), t.out)
	return nil
}

func (r *vectorRecord) take(t *vector.Table, how vector.Training) {
	r.Words, r.Seed, r.Dims, r.Window, r.Negative = t.Len(), how.Seed, how.Dim, how.Window, how.Negative
	r.MinCount, r.Epochs, r.Sample, r.Rate = how.MinCount, how.Epochs, how.Sample, how.Rate
}
