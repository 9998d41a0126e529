package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"hed/corpus/input"
	"hed/internal/count"
	"hed/internal/staging"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
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
Training that was stopped continues with --resume after its last complete run.`,
		Example: `  hed train tagger --conllu it_isdt-ud-train.conllu --lang it --out it-tagger
  hed tag --model it-tagger --gold it_isdt-ud-dev.conllu
  hed score --docs news.jsonl --hyp a.txt --metric readability:tagger=it-tagger`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&t.conllu, "conllu", nil, "`FILE` of a treebank in CoNLL-U, .gz or .zst too; repeat it for several")
	f.StringVar(&t.lang, "lang", "en", "`CODE` of the treebank's language, such as it")
	t.training.flags(cmd)
	cli.Path(cmd, "conllu")
	cli.Need(cmd, "conllu", "the treebank to learn from", "out", "the folder for the model")
	return cmd
}

func (t *taggerTraining) run(ctx context.Context) error {
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
	return t.learn(dir, "the tagger", "run", []any{about}, func(folder string) (*model, error) {
		bar := t.Progress("training")
		defer bar.Clear()
		tagger, err := pos.Train(ctx, about, sentences, pos.Options{
			Seed: t.Seed, Workers: t.Workers, Folder: folder,
			Progress: func(done, all int) { bar.Say(fmt.Sprintf("training: %d of %d passes over the treebank", done, all)) },
		})
		if err != nil {
			return nil, err
		}
		words := 0
		for _, b := range about.Treebanks {
			words += b.Words
		}
		return &model{
			map[string]func(io.Writer) error{pos.FileName: tagger.Write, "tagger.json": asJSON(tagger.About)},
			fmt.Sprintf("trained on %s, %s; the tagger is", count.Of(len(sentences), "sentence"), count.Of(words, "word")),
		}, nil
	})
}

// read reads the treebanks.
func (t *taggerTraining) read(ctx context.Context) (pos.About, []pos.Sentence, error) {
	about := pos.About{Lang: t.lang}
	var all []pos.Sentence
	for _, file := range t.conllu {
		src, err := t.Open(ctx, file)
		if err != nil {
			return about, nil, err
		}
		sentences, bank, err := pos.ReadTreebank(src)
		if err != nil {
			return about, nil, err
		}
		bank.Name = filepath.Base(file)
		about.Treebanks = append(about.Treebanks, bank)
		all = append(all, sentences...)
	}
	return about, all, nil
}
