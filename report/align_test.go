package report_test

import (
	"bytes"
	"strings"
	"testing"

	"hed/chart"
	"hed/report"
	"hed/style/align"
)

// TestAlignment has the figure of few pairs, of none, and of those above a threshold alone.
func TestAlignment(t *testing.T) {
	r := &align.Result{Window: 1, Min: 0.2, Levels: []align.Level{{Above: align.Strict, Pairs: 3, A: 2, B: 3}}, Curve: make([]int, align.Steps+1)}
	for i := range 120 {
		r.Curve[i] = 3
	}
	draw := func() string {
		var b bytes.Buffer
		if err := chart.Write(&b, chart.SVG, report.AlignmentFigure(r)); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if svg := draw(); !strings.Contains(svg, "strict 0.5: 3 at 0.5") || strings.Contains(svg, "loose") || !strings.Contains(svg, "161 points, the last at 0") {
		t.Errorf("the figure is %.600s", svg)
	}
	if got := report.Alignment(r); len(got.Rows) != 1 || got.Rows[0][0].Label != "above 0.5" || got.Rows[0][3].Value != 3 {
		t.Errorf("the table is %v", got.Rows)
	}
	r.Curve, r.Levels = make([]int, align.Steps+1), nil
	draw()
}
