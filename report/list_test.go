package report_test

import (
	"bytes"
	"slices"
	"testing"

	"hed/report"
	"hed/score"
)

func TestList(t *testing.T) {
	var out bytes.Buffer
	err := report.List(&out, []report.Entry{
		{Name: "first", Doc: "the first words of the article", Facts: [][2]string{{"words", "how many; default nine of them"}, {"paper", ""}, {"lang", "a code"}}},
		{Name: "bare", Facts: [][2]string{{"size", "3"}}},
	}, 6, 24)
	const want = `first
  the first words of the
  article
  words  how many;
         default nine of
         them
  lang   a code

bare
  size   3

`
	if err != nil || out.String() != want {
		t.Errorf("got\n%s(%v), want\n%s", &out, err, want)
	}
}

func TestWrap(t *testing.T) {
	for text, want := range map[string][]string{
		"":                     {""},
		" one\n two ":          {"one two"},
		"one two three":        {"one two", "three"},
		"incomprehensible one": {"incomprehensible", "one"},
		"日本語 の 見出":             {"日本語", "の 見出"}, // each is two columns wide
	} {
		if got := report.Wrap(text, 8); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestAddRow(t *testing.T) {
	table := report.NewTable("tag", "tokens").Fractions("recall", "f1")
	table.Add("NOUN", 3, 0.5, score.Value(score.Absent))
	table.Add(report.Label("all"), report.Count(4), report.Number(1), report.Number(1))
	var out bytes.Buffer
	err := report.Text(&out, table, report.Style{Percent: true})
	const want = "tag   tokens  recall      f1\nNOUN       3   50.00\nall        4  100.00  100.00\n"
	if err != nil || out.String() != want {
		t.Errorf("got\n%s(%v), want\n%s", &out, err, want)
	}
}
