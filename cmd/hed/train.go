package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus/input"
	"hed/run"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/text/lang"
)

func trainCmd(a *cli.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train KIND",
		Short: "train a model on data of your own",
		Long:  "Train a model on data of your own. KIND is tagger, vectors, lm or numerals.",
		Example: `  hed train tagger --conllu it_isdt-ud-train.conllu --lang it --out it-tagger
  hed train vectors --docs articles.jsonl --out vectors
  hed train lm --docs news.jsonl --out lm
  hed train numerals --docs NumHG.csv --out numerals
  hed help train tagger`,
		Args: knownKind,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(trainTaggerCmd(a), trainVectorsCmd(a), trainModelCmd(a), trainNumeralsCmd(a))
	return cmd
}

// knownKind refuses what is left when no kind was found.
func knownKind(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var kinds []string
	for _, c := range cmd.Commands() {
		kinds = append(kinds, c.Name())
	}
	return cli.Usagef("'%s' trains no %q; have %s", cmd.CommandPath(), args[0], strings.Join(kinds, ", "))
}

// A training is what every kind of training has: a folder for the model, and
// files beside it from which training that was stopped goes on.
type training struct {
	*cli.App
	out    string
	resume bool
}

func (t *training) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&t.out, "out", "", "`DIR` for the model")
	f.BoolVar(&t.resume, "resume", false, "go on with training that was stopped")
	cli.Path(cmd, "out")
	cli.Only(cmd, "resume")
}

// begin notes in the folder what is trained, and sees that what was begun
// there is the same if it is to go on, or gives it up. It reports whether there
// is something to go on with.
func (t *training) begin(dir *staging.Folder, what ...any) (bool, error) {
	data, err := json.Marshal([]any{hed.Version, t.Seed, what})
	if err != nil {
		return false, err
	}
	file := filepath.Join(dir.Unfinished(), trainingFile)
	old, err := os.ReadFile(file)
	if err == nil && t.resume {
		dir.Keep = true
		if string(old) != string(data) {
			return false, &run.OtherRunError{Folder: t.out}
		}
		return len(begun(dir)) > 0, nil
	}
	for _, f := range begun(dir) {
		if err := whole.Remove(f); err != nil {
			return false, err
		}
	}
	err = whole.Write(file, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return false, cli.NotWritten("the model to", t.out, err)
	}
	return false, nil
}

const trainingFile = "training"

// begun are the files from which training goes on.
func begun(dir *staging.Folder) (files []string) {
	return slices.DeleteFunc(dir.Files(), func(file string) bool { return filepath.Base(file) == trainingFile })
}

// stopped keeps what there is to go on with, and says so.
func (t *training) stopped(dir *staging.Folder) {
	if dir.Keep = len(begun(dir)) > 0; dir.Keep {
		t.Note(goesOn)
	}
}

// write writes the files of a model, by their names in the folder.
func (t *training) write(what string, files map[string]func(io.Writer) error) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(t.out, name)
		if err := whole.Write(file, files[name]); err != nil {
			return cli.NotWritten(what+" to", file, err)
		}
	}
	return nil
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
	l := &lesson{forget: func() {}}
	defer func() {
		if err != nil {
			l.close()
		}
	}()
	if l.dir, err = staging.Open(t.out); err != nil {
		return nil, err
	}
	if l.forget, err = t.Again(); err != nil { // inputs are hashed, too
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
