package main

import (
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/run/teach"
)

func trainCmd(a *cli.App) *cobra.Command {
	kinds := []*cobra.Command{
		trainTaggerCmd(a), trainVectorsCmd(a), trainModelCmd(a), trainNumeralsCmd(a),
	}
	for _, kind := range []string{"s2s", "pn", "pnc", "transformer", "brio", "season"} {
		kinds = append(kinds, trainNetworkCmd(a, kind))
	}
	cli.EachFold(a, kinds[0], "conllu")
	for _, cmd := range kinds[1:] {
		cli.EachFold(a, cmd, "docs")
	}
	return cli.Group(&cobra.Command{
		Use:   "train KIND",
		Short: "train a model on data of your own",
		Long: `Train a model on data of your own. KIND is tagger, vectors, lm, numerals,
or a network that writes headlines: s2s, pn, pnc,
transformer, brio or season.

With {fold} in the names of files and in --out, hed trains one model for each
fold of a split whose --docs or --conllu file exists.`,
		Example: `  hed train tagger --conllu it_isdt-ud-train.conllu --lang it --out it-tagger
  hed train vectors --docs articles.jsonl --out vectors
  hed train lm --docs news.jsonl --out lm
  hed train numerals --docs NumHG.csv --out numerals
  hed train pn:hidden=128 --docs train.jsonl --valid valid.jsonl --out pn
  hed train pn --docs f/fold{fold}/train.jsonl --out pn{fold}
  hed help train tagger`,
	}, "trains no", kinds...)
}

// A training is what every kind of training has: a folder for the model, in which
// training that was stopped continues.
type training struct {
	*cli.App
	place teach.Place
}

func (t *training) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&t.place.Folder, "out", "", "`DIR`: folder for the model")
	f.BoolVar(&t.place.Resume, "resume", false, "continue training that was stopped")
	cli.Path(cmd, "out")
	cli.Only(cmd, "resume")
}

// at is the place for the model, which says on the command line what is worth knowing.
func (t *training) at() teach.Place {
	t.place.Seed, t.place.Tell = t.Seed, (&watching{App: t.App, bar: new(cli.Progress)}).tell
	return t.place
}

// A corpusTraining is training on documents.
type corpusTraining struct {
	training
	cli.Inputs
	lang string // "" also where there is no such flag
}

func (t *corpusTraining) flags(cmd *cobra.Command) {
	t.Inputs.Flags(cmd)
	t.training.flags(cmd)
}

// language adds --lang, of what is learnt from.
func (t *corpusTraining) language(cmd *cobra.Command, what string) {
	cmd.Flags().StringVar(&t.lang, "lang", "", "`CODE`: language of the "+what+", such as en or it (default: as each document says, else English)")
}

// open opens the documents and the folder for the model.
func (t *corpusTraining) open(ctx context.Context) (*teach.Lesson, error) {
	l := &teach.Lesson{Place: t.at(), Paths: t.From(t.App), Lang: t.lang}
	if err := l.Open(ctx); err != nil {
		return nil, err
	}
	t.Log.Debug("documents", "file", l.File, "format", l.Format)
	return l, nil
}
