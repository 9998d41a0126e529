package main

import (
	"context"
	"fmt"

	"hed/corpus/input"
	"hed/internal/count"
	"hed/run/teach"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
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

  tagger.model   for 'hed tag --model DIR' and for the option tagger=DIR of the
                 metric readability
  tagger.json    what it was trained on, and how

For English the tagger also learns from the sentences rewritten as headlines.
If training was stopped, --resume continues after the last complete run.`,
		Example: `  hed train tagger --conllu it_isdt-ud-train.conllu --lang it --out it-tagger
  hed tag --model it-tagger --gold it_isdt-ud-dev.conllu
  hed score --docs news.jsonl --hyp a.txt --metric readability:tagger=it-tagger`,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&t.conllu, "conllu", nil, "`FILE`: treebank in CoNLL-U format, also as .gz or .zst; repeat it for several")
	f.StringVar(&t.lang, "lang", "en", "`CODE`: language of the treebank, such as en or it")
	t.training.flags(cmd)
	cli.Path(cmd, "conllu")
	cli.Need(cmd, "conllu", "the treebank to learn from", "out", "the folder for the model")
	return cmd
}

func (t *taggerTraining) run(ctx context.Context) error {
	bar := t.Progress("training")
	sentences, words, err := (&teach.Tagger{
		Place: t.at(), Treebanks: t.conllu, Lang: t.lang, Streams: input.Streams{Stdin: t.Stdin}, Workers: t.Workers,
		Progress: func(done, all int) { bar.Say(fmt.Sprintf("training: %d of %d passes over the treebank", done, all)) },
	}).Teach(ctx)
	bar.Clear()
	if err != nil {
		return t.Stopped(err)
	}
	t.Note("trained on %s, %s; the tagger is in %s", count.Of(sentences, "sentence"), count.Of(words, "word"), t.place.Folder)
	return nil
}
