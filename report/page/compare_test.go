package page_test

import (
	"bytes"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"hed/analysis"
	"hed/internal/browser"
	"hed/internal/golden"
	"hed/report"
	"hed/report/page"
	"hed/score"
	"hed/stat"
)

// comparison has a row for each way that a measure may go.
func comparison() *page.Comparison {
	one := func(name string, better score.Better, mean, low, high, margin, bound float64, v analysis.Verdict) analysis.Change {
		return analysis.Change{
			Column: score.Column{Name: name, Better: better, High: 1}, Old: 0.5, New: 0.5 + mean, Difference: stat.Interval{Mean: mean, Low: low, High: high, N: 120},
			P: 0.02, Adjusted: 0.04, Margin: margin, Bound: bound, Beyond: math.NaN(), Verdict: v, Gated: true,
		}
	}
	nan := math.NaN()
	free := one("we_c", score.Higher, -0.04, -0.06, -0.02, 0, nan, analysis.Worse)
	free.Gated = false
	lost := one("rouge2_f", score.Higher, 0.001, -0.001, 0.003, 0.01, 0.0005, analysis.WithinMargin)
	lost.OnlyOld, lost.TooManyLost = 3, true
	none := one("numacc", score.Higher, nan, nan, nan, 0, nan, analysis.Untested)
	none.Old, none.New, none.Adjusted = nan, nan, nan
	old, new, hostile := "Ferry runs aground off Skye on Monday", "Ferry stuck off Skye", "</p><script>alert(1)</script>"
	moves := []analysis.Move{{Column: "rouge1_f", Old: 1, New: 0.5714}, {Column: "fog", Old: 8, New: 9.5}}
	return &page.Comparison{
		Version: "0.0.0", Old: "results/main", New: "results/candidate", Finding: "cand is significantly worse on 1 of 7 measures (rouge1_f)",
		Documents: 120, Gate: true, Failures: []string{"cand loses more than the margin on rouge1_f", "cand lost the values of 3 documents on rouge2_f"},
		How: []string{"120 documents; p by Wilcoxon's signed-rank test, corrected by Holm", "95% confidence by 1000 bootstrap resamples"},
		Systems: []page.ComparedSystem{{
			Name: "cand", Summary: "cand is significantly worse on 1 of 7 measures (rouge1_f)",
			Changes: []analysis.Change{
				one("rouge1_f", score.Higher, -0.05, -0.07, -0.03, 0.01, 0.066, analysis.Worse), lost,
				one("fog", score.Lower, 0.2, -0.4, 0.8, 0.5, 0.7, analysis.NotShown), one("awl", score.Lower, -0.1, -0.15, -0.05, 0, nan, analysis.Better),
				one("nr", score.Lower, 0, 0, 0, 0, nan, analysis.NoDifference), free, none,
			},
			Required: []analysis.Required{
				{Requirement: analysis.Requirement{Column: "numacc", Sign: ">=", Limit: 0.8}, Value: nan},
				{Requirement: analysis.Requirement{Column: "fog", Sign: "<=", Limit: 12}, Value: 9.5},
			},
			Worse: []report.Moved{
				{Mover: analysis.Mover{Moves: moves}, ID: "doc-17", Old: &old, New: &new, References: []string{"Ferry aground off Skye", "Skye ferry stuck"}},
				{Mover: analysis.Mover{Moves: moves[:1]}, ID: "doc-<4>", Old: &hostile},
			},
			Better: []report.Moved{{Mover: analysis.Mover{Moves: moves}, ID: "doc-3", Old: &new, New: &old}},
		}},
		Warnings: []string{"only results/main has the system other"},
	}
}

func TestComparison(t *testing.T) {
	var b bytes.Buffer
	if err := page.WriteComparison(&b, comparison()); err != nil {
		t.Fatal(err)
	}
	html := b.String()
	if strings.Contains(html, "<script") || strings.Contains(html, "http://") || strings.Contains(html, "https://") {
		t.Error("the page has a script or an address")
	}
	golden.Check(t, "compare.html", own.ReplaceAllString(html, "$1$2"))
}

// What two headlines do not share is marked in each.
func TestComparisonMarks(t *testing.T) {
	var b bytes.Buffer
	if err := page.WriteComparison(&b, comparison()); err != nil {
		t.Fatal(err)
	}
	var marked []string
	for _, m := range regexp.MustCompile(`<span class="other">([^<]*)</span>`).FindAllStringSubmatch(b.String(), -1) {
		marked = append(marked, m[1])
	}
	if want := []string{"runs aground", "on Monday", "stuck", "stuck", "runs aground", "on Monday"}; !slices.Equal(marked, want) {
		t.Errorf("marked are %q, want %q", marked, want)
	}
}

// The page is wide in no window, and nothing in it is refused by its policy.
func TestComparisonBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	tab := browser.Open(t)
	var b bytes.Buffer
	if err := page.WriteComparison(&b, comparison()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "compare.html")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	at := url.URL{Scheme: "file", Path: file}
	for _, width := range []int64{360, 1280} {
		tab.Do(t, chromedp.EmulateViewport(width, 800), chromedp.Navigate(at.String()))
		tab.Wait(t, `document.readyState === "complete"`)
		if over := browser.Eval[float64](t, tab, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("at %d the page is %v too wide", width, over)
		}
		if got := browser.Eval[string](t, tab, `getComputedStyle(document.querySelector(".both")).display`); got != "grid" {
			t.Errorf("the style is not used: %s", got)
		}
	}
	for _, c := range tab.Complaints() {
		t.Error(c)
	}
}
