package text_test

import (
	"fmt"
	"testing"

	"hed/internal/oracle"
	"hed/text"
	"hed/text/stem"
	"hed/text/stop"
	"hed/text/token"
)

var headlines = []string{
	"Senate Panel Backs $1.2B Plan to Repair 48 Bridges Over Great Lakes",
	"'I Couldn't Believe It': Teacher Finds 1914 Letter in School's Desk",
	"Study: 1 in 5 Drivers Doesn't Stop at Crossings in Crowded Cities",
	"After 37 Years, Lighthouse Keeper's Cat Gets Its Own Postage Stamp",
	"Why Your Next Phone May Cost 12% More Than the One You Have Today",
	"Storm Leaves 300K Without Power in Gulf Coast Towns, Officials Say",
}

func analyzer() *text.Analyzer {
	return &text.Analyzer{Tokenizer: token.Google(), Filters: []text.Filter{stop.English(), stem.NLTK(4)}}
}

// checkIndex tests that ids and terms stand for each other.
func checkIndex(t *testing.T, x *text.Index, a *text.Analyzer, terms map[int32]string, s string) {
	t.Helper()
	ids := x.Append([]int32{-7}, s)
	if ids[0] != -7 {
		t.Fatalf("%q: Append overwrites", s)
	}
	ids = ids[1:]
	want := a.Analyze(nil, s)
	if len(ids) != len(want) {
		t.Fatalf("%q: %d ids of %d terms", s, len(ids), len(want))
	}
	known := make(map[string]int32)
	for id, term := range terms {
		known[term] = id
	}
	for i, id := range ids {
		if id < 0 || int(id) >= x.Size() {
			t.Fatalf("%q: id %d, size %d", s, id, x.Size())
		}
		term, ok := terms[id]
		if other, used := known[want[i].Text]; !ok && used {
			t.Fatalf("%q: term %q has ids %d and %d", s, want[i].Text, other, id)
		}
		if ok && term != want[i].Text {
			t.Fatalf("%q: id %d is %q and %q", s, id, term, want[i].Text)
		}
		terms[id], known[want[i].Text] = want[i].Text, id
	}
}

func TestIndex(t *testing.T) {
	a := analyzer()
	x := text.NewIndex(a)
	if n := x.Size(); n != 0 {
		t.Errorf("size of an empty index is %d", n)
	}
	for range 2 {
		terms := make(map[int32]string)
		for _, s := range headlines {
			checkIndex(t, x, a, terms, s)
		}
		for _, p := range oracle.Texts(t)[:300] {
			checkIndex(t, x, a, terms, p.Input)
		}
		if x.Size() != len(terms) {
			t.Errorf("size %d, want %d", x.Size(), len(terms))
		}
		x.Reset()
	}
}

// TestIndexReset fills an index beyond its limit. Below it, an index remembers what filters came to, and nothing else.
func TestIndexReset(t *testing.T) {
	for _, a := range []*text.Analyzer{analyzer(), {Tokenizer: token.Google()}} {
		x := text.NewIndex(a)
		x.Append(nil, "one and other words, of which one is extraordinarily-long-that-it-is")
		x.Reset()
		if kept := x.Size() > 0; kept != (len(a.Filters) > 0) {
			t.Errorf("%d filters: %d terms are left", len(a.Filters), x.Size())
		}
	}
	x := text.NewIndex(&text.Analyzer{Tokenizer: token.Google()})
	var ids []int32
	for i := range 1<<17 + 1 {
		ids = x.Append(ids[:0], fmt.Sprint(i))
		if ids[0] != int32(i) {
			t.Fatalf("id %d is %d", i, ids[0])
		}
	}
	x.Reset()
	if n := x.Size(); n != 0 {
		t.Errorf("size after Reset is %d", n)
	}
	if ids = x.Append(ids[:0], "a b a"); fmt.Sprint(ids) != "[0 1 0]" {
		t.Errorf("ids after Reset: %v", ids)
	}
}

func TestIndexAllocates(t *testing.T) {
	x := text.NewIndex(analyzer())
	var ids []int32
	for _, s := range []string{"no capitals, one text", "no capitals, one text and another"} {
		ids = x.Append(ids[:0], s)
	}
	if n := testing.AllocsPerRun(100, func() { ids = x.Append(ids[:0], "no capitals, one text and another") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzIndex(f *testing.F) {
	for _, s := range headlines {
		f.Add(s)
	}
	a := analyzer()
	f.Fuzz(func(t *testing.T, s string) {
		checkIndex(t, text.NewIndex(a), a, make(map[int32]string), s+" "+s)
	})
}

func BenchmarkIndex(b *testing.B) {
	x := text.NewIndex(&text.Analyzer{Tokenizer: token.Google(), Filters: []text.Filter{stem.NLTK(4)}})
	b.ReportAllocs()
	var ids []int32
	n := 0
	for b.Loop() {
		ids = x.Append(ids[:0], headlines[n])
		if n++; n == len(headlines) {
			n = 0
		}
	}
}

// BenchmarkIndexLarge has a cache filled by a corpus, so that it does not
// stay in the processor's first cache.
func BenchmarkIndexLarge(b *testing.B) {
	x := text.NewIndex(&text.Analyzer{Tokenizer: token.Google(), Filters: []text.Filter{stem.NLTK(4)}})
	var ids []int32
	var words []string
	for w := range oracle.PseudoWords(b) {
		if words = append(words, w); len(words) == 60000 {
			break
		}
	}
	var texts []string
	for i := 0; i+11 <= len(words); i += 11 {
		s := ""
		for j := range 11 {
			s += words[(i*7919+j*104729)%len(words)] + " "
		}
		texts = append(texts, s)
		ids = x.Append(ids[:0], s)
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		ids = x.Append(ids[:0], texts[n])
		if n++; n == len(texts) {
			n = 0
		}
	}
}
