package main

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/numeral/cloze"
	"hed/numeral/rerank"
)

// A solving is the command "hed numerals solve".
type solving struct {
	*cli.App
	cli.Inputs
	cli.Device
	out   string
	model string
}

func numeralsSolveCmd(a *cli.App) *cobra.Command {
	s := &solving{App: a}
	cmd := &cobra.Command{
		Use:   "solve --docs FILE --out FILE.jsonl",
		Short: "answer numeral questions",
		Long: `Answer the questions of a NumHG or SemEval file: which numeral belongs into the
blank of the headline, and how the article leads to it. The file has one object
per line, one for each question, in their order:

  {"i":0,"answer":"35","derivation":"Add( 19 , 16 )","confidence":0.9,
   "alternatives":[{"answer":"19","derivation":"Copy( 19 )",...},...]}

i counts the questions from 0. For an article without numbers the answer is
null. If the file has the right answers, hed prints the share of questions that
it answered correctly, for all of them, copied ones and reasoning ones.

If the folder of --model has an encoder (from 'hed train numerals --encoder'),
the encoder ranks the answers again where they are doubtful.`,
		Example: `  hed numerals solve --docs NumHG.csv --out answers.jsonl
  hed numerals solve --docs task7.json --out -`,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	s.Inputs.Flags(cmd)
	s.Device.Flags(cmd)
	cmd.Flags().StringVar(&s.out, "out", "", "`FILE.jsonl`: file for the answers; - for stdout")
	cmd.Flags().StringVar(&s.model, "model", "", numeralsModel)
	cli.Path(cmd, "out", "model")
	cli.Need(cmd, "docs", "a file of NumHG or SemEval with questions", "out", "the file for the answers, or - for stdout")
	return cmd
}

func (s *solving) run(ctx context.Context) error {
	if err := errors.Join(s.Device.Check(), cli.CheckOutput("--out", s.out, s.Files()...)); err != nil {
		return err
	}
	docs, err := s.Inputs.Open(ctx, s.App, 0)
	if err != nil {
		return err
	}
	bar := s.ProgressBeside(s.out, "solving", docs.Sources...)
	defer bar.Clear()
	var n int
	var score cloze.Score
	err = s.WriteOut("--out", s.out, func(to io.Writer) error {
		out := bufio.NewWriter(to)
		defer out.Flush() // whatever ends it, whole lines are printed
		solver, closeAll, err := s.solver()
		if err != nil {
			return err
		}
		defer closeAll()
		n, score, err = cloze.WriteSolutions(out, cloze.Solve(ctx, solver, docs.Reader.Documents(ctx), s.Workers), bar.Update)
		if err != nil {
			return err
		}
		if n == 0 {
			return cli.InputErrorf("%s has no questions; numhg and semeval files have them, and 'hed numerals cloze' makes them", docs.File)
		}
		return out.Flush()
	})
	if err != nil {
		return err
	}
	bar.Finish(n)
	if score.N() > 0 {
		s.Note("%s", &score)
	}
	return nil
}

// solver opens the model, with its encoder if it has one.
func (s *solving) solver() (solver cloze.Solver, closeAll func(), err error) {
	if solver.Model, err = openNumerals(s.model); err != nil || s.model == "" || !rerank.Has(s.model) {
		return solver, func() {}, err
	}
	d, err := s.Device.Open(s.App)
	if err != nil {
		return solver, nil, err
	}
	if solver.Again, err = rerank.Open(s.model, d); err != nil {
		d.Close()
		return solver, nil, err
	}
	return solver, func() { solver.Again.Close(); d.Close() }, nil
}
