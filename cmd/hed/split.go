package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"hed/corpus/input"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/split"
)

// A splitting is the command "hed split".
type splitting struct {
	*cli.App
	cli.Inputs
	cli.Output
	folds    int
	ratio    string
	stratify string
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

The same documents and the same --seed give the same files.`,
		Example: `  hed split --docs news.jsonl --ratio 0.8,0.1,0.1 --out parts
  hed split --docs NumHG.csv --folds 5 --stratify operator --out folds`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	s.Inputs.Flags(cmd)
	f.IntVar(&s.folds, "folds", 1, "`N` splits, with every document in the test part of one")
	f.StringVar(&s.ratio, "ratio", "0.7,0.1,0.2", "`TRAIN,DEV,TEST` shares of the documents")
	f.StringVar(&s.stratify, "stratify", "", "`FIELD` whose values are spread evenly over the parts")
	f.StringVar(&s.out, "out", "", "`DIR` for the files")
	s.Output.Flags(cmd)
	cli.Path(cmd, "out")
	return cmd
}

func (s *splitting) run(ctx context.Context) error {
	ratio, err := s.check()
	if err != nil {
		return err
	}
	dir, err := openRunDir(s.out)
	if err != nil {
		return err
	}
	defer dir.close()
	if err := ours(s.out); err != nil {
		return err
	}
	done, err := s.Again() // the documents are read twice
	if err != nil {
		return err
	}
	defer done()
	docs, err := s.Inputs.Open(ctx, s.App, 0)
	if err != nil {
		return err
	}
	pile, err := s.pile(ctx, docs)
	if err != nil {
		return err
	}
	dealt, err := pile.Deal(s.folds, ratio, rand.New(rand.NewPCG(s.Seed, 0)))
	if err != nil {
		return fmt.Errorf("split %s: %w", docs.File, err)
	}
	record, err := s.record(ctx, ratio, pile, dealt)
	if err != nil {
		return err
	}
	if err := s.write(ctx, dir, docs, dealt, record); err != nil {
		return err
	}
	s.tell(record, ratio)
	return s.Output.Print(s.Stdout, record.table(), record)
}

// check refuses a command line that cannot work, and reads the ratio.
func (s *splitting) check() (ratio split.Ratio, err error) {
	switch {
	case s.Docs == "":
		return ratio, cli.Usagef("--docs is missing: the documents to split")
	case s.out == "":
		return ratio, cli.Usagef("--out is missing: the folder for the parts")
	}
	shares := strings.Split(s.ratio, ",")
	if len(shares) != len(ratio) {
		return ratio, cli.Usagef("--ratio %s: want three shares, of train, dev and test, as in 0.7,0.1,0.2", s.ratio)
	}
	for i, x := range shares {
		if ratio[i], err = strconv.ParseFloat(strings.TrimSpace(x), 64); err != nil {
			return ratio, cli.Usagef("--ratio %s: %q is no number", s.ratio, x)
		}
	}
	if s.folds < 1 {
		return ratio, cli.Usagef("--folds must be at least 1, not %d", s.folds)
	}
	if err := ratio.Check(s.folds); err != nil {
		return ratio, cli.Usagef("--ratio %s: %w", s.ratio, err)
	}
	if err := input.CheckStdin(s.Files()...); err != nil {
		return ratio, err
	}
	for _, file := range s.Files() {
		if within(s.out, file) { // older parts there are removed
			return ratio, cli.Usagef("--out %s: %s is in it; name another folder", s.out, file)
		}
	}
	return ratio, s.Output.Check()
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

// pile shows the documents to a pile.
func (s *splitting) pile(ctx context.Context, docs *input.Documents) (*split.Pile, error) {
	bar := s.Progress("reading", docs.Sources...)
	defer bar.Clear()
	pile := new(split.Pile)
	found := s.stratify == ""
	fields := map[string]bool{"operator": true, "source": true, "lang": true, "date": true}
	for d, err := range docs.Reader.Documents(ctx) {
		if err != nil {
			return nil, err
		}
		stratum := ""
		if s.stratify != "" {
			stratum = fieldOf(d, s.stratify)
			found = found || stratum != ""
			for name := range d.Meta {
				fields[name] = true
			}
		}
		pile.Add(d, stratum)
		bar.Update(pile.Documents())
	}
	if !found {
		return nil, cli.InputErrorf("%s: no document has a value for --stratify %s; fields are %s", docs.File, s.stratify, strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
	}
	return pile, nil
}

// fieldOf is the value of a field, and "" where a document has none. What
// Meta calls by the name of another field wins over that.
func fieldOf(d *corpus.Document, name string) string {
	if v, ok := d.Meta[name]; ok {
		return v
	}
	switch name {
	case "source":
		return d.Source
	case "lang":
		return d.Lang
	case "date":
		return d.Date
	case "operator":
		op, _, _ := question(d)
		return op
	}
	return ""
}
