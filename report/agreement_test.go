package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"hed/report"
	"hed/score"
	"hed/stat/agree"
)

// groupOf is what many raters of one item could show.
func groupOf(raters int) *agree.Group {
	none := score.Value(score.Absent)
	g := &agree.Group{Value: "fluent", Result: &agree.Result{
		Krippendorff: agree.AlphaResult{Alpha: 0.5, Range: agree.Range{Low: 0.25, High: 0.75, N: 3, Warn: "few items"}, Level: agree.Interval},
		Fleiss:       agree.KappaResult{Kappa: none, Range: agree.Range{Low: none, High: none, Why: "all values are the same"}},
		Randolph:     agree.KappaResult{Kappa: none, Range: agree.Range{Low: none, High: none, Why: "all values are the same"}},
		Percent:      1, PercentRange: agree.Range{Low: 1, High: 1, N: 3},
		ICC:   &agree.ICCResult{Items: 1, Why: "one item"},
		Items: 3, Raters: raters,
	}}
	for i := range raters - 1 {
		g.Cohen = append(g.Cohen, agree.CohenResult{A: "a", B: fmt.Sprint("b", i), Weight: agree.Quadratic, KappaResult: agree.KappaResult{Kappa: 1, Range: agree.Range{Low: none, High: none, N: 2}}})
	}
	return g
}

func TestAgreement(t *testing.T) {
	two := []*agree.Group{groupOf(2)}
	var out bytes.Buffer
	if err := report.Text(&out, report.Agreement(two, "question", false), report.Style{Percent: true}); err != nil {
		t.Fatal(err)
	}
	const want = `question  measure                      value     low    high  items
fluent    krippendorff, interval       50.00   25.00   75.00      3
fluent    fleiss                                                  0
fluent    randolph                                                0
fluent    percent                     100.00  100.00  100.00      3
fluent    cohen, quadratic, a and b0  100.00                      2
fluent    ICC                                                     1
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	out.Reset()
	if err := report.CSV(&out, report.FullAgreement(two, ""), report.Style{}); err != nil {
		t.Fatal(err)
	}
	if want := "cohen, quadratic\",a,b0,1,,,2,\nICC,,,,,,1,one item\n"; !bytes.HasSuffix(out.Bytes(), []byte(want)) {
		t.Errorf("got\n%s\nwant at the end\n%s", &out, want)
	}
}

func TestAgreementNotes(t *testing.T) {
	got := report.AgreementNotes([]*agree.Group{groupOf(2)}, "", "")
	want := []string{"3 items, 2 raters", "krippendorff, interval: few items", "fleiss; randolph: undefined, all values are the same", "ICC: undefined, one item"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	many := []*agree.Group{groupOf(12)}
	if got := report.AgreementNotes(many, "question", "which the file has"); !slices.Contains(got, "question fluent: cohen is of 11 pairs of raters, which the file has") {
		t.Errorf("got %q", got)
	}
	if shown, all := len(report.Agreement(many, "", false).Rows), len(report.Agreement(many, "", true).Rows); shown != 5 || all != 16 {
		t.Errorf("%d rows of %d", shown, all)
	}
}
