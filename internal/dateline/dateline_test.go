package dateline_test

import (
	"testing"
	"time"

	"hed/internal/dateline"
)

func TestCut(t *testing.T) {
	for _, c := range []struct{ text, line, day string }{
		{"(Jun 21, 2013 9:57 AM CDT) A tram ran off the rails.", "(Jun 21, 2013 9:57 AM CDT) ", "2013-06-21"},
		{" (Dec. 1, 2016)\nA man will be tried.", " (Dec. 1, 2016)\n", "2016-12-01"},
		{"(January 2, 2006 15:04)A man", "(January 2, 2006 15:04)", "2006-01-02"},
		{"(NoneDate) A man will be tried.", "(NoneDate) ", ""},
		{"(Update 73) A tram ran off the rails.", "", ""},
		{"(At least 73 people were hurt.) A tram", "", ""},
		{"(Jun 21, 2013 and after) A tram", "", ""},
		{"(Jun 21, 2013) ", "", ""},
		{"(Jun 21, 2013", "", ""},
		{"A tram (Jun 21, 2013) ran off.", "", ""},
		{"", "", ""},
	} {
		line, day := dateline.Cut(c.text)
		got := ""
		if !day.IsZero() {
			got = day.Format(time.DateOnly)
		}
		if line != c.line || got != c.day {
			t.Errorf("%q: %q of %q, want %q of %q", c.text, line, got, c.line, c.day)
		}
	}
	if end := dateline.End("(Jun 21, 2013)  A tram"); end != len("(Jun 21, 2013)") {
		t.Errorf("it ends at %d", end)
	}
}
