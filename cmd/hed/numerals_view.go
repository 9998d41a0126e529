package main

import (
	"context"
	"iter"
	"strings"
	"unicode/utf8"

	"hed/corpus/input"

	"hed/cmd/hed/internal/cli"
	"hed/corpus"
	"hed/metric"
	"hed/numeral"
	"hed/numeral/derive"
)

// A headlineView is a headline with what the article says of its numbers, for
// 'hed numerals explain' and 'hed lint'.
type headlineView struct {
	ID       string        `json:"id"`
	System   string        `json:"system"`
	Headline string        `json:"headline"`
	Numerals []numeralView `json:"numerals"`

	article string
	place
}

// A place is where a headline stands in a file of its system.
type place struct {
	file  string
	line  int
	plain bool // the line is the headline
}

// A numeralView is a number of a headline. Offsets are bytes.
type numeralView struct {
	Text         string            `json:"text"`
	Start        int               `json:"start"`
	End          int               `json:"end"`
	Status       status            `json:"status"`
	Support      float64           `json:"support"`
	Derivations  []derivationView  `json:"derivations"`
	Alternatives []alternativeView `json:"alternatives"`
}

type derivationView struct {
	Derivation string        `json:"derivation"`
	Confidence float64       `json:"confidence"`
	Operands   []operandView `json:"operands"`
}

// An operandView is a stretch of the article.
type operandView struct {
	Text  string `json:"text"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// An alternativeView is another answer for a place of a headline.
type alternativeView struct {
	Answer     string  `json:"answer"`
	Derivation string  `json:"derivation"`
	Confidence float64 `json:"confidence"`
}

// A status is how the article supports a number, as marks show it.
type status string

const (
	found       status = "found"       // it stands in the article, in digits or words
	derived     status = "derived"     // it follows from numbers that do
	unsupported status = "unsupported" // neither, or not in this place
)

// sign is the mark behind a number, for those who see no colours.
func (s status) sign() string {
	switch s {
	case found:
		return "✓"
	case derived:
		return "="
	}
	return "!"
}

// view shows what the model says of the numbers of a headline.
func view(article, headline string, explained []derive.Explanation) []numeralView {
	all := []numeralView{}
	for i := range explained {
		e := &explained[i]
		n := numeralView{
			Text: e.Mention.Text(headline), Start: e.Mention.Start, End: e.Mention.End,
			Status: statusOf(e), Support: e.Support,
			Derivations: []derivationView{}, Alternatives: alternatives(e.Alternatives),
		}
		for _, d := range e.Answer.Derivations {
			n.Derivations = append(n.Derivations, viewDerivation(article, d))
		}
		all = append(all, n)
	}
	return all
}

func statusOf(e *derive.Explanation) status {
	if !e.Supported {
		return unsupported
	}
	if len(e.Answer.Derivations) > 0 && e.Answer.Derivations[0].Expr.Op > numeral.Span {
		return derived
	}
	return found
}

func viewDerivation(article string, d derive.Derivation) derivationView {
	v := derivationView{d.Expr.String(), d.Confidence, []operandView{}}
	for _, o := range d.Operands {
		if o.Start < o.End { // constants are nowhere
			v.Operands = append(v.Operands, operandView{article[o.Start:o.End], o.Start, o.End})
		}
	}
	return v
}

func alternatives(answers []derive.Answer) []alternativeView {
	all := []alternativeView{}
	for _, a := range answers {
		v := alternativeView{Answer: a.Text, Confidence: a.Confidence}
		if len(a.Derivations) > 0 {
			v.Derivation = a.Derivations[0].Expr.String()
		}
		all = append(all, v)
	}
	return all
}

// evidence is the operand among the words around it, with the operand's own
// place in that.
func (o operandView) evidence(article string) (text string, start, end int) {
	from, to := wordsBefore(article, o.Start, 2), wordsAfter(article, o.End, 2)
	before, after := oneLine(article[from:o.Start]), oneLine(article[o.End:to])
	if before != "" && strings.TrimRight(article[from:o.Start], " \t\r\n") != article[from:o.Start] {
		before += " "
	}
	if after != "" && strings.TrimLeft(article[o.End:to], " \t\r\n") != article[o.End:to] {
		after = " " + after
	}
	operand := oneLine(o.Text)
	return before + operand + after, len(before), len(before) + len(operand)
}

// wordsBefore is where n words before i begin.
func wordsBefore(text string, i, n int) int {
	for range n {
		i = len(strings.TrimRight(text[:i], " \t\r\n"))
		i = strings.LastIndexAny(text[:i], " \t\r\n") + 1
	}
	return i
}

// wordsAfter is where n words behind i end.
func wordsAfter(text string, i, n int) int {
	for k := range n {
		rest := strings.TrimLeft(text[i:], " \t\r\n")
		if k == 0 && len(rest) == len(text[i:]) {
			rest = text[i:] // the rest of the word that the operand begins
		}
		i = len(text) - len(rest)
		if j := strings.IndexAny(rest, " \t\r\n"); j >= 0 {
			i += j
		} else {
			i = len(text)
		}
	}
	return i
}

// An examination is what 'hed numerals explain' and 'hed lint' share: the
// headlines of systems, each explained from its article.
type examination struct {
	*cli.App
	cli.Inputs
	systems []string
	model   string
}

// examine explains the headlines, in the order of documents and systems. Documents in
// another language than the model's are passed over, and counted in a warning.
func (x *examination) examine(ctx context.Context, what string, emit func(headlineView) error) error {
	named, err := parseSystems(x.systems)
	if err != nil {
		return err
	}
	files := x.Files()
	for _, n := range named {
		files = append(files, n.file)
	}
	if err := input.CheckStdin(files...); err != nil {
		return err
	}
	var needs metric.Need
	if len(named) == 0 {
		needs = metric.References
	}
	docs, err := x.Inputs.Open(ctx, x.App, needs)
	if err != nil {
		return err
	}
	var systems []corpus.System
	var lines []*lineKeeper
	sources := docs.Sources
	for _, n := range named {
		s, err := x.Inputs.System(ctx, x.App, n.name, n.file)
		if err != nil {
			return err
		}
		keeper := &lineKeeper{OutputReader: s.Outputs, file: n.file, lines: map[string]int{}}
		s.Outputs = keeper
		systems, lines, sources = append(systems, s.System), append(lines, keeper), append(sources, s.Source)
	}
	bar := x.Progress(what, sources...)
	if _, shown := cli.Terminal(x.Stdout); shown {
		bar.Hide() // it would be drawn between the headlines
	}
	defer bar.Clear()
	model, err := openNumerals(x.model)
	if err != nil {
		return err
	}
	done := 0
	cases := placed(corpus.Join(ctx, docs.Reader, docs.File, systems), lines)
	if len(named) == 0 {
		systems = []corpus.System{{Name: "reference"}}
		cases = references(docs.Reader.Documents(ctx), docs.File)
	}
	foreign := 0
	explain := func(c placedCase) []headlineView {
		if !derive.Reads(c.Doc.Lang) {
			return nil
		}
		article := derive.Read(c.Doc.Body)
		views := make([]headlineView, len(c.Outputs))
		for i, headline := range c.Headlines() {
			views[i] = headlineView{
				ID: c.Doc.ID, System: systems[i].Name, Headline: headline,
				Numerals: view(c.Doc.Body, headline, model.Explain(article, headline)),
				article:  c.Doc.Body, place: c.places[i],
			}
		}
		return views
	}
	err = inOrder(ctx, x.Workers, cases, explain, func(views []headlineView) error {
		done++
		bar.Update(done)
		if views == nil {
			foreign++
		}
		for _, v := range views {
			if err := emit(v); err != nil {
				return err
			}
		}
		return nil
	})
	if foreign > 0 && err == nil {
		x.Warn("%s in another language than English passed over; numbers are derived in English alone", cli.Count(foreign, "document"))
	}
	return err
}

// A placedCase is a case with the places of its headlines.
type placedCase struct {
	*corpus.Case
	places []place
}

// placed adds the places, which a case does not have.
func placed(cases iter.Seq2[*corpus.Case, error], lines []*lineKeeper) iter.Seq2[placedCase, error] {
	return func(yield func(placedCase, error) bool) {
		n := 0
		for c, err := range cases {
			p := placedCase{Case: c}
			if err == nil {
				n++
				for _, l := range lines {
					p.places = append(p.places, l.take(c.Doc.ID, n))
				}
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// references are the first references of documents as if a system had written
// them.
func references(docs iter.Seq2[*corpus.Document, error], file string) iter.Seq2[placedCase, error] {
	return func(yield func(placedCase, error) bool) {
		for d, err := range docs {
			if err == nil && len(d.References) == 0 {
				continue
			}
			p := placedCase{}
			if err == nil {
				p.Case = corpus.NewCase(d, d.References[:1]...)
				p.places = []place{{file, d.Line, false}}
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// A lineKeeper notes the lines of a system's headlines as they are read.
type lineKeeper struct {
	corpus.OutputReader
	file  string
	lines map[string]int // by document, until its turn
	plain bool
}

// Outputs implements corpus.OutputReader.
func (k *lineKeeper) Outputs(ctx context.Context) iter.Seq2[corpus.Output, error] {
	return func(yield func(corpus.Output, error) bool) {
		for out, err := range k.OutputReader.Outputs(ctx) {
			if err == nil && out.Doc != "" {
				k.lines[out.Doc] = out.Line
			}
			k.plain = out.Doc == ""
			if !yield(out, err) {
				return
			}
		}
	}
}

// take returns the place of the headline of a document, the nth.
func (k *lineKeeper) take(doc string, n int) place {
	if k.plain {
		return place{k.file, n, true}
	}
	line := k.lines[doc]
	delete(k.lines, doc)
	return place{k.file, line, false}
}

// column is where byte i of a headline stands in its line, counted in
// characters from 1.
func column(headline string, i int) int { return utf8.RuneCountInString(headline[:i]) + 1 }
