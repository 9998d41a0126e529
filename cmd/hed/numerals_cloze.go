package main

import (
	"context"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/internal/count"
	"hed/metric"
	"hed/numeral/cloze"
	"hed/numeral/derive"
)

// A clozing is the command "hed numerals cloze".
type clozing struct {
	*cli.App
	cli.Inputs
	out    string
	single bool
}

func numeralsClozeCmd(a *cli.App) *cobra.Command {
	c := &clozing{App: a}
	cmd := &cobra.Command{
		Use:   "cloze --docs FILE --out FILE",
		Short: "make numeral questions of headlines",
		Long: `Make a question of every headline that has a numeral: the headline with a blank,
the answer, and how the article leads to it. Where there are several numerals,
one is blanked out at random, by --seed; --single leaves such headlines out, as
section 3.1 of the NumHG paper does. Headlines without a numeral are left out.

The file is a CSV of NumHG, or a JSON list of SemEval-2024 task 7 if its name
ends in .json; 'hed numerals validate' and other commands read both. Where the
article does not lead to the numeral, the file has the reason instead of an
expression, as annotators of NumHG wrote it.`,
		Example: `  hed numerals cloze --docs news.jsonl --out questions.csv
  hed numerals cloze --docs news.jsonl --out questions.json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	c.Inputs.Flags(cmd)
	cmd.Flags().StringVar(&c.out, "out", "", "`FILE`: file for the questions, .csv or .json; - for CSV on stdout")
	cmd.Flags().BoolVar(&c.single, "single", false, "only headlines with exactly one numeral")
	cli.Path(cmd, "out")
	cli.Need(cmd, "docs", "the articles with their headlines", "out", "the file for the questions, or - for stdout")
	return cmd
}

func (c *clozing) run(ctx context.Context) error {
	json := strings.EqualFold(filepath.Ext(c.out), ".json")
	if !json && !cli.Passes(c.out) && !strings.EqualFold(filepath.Ext(c.out), ".csv") {
		return cli.Usagef("--out %s: hed writes .csv, as NumHG, or .json, as SemEval", c.out)
	}
	if err := cli.CheckOutput("--out", c.out, c.Files()...); err != nil {
		return err
	}
	docs, err := c.Inputs.Open(ctx, c.App, metric.References)
	if err != nil {
		return err
	}
	bar := c.ProgressBeside(c.out, "asking", docs.Sources...)
	defer bar.Clear()
	var n cloze.Asked
	err = c.WriteOut("--out", c.out, func(to io.Writer) (err error) {
		w := cloze.NewNumHG(to)
		if json {
			w = cloze.NewSemEval(to)
		}
		questions := cloze.Ask(ctx, derive.English(), docs.Reader.Documents(ctx), rand.New(rand.NewPCG(c.Seed, 0)), c.single, c.Workers)
		if n, err = cloze.WriteQuestions(w, questions, bar.Update); err != nil {
			return err
		}
		if n.Questions == 0 {
			wanted := map[bool]string{true: "exactly one numeral", false: "a numeral"}[c.single]
			return cli.InputErrorf("%s: no headline has %s, so there is nothing to ask", docs.File, wanted)
		}
		return w.Close()
	})
	if err != nil {
		return err
	}
	bar.Clear()
	c.Note("%s of %s; %d have no answer in the article", count.Of(n.Questions, "question"), count.Of(n.Documents, "document"), n.Open)
	return nil
}
