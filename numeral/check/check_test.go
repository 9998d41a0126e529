package check_test

import (
	"strings"
	"testing"
	"time"

	"hed/numeral/check"
	"hed/numeral/derive"
)

const harbour = `PORT ELLEN, May 4 - The harbour company Norvane lost £87.4 million last year, it said on Monday.

It will cut 450 jobs, or 15% of its staff, and close offices in Oban, Leith and Wick. Sales fell to £310 million from £420 million.

"We have 40 ships," said its chief executive, Una Brae, 52. The strike lasted six weeks.`

// check1 returns what is found of the first number of a headline.
func check1(t *testing.T, article, headline string) check.Result {
	t.Helper()
	all := check.Read(article, time.Date(2015, 5, 4, 0, 0, 0, 0, time.UTC)).Check(derive.English(), headline)
	if len(all) == 0 {
		t.Fatalf("%s: no number", headline)
	}
	return all[0]
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		headline string
		want     check.Verdict
		message  string // a part of it
	}{
		{"Norvane loses £87.4 million", check.Stated, ""},
		{"Norvane to cut 450 jobs", check.Stated, ""},
		{"Norvane loses £87.4 billion", check.Contradicted, "87.4 million, not "},
		{"Norvane loses 87.4 million euros", check.Contradicted, "87.4 million"},
		{"Norvane to cut 913 jobs", check.Contradicted, "450"},
		{"Norvane sees £55 million fine", check.Contradicted, ""},
		{"Three Norvane offices to close", check.Follows, "Oban, Leith and Wick"},
	} {
		r := check1(t, harbour, c.headline)
		if r.Verdict != c.want || !strings.Contains(r.Message, c.message) {
			t.Errorf("%s: %v (%s), want %v with %q", c.headline, r.Verdict, r.Message, c.want, c.message)
		}
	}
}

func TestDay(t *testing.T) {
	for date, want := range map[string]string{"2026-11-16": "2026-11-16", "2026-11-16T10:00:00Z": "2026-11-16", "2026-11": "2026-11-01", "2026": "2026-01-01"} {
		if got := check.Day(date).Format(time.DateOnly); got != want {
			t.Errorf("%s: %s, want %s", date, got, want)
		}
	}
	if !check.Day("yesterday").IsZero() || !check.Day("").IsZero() {
		t.Error("what is not a date has a day")
	}
}
