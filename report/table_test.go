package report

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/score"
)

// TestFilled drops columns without anything in them, and no others: 0 is something.
func TestFilled(t *testing.T) {
	full := &Table{
		Columns: []Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}},
		Rows: [][]Cell{
			{Label("x"), Number(score.Absent), Count(0), Label("")},
			{Label(""), Label(""), Number(score.Absent), Number(score.Absent)},
		},
	}
	got := full.Filled()
	var names []string
	for _, c := range got.Columns {
		names = append(names, c.Name)
	}
	if d := cmp.Diff([]string{"a", "c"}, names); d != "" || len(got.Rows) != 2 || len(got.Rows[1]) != 2 || got.Rows[0][0].Label != "x" {
		t.Errorf("got %+v, %s", got, d)
	}
	if len(full.Columns) != 4 || len(full.Rows[0]) != 4 {
		t.Error("the table itself was changed")
	}
}

// A p is never shown as 0, in any format that has four decimals, and has no percent.
func TestChance(t *testing.T) {
	table := NewTable("p")
	for _, p := range []float64{0, 1e-300, 0.00004999, 0.00005, 0.25, math.NaN()} {
		table.Add(P(p))
	}
	for name, want := range map[string]string{
		"text":     "      p\n<0.0001\n<0.0001\n<0.0001\n 0.0001\n 0.2500\n\n",
		"csv":      "p\n0\n1e-300\n4.999e-05\n5e-05\n0.25\n\n",
		"latex":    "\\textless{}0.0001 \\\\\n",
		"markdown": "&lt;0.0001",
	} {
		var b strings.Builder
		if err := Formats[name](&b, table, Style{Percent: true}); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: %v\n%s", name, err, &b)
		}
	}
}
