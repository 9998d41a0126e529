package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/internal/count"
	"hed/numeral/cloze"
	"hed/numeral/derive"
)

// A numeralTraining is the command "hed train numerals".
type numeralTraining struct {
	corpusTraining
	holdOut bool
}

func trainNumeralsCmd(a *cli.App) *cobra.Command {
	t := &numeralTraining{corpusTraining: corpusTraining{training: training{App: a}}}
	cmd := &cobra.Command{
		Use:   "numerals --docs FILE --out DIR",
		Short: "learn where the numbers of headlines come from",
		Long: `Learn where the numbers of headlines come from, from the questions of a NumHG
or SemEval file that have answers; derivations are used where they are known.
The folder gets

  numerals.model  for --model of 'hed numerals solve', 'hed numerals explain'
                  and 'hed lint'
  numerals.json   how many questions it was learnt from, their hash, the seed,
                  and how well its parts did in cross-validation

With --hold-out a fifth of the articles, which the hash of the text chooses, is
left out, and the model is measured on it. The model that comes with hed was
made so.

Training that was stopped continues with --resume after the vectors, weights and
nets that were finished.`,
		Example: `  hed train numerals --docs NumHG.csv --hold-out --out numerals
  hed numerals solve --docs test.csv --model numerals --out answers.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	t.flags(cmd)
	cmd.Flags().BoolVar(&t.holdOut, "hold-out", false, "leave out a fifth of the articles, and measure the model on it")
	cli.Need(cmd, "docs", "a file of NumHG or SemEval with answers", "out", "the folder for the model")
	return cmd
}

// A numeralRecord is numerals.json.
type numeralRecord struct {
	derive.About
	Inputs  []input.Record   `json:"inputs"`
	HeldOut *derive.Accuracy `json:"held_out,omitempty"` // right on the articles that were left out
}

func (t *numeralTraining) run(ctx context.Context) error {
	docs, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer docs.close()
	record := numeralRecord{Inputs: docs.inputs}
	questions, held, err := cloze.Lessons(docs.Reader.Documents(ctx), t.holdOut)
	if err != nil {
		return err
	}
	if len(questions) == 0 {
		return cli.InputErrorf("%s: has no questions with answers; they are in numhg and semeval files, and 'hed numerals cloze' makes them", docs.File)
	}
	on := []any{record.Inputs, docs.Format, t.Columns, t.holdOut}
	return t.learn(docs.dir, "the model", "part", on, func(folder string) (*model, error) {
		bar := t.Progress("training")
		m, err := derive.Train(ctx, questions, derive.Training{
			Seed: t.Seed, Workers: t.Workers, Folder: folder,
			Progress: func(doing string, done, all int) { bar.Say(fmt.Sprintf("training: %s, %d of %d", doing, done, all)) },
		})
		bar.Clear()
		if err != nil {
			return nil, err
		}
		record.About = m.About
		t.Note("learnt from %s; in cross-validation %.2f%% are right", count.Of(m.About.Questions, "question"), 100*m.About.Held.Overall)
		if len(held) > 0 {
			bar := t.Progress("measuring")
			score, err := cloze.Measure(ctx, m, held, t.Workers, bar.Of)
			bar.Clear()
			if err != nil {
				return nil, err
			}
			record.HeldOut = new(score.Accuracy())
			t.Note("held out: %s", &score)
		}
		return &model{files: map[string]func(io.Writer) error{derive.FileName: m.Write, "numerals.json": asJSON(record)}}, nil
	})
}
