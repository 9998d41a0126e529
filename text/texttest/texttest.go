// Package texttest tests what every tokenizer, filter and splitter of hed
// promises by the interfaces of package text. What one of them computes is the
// matter of its own tests.
//
// [Tokenizer], [Filter] and [Splitter] are the suites. [Tokens] and
// [Sentences] check one string and serve fuzz targets.
package texttest

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"hed/internal/python"
	"hed/text"
)

// inputs are strings that have hurt text programs before.
var inputs = []string{
	"",
	" ",
	" \t\r\n\u00a0\u2003\x1c",
	"a",
	".",
	"...",
	"\"",
	"''",
	"``",
	"Headline",
	"Dow Falls 1,175 Points, Biggest 1-Day Drop Ever",
	"'I Can't,' She Said. \"Why?\" Mr. Smith (of St. Louis) Asked.",
	"  Blanks before. And after.  ",
	"L'anno dell'aquila: il sig. Rossi dell'ENI S.p.A. non c'è.",
	"Café «naïve» „quotes“ ‘single’ — dash… ½ ٣٤ 漢字かな 한국어 עברית",
	"\u0130stanbul \u212aelvin \ufb01re ΣΑΣ ǅ ß",
	"e\u0301 🏳️‍🌈 👩‍👩‍👧 \u200b zero\u200bwidth",
	"\xff\xfe invalid \xe2\x82 bytes \xc4",
	"line one\nline two\r\n\r\nline. four",
	strings.Repeat("word. ", 300),
	strings.Repeat("'", 100) + strings.Repeat("\"", 101) + strings.Repeat("`", 102),
}

// Tokenizer tests a tokenizer.
func Tokenizer(t *testing.T, tok text.Tokenizer) {
	t.Helper()
	signature(t, tok.Signature)
	for _, s := range inputs {
		Tokens(t, tok, s)
	}
	concurrently(func(s string) { tok.Tokenize(nil, s) })
}

// Tokens tests the tokens of one string: they have text, lie inside s in
// order without overlap, and are appended.
func Tokens(t *testing.T, tok text.Tokenizer, s string) {
	t.Helper()
	tokens := tok.Tokenize(nil, s)
	end := 0
	for _, k := range tokens {
		if k.Text == "" {
			t.Fatalf("%q: empty token at %d", s, k.Start)
		}
		if k.Start < end || k.End <= k.Start || k.End > len(s) {
			t.Fatalf("%q: token %q at [%d:%d] after %d", s, k.Text, k.Start, k.End, end)
		}
		end = k.End
	}
	first := text.Token{Text: "first"}
	again := tok.Tokenize([]text.Token{first}, s)
	if again[0] != first || !slices.Equal(again[1:], tokens) {
		t.Fatalf("%q: appending gives %v, want %v and %v", s, again, first, tokens)
	}
	if sc, ok := tok.(text.Scanner); ok {
		scanned(t, sc, s, tokens)
	}
}

// scanned tests that a scanner agrees with itself as a tokenizer.
func scanned(t *testing.T, sc text.Scanner, s string, want []text.Token) {
	t.Helper()
	buf, bounds := sc.Scan([]byte("first"), []int{0, 5}, s)
	if string(buf[:5]) != "first" || bounds[0] != 0 || bounds[1] != 5 || len(bounds) != 2*len(want)+2 {
		t.Fatalf("%q: scanning appends %q, %v, want %v", s, buf, bounds, want)
	}
	for i, k := range want {
		if got := string(buf[bounds[2*i+2]:bounds[2*i+3]]); got != k.Text {
			t.Fatalf("%q: token %d is scanned as %q, want %q", s, i, got, k.Text)
		}
	}
}

// Filter tests a filter on terms, or on the words of the suite's own texts.
func Filter(t *testing.T, f text.Filter, terms ...string) {
	t.Helper()
	signature(t, f.Signature)
	for _, s := range inputs {
		terms = append(terms, strings.Fields(s)...)
	}
	for _, term := range terms {
		if got, again := f.Filter(term), f.Filter(strings.Clone(term)); got != again {
			t.Errorf("%q is %q, and then %q", term, got, again)
		}
	}
	concurrently(func(s string) { f.Filter(s) })
}

// Splitter tests a splitter.
func Splitter(t *testing.T, sp text.Splitter) {
	t.Helper()
	signature(t, sp.Signature)
	for _, s := range inputs {
		Sentences(t, sp, s)
	}
	concurrently(func(s string) { sp.Split(nil, s) })
}

// Sentences tests the sentences of one string: none is empty or has blanks
// around it, and together they are the string less white space between.
func Sentences(t *testing.T, sp text.Splitter, s string) {
	t.Helper()
	sents := sp.Split(nil, s)
	rest := s
	for _, sent := range sents {
		if trimmed := strings.TrimFunc(sent, python.IsSpace); sent == "" || trimmed != sent {
			t.Fatalf("%q: sentence %q", s, sent)
		}
		var ok bool
		if rest, ok = strings.CutPrefix(strings.TrimLeftFunc(rest, python.IsSpace), sent); !ok {
			t.Fatalf("%q: sentence %q is not what comes next: %q", s, sent, rest)
		}
	}
	if strings.TrimLeftFunc(rest, python.IsSpace) != "" {
		t.Fatalf("%q: %q is lost", s, rest)
	}
	again := sp.Split([]string{"first"}, s)
	if again[0] != "first" || !slices.Equal(again[1:], sents) {
		t.Fatalf("%q: appending gives %q, want \"first\" and %q", s, again, sents)
	}
}

func signature(t *testing.T, signature func() string) {
	t.Helper()
	s := signature()
	if s == "" || strings.ContainsAny(s, " +|:,") {
		t.Errorf("signature %q: want a short name without blanks and + | : ,", s)
	}
	if again := signature(); again != s {
		t.Errorf("signature %q, and then %q", s, again)
	}
}

// concurrently gives the race detector something to find.
func concurrently(f func(string)) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, s := range inputs {
				f(s)
			}
		})
	}
	wg.Wait()
}
