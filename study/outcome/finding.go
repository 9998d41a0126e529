package outcome

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"hed/score"
	"hed/stat"
	"hed/stat/agree"
	"hed/study"
)

// Options of Of.
type Options struct {
	// Resamples of the cases give the intervals; with 0 agreement has none, and means have Student's t.
	Resamples int
	Seed      uint64
	Workers   int
	// By is a question about judges, by which the answers are split; "" does not split them.
	By string
}

// A Finding is what the answers to one question show.
type Finding struct {
	Question *study.Question
	Level    agree.Level
	Answers  int // what judges answered; a rank is one
	judges   int // who answered
	Agreement
	// Systems has one for each of the study's, where the question is about headlines.
	Systems []System
	// Pairs has one for each two systems, where it is about pairs of headlines.
	Pairs []Pair
	// Friedman tests whether the systems differ, Tests each two of them, on the means
	// of cases. There are none for questions about cases or pairs.
	Friedman stat.Result
	Tests    []Test
	// Better is which way values of systems are better.
	Better score.Better
}

// Agreement is how far judges agree.
type Agreement struct {
	Alpha   agree.Agreement // Krippendorff's, at the level of the question
	Fleiss  agree.Agreement
	Percent agree.Agreement
}

// A System is what a question shows of a system.
type System struct {
	Name string
	Agreement
	Ratings int
	// Value is the share of yes, the share of cases in which it was chosen, the mean
	// of a scale, or the mean place; score.Absent without a rating.
	Value float64
	// Interval is that of Value over cases, First that of the first of Shares as a figure has them: yes, the top of a scale,
	// the first place.
	Interval, First stat.Interval
	// Shares are those of the values, lowest first: no and yes, the steps of the
	// scale, the places. None for a choice.
	Shares []float64
	// Total and Most are the mean over judges of the sum over cases and what that
	// could be at most, as NumHG prints them; a rank counts backwards, so that the
	// first of five scores 5. Absent for yes and no, and for a choice.
	Total, Most float64
}

// Share is Total as a share of Most.
func (s *System) Share() float64 { return s.Total / s.Most }

// A Pair is what a question shows of two systems.
type Pair struct {
	A, B string
	Agreement
	Ratings  int
	Value    float64 // share of yes
	Interval stat.Interval
}

// A Test compares two systems on the means of cases: Wilcoxon's signed-rank test,
// adjusted for the number of pairs by Holm's method.
type Test struct {
	A, B     string
	Result   stat.Result
	Adjusted float64
}

// undefined is the result of a test that was not made.
var undefined = stat.Result{P: math.NaN(), Statistic: math.NaN()}

// level is what may be made of the answers to a question.
func level(q *study.Question) agree.Level {
	if q.Kind == study.Scale || q.Kind == study.Rank {
		return agree.Ordinal
	}
	return agree.Nominal
}

// Find finds what the answers to a question show.
func (d *Data) Find(ctx context.Context, q *study.Question, o Options) (*Finding, error) {
	ratings := d.Ratings(q)
	f := &Finding{Question: q, Level: level(q), Friedman: undefined}
	answered := map[[2]any]bool{}
	for _, r := range ratings {
		answered[[2]any{r.Judge, r.Case}] = true
	}
	f.Answers = len(ratings)
	if q.Kind == study.Rank {
		f.Answers = len(answered)
	}
	f.judges = judges(ratings)
	var err error
	if f.Agreement, err = o.agreement(ctx, f.Level, ratings); err != nil {
		return nil, err
	}
	switch {
	case q.Each == study.EachPair:
		return f, d.pairs(ctx, f, ratings, o)
	case q.Kind == study.FreeText || q.Kind == study.Numeral || q.Kind == study.Choice && q.Of != study.OfHeadlines:
		return f, nil
	}
	f.Better = score.Higher
	if q.Kind == study.Rank {
		f.Better = score.Lower
	}
	if err := d.systems(ctx, f, ratings, o); err != nil {
		return nil, err
	}
	f.Friedman, f.Tests = d.compare(q, ratings)
	return f, nil
}

// judges is how many people the ratings are of.
func judges(ratings []Rating) int {
	who := map[string]bool{}
	for i := range ratings {
		who[ratings[i].Judge] = true
	}
	return len(who)
}

// agreement measures how far judges agree. The same resamples serve every measure. They are of cases: headlines
// of one case were judged by the same judges beside each other, so that five of one tell less than five of five.
func (o *Options) agreement(ctx context.Context, l agree.Level, ratings []Rating) (a Agreement, err error) {
	rows := make([]agree.Row, len(ratings))
	for i := range ratings {
		r := &ratings[i]
		rows[i] = agree.Row{Item: r.item(), Rater: r.Judge, Value: r.Value, Case: strconv.Itoa(r.Case)}
	}
	r, err := agree.New(rows)
	if err != nil {
		return a, err
	}
	of := func(m agree.Measure) (got agree.Agreement) {
		switch {
		case err != nil:
		case o.Resamples == 0:
			got, err = r.Agreement(m)
		default:
			how := stat.Resampling{Resamples: o.Resamples, Level: 0.95, Workers: o.Workers}
			got, err = r.Bootstrap(ctx, m, how, rand.New(rand.NewPCG(o.Seed, 0)))
		}
		return got
	}
	return Agreement{of(agree.Alpha{Level: l}), of(agree.Fleiss{}), of(agree.Percent{})}, err
}

// pairs finds how often each two systems were said to go together. Ratings have their two
// systems in the study's order, whichever headline stood first.
func (d *Data) pairs(ctx context.Context, f *Finding, ratings []Rating, o Options) (err error) {
	for i, a := range d.Study.Systems {
		for _, b := range d.Study.Systems[i+1:] {
			of := filter(ratings, func(r *Rating) bool { return r.System == a && r.Other == b })
			p := Pair{A: a, B: b, Ratings: len(of), Value: mean(of, yes)}
			if p.Agreement, err = o.agreement(ctx, f.Level, of); err != nil {
				return err
			}
			if p.Interval, err = o.interval(ctx, of, worth(yes), share); err != nil {
				return err
			}
			f.Pairs = append(f.Pairs, p)
		}
	}
	return nil
}

// systems finds what each system got. The agreement of a choice is not by system: a judge
// chooses among all headlines of a case, so there is one item a case.
func (d *Data) systems(ctx context.Context, f *Finding, ratings []Rating, o Options) (err error) {
	q := f.Question
	for _, name := range d.Study.Systems {
		s := System{Name: name, Total: score.Absent, Most: score.Absent}
		if q.Kind == study.Choice { // a rating is about all headlines of its case
			s.Ratings = len(ratings)
			chosen := func(v string) float64 { return truth(v == name) }
			s.Value = mean(ratings, chosen)
			if s.Interval, err = o.interval(ctx, ratings, worth(chosen), share); err != nil {
				return err
			}
			f.Systems = append(f.Systems, s)
			continue
		}
		of := filter(ratings, func(r *Rating) bool { return r.System == name })
		s.Ratings = len(of)
		if s.Agreement, err = o.agreement(ctx, f.Level, of); err != nil {
			return err
		}
		low, high := ends(d.Study, q)
		s.Value = mean(of, number(q))
		if s.Interval, err = o.interval(ctx, of, worth(number(q)), within{float64(low), float64(high)}); err != nil {
			return err
		}
		is := func(v int) func(string) float64 {
			return func(x string) float64 { return truth(number(q)(x) == float64(v)) }
		}
		for v := low; v <= high; v++ {
			s.Shares = append(s.Shares, mean(of, is(v)))
		}
		best := high
		if q.Kind == study.Rank {
			best = low
		}
		if s.First, err = o.interval(ctx, of, worth(is(best)), share); err != nil {
			return err
		}
		if q.Kind != study.YesNo {
			s.total(q, of, high)
		}
		f.Systems = append(f.Systems, s)
	}
	return nil
}

// total is the mean over judges of what they gave, for as many cases as were judged.
func (s *System) total(q *study.Question, of []Rating, high int) {
	if len(of) == 0 {
		return
	}
	cases := map[int]bool{}
	for _, r := range of {
		cases[r.Case] = true
	}
	points := mean(of, number(q))
	if q.Kind == study.Rank {
		points = float64(high) + 1 - points
	}
	// Equal to the mean of the judges' sums where each judged all cases, and what that
	// would be at the same rate where some judged fewer.
	s.Total, s.Most = points*float64(len(cases)), float64(high*len(cases))
}

// ends are the lowest and the highest value of a question about headlines.
func ends(s *study.Study, q *study.Question) (low, high int) {
	switch q.Kind {
	case study.YesNo:
		return 0, 1
	case study.Rank:
		return 1, len(s.Systems)
	}
	return q.From, q.To
}

// number is the value of an answer.
func number(q *study.Question) func(string) float64 {
	if q.Kind == study.YesNo {
		return yes
	}
	return func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return score.Absent
		}
		return v
	}
}

func yes(s string) float64 { return truth(s == "yes") }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// mean is absent without ratings.
func mean(of []Rating, value func(string) float64) float64 {
	sum := 0.0
	for i := range of {
		sum += value(of[i].Value)
	}
	if len(of) == 0 {
		return score.Absent
	}
	return sum / float64(len(of))
}

func filter(ratings []Rating, keep func(*Rating) bool) []Rating {
	var out []Rating
	for i := range ratings {
		if keep(&ratings[i]) {
			out = append(out, ratings[i])
		}
	}
	return out
}

// Significant is how many other systems a system differs from significantly, by the
// Tests of a question about headlines.
func (d *Data) Significant(q *study.Question, system string) int {
	n := 0
	_, tests := d.compare(q, d.Ratings(q))
	for _, t := range tests {
		if (t.A == system || t.B == system) && t.Adjusted < level05 {
			n++
		}
	}
	return n
}

// Finds is Significant for other answers to the cases of the study, such as those of a
// simulation. It may be called from several goroutines at once.
func (d *Data) Finds(system string) func(*study.Question, []study.Answer) int {
	return func(q *study.Question, answers []study.Answer) int {
		other := Data{Snapshot: study.Snapshot{Study: d.Study, Cases: d.Cases, Answers: answers}}
		return other.Significant(q, system)
	}
}

// level05 is where p is significant.
const level05 = 0.05

// compare tests whether systems differ in the means of cases over judges. Cases are the
// sample: judges of one case are not independent of each other, so that to test their
// answers one by one would find differences that are none.
func (d *Data) compare(q *study.Question, ratings []Rating) (friedman stat.Result, tests []Test) {
	value := number(q)
	means := make([][]float64, len(d.Study.Systems)) // by system and case
	for i := range means {
		means[i] = make([]float64, len(d.Cases))
		count := make([]float64, len(d.Cases))
		for k := range ratings {
			r := &ratings[k]
			switch {
			case q.Kind == study.Choice:
				means[i][r.Case] += truth(r.Value == d.Study.Systems[i])
			case r.System == d.Study.Systems[i]:
				means[i][r.Case] += value(r.Value)
			default:
				continue
			}
			count[r.Case]++
		}
		for c := range means[i] {
			means[i][c] /= count[c] // absent where nobody judged
		}
	}
	// Friedman's test of two systems would be the sign test, of which the signed-rank test
	// below knows more.
	friedman = undefined
	if len(means) > 2 {
		friedman = stat.Friedman(means...)
	}
	var p []float64
	for a := range means {
		for b := a + 1; b < len(means); b++ {
			r := stat.SignedRank(means[a], means[b])
			tests = append(tests, Test{A: d.Study.Systems[a], B: d.Study.Systems[b], Result: r})
			p = append(p, r.P)
		}
	}
	for i, v := range stat.Holm(p) {
		tests[i].Adjusted = v
	}
	return friedman, tests
}

// Best are the systems in the order of a finding, the best first.
func (f *Finding) Best() []System {
	order := slices.Clone(f.Systems)
	slices.SortStableFunc(order, func(a, b System) int {
		switch x, y := a.Value, b.Value; {
		case score.IsAbsent(x) || score.IsAbsent(y):
			return int(truth(score.IsAbsent(x)) - truth(score.IsAbsent(y)))
		case x == y:
			return 0
		case (x > y) == (f.Better == score.Higher):
			return -1
		}
		return 1
	})
	return order
}
