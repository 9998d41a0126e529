package check_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"hed/numeral/check"
)

// TestCases looks at the form of the measured headlines: a numeral that is
// missing from its headline, or an article in two files, would make the
// figures of docs/numerals-measured.md wrong without a word.
func TestCases(t *testing.T) {
	ids, articles := map[string]bool{}, map[string]string{}
	for file, want := range map[string]int{"cases.jsonl": 364, "held.jsonl": 120, "unseen.jsonl": 160, "more.jsonl": 264, "fresh.jsonl": 160, "first200.jsonl": 200, "second200.jsonl": 200, "last.jsonl": 240} {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		in := json.NewDecoder(bytes.NewReader(data))
		in.DisallowUnknownFields()
		labels := map[string]int{}
		for {
			var r struct {
				ID, Date, Text, Headline, Label, Kind, Numeral, Note string
				Article                                              string `json:"article_id"`
			}
			if err := in.Decode(&r); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			labels[r.Label]++
			if other := articles[r.Text]; ids[r.ID] || other != "" && other != file {
				t.Errorf("%s: %s, or its article, is there twice", file, r.ID)
			}
			ids[r.ID], articles[r.Text] = true, file
			if r.Numeral == "" || !strings.Contains(r.Headline, r.Numeral) {
				t.Errorf("%s: %q is not in the headline %q", r.ID, r.Numeral, r.Headline)
			}
			if check.Day(r.Date).IsZero() || r.Article == "" || r.Kind == "" || r.Note == "" {
				t.Errorf("%s: date, article, kind or note is missing", r.ID)
			}
		}
		if labels["right"] != want/2 || labels["wrong"] != want/2 || len(labels) != 2 {
			t.Errorf("%s has the labels %v, want %d of each", file, labels, want/2)
		}
	}
}
