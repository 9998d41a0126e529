// Package split makes of two newspapers, whose articles were aligned, the parts of the experiment of De Mattei et al. (2020):
// a test part of articles that both have, and two training parts that differ in how much topic tells the newspapers apart.
//
//   - test: articles with a pair above the strict threshold. Each has a partner in the part.
//   - train-m: articles whose best pair is above the loose threshold and not above the strict one, mixed, where they do not
//     suffice, with articles without a pair above the loose one.
//   - train-d: articles without a pair above the loose threshold.
//
// A tenth of each training part is set aside for validation. Every part has as many articles of one newspaper as of the
// other, and both training parts have the same size. No article is in two parts, and no near-copy of one: two articles are
// near-copies if they share half of the runs of five words that the shorter one has ([Dropped] counts what is left
// out for that). What the thresholds say of an article is said of its best pair, whether or not its partner is left out.
package split

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"hed/internal/count"
	"hed/internal/option"
	"hed/style/align"
)

// A Part is what an article is for.
type Part uint8

const (
	None Part = iota // it was left out
	Test
	TrainM
	ValidM
	TrainD
	ValidD
	parts // how many there are
)

func (p Part) String() string {
	return [...]string{"none", "test", "train-m", "train-m-valid", "train-d", "train-d-valid"}[p]
}

// File is what the part is called in its folder.
func (p Part) File() string { return p.String() + ".jsonl" }

// validation is the share of a training part that is set aside, as in the paper.
const validation = 0.1

// Options are how newspapers are split.
type Options struct {
	Strict float64 // pairs above it are for the test part
	Loose  float64 // articles without a pair above it are for train-d
	// TestSize is how many articles of each newspaper the test part has. If it is greater than 0, Strict is not used, but chosen: the
	// best pairs that give so many are above it.
	TestSize int
	// TrainSize is how many articles of each newspaper a training part has, with those for validation; 0 for as many as
	// there are.
	TrainSize int
	Workers   int
	// Progress, if not nil, is called with what is done and how many articles that has been done for.
	Progress func(stage string, articles int)
}

// check refuses what cannot be.
func (o *Options) check() error {
	switch {
	case !(o.Loose >= 0 && o.Loose < 1):
		return option.Errorf("loose", " %v: a threshold is at least 0 and less than 1", o.Loose)
	case o.TestSize == 0 && !(o.Strict >= o.Loose && o.Strict < 1):
		return option.Errorf("strict", " %v: want a threshold from %s on, which is %v, and less than 1", o.Strict, option.Name("loose"), o.Loose)
	case o.TestSize < 0:
		return option.Errorf("test-size", " must be at least 1, not %d", o.TestSize)
	case o.TrainSize < 0 || o.TrainSize == 1:
		return option.Errorf("train-size", " must be at least 2, not %d: one article is for validation", o.TrainSize)
	}
	return nil
}

// A Split says which part each article is in.
type Split struct {
	Record
	papers [2]align.Newspaper
	part   []Part // of the articles of the first newspaper, then of the second
	rename bool   // ids of both newspapers are alike
}

// Deal reads two newspapers and their pairs and deals the articles. The same files and random numbers give the same split,
// whatever the number of workers.
func Deal(ctx context.Context, a, b align.Newspaper, pairs *Pairs, opt Options, random *rand.Rand) (*Split, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	d := &deal{opt: &opt, papers: [2]align.Newspaper{a, b}}
	if err := d.read(ctx); err != nil {
		return nil, err
	}
	if err := d.readPairs(ctx, pairs); err != nil {
		return nil, err
	}
	d.leaveOut()
	if err := d.test(); err != nil {
		return nil, err
	}
	if err := d.train(random); err != nil {
		return nil, err
	}
	return d.split(), nil
}

// A reason is why an article is in no part.
type reason uint8

const (
	kept reason = iota
	incomplete
	inBoth
	undated
	copied
	unpaired
	testSurplus
	trainSurplus
	reasons
)

// An article is what is kept of a document.
type article struct {
	id      string
	best    float64 // score of its best pair, -1 where it has none
	dated   bool
	dropped reason
	part    Part
}

// A pair is two articles by their numbers.
type pair struct {
	a, b  int32
	score float64
}

// A deal is a split on its way.
type deal struct {
	opt      *Options
	papers   [2]align.Newspaper
	names    [2]string
	articles []article // of the first newspaper, then of the second
	second   int       // number of the first article of the second newspaper
	groups   []int32   // of each article: the first of its near-copies
	pairs    []pair    // above Loose, the best first
	strict   float64
	undated  bool // articles without a date have pairs, so they were aligned
	rename   bool
	notes    []string
	record   Record
}

// side is the newspaper of an article.
func (d *deal) side(i int32) int {
	if int(i) < d.second {
		return 0
	}
	return 1
}

// leaveOut drops what nothing can be done with, and all but one of the near-copies in a newspaper: the one with the best
// pair, the first of equals.
func (d *deal) leaveOut() {
	best := map[[2]int32]int32{}
	for i := range d.articles {
		a := &d.articles[i]
		if a.dropped == kept && !a.dated && !d.undated {
			a.dropped = undated // nobody knows whether it has a pair
		}
		if a.dropped != kept {
			continue
		}
		at := [2]int32{int32(d.side(int32(i))), d.groups[i]}
		other, ok := best[at]
		switch {
		case !ok:
			best[at] = int32(i)
		case a.best > d.articles[other].best:
			d.articles[other].dropped = copied
			best[at] = int32(i)
		default:
			a.dropped = copied
		}
	}
}

// left are the pairs of articles that are still there.
func (d *deal) left() (left []pair) {
	for _, p := range d.pairs {
		if d.articles[p.a].dropped == kept && d.articles[p.b].dropped == kept {
			left = append(left, p)
		}
	}
	return left
}

// test chooses the test part. A pair of articles that are in no better pair is taken first, then, in equal number, what else
// has a pair above the threshold. Its partner was taken before, or the two would be such a pair.
func (d *deal) test() error {
	left := d.left()
	if d.strict = d.opt.Strict; d.opt.TestSize > 0 {
		if err := d.chooseStrict(left); err != nil {
			return err
		}
	}
	taken := map[int32]bool{}
	var more [2][]int32
	matched, size := 0, math.MaxInt
	if d.opt.TestSize > 0 {
		size = d.opt.TestSize
	}
	for _, p := range left {
		if p.score > d.strict && !taken[p.a] && !taken[p.b] && matched < size {
			taken[p.a], taken[p.b] = true, true
			d.articles[p.a].part, d.articles[p.b].part = Test, Test
			matched++
		}
	}
	for _, p := range left {
		for side, i := range []int32{p.a, p.b} {
			if p.score > d.strict && !taken[i] {
				taken[i] = true
				more[side] = append(more[side], i)
			}
		}
	}
	if matched == 0 {
		return d.noTest(left)
	}
	for side, list := range more {
		for k, i := range list {
			if k < min(len(more[1-side]), size-matched) {
				d.articles[i].part = Test
			} else {
				d.articles[i].dropped = testSurplus
			}
		}
	}
	for i := range d.articles {
		if a := &d.articles[i]; a.best > d.strict && a.part == None && a.dropped == kept {
			a.dropped = unpaired
		}
	}
	return nil
}

// chooseStrict finds the greatest threshold above which there are enough articles of both newspapers.
func (d *deal) chooseStrict(left []pair) error {
	seen := map[int32]bool{}
	var n [2]int
	for k, p := range left {
		for side, i := range []int32{p.a, p.b} {
			if !seen[i] {
				seen[i] = true
				n[side]++
			}
		}
		last := k+1 == len(left) || left[k+1].score < p.score
		if last && min(n[0], n[1]) >= d.opt.TestSize {
			if d.strict = d.opt.Loose; k+1 < len(left) {
				d.strict = left[k+1].score
			}
			return nil
		}
	}
	return option.Errorf("test-size", " %d: pairs above %s, which is %v, have %s of %s and %d of %s; ask for fewer, or for a lower threshold",
		d.opt.TestSize, option.Name("loose"), d.opt.Loose, count.Of(n[0], "article"), d.names[0], n[1], d.names[1])
}

// noTest says why the test part is empty.
func (d *deal) noTest(left []pair) error {
	switch {
	case len(d.pairs) == 0:
		return fmt.Errorf("split %s and %s: no pair has a score above %s, which is %v; are these the files that were aligned?", d.papers[0].File, d.papers[1].File, option.Name("loose"), d.opt.Loose)
	case len(left) == 0:
		return fmt.Errorf("split %s and %s: no pair is left: %s", d.papers[0].File, d.papers[1].File, d.whyDropped())
	}
	return fmt.Errorf("split %s and %s: no pair has a score above %s, which is %v; the best that is left has %.4g. Give a lower threshold, or %s",
		d.papers[0].File, d.papers[1].File, option.Name("strict"), d.strict, left[0].score, option.Name("test-size"))
}

// copies drops articles of which a near-copy in the other newspaper is in a part. In the test part both may be. Otherwise the one with
// the better pair stays.
func (d *deal) copies() {
	of := map[int32]int32{}
	for i := range d.articles {
		if a := &d.articles[i]; a.part == Test || a.dropped == testSurplus || a.dropped == unpaired {
			of[d.groups[i]] = int32(i)
		}
	}
	for i := range d.articles {
		a := &d.articles[i]
		if a.part == Test || a.dropped != kept {
			continue
		}
		other, ok := of[d.groups[i]]
		switch {
		case !ok:
			of[d.groups[i]] = int32(i)
		case a.best > d.articles[other].best:
			d.articles[other].dropped = copied
			of[d.groups[i]] = int32(i)
		default:
			a.dropped = copied
		}
	}
}

// train chooses the training parts.
func (d *deal) train(random *rand.Rand) error {
	d.copies()
	// Pairs in random order, so that both articles of a pair are taken, as far as that can be.
	var weak, free [2][]int32
	seen := map[int32]bool{}
	for _, k := range random.Perm(len(d.pairs)) {
		for side, i := range []int32{d.pairs[k].a, d.pairs[k].b} {
			if a := &d.articles[i]; !seen[i] && a.dropped == kept && a.part == None {
				seen[i] = true
				weak[side] = append(weak[side], i)
			}
		}
	}
	for i := range d.articles {
		if a := &d.articles[i]; !seen[int32(i)] && a.dropped == kept && a.part == None {
			side := d.side(int32(i))
			free[side] = append(free[side], int32(i))
		}
	}
	mixed := min(len(weak[0]), len(weak[1]))
	most := math.MaxInt
	for side := range free {
		most = min(most, len(free[side]), (mixed+len(free[side]))/2)
	}
	size := most
	if d.opt.TrainSize > 0 {
		size = d.opt.TrainSize
	}
	has := fmt.Sprintf("beside the test part there are %s of %s and %d of %s with a pair above %s, and %d and %d without one",
		count.Of(len(weak[0]), "article"), d.names[0], len(weak[1]), d.names[1], option.Name("loose"), len(free[0]), len(free[1]))
	switch {
	case mixed == 0:
		return fmt.Errorf("split %s and %s: train-m has no aligned articles of both: %s. Choose thresholds that are further apart", d.papers[0].File, d.papers[1].File, has)
	case most < 2:
		return fmt.Errorf("split %s and %s: too few articles: %s. Each training part needs two of each newspaper at least", d.papers[0].File, d.papers[1].File, has)
	case size > most:
		return option.Errorf("train-size", " %d: it can be %d at most: %s", size, most, has)
	}
	mixed = min(mixed, size)
	for side := range free {
		random.Shuffle(len(free[side]), func(i, j int) { free[side][i], free[side][j] = free[side][j], free[side][i] })
		fill := free[side][:size-mixed]
		m, rest := append(slices.Clone(weak[side][:mixed]), fill...), free[side][size-mixed:]
		random.Shuffle(len(m), func(i, j int) { m[i], m[j] = m[j], m[i] })
		d.assign(m, TrainM, ValidM)
		d.assign(rest[:size], TrainD, ValidD)
		for _, i := range append(weak[side][mixed:], rest[size:]...) {
			d.articles[i].dropped = trainSurplus
		}
	}
	d.record.Aligned = mixed
	return nil
}

// assign sets a share of the articles, which are in random order, aside for validation.
func (d *deal) assign(list []int32, train, valid Part) {
	n := max(1, int(math.Round(validation*float64(len(list)))))
	for k, i := range list {
		if d.articles[i].part = train; k < n {
			d.articles[i].part = valid
		}
	}
}

// split counts what came out.
func (d *deal) split() *Split {
	r := &d.record
	r.Strict, r.Loose, r.TestSize, r.TrainSize = d.strict, d.opt.Loose, d.opt.TestSize, d.opt.TrainSize
	s := &Split{papers: d.papers, rename: d.rename, part: make([]Part, len(d.articles))}
	for side := range d.papers {
		r.Newspapers[side].Source, r.Newspapers[side].File = d.names[side], d.papers[side].File
	}
	for p := Test; p < parts; p++ {
		r.Parts = append(r.Parts, Tally{Part: p.String(), File: p.File()})
	}
	for i := range d.articles {
		a := &d.articles[i]
		paper := &r.Newspapers[d.side(int32(i))]
		paper.Articles++
		if s.part[i] = a.part; a.part == None {
			paper.Dropped.add(a.dropped)
			continue
		}
		r.Parts[a.part-Test].Articles[d.side(int32(i))]++
	}
	for _, p := range d.pairs {
		if r.AboveLoose++; p.score > d.strict {
			r.AboveStrict++
		}
	}
	r.Renamed, r.Notes = d.rename, d.notes
	s.Record = *r
	return s
}

// whyDropped lists how many articles were left out for which reason so far.
func (d *deal) whyDropped() string {
	var dropped Dropped
	for i := range d.articles {
		dropped.add(d.articles[i].dropped)
	}
	return dropped.String()
}

// sorted puts pairs in the order of their ranking.
func sorted(pairs []pair) {
	slices.SortFunc(pairs, func(p, q pair) int {
		return cmp.Or(cmp.Compare(q.score, p.score), cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
	})
}

var errNoPairs = errors.New("expected the columns a, b and score, as an alignment writes them")

// number reads a score.
func number(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v <= 1+1e-9) {
		return 0, fmt.Errorf("the score is %q; want a number from 0 to 1", text)
	}
	return v, nil
}
