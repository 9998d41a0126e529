package draft

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNear(t *testing.T) {
	e := NewEarlier()
	for i, text := range []string{
		"Council Votes to Build 90 Flats by the Canal",
		"Ferry Runs Aground in Fog, All 35 Safe",
		"Budget passed",
		"", "…",
	} {
		e.Add(fmt.Sprint("doc", i), text)
	}
	e.Set(&Draft{ID: "d1", Headlines: []Headline{{"a", "Mayor wins recall vote by 10,206"}, {"b", ""}}})
	for _, c := range []struct {
		text, except string
		want         []Copy
	}{
		{"council votes: to build 90 flats by the canal!", "", []Copy{{"Council Votes to Build 90 Flats by the Canal", "doc0", false, true, 1}}},
		{"Canal Council Votes to Build 90 Flats by the", "", []Copy{{"Council Votes to Build 90 Flats by the Canal", "doc0", false, false, 1}}},
		{"Council votes to build 80 flats by the canal", "", []Copy{{"Council Votes to Build 90 Flats by the Canal", "doc0", false, false, 0.8}}},
		{"Council rejects flats", "", nil},
		{"Budget passed", "", []Copy{{"Budget passed", "doc2", false, true, 1}}},
		{"Passed budget", "", nil}, // too few words to be a copy by chance
		{"Mayor wins recall vote by 10,206", "d1", nil},
		{"Mayor wins recall vote by 10,206", "d2", []Copy{{"Mayor wins recall vote by 10,206", "d1", true, true, 1}}},
		{"", "", nil},
		{"?!", "", nil},
	} {
		if d := cmp.Diff(c.want, e.Near(c.text, c.except, 3)); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, d)
		}
	}
	e.Set(&Draft{ID: "d1", Headlines: []Headline{{"c", "Recall vote: mayor stays"}}})
	if got := e.Near("Mayor wins recall vote by 10,206", "", 3); got != nil {
		t.Errorf("a headline that was replaced is still there: %v", got)
	}
	if got := e.Len(); got != 4 {
		t.Errorf("%d headlines, want 4", got)
	}
}

// TestNearAll finds what a comparison with every headline finds, however often drafts change.
func TestNearAll(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	headline := func() string {
		var words []string
		for range rnd.IntN(9) {
			words = append(words, fmt.Sprint("w", int(rnd.ExpFloat64()*4)))
		}
		return strings.Join(words, " ")
	}
	e := NewEarlier()
	drafts := map[string]*Draft{}
	for range 2000 {
		d := &Draft{ID: fmt.Sprint("d", rnd.IntN(300))}
		for k := range rnd.IntN(4) {
			d.Headlines = append(d.Headlines, Headline{fmt.Sprint(k), headline()})
		}
		e.Set(d)
		drafts[d.ID] = d
	}
	for range 300 {
		text, except := headline(), fmt.Sprint("d", rnd.IntN(300))
		var want []string
		for _, d := range drafts {
			for _, h := range d.Headlines {
				a, b := hashes(text), hashes(h.Text)
				if d.ID == except || len(a) == 0 || len(b) == 0 || overlap(a, b) < Near {
					continue
				}
				if same := slices.Equal(plainWords(text), plainWords(h.Text)); same || min(len(a), len(b)) >= fewWords {
					want = append(want, d.ID+" "+h.Text)
				}
			}
		}
		var got []string
		for _, c := range e.Near(text, except, 1<<20) {
			got = append(got, c.Where+" "+c.Text)
		}
		slices.Sort(want)
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%q (-want +got):\n%s", text, d)
		}
	}
}

func BenchmarkNear(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	headline := func() string {
		var words []string
		for range 9 {
			words = append(words, fmt.Sprint("w", int(rnd.ExpFloat64()*1000)))
		}
		return strings.Join(words, " ")
	}
	e := NewEarlier()
	for i := range 200_000 {
		e.Add(fmt.Sprint(i), headline())
	}
	for b.Loop() {
		e.Near(headline(), "", 3)
	}
}
