package main

import (
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/report"
	"hed/run"
)

// A splitting is the command "hed split".
type splitting struct {
	*cli.App
	cli.Inputs
	cli.Output
	set run.SplitOptions
}

func splitCmd(a *cli.App) *cobra.Command {
	s := &splitting{App: a}
	cmd := &cobra.Command{
		Use:   "split --docs FILE --out DIR",
		Short: "split a corpus for training, development and test",
		Long: `Split a corpus into train.jsonl, dev.jsonl and test.jsonl, or into several folds
of them, fold1/train.jsonl and so on, where every document is in exactly one
test part; with N folds, the share of test must be 1/N. Each
document is written with all its fields. split.json says how
the split was made; it comes last, so a folder that has it is complete.

Documents with the same article are never in two parts of a fold. Two articles
are the same if they differ only in white space and in upper or lower case;
hed does not look for texts that are nearly the same.

--stratify spreads the values of a field evenly over the parts: source, lang,
date, any other field of the documents, or operator: the outermost operator in
the annotation of a numeral, in NumHG and SemEval files.

--min-chars and --dedupe leave documents out first; split.json says how many.

The same documents and the same --seed give the same files.`,
		Example: `  hed split --docs news.jsonl --ratio 0.8,0.1,0.1 --out parts
  hed split --docs a.csv --min-chars 20 --dedupe --stratify source --out parts
  hed split --docs NumHG.csv --folds 5 --stratify operator --out folds`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	s.Inputs.Flags(cmd)
	f.IntVar(&s.set.Folds, "folds", 1, "`N`: make N splits, so that every document is in one test part")
	f.StringVar(&s.set.Ratio, "ratio", "0.7,0.1,0.2", "`TRAIN,DEV,TEST`: shares of the documents")
	f.StringVar(&s.set.Stratify, "stratify", "", "`FIELD`: spread the values of this field evenly over the parts")
	f.IntVar(&s.set.Clean.MinChars, "min-chars", 0, "`N`: leave out documents without a headline, or with one of fewer than N characters")
	f.BoolVar(&s.set.Clean.Dedupe, "dedupe", false, "leave out documents whose article was in an earlier document")
	f.StringVar(&s.set.Folder, "out", "", "`DIR`: folder for the files")
	s.Output.Flags(cmd)
	cli.Path(cmd, "out")
	cli.Need(cmd, "docs", "the documents to split", "out", "the folder for the parts")
	return cmd
}

func (s *splitting) run(ctx context.Context) error {
	show := &watching{App: s.App, bar: new(cli.Progress)}
	s.set.Paths, s.set.Seed, s.set.Tell = s.From(s.App), s.Seed, show.tell
	record, err := run.Split(ctx, s.set)
	show.bar.Clear()
	if err != nil {
		return err
	}
	s.Note("%s in %s", count.Of(record.Documents, "document"), s.set.Folder)
	return s.Output.Print(s.Stdout, report.Split(record.Record), record)
}
