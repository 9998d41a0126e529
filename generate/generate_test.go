package generate_test

import (
	"context"
	"testing"

	"hed/corpus"
	"hed/generate"
)

// lists is a Batcher that gives the same candidates whatever the documents are.
type lists struct {
	fake
	all [][]generate.Candidate
}

func (l lists) GenerateBatch(context.Context, []*corpus.Document, int) ([][]generate.Candidate, error) {
	return l.all, nil
}

// A Batcher that breaks its promise is an error, not a headline for another document.
func TestCandidates(t *testing.T) {
	docs := []*corpus.Document{{ID: "a"}, {ID: "b"}}
	x, y := []generate.Candidate{{Headline: "x"}}, []generate.Candidate{{Headline: "y"}, {Headline: "z"}}
	for _, c := range []struct {
		all  [][]generate.Candidate
		want string
	}{
		{[][]generate.Candidate{x, y}, ""},
		{nil, "the generator wrote headlines for only 0 of 2 documents"},
		{[][]generate.Candidate{x}, "the generator wrote headlines for only 1 of 2 documents"},
		{[][]generate.Candidate{x, y, x}, "the generator wrote headlines for only 3 of 2 documents"},
		{[][]generate.Candidate{x, {}}, "document b: the generator has no candidate"},
	} {
		got, err := generate.Candidates(t.Context(), lists{"lists", c.all}, docs, 1)
		if c.want == "" {
			if err != nil || len(got) != 2 || got[0][0].Headline != "x" || got[1][0].Headline != "y" {
				t.Errorf("got %v, %v", got, err)
			}
		} else if err == nil || err.Error() != c.want {
			t.Errorf("got %v, %v; want %s", got, err, c.want)
		}
	}
}
