package run

import (
	"context"
	"math/rand/v2"

	"hed/evaluate"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// Scores are what the headlines of one system got.
type Scores struct {
	Documents int
	Columns   []score.Column // with complete signatures

	values []*score.Series // by column
	o      *Options
}

// Score scores the headlines of the one system of the options, without a folder: what
// is about results and their analysis is not looked at. row, if not nil, takes the
// values of each headline, in the order of the documents.
func Score(ctx context.Context, o Options, row func(*evaluate.Row) error) (*Scores, error) {
	if o.Plan.ReadsTwice() && o.State == "" {
		defer o.Paths.Again()()
	}
	job, _, err := o.open(ctx)
	if err != nil {
		return nil, err
	}
	s := &Scores{o: &o}
	for range job.Columns() {
		s.values = append(s.values, new(score.Series))
	}
	sum, err := job.Run(ctx, func(r *evaluate.Row) error {
		for c, v := range r.Values {
			s.values[c].Append(v)
		}
		if row == nil {
			return nil
		}
		return row(r)
	})
	if err != nil {
		return nil, err
	}
	o.tell(Event{Kind: Scored, Done: sum.Docs})
	s.Documents, s.Columns = sum.Docs, sum.Sign(job.Metrics, o.signature()...)
	o.warn(Warnings(job, sum))
	for _, n := range Notes(job, sum) {
		o.tell(Event{Kind: Note, Text: n})
	}
	return s, nil
}

// ScoreMeans are the means of all measures, as JSON has them.
type ScoreMeans struct {
	N       int         `json:"n"`
	Metrics []ScoreMean `json:"metrics"`
}

// A ScoreMean is the mean of a measure with its interval.
type ScoreMean struct {
	Name      string      `json:"name"`
	Mean      score.Value `json:"mean"`
	Low       score.Value `json:"low"`
	High      score.Value `json:"high"`
	Signature string      `json:"signature"`
}

// Means makes the means, with intervals by resampling or Student's t.
func (s *Scores) Means(ctx context.Context) (*ScoreMeans, error) {
	s.o.tell(Event{Kind: Doing, Text: "making intervals"})
	how := s.o.analysis().Intervals
	intervals, err := stat.Means(ctx, s.values, how, rand.New(rand.NewPCG(s.o.Seed, 0)))
	if err != nil {
		return nil, err
	}
	m := &ScoreMeans{N: s.Documents}
	for c, col := range s.Columns {
		in := intervals[c]
		m.Metrics = append(m.Metrics, ScoreMean{col.Name, score.Value(in.Mean), score.Value(in.Low), score.Value(in.High), col.String()})
	}
	return m, nil
}

// Table has a row for each measure.
func (m *ScoreMeans) Table() *report.Table {
	t := report.NewTable("measure").Fractions("mean", "low", "high")
	t.Columns = append(t.Columns, report.Column{Name: "signature"})
	for _, c := range m.Metrics {
		t.Add(c.Name, c.Mean, c.Low, c.High, c.Signature)
	}
	return t
}
