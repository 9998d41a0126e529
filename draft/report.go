package draft

import (
	"context"
	"slices"
	"strings"
	"sync"

	"hed/corpus"
	"hed/numeral/check"
	"hed/numeral/lint"
	"hed/score"
	"hed/style/classify"
	"hed/text/lang"
)

// An Article was read once, for many headlines. It is safe for concurrent use.
type Article struct {
	Key     string // by which Checker.Find knows it
	checker *Checker
	doc     *corpus.Document
	numbers *lint.Article // nil in a language whose numbers nobody reads

	mu      sync.Mutex
	reports map[string]*Report // of headlines, the last few
	order   []string
	written suggestions
}

func newArticle(c *Checker, key string, d *corpus.Document) *Article {
	a := &Article{Key: key, checker: c, doc: d, reports: map[string]*Report{}}
	if strings.TrimSpace(d.Body) != "" {
		a.numbers = lint.Read(d)
	}
	return a
}

// Text is the article, in which the places of numbers are.
func (a *Article) Text() string { return a.doc.Text() }

// A Report is what is known of a headline.
type Report struct {
	Headline   string
	Characters int
	Words      int
	Lengths    []Length // one for each target
	// Numbers are those of the headline with what the article says of them. Unread says why there are none although the
	// headline may have some: "" where they were looked at.
	Numbers []lint.Numeral
	Unread  string
	Values  []Value
	// Styles are the labels of the classifier, the most probable first; nil without one.
	Styles []Style
	Copies []Copy
}

// A Value is what a metric gives.
type Value struct {
	Column *score.Column
	Value  float64
	Usual  *Range // nil where nobody knows
}

// A Style is how probable it is that a headline is of some style.
type Style struct {
	Label       string
	Probability float64
	// Words speak for it most, as the headline has them.
	Words []string
}

// MaxCopies is how many near copies a Report has.
const MaxCopies = 3

// keptReports is how many headlines of an article are remembered: the drafts of a few writers, with what they were before.
const keptReports = 4 * MaxHeadlines

// mostExplained is of how many numbers the operands are found. No headline has more, and each takes as long as all the rest.
const mostExplained = 8

// Check says what is known of a headline of a draft. What was checked before is not checked again. It waits for its turn
// where many headlines are checked at once, and ends with the context.
func (a *Article) Check(ctx context.Context, draft, headline string) (*Report, error) {
	a.mu.Lock()
	r := a.reports[headline]
	a.mu.Unlock()
	if r == nil {
		done, err := a.checker.turn(ctx)
		if err != nil {
			return nil, err
		}
		r, err = a.look(ctx, headline)
		done()
		if err != nil {
			return nil, err
		}
		a.keep(r)
	}
	own := *r
	now := a.checker.learnt.Load()
	own.Values = slices.Clone(r.Values)
	pack := lang.Of(a.doc.Lang)
	english := pack.Code == "en" && !pack.Foreign
	for i := range own.Values {
		v := &own.Values[i]
		if u, ok := now.usual[v.Column.Name]; ok && (english || u.From != newserFrom) {
			v.Usual = &u
		}
	}
	own.Copies = a.checker.Earlier.Near(headline, draft, MaxCopies)
	return &own, nil
}

func (a *Article) keep(r *Report) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.reports[r.Headline] != nil {
		return
	}
	if len(a.order) == keptReports {
		delete(a.reports, a.order[0])
		a.order = a.order[1:]
	}
	a.reports[r.Headline] = r
	a.order = append(a.order, r.Headline)
}

// look finds out what depends on nothing but the article and the headline.
func (a *Article) look(ctx context.Context, headline string) (*Report, error) {
	c := a.checker
	r := &Report{Headline: headline, Characters: Characters(strings.Join(strings.Fields(headline), " "))}
	pack := lang.Of(a.doc.Lang)
	r.Words = len(pack.Tokenizer.Tokenize(nil, headline))
	for i := range c.o.Targets {
		r.Lengths = append(r.Lengths, c.o.Targets[i].Measure(headline))
	}
	switch {
	case a.numbers != nil:
		h := a.numbers.Check(c.numbers, corpus.Output{Text: headline})
		if len(h.Numerals) <= mostExplained {
			a.numbers.Derive(c.numbers, &h)
		}
		r.Numbers = h.Numerals
	case !check.Reads(a.doc.Lang):
		r.Unread = "hed does not read the numbers of this language."
	default:
		r.Unread = "Numbers are checked against an article; there is none yet."
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	err := c.score(ctx, a.doc, headline, func(col *score.Column, v float64) {
		r.Values = append(r.Values, Value{Column: col, Value: v})
	})
	if err == nil && c.o.Style != nil && r.Words > 0 {
		r.Styles, err = c.style(ctx, headline)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// style asks the classifier, and which words speak for the most probable label.
func (c *Checker) style(ctx context.Context, headline string) ([]Style, error) {
	rows, err := c.o.Style.Probabilities(ctx, []string{headline})
	if err != nil {
		return nil, err
	}
	labels := c.o.Style.Labels()
	all := make([]Style, len(labels))
	order := make([]int, len(labels))
	for i := range labels {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case rows[0][i] > rows[0][j]:
			return -1
		case rows[0][i] < rows[0][j]:
			return 1
		}
		return 0
	})
	for k, i := range order {
		all[k] = Style{Label: labels[i], Probability: rows[0][i]}
	}
	e, err := c.o.Style.Explain(ctx, headline)
	if err != nil {
		return nil, err
	}
	const most, least = 3, 0.1
	words := slices.Clone(e.Words)
	first := order[0]
	slices.SortStableFunc(words, func(a, b classify.Part) int {
		switch {
		case a.For[first] > b.For[first]:
			return -1
		case a.For[first] < b.For[first]:
			return 1
		}
		return 0
	})
	for _, w := range words[:min(most, len(words))] {
		if w.For[first] >= least {
			all[0].Words = append(all[0].Words, headline[w.Start:w.End])
		}
	}
	return all, nil
}

// Problems counts the numbers that the article does not support, and those that are in doubt.
func (r *Report) Problems() (unsupported, doubtful int) {
	for i := range r.Numbers {
		switch r.Numbers[i].Level {
		case check.Error:
			unsupported++
		case check.Warning:
			doubtful++
		}
	}
	return unsupported, doubtful
}

// Length is that for a target, by its name; that of the first target where there is no such.
func (r *Report) Length(target string) *Length {
	for i := range r.Lengths {
		if r.Lengths[i].Target.Name == target {
			return &r.Lengths[i]
		}
	}
	return &r.Lengths[0]
}

// Value is that of a column, or nil.
func (r *Report) Value(column string) *Value {
	for i := range r.Values {
		if r.Values[i].Column.Name == column {
			return &r.Values[i]
		}
	}
	return nil
}
