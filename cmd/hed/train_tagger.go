package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"

	"hed/corpus/input"
	"hed/internal/staging"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/text/lang"
	"hed/text/pos"
)

// A taggerTraining is the command "hed train tagger".
type taggerTraining struct {
	training
	conllu []string
	lang   string
}

func trainTaggerCmd(a *cli.App) *cobra.Command {
	t := &taggerTraining{training: training{App: a}}
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
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&t.conllu, "conllu", nil, "`FILE` of a treebank in CoNLL-U, .gz or .zst too; repeat it for several")
	f.StringVar(&t.lang, "lang", "en", "`CODE` of the treebank's language, such as it")
	t.training.flags(cmd)
	cli.Path(cmd, "conllu")
	return cmd
}

func (t *taggerTraining) run(ctx context.Context) error {
	switch {
	case len(t.conllu) == 0:
		return cli.Usagef("--conllu is missing: the treebank to learn from")
	case t.out == "":
		return cli.Usagef("--out is missing: the folder for the model")
	}
	pack, err := lang.Parse(t.lang)
	if err != nil {
		return cli.Usagef("--lang: %w", err)
	}
	t.lang = pack.Code
	if err := input.CheckStdin(t.conllu...); err != nil {
		return err
	}
	if _, err := staging.Missing(t.out); err != nil {
		return err
	}
	about, sentences, err := t.read(ctx)
	if err != nil {
		return err
	}
	dir, err := staging.Open(t.out)
	if err != nil {
		return err
	}
	defer dir.Close()
	going, err := t.begin(dir, about)
	if err != nil {
		return err
	}
	if going {
		t.Note("going on after %s", cli.Count(len(begun(dir)), "run"))
	}
	bar := t.Progress("training")
	tagger, err := pos.Train(ctx, about, sentences, pos.Options{
		Seed: t.Seed, Workers: t.Workers, Folder: dir.Unfinished(),
		Progress: func(done, all int) { bar.Say(fmt.Sprintf("training: %d of %d passes over the treebank", done, all)) },
	})
	bar.Clear()
	if err == nil {
		err = t.write("the tagger", map[string]func(io.Writer) error{
			pos.FileName:  tagger.Write,
			"tagger.json": func(w io.Writer) error { return cli.WriteJSON(w, tagger.About) },
		})
	}
	if err != nil {
		t.stopped(dir)
		return err
	}
	dir.Keep = false
	words := 0
	for _, b := range about.Treebanks {
		words += b.Words
	}
	t.Note("trained on %s, %s; the tagger is in %s", cli.Count(len(sentences), "sentence"), cli.Count(words, "word"), t.out)
	return nil
}

// read reads the treebanks.
func (t *taggerTraining) read(ctx context.Context) (pos.About, []pos.Sentence, error) {
	about := pos.About{Lang: t.lang}
	var all []pos.Sentence
	for _, file := range t.conllu {
		sentences, sum, err := readTreebank(ctx, t.App, file)
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
func readTreebank(ctx context.Context, a *cli.App, file string) ([]pos.Sentence, string, error) {
	src := corpus.File(file)
	if file == "-" {
		src = corpus.Stream("stdin", a.Input(ctx))
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
