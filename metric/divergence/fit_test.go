package divergence

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric/metrictest"
	"hed/text/lang"
)

func fitted(t testing.TB) *Fitted {
	t.Helper()
	m, err := NewJS(Options{Weights: "tfidf"})
	if err != nil {
		t.Fatal(err)
	}
	return m.(*Fitted)
}

var articles = []string{"Bridge closes. The bridge!", "Ferry closes", "", "the of and", "Ferry, città"}

// read serves articles, and then an error if there is one.
type read struct {
	articles []string
	err      error
}

func (r read) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, body := range r.articles {
			if !yield(&corpus.Document{Body: body}, nil) {
				return
			}
		}
		if r.err != nil {
			yield(nil, r.err)
		}
	}
}

// TestFit counts by hand, in another order and with any number of workers.
func TestFit(t *testing.T) {
	want := map[string]int{"bridge": 1, "closes": 2, "ferry": 2, "città": 1}
	signature := ""
	for workers := range 5 {
		m, order := fitted(t), slices.Clone(articles)
		if workers%2 == 1 {
			slices.Reverse(order)
		}
		if err := m.Fit(t.Context(), read{articles: order}, workers); err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for id := range int32(m.corpus.Size()) {
			got[m.corpus.Term(id)] = m.corpus.DF(id)
		}
		if m.corpus.Docs() != 5 || !maps.Equal(got, want) {
			t.Errorf("%d documents with %v, want 5 with %v", m.corpus.Docs(), got, want)
		}
		if s := m.Columns()[0].String(); signature != "" && s != signature {
			t.Errorf("%d workers: the signature is %s, was %s", workers, s, signature)
		} else {
			signature = s
		}
	}
}

func TestFitErrors(t *testing.T) {
	broken := errors.New("broken")
	m := fitted(t)
	if err := m.Fit(t.Context(), read{articles, broken}, 2); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := m.Fit(stopped, read{articles: articles}, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := m.Score(t.Context(), corpus.NewCase(&corpus.Document{}), nil); err == nil {
		t.Error("it scores without having been fitted")
	}
	if err := m.Save(new(bytes.Buffer)); err == nil {
		t.Error("it saves without having been fitted")
	}
}

func TestKeep(t *testing.T) {
	m, back := fitted(t), fitted(t)
	if err := m.Fit(t.Context(), read{articles: articles}, 2); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	if err := back.Load(bytes.NewReader(b.Bytes())); err != nil {
		t.Fatal(err)
	}
	for i, c := range back.Columns() {
		if c.String() != m.Columns()[i].String() {
			t.Errorf("the signature is %s, was %s", c.String(), m.Columns()[i].String())
		}
	}
	for _, item := range metrictest.Items() {
		got, want := metrictest.Score(t, back, item), metrictest.Score(t, m, item)
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Errorf("%s: got %v, want %v", item.Doc.ID, got, want)
			}
		}
	}
}

func TestLoadErrors(t *testing.T) {
	for data, want := range map[string]string{
		"":                           "not a \"hed document frequencies 1\"",
		"hed state 1\n":              "not a \"hed document frequencies 1\"",
		magic:                        "damaged",
		magic + "\x03\x01\x01":       "damaged",
		magic + "\x03\x01\x01a\x04":  "damaged", // in more documents than there are
		magic + "\x03\x01\x01a\x01!": "damaged",
	} {
		if err := fitted(t).Load(strings.NewReader(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", data, err, want)
		}
	}
}

// FuzzLoad sees that what is taken is what would be saved.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(magic + "\x03\x02\x01a\x01\x02ab\x03"))
	f.Add([]byte(magic + "\x00\x00"))
	m := fitted(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, data := range [][]byte{data, append([]byte(magic), data...)} {
			if m.Load(bytes.NewReader(data)) != nil {
				continue
			}
			var b bytes.Buffer
			if err := m.Save(&b); err != nil || !bytes.Equal(b.Bytes(), data) {
				t.Fatalf("%q becomes %q: %v", data, b.Bytes(), err)
			}
		}
	})
}

// TestMemory sees that a warm worker allocates nothing, and keeps nothing of a
// case. The texts are in lower case, which tokenizers need not copy.
func TestMemory(t *testing.T) {
	m := fitted(t)
	if err := m.Fit(t.Context(), read{articles: articles}, 1); err != nil {
		t.Fatal(err)
	}
	w, pack := newWorker(), m.chooser.For(lang.Packs[0].Code)
	c := corpus.NewCase(&corpus.Document{}, "bridge closes", "tunnel to atlantis")
	score := func() {
		w.start(pack, m.corpus)
		w.readHeadlines(c.Outputs)
		for _, s := range []string{"the bridge closes and the ferry runs until 2031", "bridge shut"} {
			if w.open(s) {
				w.compare(&averagedKL, &w.headlines[0])
				w.compare(&jensenShannon, &w.headlines[1])
			}
		}
		w.release()
	}
	score()
	if n := testing.AllocsPerRun(100, score); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if len(w.ids) > 0 || len(w.idf) > 0 {
		t.Error("terms of a case stay")
	}
	w.start(pack, m.corpus)
	w.open(strings.Repeat("word ", 1<<15))
	if w.release(); cap(w.tokens) > 0 {
		t.Error("the memory of a long text stays")
	}
}
