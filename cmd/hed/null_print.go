package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"hed/cmd/hed/internal/cli"
	"hed/report"
	"hed/stat"
)

// A nullResult is what -f json prints.
type nullResult struct {
	Level     float64      `json:"level"`
	Trials    int          `json:"trials"`
	Test      string       `json:"test"`
	Resamples int          `json:"resamples,omitempty"` // in a trial, of a test by resampling
	Seed      uint64       `json:"seed"`
	Systems   []string     `json:"systems"`
	Columns   []nullColumn `json:"columns"`
}

type nullColumn struct {
	Column    string `json:"column"`
	Documents int    `json:"documents"`
	// Two systems, trials that a test by ranks was chosen for, or one by resampling.
	Ranks     *nullRate  `json:"ranks,omitempty"`
	Resampled *nullRate  `json:"resampled,omitempty"`
	Tukey     nullRate   `json:"tukey"` // the others
	Family    familyRate `json:"family"`
}

type nullRate struct {
	Trials    int      `json:"trials"`
	Undefined int      `json:"undefined"` // of them, and not rejected
	Rate      *float64 `json:"rate"`
	Why       string   `json:"why,omitempty"`
}

type familyRate struct {
	Trials int      `json:"trials"`
	Rate   *float64 `json:"rate"`
	Why    string   `json:"why,omitempty"`
}

func rateOf(r stat.Rejections) nullRate {
	return nullRate{Trials: r.Trials, Undefined: r.Pairs - r.Defined, Rate: present(r.Rate()), Why: whyNoRate(r)}
}

func familyOf(r stat.Rejections) familyRate {
	return familyRate{r.Trials, present(r.FamilyRate()), whyNoRate(r)}
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
func (c *nullColumn) other() *nullRate { return cmp.Or(c.Ranks, c.Resampled) }

// other is what the rate of the test that is not Tukey's is called.
func (res *nullResult) other() string {
	if res.Resamples > 0 {
		return "resampled"
	}
	return "ranks"
}

func (n *nullTrial) print(res *nullResult) error {
	other := res.other()
	t := &report.Table{Columns: []report.Column{
		{Name: "column"}, {Name: "documents"}, {Name: other, Fraction: true}, {Name: other + "_trials"},
		{Name: "tukey", Fraction: true}, {Name: "tukey_trials"}, {Name: "family", Fraction: true},
	}}
	for _, c := range res.Columns {
		t.Rows = append(t.Rows, []report.Cell{
			report.Label(c.Column), report.Count(c.Documents), maybeNumber(c.other().Rate), report.Count(c.other().Trials),
			maybeNumber(c.Tukey.Rate), report.Count(c.Tukey.Trials), maybeNumber(c.Family.Rate),
		})
	}
	if err := n.Output.Print(n.Stdout, t, res); err != nil || n.As == "json" || n.As == "csv" {
		return err
	}
	said := []string{
		fmt.Sprintf("False differences at the level %g in %s each of systems that do not differ.", res.Level, cli.Count(res.Trials, "trial")),
		other + ", tukey: of two systems, by the test chosen; family: any of " + cli.Count(len(res.Systems), "system") + ", corrected.",
		res.verdict(),
	}
	if untried := res.untried(); untried != "" {
		said = append(said, untried)
	}
	prefix := "\n"
	if n.As == "latex" {
		prefix = "% "
	}
	_, err := fmt.Fprintln(n.Stdout, prefix+strings.Join(said, "\n"+strings.TrimPrefix(prefix, "\n")))
	return err
}

// verdict names the rates that are above the level by more than the trials can
// account for: three standard errors.
func (res *nullResult) verdict() string {
	var above []string
	check := func(c *nullColumn, what string, known *float64, trials int) {
		if known == nil {
			return
		}
		if rate := *known; rate > res.Level+3*math.Sqrt(float64(res.Level*(1-res.Level))/float64(trials)) {
			above = append(above, fmt.Sprintf("%s of %s with %s (%.4f)", what, c.Column, cli.Count(c.Documents, "document"), rate))
		}
	}
	for i := range res.Columns {
		c := &res.Columns[i]
		check(c, res.other(), c.other().Rate, c.other().Trials)
		check(c, "tukey", c.Tukey.Rate, c.Tukey.Trials)
		check(c, "family", c.Family.Rate, c.Family.Trials)
	}
	if len(above) == 0 {
		return "No rate is above the level by more than three standard errors."
	}
	return "Above the level by more than three standard errors: " + strings.Join(above, "; ") + "."
}

// untried names what nothing was learnt of, empty where there is no such column.
func (res *nullResult) untried() string {
	var names []string
	for _, c := range res.Columns {
		if c.Family.Rate == nil {
			names = append(names, fmt.Sprintf("%s with %s", c.Column, cli.Count(c.Documents, "document")))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Undefined in every trial, so without a rate: " + strings.Join(names, "; ") + "."
}
