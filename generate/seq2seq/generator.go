package seq2seq

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/faithful"
	"hed/neural/recurrent"
	"hed/neural/words"
	"hed/spec"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Search is how a Generator looks for headlines, as a spec names it.
type Search struct {
	Model    string  `opt:"model" doc:"folder of the model"`
	Beams    int     `opt:"beams" doc:"width of the beam search: beginnings of headlines that are kept at each word; default 5"`
	Min      int     `opt:"min" doc:"fewest words; default 4"`
	Max      int     `opt:"max" doc:"most words; default 30"`
	NoRepeat int     `opt:"norepeat" doc:"number of words in a row that may not occur twice; default 3, 0 for no rule"`
	Penalty  float64 `opt:"penalty" doc:"exponent of the length penalty, after Wu et al. 2016: higher for longer headlines; default 1"`
	Coverage float64 `opt:"coverage" doc:"penalty for looking at the same place of the article twice; default 0"`
	Numerals string  `opt:"numerals" doc:"strict: write no number that the article does not support; prefer: put headlines with supported numbers first; default neither"`
	Lang     string  `opt:"lang" doc:"language of all articles; default as each document says, or en"`
	Raw      bool    `opt:"raw" doc:"leave <unk> for unknown words; otherwise it is replaced by the word of the article with most attention"`
}

// defaults of a Search.
func defaults() Search { return Search{Beams: 5, Min: 4, Max: 30, NoRepeat: 3, Penalty: 1} }

func (s *Search) check() error {
	switch {
	case s.Model == "":
		return fmt.Errorf("model=DIR is missing: the folder of a model that was trained")
	case s.Beams < 1 || s.Beams > 64:
		return fmt.Errorf("beams=%d: want a number from 1 to 64", s.Beams)
	case s.Min < 0 || s.Max < max(1, s.Min) || s.Max > 1000:
		return fmt.Errorf("min=%d and max=%d: want words from 0 up to max, and max from 1 to 1000", s.Min, s.Max)
	case s.NoRepeat < 0:
		return fmt.Errorf("norepeat=%d: want a number of words, or 0", s.NoRepeat)
	case !(s.Penalty >= 0):
		return fmt.Errorf("penalty=%g: want an exponent of at least 0", s.Penalty)
	case s.Numerals == faithful.Prefer && s.Beams == 1:
		return fmt.Errorf("numerals=%s chooses among several headlines, and with beams=1 there is only one; set more beams", s.Numerals)
	case !(s.Coverage >= 0):
		return fmt.Errorf("coverage=%g: want a weight of at least 0", s.Coverage)
	}
	return nil
}

// Infos present the generators. device gives where networks run; it is asked when a generator is made. rank is for models that
// read the best sentences of articles.
func Infos(device func() (tensor.Device, error), rank Ranker) (all []generate.Info) {
	for _, in := range []generate.Info{
		{Name: "s2s", Doc: "a sequence to sequence network with attention", Paper: "Colmenares et al. 2019; See et al. 2017"},
		{Name: "pn", Doc: "a pointer-generator network, which can copy words of the article", Paper: "See et al. 2017"},
		{Name: "pnc", Doc: "a pointer-generator network with coverage", Paper: "See et al. 2017"},
	} {
		in.Options = defaults()
		kind := in.Name
		in.New = func(options map[string]string, _ uint64) (generate.Generator, error) {
			s := defaults()
			if err := spec.Decode(options, &s); err != nil {
				return nil, err
			}
			if err := s.check(); err != nil {
				return nil, err
			}
			d, err := device()
			if err != nil {
				return nil, err
			}
			return New(d, kind, s, rank)
		}
		all = append(all, in)
	}
	return all
}

// A Generator writes headlines with a network.
type Generator struct {
	model   *Model
	search  Search
	reading reading
	numbers *faithful.Numbers

	mu   sync.Mutex // of the tape
	tape *grad.Tape
}

var (
	_ generate.Generator = (*Generator)(nil)
	_ generate.Sized     = (*Generator)(nil)
)

// New opens the model of a Search, which must be of the given kind.
func New(d tensor.Device, kind string, s Search, rank Ranker) (*Generator, error) {
	l, ok := d.(tensor.Learner)
	if !ok {
		return nil, fmt.Errorf("the device cannot run networks that write")
	}
	c, err := ReadConfig(s.Model)
	if err != nil {
		return nil, err
	}
	if of := c.Kind(); of != "" && of != kind { // before its weights are read
		return nil, fmt.Errorf("model=%s: it is a model of %s, not of %s", s.Model, of, kind)
	}
	numbers, err := faithful.New(s.Numerals, false)
	if err != nil {
		return nil, err
	}
	m, err := Open(s.Model, l)
	if err != nil {
		return nil, err
	}
	return newGenerator(l, m, s, rank, numbers)
}

// With writes with a model that has just been taught.
func With(d tensor.Learner, m *Model, rank Ranker) (*Generator, error) {
	return newGenerator(d, m, defaults(), rank, new(faithful.Numbers))
}

func newGenerator(d tensor.Learner, m *Model, s Search, rank Ranker, numbers *faithful.Numbers) (*Generator, error) {
	g := &Generator{model: m, search: s, reading: reading{m.Input, m.Words, rank}, numbers: numbers, tape: &grad.Tape{Device: d, Fixed: true}}
	return g, g.reading.check()
}

// Signature implements generate.Generator.
func (g *Generator) Signature() string {
	s := &g.search
	sum := g.model.Sum
	if g.reading.input == inputTextrank {
		sum += "|rank:" + strings.ReplaceAll(g.reading.rank.Signature, "|", "/")
	}
	if s.Lang != "" {
		sum += "|lang:" + url.PathEscape(s.Lang)
	}
	return fmt.Sprintf("%s|model:%s|beams:%d|min:%d|max:%d|norepeat:%d|penalty:%g|coverage:%g|raw:%t", g.model.Kind(), sum, s.Beams, s.Min, s.Max, s.NoRepeat, s.Penalty, s.Coverage, s.Raw) + g.numbers.Signature()
}

// Generate implements generate.Generator.
func (g *Generator) Generate(ctx context.Context, d *corpus.Document) (string, error) {
	return generate.One(ctx, g, d)
}

// GenerateBatch implements generate.Batcher.
func (g *Generator) GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) (_ [][]generate.Candidate, err error) {
	defer tensor.Recover(&err)
	g.mu.Lock()
	defer g.mu.Unlock()
	docs = generate.In(g.search.Lang, docs)
	return g.numbers.Write(docs, n, func(places []int, rules []faithful.Rule) ([][]generate.Candidate, error) {
		some := make([]*corpus.Document, len(places))
		for k, i := range places {
			some[k] = docs[i]
		}
		return g.find(ctx, some, rules)
	})
}

// find writes all headlines that the search has for documents; none for one whose rule leaves none.
func (g *Generator) find(ctx context.Context, docs []*corpus.Document, rules []faithful.Rule) ([][]generate.Candidate, error) {
	articles, texts, more := make([][]int32, len(docs)), make([][]string, len(docs)), make([][]string, len(docs))
	for i, d := range docs {
		texts[i] = g.reading.words(d)
		articles[i], _, more[i] = g.model.Vocabulary.Encode(texts[i], nil)
	}
	headline := func(i int, numbers []int32, seen []int) string {
		w := g.model.Vocabulary.Decode(numbers, more[i])
		for k, number := range numbers {
			if number == recurrent.Unknown && !g.search.Raw {
				w[k] = texts[i][seen[k]]
			}
		}
		return words.Join(w)
	}
	s := recurrent.Search{
		Beams: g.search.Beams, Min: g.search.Min, Max: g.search.Max, NoRepeat: g.search.NoRepeat, Penalty: g.search.Penalty, Coverage: g.search.Coverage,
	}
	if slices.ContainsFunc(rules, func(r faithful.Rule) bool { return r != nil }) {
		s.Allow = func(i int, numbers []int32, seen []int, end bool) bool {
			return ctx.Err() == nil && (rules[i] == nil || rules[i](headline(i, numbers, seen), end))
		}
	}
	found, err := g.model.Net.Find(ctx, g.tape, articles, s)
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	all := make([][]generate.Candidate, len(docs))
	for i, list := range found {
		for _, f := range list {
			all[i] = append(all[i], generate.Candidate{Headline: headline(i, f.Words, f.Seen), Score: f.Score})
		}
		switch {
		case len(articles[i]) == 0:
			all[i] = []generate.Candidate{{}}
		case len(list) == 0 && rules[i] == nil: // the search does not say so where another document has a rule
			return nil, fmt.Errorf("document %s: %w", docs[i].ID, recurrent.ErrNoChance)
		}
	}
	return all, nil
}

// BatchSize implements generate.Sized.
func (g *Generator) BatchSize() int { return recurrent.BatchSize(g.tape.Device) }

// Close gives back the memory that writing took.
func (g *Generator) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tape.Close()
	return nil
}
