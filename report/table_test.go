package report

import (
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
