package align

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"hed/corpus"
	"hed/internal/ordered"
	"hed/text"
	"hed/text/token"
)

// An article is what is kept of a document.
type article struct {
	id    string
	day   int // since 1970; undated where it is not known
	terms []term
	norm  float64 // of the weights, before they are divided by it
}

// A term is a word of an article and how often it has it.
type term struct{ id, n int32 }

const (
	undated   = math.MinInt
	maxWindow = 36500
)

// A reading numbers the terms of both newspapers.
type reading struct {
	index *text.Index
	stop  *stopWords
	df    []int32 // by number
	times []int32 // that one article has a term; 0 between articles
	docs  int
	opt   *Options
}

func newReading(o *Options, stop *stopWords) *reading {
	return &reading{index: text.NewIndex(&text.Analyzer{Tokenizer: token.Sklearn(), Filters: []text.Filter{stop}}), stop: stop, opt: o}
}

// A page is a document on its way to the index.
type page struct {
	id, text string
	lang     string
	day      int
	garbled  bool
}

// read reads a newspaper.
func (r *reading) read(ctx context.Context, paper Newspaper, side *Side) (all []article, err error) {
	first, last := math.MaxInt, math.MinInt
	var ids []int32
	// The index is not safe for several goroutines, so a single one is enough here:
	// it reads the file while terms of earlier articles are numbered.
	for p, err := range ordered.Map(ctx, 1, paper.Reader.Documents(ctx), pageOf) {
		if err != nil {
			return nil, err
		}
		a := article{id: p.id, day: p.day}
		ids = r.stop.drop(r.index.Append(ids[:0], p.text), p.lang)
		a.terms = r.counted(ids)
		all = append(all, a)
		side.Articles++
		if len(a.terms) == 0 {
			side.Empty++
		}
		if p.garbled {
			side.Garbled++
		}
		if p.day == undated {
			side.Undated++
		} else {
			first, last = min(first, p.day), max(last, p.day)
		}
		if r.opt.Progress != nil {
			r.opt.Progress("reading", r.docs)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("align %s: %w", paper.File, errNoArticles)
	}
	if first <= last {
		side.First, side.Last = date(first), date(last)
	}
	return all, nil
}

// counted counts the terms of one more article.
func (r *reading) counted(ids []int32) []term {
	r.docs++
	if grow := r.index.Size() - len(r.df); grow > 0 {
		r.df = append(r.df, make([]int32, grow)...)
		r.times = append(r.times, make([]int32, grow)...)
	}
	different := ids[:0]
	for _, id := range ids {
		if r.times[id]++; r.times[id] == 1 {
			different = append(different, id)
		}
	}
	terms := make([]term, len(different))
	for i, id := range different {
		terms[i] = term{id, r.times[id]}
		r.times[id] = 0
		r.df[id]++
	}
	return terms
}

// weigh numbers the terms again, from the rarest to the most common one, so that the
// first terms of an article say most about it, and weighs them.
func (r *reading) weigh(ctx context.Context, a, b []article) (*search, error) {
	order := make([]int32, 0, len(r.df))
	for id, df := range r.df {
		if df > 0 {
			order = append(order, int32(id))
		}
	}
	slices.SortStableFunc(order, func(x, y int32) int { return int(r.df[x]) - int(r.df[y]) })
	s := &search{a: a, b: b, idf: make([]float64, len(order)), opt: r.opt}
	number := make([]int32, len(r.df))
	for i, id := range order {
		number[id] = int32(i)
		s.idf[i] = math.Log((1+float64(r.docs))/(1+float64(r.df[id]))) + 1
	}
	parts := func(yield func([]article, error) bool) {
		for _, side := range [][]article{a, b} {
			for part := range slices.Chunk(side, 512) {
				if !yield(part, nil) {
					return
				}
			}
		}
	}
	for _, err := range ordered.Map(ctx, r.opt.Workers, parts, func(_ context.Context, part []article) (none struct{}, _ error) {
		var keys []uint64
		for i := range part {
			keys = part[i].weigh(number, s.idf, keys)
		}
		return none, nil
	}) {
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// weigh gives the terms their numbers, in their order, and computes the length of the vector. They are sorted as keys, in memory that
// the next article uses again: numbers are sorted twice as fast as what only a function can compare.
func (d *article) weigh(number []int32, idf []float64, keys []uint64) []uint64 {
	keys = keys[:0]
	for _, t := range d.terms {
		keys = append(keys, uint64(number[t.id])<<32|uint64(t.n))
	}
	slices.Sort(keys)
	sum := 0.0
	for k, key := range keys {
		t := term{int32(key >> 32), int32(key)}
		d.terms[k] = t
		w := float64(t.n) * idf[t.id]
		sum += float64(w * w)
	}
	d.norm = math.Sqrt(sum)
	return keys
}

// dayOf is the day that a date in ISO 8601 begins with. A time of day and its zone do
// not move it: the day is the one that the newspaper printed.
func dayOf(date string) int {
	date = strings.TrimSpace(date)
	if len(date) < len(time.DateOnly) {
		return undated
	}
	if len(date) > len(time.DateOnly) && !strings.Contains("Tt ", date[len(time.DateOnly):][:1]) {
		return undated
	}
	t, err := time.Parse(time.DateOnly, date[:len(time.DateOnly)])
	if err != nil {
		return undated
	}
	return int(t.Unix() / (24 * 60 * 60))
}

// Dated tells whether a document has a date by which it can be compared.
func Dated(d *corpus.Document) bool { return dayOf(d.Date) != undated }

func date(day int) string { return time.Unix(int64(day)*24*60*60, 0).UTC().Format(time.DateOnly) }

// Days is a number of days, written as "2d".
type Days int

// String is how the days are written.
func (d *Days) String() string { return strconv.Itoa(int(*d)) + "d" }

// Set reads them, with the d or without.
func (d *Days) Set(s string) error {
	n, err := strconv.Atoi(strings.TrimSuffix(s, "d"))
	if err != nil || n < 0 || n > maxWindow {
		return fmt.Errorf("want a number of days from 0d to %dd, such as 2d", maxWindow)
	}
	*d = Days(n)
	return nil
}

// Type says what kind of value it is.
func (d *Days) Type() string { return "days" }

// signs are what text looks like that was decoded as another encoding than its own.
var signs = []string{"\ufffd", "â€", "Ã¢"}

// pageOf takes from a document what is counted.
func pageOf(_ context.Context, d *corpus.Document) (page, error) {
	p := page{id: d.ID, lang: d.Lang, day: dayOf(d.Date), text: strings.Join(append(slices.Clone(d.References), d.Body), "\n")}
	p.garbled = Garbled(p.text)
	return p, nil
}

// Garbled tells whether a text has characters that were decoded wrongly.
func Garbled(text string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(text, sign) })
}
