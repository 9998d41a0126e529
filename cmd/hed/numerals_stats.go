package main

import (
	"context"
	"errors"
	"io"
	"strconv"

	"hed/corpus/input"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/cloze"
	"hed/metric/numacc"
	"hed/numeral"
	"hed/numeral/derive"
	"hed/score"
	"hed/text/lang"
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

// Rows that have no operator. Names are those of tables and JSON.
const (
	unanswerable = "unanswerable" // an annotator gave a reason, or there is no answer
	malformed    = "malformed"    // an expression that cannot be read
	noOperator   = "none"         // nobody annotated it, and it does not stand in the article
)

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
	row := []byte("id,operator,numeral,sentences,words,numerals\n")
	tally := newStatTally()
	err := inOrder(ctx, s.Workers, docs.Reader.Documents(ctx), countOf, func(c counted) error {
		tally.add(&c)
		bar.Update(tally.all.rows)
		if c.op == "" || s.items == "" {
			return nil
		}
		row = score.AppendField(row, c.id)
		row = score.AppendField(append(row, ','), c.op)
		row = score.AppendField(append(row, ','), c.gold)
		for _, n := range c.size {
			row = strconv.AppendInt(append(row, ','), int64(n), 10)
		}
		_, err := w.Write(append(row, '\n'))
		row = row[:0]
		return err
	})
	if err != nil {
		return err
	}
	if cli.IsStdout(s.items) {
		return nil
	}
	bar.Clear()
	return s.Output.Print(s.Stdout, tally.table(), tally.result())
}

// A counted is what is counted of a document.
type counted struct {
	id       string
	size     [3]int        // sentences, words and numbers of the article
	op, gold string        // the operator of its question, and the numeral; "" where it asks nothing
	expr     *numeral.Expr // nil where there is none
}

func countOf(d *corpus.Document) counted {
	pack := lang.Of(d.Lang)
	c := counted{id: d.ID, size: [3]int{
		len(pack.Sentences.Split(nil, d.Body)), len(pack.Tokenizer.Tokenize(nil, d.Body)), numbers(numeral.Find(nil, d.Body)),
	}}
	c.op, c.gold, c.expr = question(d)
	if c.op == noOperator && len(d.References) > 0 {
		if e := derivation(derive.English(), d.Body, d.References[0], c.gold); e != nil {
			c.op, c.expr = e.Canonical().Op.String(), e
		}
	}
	return c
}

// numbers counts the mentions, parts of one apart where only they are numbers:
// a date has a month, a day and a year.
func numbers(mentions []numeral.Mention) (n int) {
	whole := false // the mention that parts belong to is a number itself
	for _, m := range mentions {
		if m.Depth == 0 {
			whole = m.Value.OK()
		}
		if m.Value.OK() && (m.Depth == 0 || !whole && m.Depth == 1) {
			n++
		}
	}
	return n
}

// A statTally sums up documents.
type statTally struct {
	all  statRow
	rows map[string]*statRow // by operator
	uses int
}

type statRow struct {
	rows int
	uses int // of the operator at any depth, in all questions
	sums [3]int
}

func (r *statRow) add(size [3]int) {
	r.rows++
	for i, n := range size {
		r.sums[i] += n
	}
}

// means are the means of sentences, words and numerals.
func (r *statRow) means() (out [3]float64) {
	for i, sum := range r.sums {
		out[i] = share(sum, r.rows)
	}
	return out
}

// statOrder is the order of rows: that of the paper's table, then the rest.
var statOrder = func() (names []string) {
	for _, op := range []numeral.Op{numeral.Copy, numeral.Trans, numeral.Paraphrase, numeral.Round, numeral.SRound, numeral.Subtract,
		numeral.Add, numeral.Span, numeral.Divide, numeral.Multiply} {
		names = append(names, op.String())
	}
	return append(names, unanswerable, malformed, noOperator)
}()

func newStatTally() *statTally {
	t := &statTally{rows: map[string]*statRow{}}
	for _, name := range statOrder {
		t.rows[name] = new(statRow)
	}
	return t
}

func (t *statTally) add(c *counted) {
	t.all.add(c.size)
	if c.op != "" {
		t.rows[c.op].add(c.size)
	}
	if c.expr != nil {
		t.use(c.expr)
	}
}

func (t *statTally) use(e *numeral.Expr) {
	if e.Op != numeral.Literal {
		t.rows[e.Op.String()].uses++
		t.uses++
	}
	for _, a := range e.Args {
		t.use(a)
	}
}

// question returns what the numeral of a document's headline comes from:
// the outermost operator, the numeral, and the expression where there is one.
func question(d *corpus.Document) (op, gold string, expr *numeral.Expr) {
	q := cloze.Of(d)
	if q == nil || q.Answer != "" && q.Derivation == "" {
		g, ok := numacc.GoldOf(d)
		switch {
		case !ok:
			return "", "", nil
		case g.Type == numacc.Copy:
			return numeral.Copy.String(), g.Numeral, &numeral.Expr{Op: numeral.Copy, Text: g.Numeral}
		}
		return noOperator, g.Numeral, nil
	}
	readings, err := numeral.ParseExpr(q.Derivation)
	if err == nil {
		expr = readings[0]
		return expr.Canonical().Op.String(), q.Answer, expr
	}
	invalid, ok := errors.AsType[*numeral.ValidationError](numeral.Validate(d.Body, q.Answer, q.Derivation))
	if ok && invalid.Reason == numeral.Malformed {
		return malformed, q.Answer, nil
	}
	return unanswerable, q.Answer, nil
}
