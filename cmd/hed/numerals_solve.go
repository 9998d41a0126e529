package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus/input"
	"hed/numeral/cloze"
)

// A solving is the command "hed numerals solve".
type solving struct {
	*cli.App
	cli.Inputs
	out   string
	model string
}

func numeralsSolveCmd(a *cli.App) *cobra.Command {
	s := &solving{App: a}
	cmd := &cobra.Command{
		Use:   "solve --docs FILE --out FILE.jsonl",
		Short: "answer numeral questions",
		Long: `Answer the questions of a NumHG or SemEval file: which numeral belongs into the
blank of the headline, and how the article leads to it. An object is written
for each question, in their order, on a line of its own:

  {"i":0,"answer":"35","derivation":"Add( 19 , 16 )","confidence":0.9,
   "alternatives":[{"answer":"19","derivation":"Copy( 19 )",...},...]}

i counts the questions from 0. An article without numbers has no answer, and
null stands in its place. Where the file has the answers, the share of right
ones is told, over all, copied and reasoning.`,
		Example: `  hed numerals solve --docs NumHG.csv --out answers.jsonl
  hed numerals solve --docs task7.json --out -`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	s.Inputs.Flags(cmd)
	cmd.Flags().StringVar(&s.out, "out", "", "`FILE.jsonl` for the answers; - for stdout")
	cmd.Flags().StringVar(&s.model, "model", "", numeralsModel)
	cli.Path(cmd, "out", "model")
	return cmd
}

func (s *solving) run(ctx context.Context) error {
	switch {
	case s.Docs == "":
		return cli.Usagef("--docs is missing: a file of NumHG or SemEval with questions")
	case s.out == "":
		return cli.Usagef("--out is missing: the file for the answers, or - for stdout")
	}
	if err := cli.CheckOutput("--out", s.out, s.Files()...); err != nil {
		return err
	}
	docs, err := s.Inputs.Open(ctx, s.App, 0)
	if err != nil {
		return err
	}
	return s.WriteOut("--out", s.out, func(w io.Writer) error { return s.write(ctx, docs, w) })
}

func (s *solving) write(ctx context.Context, docs *input.Documents, to io.Writer) error {
	out := bufio.NewWriter(to)
	defer out.Flush()
	encode := jsonLines(out)
	bar := progressBeside(s.App, "solving", s.out, docs.Sources)
	defer bar.Clear()
	model, err := openNumerals(s.model)
	if err != nil {
		return err
	}
	n := 0
	var score cloze.Score
	for answer, err := range cloze.Solve(ctx, model, docs.Reader.Documents(ctx), s.Workers) {
		if err != nil {
			return err
		}
		n++
		bar.Update(n)
		score.Take(&answer)
		if err := encode(answer); err != nil {
			return err
		}
	}
	if n == 0 {
		return cli.InputErrorf("%s: has no questions; they are in numhg and semeval files, and 'hed numerals cloze' makes them", docs.File)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	bar.Finish(n)
	if score.N() > 0 {
		s.Note("%s", solved(&score))
	}
	return nil
}

// solved says how many answers are right.
func solved(s *cloze.Score) string {
	share := s.Accuracy()
	text := fmt.Sprintf("%.2f%% of %s right", 100*share.Overall, cli.Count(s.N(), "answer"))
	if n := s.Of(cloze.Copy); n > 0 {
		text += fmt.Sprintf(", %.2f%% of %d copied", 100*share.Copy, n)
	}
	if n := s.Of(cloze.Reasoning); n > 0 {
		text += fmt.Sprintf(", %.2f%% of %d reasoning", 100*share.Reasoning, n)
	}
	return text
}
