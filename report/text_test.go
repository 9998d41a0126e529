package report_test

import (
	"strings"
	"testing"

	"hed/report"
)

// A name that is longer than half the terminal is cut, so that there is
// room for numbers beside it; without a terminal it is whole.
func TestLongLabel(t *testing.T) {
	long := strings.Repeat("name", 20)
	table := &report.Table{
		Columns: []report.Column{{Name: "rank"}, {Name: "system"}, {Name: "rouge1_f"}},
		Rows:    [][]report.Cell{{report.Count(1), report.Label(long), report.Number(0.5)}},
	}
	for width, want := range map[int]string{
		40: "rank  system                rouge1_f\n   1  namenamena…enamename    0.5000\n",
		0:  "rank  system" + strings.Repeat(" ", 76) + "rouge1_f\n   1  " + long + "    0.5000\n",
	} {
		var b strings.Builder
		if err := report.Text(&b, table, report.Style{Width: width}); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("width %d:\n%swant\n%s", width, b.String(), want)
		}
	}
	if table.Rows[0][1].Label != long {
		t.Error("the table itself was changed")
	}
}
