package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/lines"
	"hed/report"
	"hed/text"
	"hed/text/lang"
	"hed/text/pos"
)

// A tagging is the command "hed tag".
type tagging struct {
	*cli.App
	cli.Output
	gold, lang, model string
}

func tagCmd(a *cli.App) *cobra.Command {
	t := &tagging{App: a}
	cmd := &cobra.Command{
		Use:   "tag [FILE]",
		Short: "tag words with their parts of speech",
		Long: `Cut texts into words and tag them with the parts of speech of Universal
Dependencies. FILE, or stdin, has one headline or other text per line; -f json
prints one object per line, with byte offsets.

With --gold, hed tags the words of a treebank and compares its tags with those
of the treebank. Ranges of tokens (1-2) and empty nodes are skipped.

Taggers for English and Italian come with hed, trained on treebanks and on
headlines. For other languages, train one: 'hed train tagger'.`,
		Example: `  echo "Senate passes budget bill" | hed tag
  hed tag headlines.txt -f csv > tags.csv
  hed tag --gold en_ewt-ud-dev.conllu
  hed tag --lang it titoli.txt
  hed tag --model fr-tagger --gold fr_gsd-ud-dev.conllu`,
		Args: cli.Takes(0, 1, "one argument"),
		RunE: func(cmd *cobra.Command, args []string) error { return t.run(cmd.Context(), args) },
	}
	f := cmd.Flags()
	f.StringVar(&t.gold, "gold", "", "`FILE`: treebank in CoNLL-U format whose tags to compare with")
	f.StringVar(&t.lang, "lang", "", "`CODE`: language whose tagger to use: en or it (default: that of --model, else en)")
	f.StringVar(&t.model, "model", "", "`DIR`: tagger from 'hed train tagger' (default: the one that comes with hed)")
	t.Output.Flags(cmd)
	f.Lookup("output-format").Usage = "`FORMAT`: print the result as text, json or csv; with --gold latex or markdown, too"
	cli.Path(cmd, "gold", "model")
	return cmd
}

func (t *tagging) run(ctx context.Context, args []string) error {
	file := "-"
	if len(args) > 0 {
		file = args[0]
		if t.SetBy("gold") != "" {
			t.gold = "" // the command line goes before settings from elsewhere
		}
	}
	switch {
	case t.gold != "" && len(args) > 0:
		return cli.Usagef("--gold compares with the words of %s; leave %s out", t.gold, file)
	case t.gold == "" && !slices.Contains(pos.Formats, t.As):
		return cli.Usagef("-f %s: 'hed tag' prints words as text, json or csv; with --gold, the table as latex or markdown too", t.As)
	}
	tagger, err := lang.OpenTagger(t.lang, t.model)
	if err != nil {
		return err
	}
	if t.gold != "" {
		return t.compare(ctx, tagger)
	}
	return t.tag(ctx, tagger, file)
}

// tag tags a file line by line.
func (t *tagging) tag(ctx context.Context, tagger *pos.Tagger, file string) error {
	pack, err := lang.Get(tagger.About.Lang)
	if err != nil {
		return fmt.Errorf("--model %s: %w", t.model, err)
	}
	out := pos.NewPrinter(t.Stdout, t.As)
	out.Raw = t.Raw
	defer out.Flush() // whatever ends it, whole lines are printed
	src := corpus.File(file)
	if file == "-" {
		src = corpus.Stream("stdin", out.Before(t.Input(ctx)))
		if in, ok := t.Stdin.(*os.File); ok {
			if _, typed := cli.Terminal(in); typed {
				t.Note("reading from the terminal; press Ctrl-D at the end, or name a file")
			}
		}
	}
	var tokens []text.Token
	var tags []pos.Tag
	for line, err := range lines.Outputs(src).Outputs(ctx) {
		if err != nil {
			return err
		}
		tokens, tags = pack.Tag(tagger, tokens[:0], tags[:0], line.Text)
		if err := out.Print(line.Line, tokens, tags); err != nil {
			return err
		}
	}
	return out.Close()
}

// compare tags the words of the treebank.
func (t *tagging) compare(ctx context.Context, tagger *pos.Tagger) error {
	src, err := t.Open(ctx, t.gold)
	if err != nil {
		return err
	}
	sentences, _, err := pos.ReadTreebank(src)
	if err != nil {
		return err
	}
	res, err := tagger.Compare(ctx, sentences)
	if err != nil {
		return err
	}
	return t.Output.Print(t.Stdout, report.Tags(res), res)
}
