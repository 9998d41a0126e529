package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/internal/count"
	"hed/internal/staging"
	"hed/neural/train"
	"hed/report"
	"hed/run"
	"hed/text/lang"
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

With {fold} in the names of files and of --out, a model is trained for each fold
of a split, for all folds whose --docs or --conllu are there.`,
		Example: `  hed train tagger --conllu it_isdt-ud-train.conllu --lang it --out it-tagger
  hed train vectors --docs articles.jsonl --out vectors
  hed train lm --docs news.jsonl --out lm
  hed train numerals --docs NumHG.csv --out numerals
  hed train pn:hidden=128 --docs train.jsonl --valid valid.jsonl --out pn
  hed train pn --docs f/fold{fold}/train.jsonl --out pn{fold}
  hed help train tagger`,
	}, "trains no", kinds...)
}

// A training is what every kind of training has: a folder for the model, and
// files beside it from which training that was stopped continues.
type training struct {
	*cli.App
	out    string
	resume bool
}

func (t *training) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&t.out, "out", "", "`DIR` for the model")
	f.BoolVar(&t.resume, "resume", false, "continue training that was stopped")
	cli.Path(cmd, "out")
	cli.Only(cmd, "resume")
}

// A model is what training came to: its files, by name, and a note that ends before the
// name of its folder, or none.
type model struct {
	files map[string]func(io.Writer) error
	note  string
}

// learn trains what continues after a stop, by files that it keeps in a folder, and
// writes it. what is trained depends on the version, the seed and on. after is what one
// of the complete parts is called in a note, or "" where nobody could count them.
func (t *training) learn(dir *staging.Folder, what, after string, on []any, work func(folder string) (*model, error)) error {
	identity, err := json.Marshal([]any{hed.Version, t.Seed, on})
	if err != nil {
		return err
	}
	parts, err := dir.Begin(identity, t.resume)
	switch {
	case errors.Is(err, staging.ErrOther):
		return &run.OtherRunError{Folder: t.out}
	case err != nil:
		return cli.NotWritten("the model to", t.out, err)
	case parts > 0 && after == "":
		t.Note("continuing")
	case parts > 0:
		t.Note("continuing after %s", count.Of(parts, after))
	}
	m, err := work(dir.Unfinished())
	if err == nil {
		err = dir.Write(what, m.files)
	}
	if err != nil {
		_, bad := errors.AsType[*train.NaNError](err) // which comes again
		if dir.Keep = len(dir.Parts()) > 0; dir.Keep && !bad {
			t.Note(continues)
		}
		return err
	}
	dir.Keep = false
	if m.note != "" {
		t.Note("%s in %s", m.note, t.out)
	}
	return nil
}

// asJSON writes a value into a file of a model.
func asJSON(v any) func(io.Writer) error {
	return func(w io.Writer) error { return report.JSON(w, v) }
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
	cmd.Flags().StringVar(&t.lang, "lang", "", "`CODE` of the "+what+"' language, such as it (default: what the document says, else English)")
}

// A lesson is the documents to learn from, and the folder for what is learnt.
type lesson struct {
	*input.Documents
	dir    *staging.Folder
	inputs []input.Record
	forget func()
}

func (t *corpusTraining) open(ctx context.Context) (_ *lesson, err error) {
	if _, err := lang.Choose(t.lang); err != nil {
		return nil, cli.Usagef("--lang: %w", err)
	}
	l := &lesson{forget: t.Again()} // inputs are hashed, too
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	if l.dir, err = staging.Open(t.out); err != nil {
		return nil, err
	}
	if l.Documents, err = t.Inputs.Open(ctx, t.App, 0); err != nil {
		return nil, err
	}
	l.inputs, err = t.Inputs.Record(ctx)
	return l, err
}

func (l *lesson) close() {
	l.forget()
	if l.dir != nil {
		l.dir.Close()
	}
}
