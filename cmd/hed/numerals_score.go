package main

import (
	"context"
	"iter"

	"hed/corpus/input"

	"github.com/spf13/cobra"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/corpus/all"
	"hed/corpus/lines"
	"hed/metric"
	"hed/metric/numacc"
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
  value    a number of the headline is worth as much: 1K for 1,000

The gold numerals are a line each in --gold, the types 0 (copied) or 1
(reasoning) in --type, as the official scorer has them; or both are taken from
--docs, which may be a file of NumHG or SemEval. In any other corpus the gold
is the only numeral of the reference headline, and copied if it stands in the
article; headlines whose reference has none, or several, are left out.

A headline that the strict rule refuses is one error of these:

  many_numerals        it has more than one numeral
  no_numeral           it has none
  inferred_not_copied  its numeral is not in the article, but should be
  copied_not_inferred  its numeral is in the article, but takes reasoning
  wrong_copy           its numeral is another one of the article
  wrong_inference      its numeral is wrong and not in the article

Without --docs nobody knows what is in the article; the last four are other.`,
		Example: `  hed numerals score --hyp a.txt --gold number_gt.txt --type number_type.txt
  hed numerals score --hyp a.txt --docs NumHG.csv -f json
  hed numerals score --hyp a.jsonl --docs news.jsonl --percent`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	f := cmd.Flags()
	s.Inputs.Flags(cmd)
	f.StringVar(&s.hyp, "hyp", "", "`FILE` of headlines to score: plain text, one a line, or jsonl or csv with id and headline")
	f.StringVar(&s.gold, "gold", "", "`FILE` of gold numerals, one a line")
	f.StringVar(&s.types, "type", "", "`FILE` with 0 (copied) or 1 (reasoning) for each gold numeral, one a line")
	s.Output.Flags(cmd)
	cli.Path(cmd, "hyp", "gold", "type")
	return cmd
}

func (s *numeralScoring) run(ctx context.Context) error {
	if err := s.check(); err != nil {
		return err
	}
	cases, sources, err := s.open(ctx)
	if err != nil {
		return err
	}
	var tally numeralTally
	left, rows := 0, 0
	bar := s.Progress("scoring", sources...)
	defer bar.Clear()
	for c, err := range cases {
		if err != nil {
			return err
		}
		rows++
		bar.Update(rows)
		gold, known, err := s.goldOf(c, rows)
		switch {
		case err != nil:
			return err
		case !known:
			left++
		default:
			tally.add(c.Outputs[0].Text, c.Doc.Body, gold)
		}
	}
	bar.Clear()
	if left > 0 {
		s.Note("%s of %d left out: the reference has no numeral, or several", cli.Count(left, "headline"), rows)
	}
	if tally.n() == 0 {
		return cli.InputErrorf("%s: no reference headline has exactly one numeral, so there is nothing to compare with", s.Docs)
	}
	return s.print(&tally)
}

// check refuses a command line that cannot work.
func (s *numeralScoring) check() error {
	files := append(s.Files(), s.hyp)
	switch {
	case s.hyp == "":
		return cli.Usagef("--hyp is missing: the file with the headlines to score")
	case s.gold == "" && len(s.Files()) == 0:
		return cli.Usagef("--gold is missing: the file with the gold numerals; or give the documents with --docs")
	case s.types == "" && s.Docs == "":
		return cli.Usagef("--type is missing: the file that says which numerals are copied; or give the articles with --docs")
	}
	for _, f := range []string{s.gold, s.types} {
		if f != "" {
			files = append(files, f)
		}
	}
	if err := input.CheckStdin(files...); err != nil {
		return err
	}
	return s.Output.Check()
}

// open brings documents, headlines, gold numerals and types together. Where
// there are no documents, the gold numerals stand in for references. The
// headlines of a case are then the headline, the gold if it has a file and
// there are documents, and the type if it has a file.
func (s *numeralScoring) open(ctx context.Context) (cases iter.Seq2[*corpus.Case, error], sources []*corpus.Source, err error) {
	var docs *input.Documents
	if s.alone() {
		src, err := s.Source(ctx, s.App, s.gold)
		if err != nil {
			return nil, nil, err
		}
		docs = &input.Documents{File: src.Name(), Sources: []*corpus.Source{src}}
		if docs.Reader, err = all.Parallel(nil, src); err != nil {
			return nil, nil, err
		}
	} else {
		needs := metric.References
		if s.gold != "" {
			needs = 0
		}
		if docs, err = s.Inputs.Open(ctx, s.App, needs); err != nil {
			return nil, nil, err
		}
	}
	hyp, err := s.Inputs.System(ctx, s.App, "--hyp", s.hyp)
	if err != nil {
		return nil, nil, err
	}
	joined := []corpus.System{hyp.System}
	sources = append(docs.Sources, hyp.Source)
	add := func(flag, file string) error {
		src, err := s.Source(ctx, s.App, file)
		joined = append(joined, corpus.System{Name: flag, File: file, Outputs: lines.Outputs(src)})
		sources = append(sources, src)
		return err
	}
	if s.gold != "" && !s.alone() {
		if err := add("--gold", s.gold); err != nil {
			return nil, nil, err
		}
	}
	if s.types != "" {
		if err := add("--type", s.types); err != nil {
			return nil, nil, err
		}
	}
	return corpus.Join(ctx, docs.Reader, docs.File, joined), sources, nil
}

// alone reports whether there is nothing but files of the official scorer.
func (s *numeralScoring) alone() bool { return len(s.Files()) == 0 }

// goldOf is the gold numeral of a case, which is the nth.
func (s *numeralScoring) goldOf(c *corpus.Case, n int) (gold numacc.Gold, known bool, err error) {
	more := c.Headlines()[1:]
	if s.gold == "" {
		if gold, known = numacc.GoldOf(c.Doc); !known {
			return gold, false, nil
		}
	} else {
		text := ""
		if s.alone() {
			text = c.Doc.References[0]
		} else {
			text, more = more[0], more[1:]
		}
		if text = oneLine(text); text == "" {
			return gold, false, cli.InputErrorf("%s:%d: is empty; expected the gold numeral", s.gold, n)
		}
		// What the document says holds for its own numeral only.
		if gold, known = numacc.GoldOf(c.Doc); !known || gold.Numeral != text {
			gold = numacc.Gold{Numeral: text}
			if c.Doc.Body != "" {
				gold.Type = numacc.TypeIn(c.Doc.Body, text)
			}
		}
	}
	if s.types != "" {
		switch t := oneLine(more[0]); t {
		case "0":
			gold.Type = numacc.Copy
		case "1":
			gold.Type = numacc.Reasoning
		default:
			return gold, false, cli.InputErrorf("%s:%d: is %q; expected 0 for a copied numeral or 1 for one that takes reasoning", s.types, n, t)
		}
	}
	if gold.Type == numacc.Unknown {
		return gold, false, cli.InputErrorf("%s: document %s has no article, so nobody knows whether its numeral is copied; say so with --type", s.Docs, c.Doc.ID)
	}
	return gold, true, nil
}

// A numeralTally counts what is right and what is wrong.
type numeralTally struct {
	rows   [numacc.Reasoning + 1]int // by type
	right  [3][numacc.Reasoning + 1]int
	errors [numacc.Errors][numacc.Reasoning + 1]int
	ops    []opTally
}

// An opTally counts the headlines of one operator.
type opTally struct {
	rows  int
	right [3]int
}

func (t *numeralTally) n() int { return t.rows[numacc.Copy] + t.rows[numacc.Reasoning] }

func (t *numeralTally) add(headline, article string, gold numacc.Gold) {
	for len(t.ops) <= int(gold.Op) {
		t.ops = append(t.ops, opTally{})
	}
	op := &t.ops[gold.Op]
	t.rows[gold.Type]++
	op.rows++
	for r, rule := range numacc.Rules {
		if rule.Rule.Match(headline, gold.Numeral) {
			t.right[r][gold.Type]++
			op.right[r]++
		}
	}
	t.errors[numacc.Judge(headline, article, gold)][gold.Type]++
}

// shares are the shares that are right by a rule.
func (t *numeralTally) shares(rule int) (overall, copied, reasoned float64) {
	right := t.right[rule]
	return share(right[numacc.Copy]+right[numacc.Reasoning], t.n()),
		share(right[numacc.Copy], t.rows[numacc.Copy]),
		share(right[numacc.Reasoning], t.rows[numacc.Reasoning])
}

// kinds are the errors that can be told apart. Documents may lack an article
// here and there.
func (s *numeralScoring) kinds(t *numeralTally) []numacc.Error {
	if s.Docs == "" {
		return []numacc.Error{numacc.ManyNumerals, numacc.NoNumeral, numacc.Other}
	}
	all := []numacc.Error{numacc.ManyNumerals, numacc.NoNumeral, numacc.InferredNotCopied, numacc.CopiedNotInferred, numacc.WrongCopy, numacc.WrongInference}
	if t.errors[numacc.Other] != [len(t.rows)]int{} {
		all = append(all, numacc.Other)
	}
	return all
}

// annotated reports whether any operator is known.
func (t *numeralTally) annotated() bool { return t.n() > 0 && t.ops[0].rows < t.n() }
