package report_test

import (
	"strings"
	"testing"

	"hed/report"
)

// Below a table of Markdown the stars of a name were markup.
func TestNotes(t *testing.T) {
	for as, want := range map[string]string{
		"text": "\nby *a*\nlast\n", "latex": "% by *a*\n% last\n", "markdown": "\nby \\*a\\*\nlast\n",
	} {
		var out strings.Builder
		to := report.Printer{W: &out, As: as}
		if err := to.Notes([]string{"by *a*", "last"}); err != nil || out.String() != want {
			t.Errorf("%s: %q, %v; want %q", as, out.String(), err, want)
		}
	}
}
