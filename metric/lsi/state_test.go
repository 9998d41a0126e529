package lsi_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hed/metric/lsi"
	"hed/metric/metrictest"
	"hed/score"
)

// pseudo is a corpus of words by their frequency, more than a few of them in
// more than one document.
func pseudo(docs, words int) articles {
	r := rand.New(rand.NewPCG(7, 7))
	var out articles
	for i := range docs {
		var s strings.Builder
		for range 5 + i%40 {
			fmt.Fprintf(&s, "w%d ", int(float64(words)*math.Pow(r.Float64(), 3)))
		}
		out = append(out, s.String())
	}
	return out
}

func save(t testing.TB, m *lsi.Metric) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestWorkers fits with several numbers of goroutines, on both ways that the
// decomposition can take.
func TestWorkers(t *testing.T) {
	for _, docs := range []articles{pseudo(150, 400), pseudo(500, 900)} {
		var want []byte
		for _, workers := range []int{0, 1, 2, 5} {
			m := build(t, lsi.Options{Keep: "20"})
			if err := m.Fit(context.Background(), docs, workers); err != nil {
				t.Fatal(err)
			}
			if got := save(t, m); want == nil {
				want = got
			} else if !bytes.Equal(got, want) {
				t.Errorf("%d documents: %d workers learn something else", len(docs), workers)
			}
		}
	}
}

// TestFitNames sees that corpora with the same terms in as many documents have
// different signatures.
func TestFitNames(t *testing.T) {
	one := fit(t, lsi.Options{}, articles{"apple pear", "plum fig"})
	two := fit(t, lsi.Options{}, articles{"apple pear", "plum fig fig"})
	again := fit(t, lsi.Options{}, articles{"apple pear", "plum fig"})
	if signature(one) == signature(two) || signature(one) != signature(again) {
		t.Errorf("%s, %s and %s", signature(one), signature(two), signature(again))
	}
}

func TestState(t *testing.T) {
	docs := pseudo(30, 60)
	m := fit(t, lsi.Options{Keep: "4"}, docs)
	data := save(t, m)
	loaded := build(t, lsi.Options{Keep: "4"})
	if err := loaded.Load(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if got, want := signature(loaded), signature(m); got != want {
		t.Errorf("signature %s, want %s", got, want)
	}
	if !bytes.Equal(save(t, loaded), data) {
		t.Error("what was loaded is saved otherwise")
	}
	for i, body := range docs[:20] {
		got, want := compare(t, loaded, body, docs[i+1], docs[i+2]), compare(t, m, body, docs[i+1], docs[i+2])
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	for i := range data {
		if err := loaded.Load(bytes.NewReader(data[:i])); err == nil {
			t.Fatalf("the first %d bytes of %d are read", i, len(data))
		}
	}
	if err := loaded.Load(bytes.NewReader(append(data, 0))); err == nil {
		t.Error("a byte more is read")
	}
	if signature(loaded) != signature(m) {
		t.Error("what was damaged is used")
	}
}

// FuzzLoad sees that whatever is read gives values in their range.
func FuzzLoad(f *testing.F) {
	for _, docs := range []articles{{"apple"}, {"apple", "pear", "apple pear"}, pseudo(12, 20)} {
		f.Add(save(f, fit(f, lsi.Options{}, docs)))
	}
	f.Add([]byte("hed lsi 2\n\xff\xff\xff\xff\x07\xff\xff\xff\xff\x07\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := build(t, lsi.Options{})
		if m.Load(bytes.NewReader(data)) != nil {
			return
		}
		for _, c := range metrictest.Items() {
			for _, v := range metrictest.Score(t, m, c) {
				if !score.IsAbsent(v) && !(v >= 0 && v <= 1) {
					t.Fatalf("a value of %v", v)
				}
			}
		}
	})
}
