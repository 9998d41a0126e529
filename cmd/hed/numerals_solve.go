package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"hed/corpus/input"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/cloze"
	"hed/metric/numacc"
	"hed/numeral/derive"
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

// A solved is a line of the output.
type solved struct {
	I            int               `json:"i"`
	Answer       *string           `json:"answer"`
	Derivation   *string           `json:"derivation"`
	Confidence   float64           `json:"confidence"`
	Alternatives []alternativeView `json:"alternatives"`

	err   error
	right bool
	gold  numacc.Gold
	known bool
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
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	bar := s.Progress("solving", docs.Sources...)
	if _, shown := cli.Terminal(s.Stdout); shown && cli.IsStdout(s.out) {
		bar.Hide()
	}
	defer bar.Clear()
	model, err := openNumerals(s.model)
	if err != nil {
		return err
	}
	n := 0
	var score solveScore
	err = inOrder(ctx, s.Workers, questions(docs.Reader.Documents(ctx)), func(d *corpus.Document) solved { return solve(model, d) }, func(r solved) error {
		if r.err != nil {
			return r.err
		}
		r.I = n
		n++
		bar.Update(n)
		score.add(&r)
		return enc.Encode(r)
	})
	if err != nil {
		return err
	}
	if n == 0 {
		return cli.InputErrorf("%s: has no questions; they are in numhg and semeval files, and 'hed numerals cloze' makes them", docs.File)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	bar.Finish(n)
	if score.n() > 0 {
		s.Note("%s", score)
	}
	return nil
}

// A solveScore counts right answers, by the type of the gold.
type solveScore struct{ rows, right [numacc.Reasoning + 1]int }

// add counts an answer, if the right one is known.
func (s *solveScore) add(a *solved) {
	if !a.known {
		return
	}
	s.rows[a.gold.Type]++
	if a.right {
		s.right[a.gold.Type]++
	}
}

func (s solveScore) n() int { return s.rows[numacc.Copy] + s.rows[numacc.Reasoning] }

// shares are the shares of right answers.
func (s solveScore) shares() (overall, copied, reasoned float64) {
	return share(s.right[numacc.Copy]+s.right[numacc.Reasoning], s.n()),
		share(s.right[numacc.Copy], s.rows[numacc.Copy]), share(s.right[numacc.Reasoning], s.rows[numacc.Reasoning])
}

func (s solveScore) String() string {
	overall, copied, reasoned := s.shares()
	text := fmt.Sprintf("%.2f%% of %s right", 100*overall, cli.Count(s.n(), "answer"))
	if n := s.rows[numacc.Copy]; n > 0 {
		text += fmt.Sprintf(", %.2f%% of %d copied", 100*copied, n)
	}
	if n := s.rows[numacc.Reasoning]; n > 0 {
		text += fmt.Sprintf(", %.2f%% of %d reasoning", 100*reasoned, n)
	}
	return text
}

// questions are the documents that ask something.
func questions(docs iter.Seq2[*corpus.Document, error]) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for d, err := range docs {
			if (err != nil || cloze.Of(d) != nil) && !yield(d, err) {
				return
			}
		}
	}
}

// shownAnswers is how many answers are given: the likeliest, and alternatives.
const shownAnswers = 6

func solve(model *derive.Model, d *corpus.Document) solved {
	q := cloze.Of(d)
	s := solved{Alternatives: []alternativeView{}}
	answers, err := model.Solve(derive.Read(d.Body), q.Question, shownAnswers)
	if err != nil {
		s.err = fmt.Errorf("document %s: %w", d.ID, err)
		return s
	}
	if q.Answer != "" {
		s.gold, s.known = numacc.GoldOf(d)
	}
	if len(answers) == 0 {
		return s
	}
	all := alternatives(answers)
	best := all[0]
	s.Answer, s.Derivation, s.Confidence, s.Alternatives = &best.Answer, &best.Derivation, best.Confidence, all[1:]
	s.right = best.Answer == s.gold.Numeral
	return s
}
