package run

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/analysis"
	"hed/internal/count"
	"hed/internal/option"
	"hed/report"
	"hed/score"
	"hed/stat"
)

// NullOptions say how a null trial goes.
type NullOptions struct {
	Documents []int // to draw for a trial; empty for NullDocuments
	Trials    int   // for each measure and number of documents
	Test      analysis.Test
	Resamples int // in a trial, of a test by resampling
	Seed      uint64
	Workers   int
	Progress  func(done, all int) // may be nil
}

// NullDocuments are how many documents are drawn unless the user says otherwise, as
// far as there are so many.
var NullDocuments = []int{50, 500}

// Null tries the test of every column on systems that do not differ, made of those
// of an evaluation; see analysis.Null.
func Null(ctx context.Context, f *Finished, o NullOptions) (*NullResult, error) {
	res := &NullResult{NullSettings: o.of(f)}
	err := o.each(f, func(col *score.Column, values [][]float64, null analysis.Null) (bool, error) {
		rates, tested, err := null.Run(ctx, col.Assume, values)
		if err != nil || !tested {
			return false, err
		}
		one := NullColumn{Column: col.Name, Documents: null.Documents, Tukey: rateOf(rates.Two.Tukey), Family: familyOf(rates.All.All())}
		other := rateOf(rates.Two.Other)
		if null.Test.Resamples() {
			one.Resampled = &other
		} else {
			one.Ranks = &other
		}
		res.Columns = append(res.Columns, one)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// of are the settings that results have.
func (o *NullOptions) of(f *Finished) NullSettings {
	s := NullSettings{Level: 1 - Confidence, Trials: o.Trials, Test: string(o.Test), Seed: o.Seed, Systems: f.Record.Systems}
	if o.Test.Resamples() {
		s.Resamples = o.Resamples
	}
	for _, c := range f.Table.Columns() {
		if c.Pool != nil {
			s.pooled = append(s.pooled, c.Name)
		}
	}
	return s
}

// each makes the trials of every measure and number of documents. try reports whether the measure
// can be tested.
func (o *NullOptions) each(f *Finished, try func(col *score.Column, values [][]float64, null analysis.Null) (bool, error)) error {
	if systems := f.Record.Systems; len(systems) < 2 {
		return fmt.Errorf("%s %s: has one system, %s; two are needed", option.Name("scores"), f.Folder, systems[0])
	}
	if err := o.settle(f); err != nil {
		return err
	}
	null := analysis.Null{Test: o.Test, Level: 1 - Confidence, Trials: o.Trials, Resamples: o.Resamples, Seed: o.Seed, Workers: o.Workers}
	columns, some := f.Table.Columns(), false
	for c := range columns {
		values := f.Values(c)
		for i, documents := range o.Documents {
			if o.Progress != nil {
				o.Progress(c*len(o.Documents)+i, len(columns)*len(o.Documents))
			}
			null.Documents = documents
			tested, err := try(&columns[c], values, null)
			if err != nil {
				return err
			}
			some = some || tested
		}
	}
	if !some {
		return fmt.Errorf("%s %s: all columns are exact, so there is nothing to test", option.Name("scores"), f.Folder)
	}
	return nil
}

// settle sees that as many documents can be drawn.
func (o *NullOptions) settle(f *Finished) error {
	have := f.Table.Len()
	if len(o.Documents) == 0 {
		o.Documents = slices.DeleteFunc(slices.Clone(NullDocuments), func(d int) bool { return d > have })
		if len(o.Documents) < len(NullDocuments) {
			o.Documents = append(o.Documents, have)
		}
	}
	if have < 2 {
		return fmt.Errorf("%s has %s; two are needed at least", f.Folder, count.Of(have, "document"))
	}
	o.Documents = slices.Compact(slices.Sorted(slices.Values(o.Documents)))
	for _, d := range o.Documents {
		if d < 2 || d > have {
			return option.Errorf("documents", " %d: %s has %s; want 2 to as many", d, f.Folder, count.Of(have, "document"))
		}
	}
	return nil
}

// NullSettings are what was tried.
type NullSettings struct {
	Level     float64  `json:"level"`
	Trials    int      `json:"trials"`
	Test      string   `json:"test"`
	Resamples int      `json:"resamples,omitempty"` // in a trial, of a test by resampling
	Seed      uint64   `json:"seed"`
	Systems   []string `json:"systems"`
	pooled    []string // measures whose values of a corpus are made of counts
}

// aside is a note on measures that an evaluation tests in another way.
func (s *NullSettings) aside() []string {
	if len(s.pooled) == 0 {
		return nil
	}
	return []string{"Here single headlines are compared by " + strings.Join(s.pooled, ", ") + "; an evaluation exchanges their counts, and compares what all of them make."}
}

// A NullResult is how often systems that do not differ were told apart.
type NullResult struct {
	NullSettings
	Columns []NullColumn `json:"columns"`
}

// A NullColumn is that for a measure and a number of documents.
type NullColumn struct {
	Column    string `json:"column"`
	Documents int    `json:"documents"`
	// Two systems, trials that a test by ranks was chosen for, or one by resampling.
	Ranks     *NullRate  `json:"ranks,omitempty"`
	Resampled *NullRate  `json:"resampled,omitempty"`
	Tukey     NullRate   `json:"tukey"` // the others
	Family    FamilyRate `json:"family"`
}

// A NullRate is the share of trials in which two systems were told apart.
type NullRate struct {
	Trials    int         `json:"trials"`
	Undefined int         `json:"undefined"` // of them, and not rejected
	Rate      score.Value `json:"rate"`
	Why       string      `json:"why,omitempty"`
}

// A FamilyRate is the share in which any two of all systems were.
type FamilyRate struct {
	Trials int         `json:"trials"`
	Rate   score.Value `json:"rate"`
	Why    string      `json:"why,omitempty"`
}

func rateOf(r stat.Rejections) NullRate {
	return NullRate{Trials: r.Trials, Undefined: r.Pairs - r.Defined, Rate: score.Value(r.Rate()), Why: whyNoRate(r)}
}

func familyOf(r stat.Rejections) FamilyRate {
	return FamilyRate{r.Trials, score.Value(r.FamilyRate()), whyNoRate(r)}
}

// whyNoRate is empty where there is a rate.
func whyNoRate(r stat.Rejections) string {
	switch {
	case r.Trials == 0:
		return "the test was never chosen"
	case r.Defined == 0:
		return "the test was undefined in every trial"
	}
	return ""
}

// other is the rate of the test that is not Tukey's.
func (c *NullColumn) other() *NullRate { return cmp.Or(c.Ranks, c.Resampled) }

// Other is what the rate of the test that is not Tukey's is called.
func (res *NullResult) Other() string {
	if res.Resamples > 0 {
		return "resampled"
	}
	return "ranks"
}

// Verdict names the rates that are above the level by more than the trials can
// account for: three standard errors.
func (res *NullResult) Verdict() string {
	var above []string
	check := func(c *NullColumn, what string, known score.Value, trials int) {
		// An absent rate is above nothing.
		if rate := float64(known); rate > res.Level+3*math.Sqrt(float64(res.Level*(1-res.Level))/float64(trials)) {
			above = append(above, fmt.Sprintf("%s of %s with %s (%.4f)", what, c.Column, count.Of(c.Documents, "document"), rate))
		}
	}
	for i := range res.Columns {
		c := &res.Columns[i]
		check(c, res.Other(), c.other().Rate, c.other().Trials)
		check(c, "tukey", c.Tukey.Rate, c.Tukey.Trials)
		check(c, "family", c.Family.Rate, c.Family.Trials)
	}
	if len(above) == 0 {
		return "No rate is above the level by more than three standard errors."
	}
	return "Above the level by more than three standard errors: " + strings.Join(above, "; ") + "."
}

// Untried names what nothing was learnt of, empty where there is no such column.
func (res *NullResult) Untried() string {
	var names []string
	for _, c := range res.Columns {
		if c.Family.Rate.Absent() {
			names = append(names, fmt.Sprintf("%s with %s", c.Column, count.Of(c.Documents, "document")))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Undefined in every trial, so without a rate: " + strings.Join(names, "; ") + "."
}

// Notes say how to read the table, and what stands out.
func (res *NullResult) Notes() []string {
	said := []string{
		fmt.Sprintf("False differences at the level %g in %s each of systems that do not differ.", res.Level, count.Of(res.Trials, "trial")),
		res.Other() + ", tukey: of two systems, by the test chosen; family: any of " + count.Of(len(res.Systems), "system") + ", corrected.",
		res.Verdict(),
	}
	if untried := res.Untried(); untried != "" {
		said = append(said, untried)
	}
	return append(said, res.aside()...)
}

// Table has a row for each measure and number of documents.
func (res *NullResult) Table() *report.Table {
	other := res.Other()
	t := &report.Table{Columns: []report.Column{
		{Name: "column"}, {Name: "documents"}, {Name: other, Fraction: true}, {Name: other + "_trials"},
		{Name: "tukey", Fraction: true}, {Name: "tukey_trials"}, {Name: "family", Fraction: true},
	}}
	for _, c := range res.Columns {
		t.Add(c.Column, c.Documents, c.other().Rate, c.other().Trials, c.Tukey.Rate, c.Tukey.Trials, c.Family.Rate)
	}
	return t
}
