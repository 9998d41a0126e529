package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/internal/count"
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
stopped continues with --resume after its last complete pass.`,
		Example: `  hed train vectors --docs articles.jsonl --out v
  hed score --docs test.jsonl --hyp a.txt --metric we:vectors=v/vectors.txt`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	t.flags(cmd)
	t.language(cmd, "articles")
	cli.Need(cmd, "docs", "the articles to learn from", "out", "the folder for the vectors")
	return cmd
}

// A vectorRecord is vectors.json.
type vectorRecord struct {
	Version string         `json:"hed"`
	Inputs  []input.Record `json:"inputs"`
	Words   int            `json:"words"` // that have a vector
	Seed    uint64         `json:"seed"`
	Lang    string         `json:"lang,omitempty"`
	vector.Training
}

func (t *vectorTraining) run(ctx context.Context) error {
	docs, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer docs.close()
	record := vectorRecord{Version: hed.Version, Inputs: docs.inputs, Lang: t.lang}
	return t.learn(docs.dir, "the vectors", "the last complete pass", []any{record, docs.Format, t.Columns}, func(folder string) (*model, error) {
		bar := t.Progress("learning")
		defer bar.Clear()
		table, how, err := embedding.Train(ctx, docs.Reader, t.lang, vector.Training{Seed: t.Seed, Workers: t.Workers, Folder: folder, Progress: bar.Of})
		if err != nil {
			return nil, err
		}
		record.Words, record.Seed, record.Training = table.Len(), how.Seed, how
		return &model{
			map[string]func(io.Writer) error{"vectors.txt": table.WriteText, "vectors.json": asJSON(record)},
			fmt.Sprintf("%s of %d numbers; the vectors are", count.Of(table.Len(), "word"), table.Dim()),
		}, nil
	})
}
