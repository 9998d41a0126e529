package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hed"
	"hed/corpus"
	"hed/internal/whole"
	"hed/text/lang"
	"hed/text/pos"
)

func (a *app) trainCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train KIND",
		Short: "train a model on data of your own",
		Long:  "Train a model. KIND is what it does: tagger.",
		Example: `  hed train tagger --conllu it_isdt-ud-train.conllu --lang it --out it-tagger
  hed help train tagger`,
		Args: knownKind,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.trainTaggerCmd())
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
	return usagef("'%s' trains no %q; have %s", cmd.CommandPath(), args[0], strings.Join(kinds, ", "))
}

// A training is the command "hed train tagger".
type training struct {
	*app
	conllu []string
	lang   string
	out    string
	resume bool
}

func (a *app) trainTaggerCmd() *cobra.Command {
	t := &training{app: a}
	cmd := &cobra.Command{
		Use:   "tagger --conllu FILE... --out DIR",
		Short: "train a part-of-speech tagger on a treebank",
		Long: `Train a tagger on a treebank of Universal Dependencies, in any language. The
folder gets

  tagger.model   which 'hed tag --model DIR' and the option tagger=DIR of the
                 metric readability use
  tagger.json    what it was trained on, and how

For English the tagger also learns from the sentences rewritten as headlines.
Training that was stopped goes on with --resume after its last complete run.`,
		Example: `  hed train tagger --conllu it_isdt-ud-train.conllu --lang it --out it-tagger
  hed tag --model it-tagger --gold it_isdt-ud-dev.conllu
  hed score --docs news.jsonl --hyp a.txt --metric readability:tagger=it-tagger`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&t.conllu, "conllu", nil, "`FILE` of a treebank in CoNLL-U, .gz or .zst too; repeat it for several")
	f.StringVar(&t.lang, "lang", "en", "`CODE` of the treebank's language, such as it")
	f.StringVar(&t.out, "out", "", "`DIR` for the model")
	f.BoolVar(&t.resume, "resume", false, "go on with training that was stopped")
	path(cmd, "conllu", "out")
	only(cmd, "resume")
	return cmd
}

func (t *training) run(ctx context.Context) error {
	switch {
	case len(t.conllu) == 0:
		return usagef("--conllu is missing: the treebank to learn from")
	case t.out == "":
		return usagef("--out is missing: the folder for the model")
	}
	if _, err := lang.Get(t.lang); err != nil {
		return usagef("--lang: %w", err)
	}
	if err := checkStdin(t.conllu...); err != nil {
		return err
	}
	if _, err := newFolders(t.out); err != nil {
		return err
	}
	about, sentences, err := t.read(ctx)
	if err != nil {
		return err
	}
	dir, err := openRunDir(t.out)
	if err != nil {
		return err
	}
	defer dir.close()
	if err := t.begin(dir, about); err != nil {
		return err
	}
	bar := t.progress("training")
	tagger, err := pos.Train(ctx, about, sentences, pos.Options{
		Seed: t.seed, Workers: t.workers, Folder: dir.unfinished(),
		Progress: func(done, all int) { bar.say(fmt.Sprintf("training: %d of %d passes over the treebank", done, all)) },
	})
	bar.clear()
	if err == nil {
		err = t.write(tagger)
	}
	if err != nil {
		if dir.keep = len(completeRuns(dir)) > 0; dir.keep {
			t.note(goesOn)
		}
		return err
	}
	dir.keep = false
	words := 0
	for _, b := range about.Treebanks {
		words += b.Words
	}
	t.note("trained on %s, %s; the tagger is in %s", count(len(sentences), "sentence"), count(words, "word"), t.out)
	return nil
}

// read reads the treebanks.
func (t *training) read(ctx context.Context) (pos.About, []pos.Sentence, error) {
	about := pos.About{Lang: t.lang}
	var all []pos.Sentence
	for _, file := range t.conllu {
		sentences, sum, err := readTreebank(ctx, t.app, file)
		if err != nil {
			return about, nil, err
		}
		words := 0
		for i := range sentences {
			words += len(sentences[i].Words)
		}
		about.Treebanks = append(about.Treebanks, pos.Treebank{Name: filepath.Base(file), SHA256: sum, Sentences: len(sentences), Words: words})
		all = append(all, sentences...)
	}
	return about, all, nil
}

// readTreebank reads a file in CoNLL-U and hashes what it holds, whether it
// is compressed or not.
func readTreebank(ctx context.Context, a *app, file string) ([]pos.Sentence, string, error) {
	src := corpus.File(file)
	if file == "-" {
		src = corpus.Stream("stdin", stoppable{ctx, a.stdin})
	}
	r, err := src.Open()
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	hash := sha256.New()
	sentences, err := pos.ReadCoNLLU(io.TeeReader(r, hash), src.Name())
	return sentences, hex.EncodeToString(hash.Sum(nil)), err
}

func (t *training) write(tagger *pos.Tagger) error {
	model := filepath.Join(t.out, pos.FileName)
	if err := whole.Write(model, tagger.Write); err != nil {
		return notWritten("the tagger to", model, err)
	}
	about := filepath.Join(t.out, "tagger.json")
	if err := whole.Write(about, func(w io.Writer) error { return writeJSON(w, tagger.About) }); err != nil {
		return notWritten("the tagger to", about, err)
	}
	return nil
}

// begin notes in the folder what is trained, and sees that what was begun
// there is the same if it is to go on, or gives it up.
func (t *training) begin(dir *runDir, about pos.About) error {
	data, err := json.Marshal([]any{hed.Version, t.seed, about})
	if err != nil {
		return err
	}
	file := filepath.Join(dir.unfinished(), "training")
	old, err := os.ReadFile(file)
	if err == nil && t.resume {
		dir.keep = true
		if string(old) != string(data) {
			return otherRun(t.out)
		}
		t.note("going on after %s", count(len(completeRuns(dir)), "run"))
		return nil
	}
	for _, run := range completeRuns(dir) {
		if err := remove(run); err != nil {
			return err
		}
	}
	err = whole.Write(file, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return notWritten("the tagger to", t.out, err)
	}
	return nil
}

// completeRuns are the files that pos.Train left, from which training goes on.
func completeRuns(dir *runDir) (runs []string) {
	files, _ := os.ReadDir(dir.unfinished()) // none if it cannot be read
	for _, f := range files {
		if strings.HasPrefix(f.Name(), "run") {
			runs = append(runs, filepath.Join(dir.unfinished(), f.Name()))
		}
	}
	return runs
}
