package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed"
	"hed/analysis"
	"hed/score"
	"hed/stat"
)

func TestParagraphs(t *testing.T) {
	a := analyse(t, table(40), analysis.Paired)
	methods := "We scored the headlines of 3 systems (alike, good and bad) for 40 documents by 3 measures with hed " + hed.Version + ". " +
		"Means have 95% intervals by Student's t corrected for skewness (Hall 1992) and the exact limits of Gaffke (2005). " +
		"All 3 pairs of systems were compared on every measure by Wilcoxon's signed-rank test on the differences by document, which does not assume that they are normal. " +
		"A difference is called significant where p, adjusted by Holm's method for the pairs of a measure and not for the number of measures, is below 0.05. " +
		"The size of an effect is the rank-biserial correlation r (negligible below 0.1, small below 0.3, medium below 0.5, else large), in the words of Cohen (1988). " +
		"The overall score is the mean of all measures, each mapped to 0–1; it is not tested."
	if d := cmp.Diff(methods, a.Methods()); d != "" {
		t.Error(d)
	}
	results := "The best overall score is that of alike, 0.587 (95% interval 0.568 to 0.607). " +
		"On up alike has the best mean, 0.440, significantly better than bad (p < 0.001, r = 1.00, large), not significantly better than good (p = 0.765, r = 0.06, negligible); 2 of 3 pairs differ significantly. " +
		"On down alike and good have the best mean, 3.60; alike is significantly better than bad (p < 0.001, r = 1.00, large); 2 of 2 pairs differ significantly. " +
		"No pair of systems was tested on flat, where scores are equal, too few or exact."
	if d := cmp.Diff(results, a.Results()); d != "" {
		t.Error(d)
	}
}

// Measures with other tests, and measures that others speak for.
func TestParagraphsOfKinds(t *testing.T) {
	tab := score.NewTable([]string{"a", "b"}, []score.Column{
		{Name: "m_r", Better: score.Higher, High: 1, Aside: true, Assume: "checked"},
		{Name: "m_f", Better: score.Higher, High: 1, Assume: "checked"},
		{Name: "n_f", Better: score.Higher, High: 1, Assume: "checked"},
		{Name: "right", Better: score.Higher, High: 1, Assume: "nothing"},
		{Name: "counted", Better: score.Lower, High: 100, Full: 100, Assume: "exact"},
	})
	for d := range 20 {
		x := float64(d) / 40
		tab.Append(fmt.Sprint(d), []float64{x, x, x, 0, 7, x + 0.1, x + 0.1 + x*x, x, float64(d % 2), 5})
	}
	a := analyse(t, tab, analysis.Paired)
	for _, want := range []string{
		"The two systems were compared on right by the exact sign test, since scores are one of two values; on counted by their exact values, without a test; on the others by Wilcoxon's signed-rank test",
		"significant where p is below 0.05; p is not adjusted for the number of measures.",
		"The overall score is the mean of m_f, n_f, right and counted, each mapped to 0–1;",
	} {
		if !strings.Contains(a.Methods(), want) {
			t.Errorf("%s\ndoes not have: %s", a.Methods(), want)
		}
	}
	results := "The best overall score is that of b, 0.526 (95% interval 0.449 to 0.603). " +
		"On m_f b has the best mean, 0.41, significantly better than a (p < 0.001, r = 1.00, large). " +
		"On right b has the best mean, 0.50, significantly better than a (p = 0.002, r = 1.00, large). " +
		"No pair of systems was tested on n_f and counted, where scores are equal, too few or exact."
	if d := cmp.Diff(results, a.Results()); d != "" {
		t.Error(d)
	}
}

// Of many systems only the range of effects is said.
func TestResultsOfMany(t *testing.T) {
	var names []string
	for s := range 10 {
		names = append(names, fmt.Sprintf("s%d", s))
	}
	tab := score.NewTable(names, columns[:1])
	for d := range 30 {
		var row []float64
		for s := range names {
			row = append(row, 0.5+float64((d*7+s*5)%11-5)/100-float64(s)/50)
		}
		tab.Append(fmt.Sprint(d), row)
	}
	a := analyse(t, tab, analysis.Paired)
	if !strings.HasPrefix(a.Methods(), "We scored the headlines of 10 systems for 30 documents by 1 measure with hed") {
		t.Error(a.Methods())
	}
	results := "The best overall score is that of s0, 0.501 (95% interval 0.489 to 0.513). " +
		"On up s0 has the best mean, 0.501, significantly better than 8 systems (r from 0.63 to 1.00, large), not significantly better than s1 (p = 0.313, r = 0.42, medium); 36 of 45 pairs differ significantly."
	if d := cmp.Diff(results, a.Results()); d != "" {
		t.Error(d)
	}
}

func TestResultsWithoutTests(t *testing.T) {
	tab := score.NewTable([]string{"a"}, columns)
	for d := range 4 {
		tab.Append(fmt.Sprint(d), []float64{0.5, 10, score.Absent})
	}
	a, err := analysis.Of(t.Context(), tab, analysis.Options{Intervals: stat.Resampling{Level: 0.95}})
	if err != nil {
		t.Fatal(err)
	}
	methods := "We scored the headlines of 1 system (a) for 4 documents by 3 measures with hed " + hed.Version + ". Means have 95% intervals by Student's t. " +
		"The overall score is the mean of all measures, each mapped to 0–1; it is not tested."
	results := "The overall score of a is 0.5000 (95% interval 0.5000 to 0.5000). Its means are up 0.5000 (95% interval 0.5000 to 0.5000) and down 10.0000 (95% interval 10.0000 to 10.0000)."
	if a.Methods() != methods || a.Results() != results {
		t.Errorf("got  %s %s\nwant %s %s", a.Methods(), a.Results(), methods, results)
	}
}

// A system that wins often and by little, and loses seldom and by much, is worse by the mean.
func TestResultsMixed(t *testing.T) {
	tab := score.NewTable([]string{"often", "much"}, columns[:1])
	for d := range 40 {
		row := []float64{0.5 + float64(d)/1000, 0.49}
		if d < 4 {
			row = []float64{0.1, 0.9}
		}
		tab.Append(fmt.Sprint(d), row)
	}
	a := analyse(t, tab, analysis.Paired)
	if want := "On up much has the best mean, 0.531, better by the mean but worse by ranks than often (p < 0.001, r = -0.62, large)."; !strings.HasSuffix(a.Results(), want) {
		t.Errorf("%s\ndoes not end in %s", a.Results(), want)
	}
}
