package main

import (
	"context"
	"io"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/numeral/cloze"
	"hed/numeral/derive"
	"hed/report/numerals"
)

// A numeralStats is the command "hed numerals stats".
type numeralStats struct {
	*cli.App
	cli.Inputs
	cli.Output
	items  string
	sample int
}

func numeralsStatsCmd(a *cli.App) *cobra.Command {
	s := &numeralStats{App: a}
	cmd := &cobra.Command{
		Use:   "stats --docs FILE",
		Short: "count sentences, words, numerals and operators",
		Long: `Count what tables 2 and 3 of the NumHG paper count: the mean number of
sentences, words and numbers of an article, and how often each operator leads
from the article to the numeral of the headline. A question counts once, under
its outermost operator; uses count all operators, inner ones too.

Without annotations, the operators are those of the likeliest derivation that
'hed numerals explain' finds. Rows without a question, such as those whose
headline has no numeral, have no operator, but their articles are counted.`,
		Example: `  hed numerals stats --docs NumHG.csv
  hed numerals stats --docs news.jsonl --items questions.csv -f json
  hed numerals stats --docs news.jsonl --sample 3000 --seed 7`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	s.Inputs.Flags(cmd)
	cmd.Flags().StringVar(&s.items, "items", "", "`OUT.csv`: write one row per question; - prints them instead of the table")
	cmd.Flags().IntVar(&s.sample, "sample", 0, "`N`: count only N documents, chosen at random by --seed (default: all)")
	s.Output.Flags(cmd)
	cli.Path(cmd, "items")
	cli.Need(cmd, "docs", "the articles with their headlines")
	return cmd
}

func (s *numeralStats) run(ctx context.Context) error {
	if s.sample < 0 {
		return cli.Usagef("--sample %d: it must be at least 1", s.sample)
	}
	if err := cli.CheckOutput("--items", s.items, s.Files()...); err != nil {
		return err
	}
	docs, err := s.Inputs.Open(ctx, s.App, 0)
	if err != nil {
		return err
	}
	bar := s.Progress("counting", docs.Sources...)
	defer bar.Clear()
	counted := docs.Reader.Documents(ctx)
	if s.sample > 0 {
		n := 0
		if counted, n, err = cloze.Sample(counted, s.sample, rand.New(rand.NewPCG(s.Seed, 0))); err != nil {
			return err
		}
		if n < s.sample {
			return cli.InputErrorf("%s has only %s, so --sample %d is too large", docs.File, count.Of(n, "document"), s.sample)
		}
	}
	var stats cloze.Statistics
	write := func(w io.Writer) (err error) {
		stats, err = cloze.WriteRows(w, s.Raw, cloze.Count(ctx, derive.English(), counted, s.Workers), bar.Update)
		return err
	}
	if s.items == "" {
		err = write(nil)
	} else {
		err = s.WriteOut("--items", s.items, write)
	}
	if err != nil || cli.IsStdout(s.items) {
		return err
	}
	bar.Clear()
	return s.Output.Print(s.Stdout, numerals.Statistics(&stats), stats)
}
