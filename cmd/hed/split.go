package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"

	"github.com/spf13/cobra"

	"hed"
	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/input"
	"hed/corpus/split"
	"hed/internal/count"
	"hed/internal/staging"
	"hed/numeral/cloze"
	"hed/report"
)

// A splitting is the command "hed split".
type splitting struct {
	*cli.App
	cli.Inputs
	cli.Output
	folds    int
	ratio    string
	stratify string
	clean    split.Cleaning
	out      string
}

func splitCmd(a *cli.App) *cobra.Command {
	s := &splitting{App: a}
	cmd := &cobra.Command{
		Use:   "split --docs FILE --out DIR",
		Short: "split a corpus for training, development and test",
		Long: `Split a corpus into train.jsonl, dev.jsonl and test.jsonl, or into several folds
of them, fold1/train.jsonl and so on, where every document is in exactly one
test part; the share of test must then be one over the number of folds. Each
document is written with everything that is known of it. split.json says how
the split was made; it comes last, so a folder that has it is complete.

Documents of one article are never in two parts of a fold. They are of one
article if their texts are the same but for white space and upper or lower
case; texts that are nearly the same are not looked for.

--stratify spreads the values of a field evenly over the parts: source, lang,
date, any further field of the documents, or operator, which is the outermost
operator of a numeral's annotation in NumHG and SemEval files.

--min-chars and --dedupe leave documents out first; what was left out is
counted, in split.json too.

The same documents and the same --seed give the same files.`,
		Example: `  hed split --docs news.jsonl --ratio 0.8,0.1,0.1 --out parts
  hed split --docs a.csv --min-chars 20 --dedupe --stratify source --out parts
  hed split --docs NumHG.csv --folds 5 --stratify operator --out folds`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	s.Inputs.Flags(cmd)
	f.IntVar(&s.folds, "folds", 1, "`N` splits, with every document in the test part of one")
	f.StringVar(&s.ratio, "ratio", "0.7,0.1,0.2", "`TRAIN,DEV,TEST` shares of the documents")
	f.StringVar(&s.stratify, "stratify", "", "`FIELD` whose values are spread evenly over the parts")
	f.IntVar(&s.clean.MinChars, "min-chars", 0, "leave out documents whose headline has fewer than `N` characters, or that have none")
	f.BoolVar(&s.clean.Dedupe, "dedupe", false, "leave out documents of an article that a document before them has")
	f.StringVar(&s.out, "out", "", "`DIR` for the files")
	s.Output.Flags(cmd)
	cli.Path(cmd, "out")
	cli.Need(cmd, "docs", "the documents to split", "out", "the folder for the parts")
	return cmd
}

// A splitRecord is split.json, and what -f json prints.
type splitRecord struct {
	Version string         `json:"hed"`
	Inputs  []input.Record `json:"inputs"`
	Seed    uint64         `json:"seed"`
	*split.Record
}

func (s *splitting) run(ctx context.Context) error {
	ratio, err := s.check()
	if err != nil {
		return err
	}
	if _, err := staging.Missing(s.out); err != nil {
		return err
	}
	if err := staging.Recover(s.out); err != nil {
		return err
	}
	if name := split.Foreign(s.out); name != "" {
		return fmt.Errorf("--out %s: it has %s but no %s, so 'hed split' did not make it; name another folder", s.out, name, split.File)
	}
	defer s.Again()() // the documents are read twice
	docs, err := s.Inputs.Open(ctx, s.App, 0)
	if err != nil {
		return err
	}
	bar := s.Progress("reading", docs.Sources...)
	defer bar.Clear()
	operator := func(d *corpus.Document) string {
		op, _, _ := cloze.OperatorOf(d)
		return op
	}
	strata := split.Field{Name: s.stratify, Derived: map[string]func(*corpus.Document) string{"operator": operator}}
	pile, err := split.Read(ctx, docs.Reader, docs.File, strata, s.clean, bar.Update)
	if err != nil {
		return err
	}
	dealt, err := pile.Deal(s.folds, ratio, rand.New(rand.NewPCG(s.Seed, 0)))
	if err != nil {
		return fmt.Errorf("split %s: %w", docs.File, err)
	}
	record := splitRecord{hed.Version, nil, s.Seed, dealt.Record(pile, ratio, s.stratify)}
	if record.Inputs, err = s.Inputs.Record(ctx); err != nil {
		return err
	}
	bar.Clear()
	bar = s.Progress("writing", docs.Sources...)
	write := func(w io.Writer) error { return report.JSON(w, record) }
	err = dealt.Write(ctx, docs.Reader, docs.File, s.out, write, bar.Update)
	bar.Clear()
	if err != nil {
		return err
	}
	for _, file := range record.Empty() {
		s.Warn("%s is empty: there are too few documents", filepath.Join(s.out, file))
	}
	if out := record.LeftOut(); out != "" {
		s.Note("left out: %s", out)
	}
	if n := record.Documents - record.Articles; n > 0 {
		s.Note("%s of an article that another document has too; they stay together", count.Of(n, "document"))
	}
	s.Note("%s in %s", count.Of(record.Documents, "document"), s.out)
	return s.Output.Print(s.Stdout, report.Split(record.Record), record)
}

// check refuses a command line that cannot work, and reads the ratio.
func (s *splitting) check() (ratio split.Ratio, err error) {
	if ratio, err = split.ParseRatio(s.ratio); err != nil {
		return ratio, cli.Usagef("--ratio %s: %w", s.ratio, err)
	}
	if s.folds < 1 {
		return ratio, cli.Usagef("--folds must be at least 1, not %d", s.folds)
	}
	if s.clean.MinChars < 0 {
		return ratio, cli.Usagef("--min-chars must be at least 0, not %d", s.clean.MinChars)
	}
	if err := ratio.Check(s.folds); err != nil {
		return ratio, cli.Usagef("--ratio %s: %w", s.ratio, err)
	}
	for _, file := range s.Files() {
		if within(s.out, file) { // older parts there are removed
			return ratio, cli.Usagef("--out %s: %s is in it; name another folder", s.out, file)
		}
	}
	return ratio, input.CheckStdin(s.Files()...)
}

// within reports whether a file is in a folder, or below it.
func within(folder, file string) bool {
	a, errA := filepath.Abs(folder)
	b, errB := filepath.Abs(file)
	if errA != nil || errB != nil {
		return false
	}
	rel, err := filepath.Rel(a, b)
	return err == nil && filepath.IsLocal(rel)
}
