package main

import (
	"context"
	"io"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus/input"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/cloze"
	"hed/metric"
	"hed/metric/numacc"
	"hed/numeral"
	"hed/numeral/derive"
)

// A clozing is the command "hed numerals cloze".
type clozing struct {
	*cli.App
	cli.Inputs
	out string
}

func numeralsClozeCmd(a *cli.App) *cobra.Command {
	c := &clozing{App: a}
	cmd := &cobra.Command{
		Use:   "cloze --docs FILE --out FILE",
		Short: "make numeral questions of headlines",
		Long: `Make a question of every headline that has a numeral: the headline with a blank,
the answer, and how the article leads to it. Where there are several numerals,
one is blanked out at random, as --seed has it. Headlines without are left out.

The file is a CSV of NumHG, or a JSON list of SemEval-2024 task 7 if its name
ends in .json; 'hed numerals validate' and other commands read both. Where the
article does not lead to the numeral, there is the reason in place of an
expression, as annotators of NumHG gave it.`,
		Example: `  hed numerals cloze --docs news.jsonl --out questions.csv
  hed numerals cloze --docs news.jsonl --out questions.json`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.run(cmd.Context()) },
	}
	c.Inputs.Flags(cmd)
	cmd.Flags().StringVar(&c.out, "out", "", "`FILE` for the questions: .csv or .json; - for CSV on stdout")
	cli.Path(cmd, "out")
	return cmd
}

func (c *clozing) run(ctx context.Context) error {
	if err := c.check(); err != nil {
		return err
	}
	docs, err := c.Inputs.Open(ctx, c.App, metric.References)
	if err != nil {
		return err
	}
	return c.WriteOut("--out", c.out, func(w io.Writer) error { return c.write(ctx, docs, w) })
}

func (c *clozing) check() error {
	switch {
	case c.Docs == "":
		return cli.Usagef("--docs is missing: the articles with their headlines")
	case c.out == "":
		return cli.Usagef("--out is missing: the file for the questions, or - for stdout")
	case !cli.Passes(c.out) && !slices.Contains([]string{".csv", ".json"}, strings.ToLower(filepath.Ext(c.out))):
		return cli.Usagef("--out %s: hed writes .csv, as NumHG, or .json, as SemEval", c.out)
	}
	return cli.CheckOutput("--out", c.out, c.Files()...)
}

func (c *clozing) write(ctx context.Context, docs *input.Documents, to io.Writer) error {
	w, compact := cloze.NewNumHG(to), false
	if strings.EqualFold(filepath.Ext(c.out), ".json") {
		w, compact = cloze.NewSemEval(to), true
	}
	bar := c.Progress("asking", docs.Sources...)
	if _, shown := cli.Terminal(c.Stdout); shown && cli.IsStdout(c.out) {
		bar.Hide()
	}
	defer bar.Clear()
	random := rand.New(rand.NewPCG(c.Seed, 0))
	rows, questions, open := 0, 0, 0
	model := derive.English()
	work := func(q asked) asked {
		if q.Cloze != nil {
			q.expr = answer(model, q)
		}
		return q
	}
	err := inOrder(ctx, c.Workers, askAll(docs.Reader.Documents(ctx), random), work, func(q asked) error {
		rows++
		bar.Update(rows)
		if q.Cloze == nil {
			return nil
		}
		questions++
		if q.expr == nil {
			open++
		} else if compact {
			q.Derivation = q.expr.Compact()
		}
		return w.Write(q.doc, q.Cloze)
	})
	if err != nil {
		return err
	}
	if questions == 0 {
		return cli.InputErrorf("%s: no headline has a numeral, so there is nothing to ask", docs.File)
	}
	if err := w.Close(); err != nil {
		return err
	}
	bar.Clear()
	c.Note("%s of %s; %d have no answer in the article", cli.Count(questions, "question"), cli.Count(rows, "document"), open)
	return nil
}

// An asked is a document with its question, nil if it has none.
type asked struct {
	doc *corpus.Document
	*corpus.Cloze
	expr *numeral.Expr
}

// askAll asks all documents, one after the other for the sake of chance.
func askAll(docs iter.Seq2[*corpus.Document, error], random *rand.Rand) iter.Seq2[asked, error] {
	return func(yield func(asked, error) bool) {
		for d, err := range docs {
			q := asked{doc: d}
			if err == nil {
				q.Cloze = ask(d, random)
			}
			if !yield(q, err) {
				return
			}
		}
	}
}

// ask blanks out a numeral of the headline. It returns nil where there is
// none, or the headline has a blank of its own.
func ask(d *corpus.Document, random *rand.Rand) *corpus.Cloze {
	if len(d.References) == 0 || strings.Contains(d.References[0], corpus.Blank) {
		return nil
	}
	headline := d.References[0]
	numerals := slices.Collect(numeral.Matches(headline))
	if len(numerals) == 0 {
		return nil
	}
	chosen := 0
	if len(numerals) > 1 {
		chosen = random.IntN(len(numerals))
	}
	at := 0 // matches do not overlap, so each is found behind the last one
	for _, n := range numerals[:chosen] {
		at += strings.Index(headline[at:], n) + len(n)
	}
	n := numerals[chosen]
	at += strings.Index(headline[at:], n)
	return &corpus.Cloze{Question: headline[:at] + corpus.Blank + headline[at+len(n):], Answer: n}
}

// answer fills in how the article leads to the answer, or why it does not;
// nil is returned then.
func answer(model *derive.Model, q asked) *numeral.Expr {
	e := derivation(model, q.doc.Body, q.doc.References[0], q.Answer)
	if e == nil && numacc.Occurs(q.doc.Body, q.Answer) {
		e = &numeral.Expr{Op: numeral.Copy, Text: q.Answer}
	}
	if e == nil {
		q.Derivation = "the article does not have it" // no number: that would be an expression
		return nil
	}
	q.Derivation, q.Reasoning = e.String(), new(e.Canonical().Op != numeral.Copy)
	return e
}

// derivation is the likeliest way from the article to a numeral of the
// headline that the validator accepts, and nil if there is none.
func derivation(model *derive.Model, article, headline, gold string) *numeral.Expr {
	for _, e := range model.Explain(derive.Read(article), headline) {
		if headline[e.Numeral.Start:e.Numeral.End] != gold {
			continue
		}
		for _, d := range e.Answer.Derivations {
			if numeral.Validate(article, gold, d.Expr.String()) == nil {
				return d.Expr
			}
		}
	}
	return nil
}
