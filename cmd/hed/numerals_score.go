package main

import (
	"context"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/internal/count"
	"hed/metric/numacc"
	"hed/report/numerals"
	"hed/run"
)

// A numeralScoring is the command "hed numerals score".
type numeralScoring struct {
	*cli.App
	cli.Inputs
	cli.Output
	hyp, gold, types string
}

func numeralsScoreCmd(a *cli.App) *cobra.Command {
	s := &numeralScoring{App: a}
	cmd := &cobra.Command{
		Use:   "score --hyp FILE --gold FILE --type FILE",
		Short: "score the numerals of headlines, and count the errors",
		Long: `Score the numerals of one system's headlines by three rules:

  strict   the headline has one numeral, which is the gold: the official rule
  lenient  the gold is among the numerals of the headline
  value    a number of the headline has the same value: 1K for 1,000

--gold has the gold (right) numerals, one per line, and --type their types, 0
(copied) or 1 (reasoning), as for the official scorer. Or both come from --docs:
a file of NumHG or SemEval has them. In any other corpus, gold is the only
numeral of the reference headline, and copied if the article has it; headlines
whose reference has no numeral, or several, are left out.

A headline that is wrong by the strict rule has one of these errors:

  many_numerals        it has more than one numeral
  no_numeral           it has none
  inferred_not_copied  its numeral is not in the article, but should be
  copied_not_inferred  its numeral is in the article, but takes reasoning
  wrong_copy           its numeral is another one of the article
  wrong_inference      its numeral is wrong and not in the article

Without --docs the article is not known, and the last four are counted as other.`,
		Example: `  hed numerals score --hyp a.txt --gold number_gt.txt --type number_type.txt
  hed numerals score --hyp a.txt --docs NumHG.csv -f json
  hed numerals score --hyp a.jsonl --docs news.jsonl --percent`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	s.Inputs.Flags(cmd)
	f.StringVar(&s.hyp, "hyp", "", "`FILE`: headlines to score: plain text with one per line, or jsonl or csv with id and headline")
	f.StringVar(&s.gold, "gold", "", "`FILE`: right numerals, one per line")
	f.StringVar(&s.types, "type", "", "`FILE`: for each right numeral 0 (copied) or 1 (reasoning), one per line")
	s.Output.Flags(cmd)
	cli.Path(cmd, "hyp", "gold", "type")
	cli.Need(cmd, "hyp", "the file with the headlines to score")
	return cmd
}

func (s *numeralScoring) run(ctx context.Context) error {
	if err := s.check(); err != nil {
		return err
	}
	files, in, err := run.OpenNumerals(ctx, s.From(s.App), s.hyp, s.gold, s.types)
	if in != nil {
		s.Warnings(in.Warnings)
	}
	if err != nil {
		return err
	}
	tally := numacc.Tally{Articles: s.Docs != ""}
	bar := s.Progress("scoring", in.Sources...)
	defer bar.Clear()
	if err := tally.Count(files.Judge(in.Cases), bar.Update); err != nil {
		return err
	}
	bar.Clear()
	if tally.Left > 0 {
		s.Note("%s of %d left out: the reference has no numeral, or several", count.Of(tally.Left, "headline"), tally.N()+tally.Left)
	}
	if tally.N() == 0 {
		return cli.InputErrorf("%s: no reference headline has exactly one numeral, so there is nothing to compare with", s.Docs)
	}
	return numerals.Print(s.On(s.Stdout), &tally)
}

// check refuses a command line that cannot work.
func (s *numeralScoring) check() error {
	switch {
	case s.gold == "" && len(s.Files()) == 0:
		return cli.Usagef("--gold is missing: the file with the gold numerals; or give the documents with --docs")
	case s.types == "" && s.Docs == "":
		return cli.Usagef("--type is missing: the file that says which numerals are copied; or give the articles with --docs")
	}
	return input.CheckStdin(append(s.Files(), s.hyp, s.gold, s.types)...)
}
