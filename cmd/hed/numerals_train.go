package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/numeral/cloze"
	"hed/run/teach"
	"hed/tensor"
)

// A numeralTraining is the command "hed train numerals".
type numeralTraining struct {
	corpusTraining
	cli.Device
	holdOut bool
	encoder string
	made    string
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

With --hold-out a fifth of the articles, chosen by the hash of the text, is left
out, and the model is measured on it. The model that comes with hed was made in
this way.

With --encoder an encoder from a model folder is tuned to rank the answers
again, first on the questions of --made. The folder is then also a model folder,
with rerank.json, curve.csv and curve.svg, and 'hed numerals solve' uses it. On
a processor this takes days for a corpus like NumHG; use a card.

If training was stopped, --resume continues after the last part that was
finished, or after the last checkpoint of the encoder.`,
		Example: `  hed train numerals --docs NumHG.csv --hold-out --out numerals
  hed train numerals --docs NumHG.csv --encoder minilm --made asked.csv --out n
  hed numerals solve --docs test.csv --model numerals --out answers.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	t.flags(cmd)
	t.Device.Flags(cmd)
	f := cmd.Flags()
	f.BoolVar(&t.holdOut, "hold-out", false, "leave out a fifth of the articles, and measure the model on it")
	f.StringVar(&t.encoder, "encoder", "", "`DIR`: folder of an encoder to tune, such as MiniLM, BERT or RoBERTa")
	f.StringVar(&t.made, "made", "", "`FILE`: more questions, from 'hed numerals cloze', that the encoder learns from first")
	cli.Path(cmd, "encoder", "made")
	cli.Need(cmd, "docs", "a file of NumHG or SemEval with answers", "out", "the folder for the model")
	return cmd
}

func (t *numeralTraining) run(ctx context.Context) error {
	if err := t.Device.Check(); err != nil {
		return err
	}
	if t.made != "" && t.encoder == "" {
		return cli.Usagef("--made is for --encoder, which is missing")
	}
	if t.encoder != "" {
		if err := teach.Guard(t.place.Folder, t.encoder); err != nil {
			return err
		}
	}
	docs, err := t.open(ctx)
	if err != nil {
		return err
	}
	defer docs.Close()
	bar := t.Progress("training")
	defer bar.Clear()
	n := &teach.Numerals{Inputs: docs.Inputs, Seed: t.Seed, Workers: t.Workers, Encoder: t.encoder, Made: t.other(t.made), Progress: bar.At, Now: time.Now}
	if n.Questions, n.Held, err = cloze.Lessons(docs.Reader.Documents(ctx), t.holdOut); err != nil {
		return err
	}
	if len(n.Questions) == 0 {
		return cli.InputErrorf("%s has no questions with answers; numhg and semeval files have them, and 'hed numerals cloze' makes them", docs.File)
	}
	on := []any{docs.Inputs, docs.Format, t.Columns, t.holdOut}
	if t.encoder != "" {
		d, err := t.Device.Open(t.App)
		if err != nil {
			return err
		}
		defer d.Close()
		n.Device = d.(tensor.Learner)
		card, err := n.Open(ctx)
		if err != nil {
			return err
		}
		on = append(on, card)
	}
	if t.place.Resume && n.Complete(t.place.Folder) {
		t.Note("%s is complete; there is nothing to continue", t.place.Folder)
		return nil
	}
	defer n.Close()
	return t.Stopped(docs.Learn("the model", "part", on, func(unfinished string) (teach.Files, error) {
		card, files, err := n.Teach(ctx, unfinished)
		bar.Clear()
		if err != nil {
			return nil, err
		}
		t.Note("learnt from %s; in cross-validation %.2f%% are right", count.Of(card.Questions, "question"), 100*card.Held.Overall)
		if e := card.Encoder; e != nil {
			t.Note("with the encoder's scores times %.2g %.2f%%, by the encoder alone %.2f%%", e.Weight, 100*e.Together, 100*e.Alone)
		}
		if card.HeldOut != nil {
			t.Note("held out: %s", &card.Score)
		}
		return files, nil
	}))
}
