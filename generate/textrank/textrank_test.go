package textrank

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/generate/generatetest"
	"hed/text/lang"
)

func TestContract(t *testing.T) {
	values := map[string][]string{"words": {"", "3"}, "lang": {"", "en", "it"}}
	generatetest.Signatures(t, WordsInfo, values)
	generatetest.Signatures(t, SentencesInfo, values)
	for _, make := range []func(Options) (*Generator, error){NewWords, NewSentences} {
		g, err := make(Options{Words: new(2)})
		if err != nil {
			t.Fatal(err)
		}
		generatetest.Run(t, g, 2)
	}
}

// without is English without its tagger: all words but stop words count.
func without() lang.Pack {
	p := lang.Packs[0]
	p.Tagger = nil
	return p
}

func TestKeywords(t *testing.T) {
	// bridge and closed stand side by side, and closed and ferry; the mark
	// after ferry keeps fog apart, and "the" keeps bridge from ferry.
	const article = "Bridge closed ferry, fog. The bridge of the ferry."
	got := New(without()).Keywords(article)
	var names []string
	total := 0.0
	for _, k := range got {
		names = append(names, k.Text)
		total += k.Score
	}
	if want := "closed bridge ferry fog"; strings.Join(names, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if math.Abs(total-1) > 1e-12 {
		t.Errorf("the scores sum to %v", total)
	}
	// By hand: a = 0.15 + 0.85·c/2 and c = 0.15 + 0.85·2a for the ends and the
	// middle, 0.15 for what stands alone.
	c := (0.15 + 1.7*0.15) / (1 - 0.85*0.85)
	a := 0.15 + 0.425*c
	sum := c + 2*a + 0.15
	for i, want := range []float64{c / sum, a / sum, a / sum, 0.15 / sum} {
		if math.Abs(got[i].Score-want) > 1e-11 {
			t.Errorf("%s: got %v, want %v", got[i].Text, got[i].Score, want)
		}
	}
}

// With a tagger, words that are no nouns or adjectives keep others apart.
func TestTagged(t *testing.T) {
	var names []string
	for _, k := range New(lang.Packs[0]).Keywords("The old bridge closed in Ansley after a storm.") {
		names = append(names, k.Text)
	}
	// old and bridge are joined, the others stand alone.
	if got, want := strings.Join(names, " "), "old bridge Ansley storm"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSentences(t *testing.T) {
	const article = "Fog. The bridges closed early. It is so. A ferry replaced the closed bridge. Ferries run early."
	got := New(lang.Packs[0]).Sentences(article)
	if len(got) != 5 || got[1].Text != "The bridges closed early." {
		t.Fatalf("got %+v", got)
	}
	want := rankTerms([][]string{{"fog"}, {"bridge", "close", "early"}, {}, {"ferry", "replace", "close", "bridge"}, {"ferry", "run", "early"}})
	for i, s := range got {
		if math.Abs(s.Score-want[i]) > 1e-12 {
			t.Errorf("%s: got %v, want %v", s.Text, s.Score, want[i])
		}
	}
}

// Of equal sentences the first is best, and one without words never is.
func TestEqual(t *testing.T) {
	g, err := NewSentences(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]string{
		"... Fog lifts. Rain falls.":                         "Fog lifts",
		"Fog. Rain falls hard. Hail falls hard. Snow melts.": "Rain falls hard",
		"It is. So what?":                                    "It is",
		"A fog lifts. A fog lifts. A fog lifts. Rain comes.": "A fog lifts",
		"Rain comes. A fog lifts! A fog lifts? A fog lifts.": "A fog lifts",
	} {
		if got := generatetest.Headline(t, g, &corpus.Document{Body: body}); got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

// What a worker did before changes nothing.
func TestOneAfterAnother(t *testing.T) {
	r := New(lang.Packs[0])
	docs := generatetest.Documents()
	for range 2 {
		for _, d := range docs {
			fresh := New(lang.Packs[0])
			if got, want := r.Sentences(d.Body), fresh.Sentences(d.Body); !slices.Equal(got, want) {
				t.Errorf("%s: the sentences are %v, and %v after others", d.ID, want, got)
			}
			if got, want := r.Keywords(d.Body), fresh.Keywords(d.Body); !slices.Equal(got, want) {
				t.Errorf("%s: the keywords are %v, and %v after others", d.ID, want, got)
			}
		}
	}
}

func FuzzRanker(f *testing.F) {
	for _, d := range generatetest.Documents() {
		if len(d.Body) < 1000 {
			f.Add(d.Body, d.Lang == "it")
		}
	}
	var rankers []*Ranker
	for _, p := range lang.Packs {
		rankers = append(rankers, New(p))
	}
	f.Fuzz(func(t *testing.T, article string, italian bool) {
		r := rankers[0]
		if italian {
			r = rankers[1]
		}
		var scores []float64
		for i, k := range r.Keywords(article) {
			if i > 0 && k.Score > scores[i-1]*(1+2*near) {
				t.Errorf("%q: keyword %d has more than the one before", article, i)
			}
			scores = append(scores, k.Score)
		}
		check(t, article, scores)
		scores = scores[:0]
		for _, s := range r.Sentences(article) {
			scores = append(scores, s.Score)
		}
		check(t, article, scores)
	})
}

func check(t *testing.T, article string, scores []float64) {
	t.Helper()
	total := 0.0
	for _, s := range scores {
		if !(s > 0) || math.IsInf(s, 0) {
			t.Fatalf("%q: the score %v", article, s)
		}
		total += s
	}
	if len(scores) > 0 && math.Abs(total-1) > 1e-9 {
		t.Errorf("%q: the scores sum to %v", article, total)
	}
}

func BenchmarkBook(b *testing.B) {
	article := generatetest.Book().Body
	r := New(lang.Packs[0])
	b.Run("keywords", func(b *testing.B) {
		for b.Loop() {
			r.Keywords(article)
		}
	})
	b.Run("sentences", func(b *testing.B) {
		for b.Loop() {
			r.Sentences(article)
		}
	})
}
