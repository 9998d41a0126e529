package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/numeral/cloze"
	"hed/numeral/derive"
	"hed/report/numerals"
)

// A numeralStats is the command "hed numerals stats".
type numeralStats struct {
	*cli.App
	cli.Inputs
	cli.Output
	items string
}

func numeralsStatsCmd(a *cli.App) *cobra.Command {
	s := &numeralStats{App: a}
	cmd := &cobra.Command{
		Use:   "stats --docs FILE",
		Short: "count sentences, words, numerals and operators",
		Long: `Count what tables 2 and 3 of the NumHG paper count: the mean number of
sentences, words and numbers of an article, and how often each operator leads
from the article to the numeral of the headline. A question counts under its
outermost operator; uses are all operators, inner ones too.

Where there are no annotations, the operators are those of the likeliest
derivation, as 'hed numerals explain' finds it, and none where there is no
derivation. Rows without a question, such as those whose headline has no
numeral, have no operator; their articles are counted over all.`,
		Example: `  hed numerals stats --docs NumHG.csv
  hed numerals stats --docs news.jsonl --items questions.csv -f json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	s.Inputs.Flags(cmd)
	cmd.Flags().StringVar(&s.items, "items", "", "write one row a question to `OUT.csv`; - prints them in place of the table")
	s.Output.Flags(cmd)
	cli.Path(cmd, "items")
	cli.Need(cmd, "docs", "the articles with their headlines")
	return cmd
}

func (s *numeralStats) run(ctx context.Context) error {
	if err := cli.CheckOutput("--items", s.items, s.Files()...); err != nil {
		return err
	}
	docs, err := s.Inputs.Open(ctx, s.App, 0)
	if err != nil {
		return err
	}
	bar := s.Progress("counting", docs.Sources...)
	defer bar.Clear()
	var stats cloze.Statistics
	count := func(w io.Writer) (err error) {
		stats, err = cloze.WriteRows(w, s.Raw, cloze.Count(ctx, derive.English(), docs.Reader.Documents(ctx), s.Workers), bar.Update)
		return err
	}
	if s.items == "" {
		err = count(nil)
	} else {
		err = s.WriteOut("--items", s.items, count)
	}
	if err != nil || cli.IsStdout(s.items) {
		return err
	}
	bar.Clear()
	return s.Output.Print(s.Stdout, numerals.Statistics(&stats), stats)
}
