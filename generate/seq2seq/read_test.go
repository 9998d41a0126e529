package seq2seq

import (
	"strings"
	"testing"

	"hed/corpus"
)

// What is read of a document, by the option input.
func TestReading(t *testing.T) {
	scores := map[string]float64{"One two.": 0.2, "Three four five.": 0.3, "Six.": 0.1, "Seven eight.": 0.3 + 1e-12, "- -": 0.9}
	rank := Ranker{Sentences: func(d *corpus.Document) (all []Sentence) {
		for s := range strings.SplitSeq(d.Body, "|") {
			all = append(all, Sentence{s, scores[s]})
		}
		return all
	}}
	d := &corpus.Document{Body: "One two.|Three four five.|Six.|Seven eight.", Meta: map[string]string{"summary": "It is short."}}
	for _, c := range []struct {
		input string
		most  int
		want  string
	}{
		{"first", 2, "One two"},
		{"summary", 10, "It is short ￭."},
		{"nothing", 10, ""},
		{"textrank", 7, "Three four five ￭. Seven eight ￭."},
		{"textrank", 8, "One Three four five ￭. Seven eight ￭."}, // the last that has room is cut
		{"textrank", 4, "Three four five ￭."},                    // the first of equals
		{"textrank", 100, "One two ￭. Three four five ￭. Six ￭. Seven eight ￭."},
	} {
		r := reading{c.input, c.most, rank}
		if got := strings.Join(r.words(d), " "); got != c.want {
			t.Errorf("%s, %d words: got %q, want %q", c.input, c.most, got, c.want)
		}
	}
	r := reading{inputTextrank, 10, rank}
	if got := r.words(&corpus.Document{Body: "- -"}); got != nil {
		t.Errorf("of marks alone: %q", got)
	}
	if r.rank.Sentences = nil; r.check() == nil {
		t.Error("it reads the best sentences without knowing which they are")
	}
}
