package run

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"hed/analysis"
	"hed/evaluate"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// Scores are what the headlines of some systems got.
type Scores struct {
	Documents int
	Columns   []score.Column

	table *score.Table
	spill *score.Spill // that the table is in where it is long
	o     *Options
}

// Close gives back what is on disk.
func (s *Scores) Close() error { return s.spill.Close() }

// Score scores the headlines of the systems of the options, without a folder: what
// is about results and their analysis is not looked at. row, if not nil, takes the
// values of each headline, in the order of the documents and then of the systems. The caller closes what it returns.
func Score(ctx context.Context, o Options, row func(doc, system string, values []float64) error) (scores *Scores, err error) {
	if o.Plan.ReadsTwice() && o.State == "" {
		defer o.Paths.Again()()
	}
	job, _, err := o.open(ctx)
	if err != nil {
		return nil, err
	}
	columns := job.Columns()
	s := &Scores{o: &o, table: score.NewTable(job.Names(), columns)}
	if s.spill, err = score.NewSpill(""); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			scores = nil
			s.Close()
		}
	}()
	defer s.spill.Catch(&err)
	s.table.SpillTo(s.spill)
	width := score.Width(columns)
	sum, err := job.Run(ctx, func(r *evaluate.Row) error {
		s.table.Append(r.Doc.ID, r.Values)
		if row == nil {
			return nil
		}
		for i, name := range s.table.Systems() {
			if err := row(r.Doc.ID, name, r.Values[i*width:][:len(columns)]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	o.tell(Event{Kind: Scored, Done: sum.Docs})
	s.Documents, s.Columns = sum.Docs, sum.Sign(job.Metrics)
	o.warn(Warnings(job, sum))
	for _, n := range Notes(job, sum) {
		o.tell(Event{Kind: Note, Text: n})
	}
	return s, nil
}

// ScoreItems is Score, and writes a row for each headline: the id, the system if there are
// several, and the values of all columns. Texts are as they are if raw.
func ScoreItems(ctx context.Context, o Options, w io.Writer, raw bool) (*Scores, error) {
	names, labels := append([]string{"id"}, score.Names(o.Plan.Columns())...), 1
	if len(o.Systems) > 1 {
		names, labels = slices.Insert(names, 1, "system"), 2
	}
	rows := score.NewWriter(w, names...)
	rows.Raw = raw
	s, err := Score(ctx, o, func(doc, system string, values []float64) error {
		return rows.Write(values, []string{doc, system}[:labels]...)
	})
	if err != nil {
		return nil, err
	}
	if err := rows.Flush(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// ParseScored reads which headlines are scored: one FILE or several NAME=FILE.
func ParseScored(from string, list []string) ([]System, error) {
	if len(list) == 1 {
		if name, _, named := strings.Cut(list[0], "="); !named || strings.ContainsAny(name, `/\`) {
			return []System{{Name: "hyp", File: list[0]}}, nil
		}
	}
	return ParseSystems(from, list)
}

// ScoreMeans are the means of all measures, as JSON has them: those of one system, or
// of each of several.
type ScoreMeans struct {
	N       int            `json:"n"`
	Metrics []ScoreMean    `json:"metrics,omitempty"`
	Systems []ScoredSystem `json:"systems,omitempty"`

	Columns []score.Column `json:"-"` // with complete signatures
	How     string         `json:"-"` // methods of the intervals, as signatures name them
}

// A ScoredSystem is what one of several systems got.
type ScoredSystem struct {
	Name    string      `json:"name"`
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

// Means makes the means with intervals. All systems have the same resamples.
func (s *Scores) Means(ctx context.Context) (m *ScoreMeans, err error) {
	defer s.spill.Catch(&err)
	s.o.tell(Event{Kind: Doing, Text: "making intervals"})
	m = &ScoreMeans{N: s.Documents, Columns: slices.Clone(s.Columns)}
	names := s.table.Systems()
	all := make([][]stat.Interval, len(names)) // by system and column
	for i := range names {
		var err error
		all[i], err = stat.Means(ctx, s.table.Samples(i), s.o.analysis().Intervals, rand.New(rand.NewPCG(s.o.Seed, 0)))
		if err != nil {
			return nil, err
		}
	}
	of := func(column int) (means []stat.Interval) {
		for i := range all {
			means = append(means, all[i][column])
		}
		return means
	}
	s.o.sign(m.Columns, of)
	var missing []string
	for c, col := range m.Columns {
		if slices.ContainsFunc(of(c), stat.Interval.Missing) {
			missing = append(missing, col.Name)
		}
	}
	s.o.warn(analysis.NoIntervals(missing))
	for i, name := range names {
		metrics := make([]ScoreMean, len(m.Columns))
		for c, col := range m.Columns {
			in := all[i][c]
			metrics[c] = ScoreMean{col.Name, score.Value(in.Mean), score.Value(in.Low), score.Value(in.High), col.String()}
		}
		m.Systems = append(m.Systems, ScoredSystem{name, metrics})
	}
	m.How = stat.Methods(slices.Concat(all...))
	if len(m.Systems) == 1 {
		m.Metrics, m.Systems = m.Systems[0].Metrics, nil
	}
	return m, nil
}

// Table has a row for each measure, or for each measure and system.
func (m *ScoreMeans) Table() *report.Table {
	t := report.NewTable("measure")
	if m.Systems != nil {
		t = report.NewTable("measure", "system")
	}
	t.Fractions("mean", "low", "high")
	t.Columns = append(t.Columns, report.Column{Name: "signature"})
	for _, c := range m.Metrics {
		t.Add(c.Name, c.Mean, c.Low, c.High, c.Signature)
	}
	if m.Systems != nil {
		for i, c := range m.Systems[0].Metrics {
			for _, s := range m.Systems {
				t.Add(c.Name, s.Name, s.Metrics[i].Mean, s.Metrics[i].Low, s.Metrics[i].High, c.Signature)
			}
		}
	}
	return t
}
