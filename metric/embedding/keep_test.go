package embedding_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric/embedding"
	"hed/metric/metrictest"
	"hed/text/vector"
)

func saved(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := fitted(t, embedding.Options{Seed: 1}, metrictest.Items()...).Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestKeep(t *testing.T) {
	items := metrictest.Items()
	m := fitted(t, embedding.Options{Seed: 1}, items...)
	state := saved(t)
	again := build(t, embedding.Options{Seed: 1}).(*embedding.Trained)
	if err := again.Load(bytes.NewReader(state)); err != nil {
		t.Fatal(err)
	}
	if got, want := again.Columns()[0].String(), m.Columns()[0].String(); got != want {
		t.Errorf("the signature was %s and now is %s", want, got)
	}
	for _, it := range items {
		got, want := metrictest.Score(t, again, it), metrictest.Score(t, m, it)
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
			t.Errorf("%s: got %v, want %v", it.Doc.ID, got, want)
		}
	}
	var b bytes.Buffer
	if err := again.Save(&b); err != nil || !bytes.Equal(b.Bytes(), state) {
		t.Errorf("another state was saved: %v", err)
	}
}

// oneDimension is a whole state of other vectors.
func oneDimension(t *testing.T) []byte {
	t.Helper()
	table, err := vector.Open(vectors(t, "a 1\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	b := bytes.NewBufferString(fmt.Sprintf("hed word vectors 1\n{\"epochs\":1,\"hash\":\"%x\"}\n", table.Hash()))
	if err := table.WriteBinary(b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDamagedState(t *testing.T) {
	state := saved(t)
	damaged := slices.Clone(state)
	damaged[len(damaged)-10] ^= 1
	for want, data := range map[string][]byte{
		"not word vectors that hed":                    []byte("hello"),
		"beginning of the word vectors cannot be read": []byte("hed word vectors 1\n{}\n"),
		"ends inside word":                             state[:len(state)-100],
		"more than the":                                append(slices.Clone(state), "more"...),
		"hash does not match":                          damaged,
		"1 dimensions; expected 100":                   oneDimension(t),
	} {
		m := build(t, embedding.Options{Seed: 1}).(*embedding.Trained)
		before := m.Columns()[0].String()
		if err := m.Load(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
		if m.Columns()[0].String() != before {
			t.Errorf("%s: the state was taken all the same", want)
		}
	}
}

func TestWorkersChangeNothing(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2, 5} {
		m := build(t, embedding.Options{Seed: 1}).(*embedding.Trained)
		if err := m.Fit(t.Context(), metrictest.Reader(metrictest.Items()), workers); err != nil {
			t.Fatal(err)
		}
		if got := m.Columns()[0].String(); want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d workers: %s, want %s", workers, got, want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	var small bytes.Buffer // a large one takes the fuzzer long to shrink
	one := corpus.NewCase(&corpus.Document{Body: "bridge closes"})
	if err := fitted(f, embedding.Options{Seed: 1}, one).Save(&small); err != nil {
		f.Fatal(err)
	}
	f.Add(small.Bytes())
	f.Add([]byte("hed word vectors 1\n{\"epochs\":1}\n99999999 100\na "))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := build(t, embedding.Options{Seed: 1}).(*embedding.Trained)
		if m.Load(bytes.NewReader(data)) != nil {
			return
		}
		for _, v := range metrictest.Score(t, m, metrictest.Items()[0]) {
			if v < 0 || v > 1 {
				t.Errorf("got %v", v)
			}
		}
	})
}
