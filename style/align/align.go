// Package align finds articles of two newspapers that report the same event, as
// De Mattei et al. do it (2020: "Invisible to People but not to Machines"): stop
// words and punctuation are removed, articles become vectors of tf-idf weights,
// and those that were published within a few days of each other are compared by
// the cosine of their vectors.
//
// Weights are those of scikit-learn's TfidfVectorizer with its defaults, over
// headline and body of all articles of both newspapers: tokens of two or more
// letters or digits in lower case ([token.Sklearn]), the count of a term times
// ln((1+N)/(1+df))+1, and vectors of length 1. Scores equal scikit-learn's to
// 1e-9.
//
// All pairs within the window are looked at, and no pair that reaches the least
// score is missed. Terms are numbered from the rarest to the most common one. An
// article walks through an inverted index of the other newspaper in that order,
// until what is left of it cannot lift any new article to the least score (the
// inequality of Cauchy and Schwarz); candidates are then completed one by one, as
// far as their own bound allows. A score is summed in the order of the terms
// either way, so that it is the same bits for every least score.
//
// Memory holds the counts of all articles, eight bytes for each different word of
// an article, and a bounded number of pairs; more pairs are sorted in a temporary
// file.
package align

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"hed/corpus"
	"hed/internal/count"
	"hed/internal/option"
)

// The thresholds of the paper. Pairs above Strict report the same event; those
// above Loose at least a related one.
const (
	Strict = 0.5
	Loose  = 0.185
)

// A Match says which pairs are kept. The zero value keeps all.
type Match string

const (
	All  Match = "all"
	One  Match = "one"  // each article in one pair at most, the best pairs first
	Best Match = "best" // for each article of the first newspaper its best pair
)

// Matches are all there are.
var Matches = []Match{All, One, Best}

// A Newspaper is the articles of one side.
type Newspaper struct {
	File   string // for messages
	Reader corpus.Reader
}

// Options are how newspapers are aligned.
type Options struct {
	Window  Days    // most days between two articles
	Min     float64 // least score of a pair; pairs without a common word are never kept
	Match   Match
	Undated bool   // compare articles without a date with all of the other side
	Stop    string // language of the stop words, ByDocument or "none"
	Workers int
	// Progress, if not nil, is called with what is done and how many articles that
	// has been done for.
	Progress func(stage string, articles int)
}

// ByDocument says that the stop words are those of the language that each article says it is in.
const ByDocument = "document"

// check refuses what cannot be.
func (o *Options) check() (*stopWords, error) {
	stop, err := newStopWords(o.Stop)
	if err != nil {
		return nil, option.Errorf("stop", " %s: %w, %s, or none", o.Stop, err, ByDocument)
	}
	switch {
	case o.Window < 0 || o.Window > maxWindow:
		return nil, option.Errorf("window", " %d: want a number of days from 0 to %d", int(o.Window), maxWindow)
	case !(o.Min >= 0 && o.Min <= 1):
		return nil, option.Errorf("min", " %v: a score is between 0 and 1", o.Min)
	case o.Match != "" && !slices.Contains(Matches, o.Match):
		return nil, option.Errorf("match", " %s: want all, one or best", o.Match)
	}
	return stop, nil
}

// A Side is what is known of a newspaper.
type Side struct {
	File     string `json:"file"`
	Articles int    `json:"articles"`
	Undated  int    `json:"undated"` // without a date of the form YYYY-MM-DD
	Empty    int    `json:"empty"`   // without a word that counts
	Garbled  int    `json:"garbled"` // with characters that were decoded wrongly
	First    string `json:"first"`   // day, "" where no article has one
	Last     string `json:"last"`
}

// A Level is what is above a threshold.
type Level struct {
	Above float64 `json:"above"`
	Pairs int     `json:"pairs"`
	A     int     `json:"a"` // articles in these pairs
	B     int     `json:"b"`
}

// A Result is what was found.
type Result struct {
	A        Side    `json:"a"`
	B        Side    `json:"b"`
	Window   Days    `json:"window"`
	Min      float64 `json:"min"`
	Match    Match   `json:"match"`
	Undated  bool    `json:"undated"`
	Stop     string  `json:"stop"`     // language of the stop words, those of several joined by /, or "none"
	Terms    int     `json:"terms"`    // different ones of both newspapers
	Compared int     `json:"compared"` // pairs within the window
	Pairs    int     `json:"pairs"`    // those kept
	Same     int     `json:"same"`     // of those, articles with the same words
	Levels   []Level `json:"levels"`   // Strict and Loose, as far as they are not below Min
	// Curve is the number of pairs above i/Steps.
	Curve []int `json:"curve"`
}

// Steps is how fine a Curve is.
const Steps = 200

// Run aligns two newspapers and calls emit with the ids and the score of each pair,
// the best first; among equals, in the order of the files. The result is the same for
// any number of workers.
func Run(ctx context.Context, a, b Newspaper, opt Options, emit func(a, b string, score float64) error) (*Result, error) {
	stop, err := opt.check()
	if err != nil {
		return nil, err
	}
	if opt.Match == "" {
		opt.Match = All
	}
	r := newReading(&opt, stop)
	res := &Result{Window: opt.Window, Min: opt.Min, Match: opt.Match, Undated: opt.Undated}
	var sides [2][]article
	for i, paper := range []Newspaper{a, b} {
		side := []*Side{&res.A, &res.B}[i]
		side.File = paper.File
		if sides[i], err = r.read(ctx, paper, side); err != nil {
			return nil, err
		}
	}
	s, err := r.weigh(ctx, sides[0], sides[1])
	if err != nil {
		return nil, err
	}
	res.Stop, res.Terms = stop.languages(), len(s.idf)
	pile := &pile{limit: pairsInMemory}
	defer pile.remove()
	if res.Compared, err = s.search(ctx, pile); err != nil {
		return nil, err
	}
	return res, s.emit(ctx, pile, res, emit)
}

// emit hands on what is kept of the pairs, and counts it.
func (s *search) emit(ctx context.Context, all *pile, res *Result, emit func(a, b string, score float64) error) error {
	usedA, usedB := make([]bool, len(s.a)), make([]bool, len(s.b))
	res.Curve = make([]int, Steps+1)
	res.Levels = []Level{}
	var seen Level
	thresholds := []float64{Strict, Loose}
	step := Steps
	// passed counts for all thresholds that a score is not above.
	passed := func(score float64) {
		for ; step >= 0 && score <= float64(step)/Steps; step-- {
			res.Curve[step] = seen.Pairs
		}
		for len(thresholds) > 0 && score <= thresholds[0] {
			if seen.Above = thresholds[0]; seen.Above >= s.opt.Min {
				res.Levels = append(res.Levels, seen)
			}
			thresholds = thresholds[1:]
		}
	}
	for p, err := range all.ranked() {
		if err == nil && seen.Pairs%4096 == 0 && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		if s.opt.Match != All && usedA[p.a] || s.opt.Match == One && usedB[p.b] {
			continue
		}
		passed(p.score)
		seen.Pairs++
		if !usedA[p.a] {
			usedA[p.a] = true
			seen.A++
		}
		if !usedB[p.b] {
			usedB[p.b] = true
			seen.B++
		}
		if p.score > 1-slack && slices.Equal(s.a[p.a].terms, s.b[p.b].terms) {
			res.Same++
		}
		if err := emit(s.a[p.a].id, s.b[p.b].id, p.score); err != nil {
			return err
		}
	}
	passed(math.Inf(-1))
	res.Pairs = seen.Pairs
	return nil
}

// Notes say what a reader of the result should know.
func (r *Result) Notes() (notes []string) {
	for _, s := range []*Side{&r.A, &r.B} {
		if s.Undated > 0 && r.Undated {
			notes = append(notes, fmt.Sprintf("%s: %s without a date (YYYY-MM-DD) compared with all of the other file", s.File, count.Of(s.Undated, "article")))
		} else if s.Undated > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s without a date (YYYY-MM-DD) left out; %s compares them with all articles of the other file", s.File, count.Of(s.Undated, "article"), option.Name("undated")))
		}
		if s.Empty > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s without any word that counts; they are in no pair", s.File, count.Of(s.Empty, "article")))
		}
		if s.Garbled > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s with characters that were decoded wrongly, such as â€™ for ’; their words may not match", s.File, count.Of(s.Garbled, "article")))
		}
	}
	switch {
	case r.Compared == 0 && (r.A.First == "" || r.B.First == ""):
		notes = append(notes, "nothing was compared: one of the files has no article with a date")
	case r.Compared == 0:
		notes = append(notes, fmt.Sprintf("nothing was compared: no article of one file is within %s of one of the other (%s to %s, and %s to %s)",
			count.Of(int(r.Window), "day"), r.A.First, r.A.Last, r.B.First, r.B.Last))
	}
	if r.Same > 0 {
		notes = append(notes, fmt.Sprintf("%s of articles with the same words: both newspapers may have printed the report of one agency, or a file has articles of both", count.Of(r.Same, "pair")))
	}
	return notes
}

var errNoArticles = errors.New("it has no articles")
