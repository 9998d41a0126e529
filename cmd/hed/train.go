package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

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
	return usagef("'%s' trains no %q; see '%[1]s --help'", cmd.CommandPath(), args[0])
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
  hed eval --docs notizie.jsonl --system a=a.txt --metric rouge,readability:lang=it+tagger=it-tagger --out results`,
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
	about, sentences, err := t.read(ctx)
	if err != nil {
		return err
	}
	dir, err := openRunDir(t.out)
	if err != nil {
		return err
	}
	defer dir.close()
	if !t.resume {
		if err := dir.restart(); err != nil {
			return err
		}
	}
	bar := t.progress("training")
	dir.keep = true // whatever ends it, the runs that are complete stay
	tagger, err := pos.Train(ctx, about, sentences, pos.Options{
		Seed: t.seed, Workers: t.workers, Folder: dir.unfinished(),
		Progress: func(done, all int) { bar.say(fmt.Sprintf("training: %d of %d passes over the treebank", done, all)) },
	})
	bar.clear()
	if err != nil {
		t.note(goesOn)
		return err
	}
	if err := t.write(tagger); err != nil {
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

// restart gives up what was begun in the folder.
func (d *runDir) restart() error {
	files, err := os.ReadDir(d.unfinished())
	if err != nil {
		return err
	}
	for _, f := range files {
		if name := filepath.Join(d.unfinished(), f.Name()); name != d.lock.Path() {
			if err := os.RemoveAll(name); err != nil {
				return err
			}
		}
	}
	return nil
}
