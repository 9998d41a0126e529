package derive_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed/chart"
	"hed/internal/golden"
	"hed/internal/race"
	"hed/numeral/derive"
)

// TestFigures measures the whole test part, compares it with english.json and
// draws the figures of docs/numerals-measured.md; -update writes them anew.
func TestFigures(t *testing.T) {
	race.Skip(t, "it takes too long")
	if testing.Short() {
		t.Skip("skipped: it takes a while")
	}
	all := measure(t, derive.English(), held(t, 1))
	data, err := os.ReadFile("english.json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Test map[string]float64 `json:"test"`
	}
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	got := shares(all)
	// Exponentials differ in the last bit between processors, which may turn
	// a question or two.
	if d := cmp.Diff(record.Test, got, cmpopts.EquateApprox(0, 1e-3)); d != "" {
		now, _ := json.Marshal(got)
		t.Errorf("english.json differs from what is measured: %s\n%s", now, d)
	}
	draw(t, "numerals_detector", detector(all))
	draw(t, "numerals_calibration", calibration(all))
}

func draw(t *testing.T, name string, c chart.Chart) {
	t.Helper()
	var b strings.Builder
	if err := chart.Write(&b, chart.SVG, c); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../../../docs/figures/"+name+".svg", b.String())
}

// detector shows how many wrong numbers are caught at what share of false
// alarms.
func detector(all []verdict) chart.Line {
	c := chart.Line{Title: "Wrong numbers caught", XAxis: "right numbers flagged, %", YAxis: "wrong numbers flagged, %",
		Thresholds: []chart.Threshold{{Name: "where hed stands", At: 3, X: true}}}
	var gold []float64
	for i := range all {
		gold = append(gold, all[i].support)
	}
	slices.Sort(gold)
	for k, name := range []string{"of another article", "a fifth off", "swapped"} {
		var wrong []float64
		for i := range all {
			if s := all[i].changed[k]; !math.IsNaN(s) {
				wrong = append(wrong, s)
			}
		}
		curve := chart.Curve{Series: chart.Series{Name: name, Colour: k}}
		for alarms := 0.5; alarms <= 10; alarms += 0.25 {
			least := gold[int(alarms/100*float64(len(gold)))] // what is below is flagged
			caught := 0.0
			for _, s := range wrong {
				if s < least {
					caught++
				}
			}
			curve.X, curve.Y = append(curve.X, alarms), append(curve.Y, 100*caught/float64(len(wrong)))
		}
		c.Curves = append(c.Curves, curve)
	}
	return c
}

// calibration shows how often answers are right that are given with some
// confidence.
func calibration(all []verdict) chart.Calibration {
	c := chart.Calibration{Title: "Confidence of answers", Level: 0.95}
	for _, b := range bins(all) {
		if b.n == 0 {
			continue
		}
		// Wilson's interval (1927).
		const z = 1.959964
		p := b.right / b.n
		mid, half := p+z*z/(2*b.n), z*math.Sqrt(p*(1-p)/b.n+z*z/(4*b.n*b.n))
		by := 1 + z*z/b.n
		c.Bins = append(c.Bins, chart.CalibrationBin{Predicted: b.confidence / b.n, Observed: p, Low: (mid - half) / by, High: (mid + half) / by, N: int(b.n)})
	}
	return c
}
