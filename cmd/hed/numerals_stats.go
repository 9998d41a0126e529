package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
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
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	s.Inputs.Flags(cmd)
	cmd.Flags().StringVar(&s.items, "items", "", "write one row a question to `OUT.csv`; - prints them in place of the table")
	s.Output.Flags(cmd)
	cli.Path(cmd, "items")
	return cmd
}

func (s *numeralStats) run(ctx context.Context) error {
	switch err := s.Output.Check(); {
	case s.Docs == "":
		return cli.Usagef("--docs is missing: the articles with their headlines")
	case err != nil:
		return err
	}
	if err := cli.CheckOutput("--items", s.items, s.Files()...); err != nil {
		return err
	}
	docs, err := s.Inputs.Open(ctx, s.App, 0)
	if err != nil {
		return err
	}
	if s.items == "" {
		return s.count(ctx, docs, io.Discard)
	}
	return s.WriteOut("--items", s.items, func(w io.Writer) error { return s.count(ctx, docs, w) })
}

// count reads the documents, and writes their rows to w if they are asked for.
func (s *numeralStats) count(ctx context.Context, docs *input.Documents, w io.Writer) error {
	bar := s.Progress("counting", docs.Sources...)
	defer bar.Clear()
	line := []byte(cloze.RowHeader)
	var tally cloze.Tally
	for r, err := range cloze.Count(ctx, derive.English(), docs.Reader.Documents(ctx), s.Workers) {
		if err != nil {
			return err
		}
		tally.Add(&r)
		bar.Update(tally.Len())
		if r.Operator == "" || s.items == "" {
			continue
		}
		if _, err := w.Write(r.AppendCSV(line)); err != nil {
			return err
		}
		line = line[:0]
	}
	if cli.IsStdout(s.items) {
		return nil
	}
	bar.Clear()
	stats := tally.Statistics()
	return s.Output.Print(s.Stdout, numerals.Statistics(&stats), stats)
}
