package experiment

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"hed/score"
	"hed/stat"
)

// The training sets.
const (
	Random = "random"  // four fifths of the headlines, for table 1
	TrainD = "train-D" // articles without a counterpart
	TrainM = "train-M" // also articles with a related one
)

// What headlines are judged.
const (
	Validation = "validation" // from where the classifier learnt
	Gold       = "gold"       // of the test set, as the newspapers wrote them
	In         = "in"         // by the generator of the newspaper
	Cross      = "cross"      // by the generator of the other newspaper
	Agnostic   = "agnostic"   // by a generator of both
)

// An Item is a headline and what the classifier says of it. Newspapers are 0 and 1, for A and B.
type Item struct {
	ID       string // of the article
	Headline string
	Paper    int     // whose style it should have
	Judged   int     // whose it is, as the classifier says
	P        float64 // how sure it is
}

// A Set is headlines that one classifier judged.
type Set struct {
	Train     string // what the classifier learnt from: Random, TrainD or TrainM
	Headlines string // Validation, Gold, In, Cross or Agnostic
	Init      string // what their generator began with; "" for those of people
	Items     []Item
}

// Setting is the number of the setting in the paper, 0 for sets that are in none.
func (s *Set) Setting() int {
	switch [2]string{s.Headlines, s.Train} {
	case [2]string{In, TrainD}:
		return 1
	case [2]string{In, TrainM}:
		return 2
	case [2]string{Cross, TrainD}:
		return 3
	case [2]string{Cross, TrainM}:
		return 4
	}
	return 0
}

// Title is what the set is called in tables: generated headlines by who wrote them for whom.
func (s *Set) Title() string {
	title := map[string]string{
		Validation: "validation", Gold: "gold", In: "in-newspaper", Cross: "cross-newspaper", Agnostic: "newspaper-agnostic",
	}[s.Headlines]
	if s.Train == Random {
		title = "held out"
	}
	if s.Init != "" {
		title += ", " + s.Init
	}
	return title
}

// Confusion counts headlines by whose they should be, then by whose they are judged to be.
func (s *Set) Confusion() (c [2][2]int) {
	for i := range s.Items {
		c[s.Items[i].Paper][s.Items[i].Judged]++
	}
	return c
}

// f1 is the F1 of both newspapers, 0 for one whose headlines are never found and to which none is given.
func f1(c [2][2]int) (f [2]float64) {
	for k := range f {
		if all := 2*c[k][k] + c[k][1-k] + c[1-k][k]; all > 0 {
			f[k] = 2 * float64(c[k][k]) / float64(all)
		}
	}
	return f
}

// average is the mean F1 of the items of some rows; NaN where they are of one newspaper.
func (s *Set) average(rows []int32) float64 {
	var c [2][2]int
	for _, i := range rows {
		c[s.Items[i].Paper][s.Items[i].Judged]++
	}
	if c[0][0]+c[0][1] == 0 || c[1][0]+c[1][1] == 0 {
		return math.NaN()
	}
	f := f1(c)
	return (f[0] + f[1]) / 2
}

// right is how many items are judged as they should be.
func (s *Set) right() (n int) {
	for i := range s.Items {
		if s.Items[i].Paper == s.Items[i].Judged {
			n++
		}
	}
	return n
}

// chance is what the best constant answer has right.
func (s *Set) chance() float64 {
	c := s.Confusion()
	n := c[0][0] + c[0][1]
	return float64(max(n, len(s.Items)-n)) / float64(len(s.Items))
}

// A Row is what a set comes to.
type Row struct {
	*Set
	N         int
	F1        [2]float64
	Average   float64
	Low, High float64 // of Average; NaN where there is no interval
	Accuracy  float64
}

// Results are everything that was judged.
type Results struct {
	Papers [2]string
	Inits  []string // what generators began with, in the order of the table
	Sets   []Set
	Human  []Human

	Seed      uint64
	Resamples int // for intervals; at least 1
}

const level = 0.95

// find is a set; nil where it was not judged.
func (r *Results) find(train, headlines, init string) *Set {
	for i := range r.Sets {
		if s := &r.Sets[i]; s.Train == train && s.Headlines == headlines && s.Init == init {
			return s
		}
	}
	return nil
}

func (r *Results) how() stat.Resampling {
	return stat.Resampling{Resamples: r.Resamples, Level: level, Workers: 1}
}

// rng is of its own for each thing that is resampled, whatever else there is.
func (r *Results) rng(of ...string) *rand.Rand {
	h := fnv.New64a()
	io.WriteString(h, strings.Join(of, "\x00"))
	return rand.New(rand.NewPCG(r.Seed, h.Sum64()))
}

// Rows are what all sets come to, with intervals by the bootstrap over headlines.
func (r *Results) Rows(ctx context.Context) (rows []Row, err error) {
	for i := range r.Sets {
		s := &r.Sets[i]
		if len(s.Items) == 0 {
			return nil, fmt.Errorf("no headlines are judged for %s, %s", s.Train, s.Title())
		}
		row := Row{Set: s, N: len(s.Items), F1: f1(s.Confusion()), Accuracy: float64(s.right()) / float64(len(s.Items))}
		row.Average = (row.F1[0] + row.F1[1]) / 2
		in, _, err := stat.Strata(ctx, []int{len(s.Items)}, func(rows [][]int32) float64 { return s.average(rows[0]) }, r.how(), r.rng("row", s.Train, s.Headlines, s.Init))
		if err != nil {
			return nil, err
		}
		row.Low, row.High = in.Low, in.High
		rows = append(rows, row)
	}
	return rows, nil
}

// share is a share of items with Clopper and Pearson's interval.
func (r *Results) share(ctx context.Context, values []float64, low float64) (stat.Interval, error) {
	in, err := stat.Means(ctx, []score.Sample{{Values: score.SeriesOf(values...), Low: low, High: 1}}, r.how(), r.rng("share"))
	if err != nil {
		return stat.Interval{}, err
	}
	return in[0], nil
}
