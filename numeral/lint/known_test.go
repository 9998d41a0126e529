package lint_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/lint"
)

// write makes a file of accepted findings.
func write(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "known.jsonl")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// What is printed as JSON is known as it is, and what is removed from a line does not count.
func TestKnown(t *testing.T) {
	f := lint.Finding{ID: "#1 x", System: "a", Text: "24", Kind: "value", Message: "said otherwise by another version", Headline: "24 “Killed”", Span: derive.Span{End: 2}, File: "a.txt", Line: 3}
	whole, err := json.Marshal(&f)
	if err != nil {
		t.Fatal(err)
	}
	other := f
	other.Headline = "24 Hurt"
	for _, c := range []struct {
		lines      string
		has, other bool
	}{
		{"", false, false},
		{string(whole) + "\r\n", true, false},
		{string(whole), true, false},
		{`{"id":"#1 x","numeral":"24"}`, true, true},
		{`{"id":"#1 x"}`, true, true},
		{"\n y\n#1 x\n", false, false}, // a comment
		{`{"id":"#1 x","numeral":"25"}`, false, false},
		{`{"id":"#1 x","kind":"swap"}`, false, false},
		{`{"id":"#1 x","system":"b"}` + "\n" + `{"id":"#1 x","system":"a","headline":"24 Hurt"}`, false, true},
		{`{"id":"y"}`, false, false},
	} {
		known, err := lint.ReadKnown(write(t, c.lines))
		if err != nil {
			t.Fatal(err)
		}
		if known.Has(&f) != c.has || known.Has(&other) != c.other {
			t.Errorf("%s: %v and %v, want %v and %v", c.lines, known.Has(&f), known.Has(&other), c.has, c.other)
		}
	}
	plain := lint.Finding{ID: "y z"}
	if known, err := lint.ReadKnown(write(t, "\n  y z \n")); err != nil || !known.Has(&plain) {
		t.Errorf("an id alone is not known: %v", err)
	}
	for lines, want := range map[string]string{
		"x\n{}":          `:2: this has no "id"; a line has at least the id of a document`,
		"{\"id\":\"x\",": ":1: this is not a finding as JSON: unexpected end of JSON input",
	} {
		file := write(t, lines)
		if _, err := lint.ReadKnown(file); err == nil || err.Error() != file+want {
			t.Errorf("%q: %v, want %s", lines, err, want)
		}
	}
}

// Flags are counted by headline and by level, as many as are wanted, and known ones apart.
func TestTally(t *testing.T) {
	known, err := lint.ReadKnown(write(t, "old"))
	if err != nil {
		t.Fatal(err)
	}
	h := &lint.Headline{Numerals: make([]lint.Numeral, 3)}
	found := []lint.Finding{{Level: check.Warning}, {Level: check.Error}, {Level: check.Error, Kind: check.Limit}}
	for _, c := range []struct {
		tally lint.Tally
		news  int
		want  string
	}{
		{lint.Tally{}, 3, "checked 5 numbers in 2 headlines: 1 headline flagged, 2 errors, 1 warning; 1 known flag ignored; in 1 headline not all numbers were checked"},
		{lint.Tally{Level: check.Error, Most: 1}, 2, "checked 6 numbers in 2 headlines: 1 headline flagged, 1 error, 1 warning; 1 known flag ignored; stopped after 1 failure"},
		{lint.Tally{Level: check.Warning, Most: 1}, 1, "checked 6 numbers in 2 headlines: 1 headline flagged, 0 errors, 1 warning; 1 known flag ignored; stopped after 1 failure"},
	} {
		if news := c.tally.Add(h, []lint.Finding{{ID: "old", Level: check.Error}}, known); len(news) != 0 || c.tally.Full() {
			t.Errorf("a known flag counts: %+v", news)
		}
		if news := c.tally.Add(h, found, known); len(news) != c.news || c.tally.String() != c.want {
			t.Errorf("%d flags, %s\nwant %d, %s", len(news), &c.tally, c.news, c.want)
		}
	}
	none := lint.Tally{Headlines: 2}
	if got, want := none.String(), "checked 0 numbers in 2 headlines: none flagged"; got != want || none.Failures() != 0 {
		t.Errorf("%s, want %s", got, want)
	}
}
