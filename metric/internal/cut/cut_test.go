package cut_test

import (
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric/internal/cut"
	"hed/neural/tokenizer"
)

func open(t *testing.T, name string) *tokenizer.Tokenizer {
	t.Helper()
	tok, err := tokenizer.Open("../../../neural/tokenizer/testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// All cases come, in order and whole, and no more at a time than fit.
func TestTake(t *testing.T) {
	tok := open(t, "bert").WithTruncation(tokenizer.Truncation{})
	c := cut.New(tok, strings.ToLower, cut.Pairs)
	long := strings.Repeat("bridge ", 20000)
	var cases []*corpus.Case
	for _, texts := range [][]string{{"a"}, {"b", "c"}, {long}, {long}, {"d"}, {long, long}, nil} {
		cases = append(cases, corpus.NewCase(&corpus.Document{References: []string{"x"}}, texts...))
	}
	var taken []int
	for rest := cases; len(rest) > 0; {
		n, err := c.Take(rest)
		if err != nil || n < 1 {
			t.Fatal(n, err)
		}
		texts := 0
		for _, one := range rest[:n] {
			texts += 1 + len(one.Outputs)
		}
		if len(c.Texts) != texts {
			t.Errorf("%d texts of %d", len(c.Texts), texts)
		}
		taken, rest = append(taken, n), rest[n:]
	}
	if len(taken) < 3 || len(taken) > 5 {
		t.Errorf("cases were taken by %v", taken)
	}
	if n, err := c.Take(nil); n != 0 || err != nil {
		t.Error(n, err)
	}
	var lower, upper tokenizer.Encoding
	if c.Encode(&lower, "bridge") != nil || c.Encode(&upper, "BRIDGE") != nil || !slices.Equal(lower.IDs, upper.IDs) {
		t.Errorf("%v and %v: the text is not cleaned", lower.IDs, upper.IDs)
	}
}

func TestPunctuation(t *testing.T) {
	for name, marks := range map[string]string{"bert": "!#,.", "roberta": "!#,."} {
		tok := open(t, name)
		n := 0
		for id := range int32(tok.Size()) {
			if cut.Punctuation(tok, id) {
				n++
			}
		}
		if n < len(marks) || n > 64 {
			t.Errorf("%s has %d marks", name, n)
		}
		for _, m := range strings.Split(marks, "") {
			if id, ok := tok.TokenID(m); ok && !cut.Punctuation(tok, id) {
				t.Errorf("%s: %s is none", name, m)
			}
		}
		for _, s := range []string{"a", "[CLS]", "##.", "…", "<s>"} {
			if id, ok := tok.TokenID(s); ok && cut.Punctuation(tok, id) {
				t.Errorf("%s: %s is one", name, s)
			}
		}
	}
}
