package lda_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"hed/metric/internal/learnt"
	"hed/metric/topic/lda"
)

var options = lda.Options{Topics: 5, Iterations: 60, Alpha: 1, Beta: 0.01, Seed: 1, Interval: 10, BurnIn: 20}

// planted makes documents of five topics with twenty words each; each document
// has one main topic and a fifth of its words from others.
func planted(n int) (docs [][]int32) {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range n {
		d := make([]int32, 50)
		for j := range d {
			topic := i % 5
			if rng.IntN(5) == 0 {
				topic = rng.IntN(5)
			}
			d[j] = int32(topic*20 + rng.IntN(20))
		}
		docs = append(docs, d)
	}
	return docs
}

func fit(t testing.TB, docs [][]int32, words int, opt lda.Options, workers int) *lda.Model {
	t.Helper()
	m, err := lda.Fit(context.Background(), docs, words, opt, workers)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func encode(t testing.TB, m *lda.Model) []byte {
	t.Helper()
	b, err := m.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPlanted(t *testing.T) {
	docs := planted(300)
	m := fit(t, docs[:250], 100, options, 2)
	found := map[int32]bool{}
	for topic := range 5 {
		top := m.Top(topic, 20)
		for _, w := range top {
			if w/20 != top[0]/20 {
				t.Errorf("topic %d mixes the words %v", topic, top)
				break
			}
		}
		found[top[0]/20] = true
		if a := m.Alpha()[topic]; a < 0.05 || a > 2 {
			t.Errorf("alpha is %v", m.Alpha())
		}
	}
	if len(found) != 5 {
		t.Errorf("found %d topics of 5", len(found))
	}
	// The truth has 0.84 for the document's own topic, and 0.04 for others.
	shares := make([]float64, 5)
	lda.NewInferrer(m).Infer(shares, docs[250], 1)
	if top := slices.Max(shares); top < 0.6 || top > 0.98 {
		t.Errorf("shares of a document: %v", shares)
	}
	truth := 0.0 // 1/20 of 0.84, or of 0.04
	truth -= 0.84*math.Log(0.84/20) + 0.16*math.Log(0.04/20)
	if p := perplexity(m, docs[250:], 1); math.Abs(p/math.Exp(truth)-1) > 0.1 {
		t.Errorf("perplexity %v, of the truth %v", p, math.Exp(truth))
	}
	one := options
	one.Topics = 1
	if c, plain := coherence(m, docs, 10), coherence(fit(t, docs, 100, one, 1), docs, 10); c.NPMI <= plain.NPMI || c.UMass <= plain.UMass {
		t.Errorf("coherence %v, without topics %v", c, plain)
	}
}

func TestSameBytes(t *testing.T) {
	docs := planted(600) // enough for four groups
	opt := options
	opt.Iterations, opt.BurnIn = 12, 5
	want := encode(t, fit(t, docs, 100, opt, 1))
	for _, workers := range []int{1, 2, 5, 100} {
		if !bytes.Equal(encode(t, fit(t, docs, 100, opt, workers)), want) {
			t.Errorf("%d workers make another model", workers)
		}
	}
	opt.Seed = 2
	if bytes.Equal(encode(t, fit(t, docs, 100, opt, 2)), want) {
		t.Error("another seed makes the same model")
	}
}

func TestDegenerate(t *testing.T) {
	same := slices.Repeat([][]int32{{0, 1, 2, 2}}, 9)
	for name, test := range map[string]struct {
		docs  [][]int32
		words int
	}{
		"one document":        {[][]int32{{0, 1, 2, 0}}, 3},
		"one token":           {[][]int32{{0}}, 1},
		"one word":            {[][]int32{{0, 0}, {0}, {0, 0, 0}}, 1},
		"identical":           {same, 3},
		"empty ones":          {[][]int32{{}, {0, 1}, {}, nil, {1}}, 2},
		"words that none has": {[][]int32{{0, 9}, {5}}, 20},
	} {
		for _, topics := range []int{1, 2, 5, 1024} {
			opt := options
			opt.Topics = topics
			m := fit(t, test.docs, test.words, opt, 3)
			shares := make([]float64, topics)
			f := lda.NewInferrer(m)
			sums := []float64{}
			for _, d := range append(test.docs, nil) {
				f.Infer(shares, d, 1)
				sums = append(sums, sum(shares))
			}
			row := make([]float64, topics)
			by := make([]float64, topics)
			for w := range test.words {
				m.Row(row, int32(w))
				for t, p := range row {
					by[t] += p
				}
			}
			sums = append(append(sums, by...), sum(m.Share()))
			for _, s := range sums {
				if !(math.Abs(s-1) < 1e-9) {
					t.Errorf("%s, %d topics: probabilities that sum up to %v", name, topics, s)
				}
			}
			if c := coherence(m, test.docs, 10); math.IsNaN(c.NPMI+c.UMass) || math.IsInf(c.UMass, 0) {
				t.Errorf("%s, %d topics: coherence %v", name, topics, c)
			}
		}
	}
	for _, docs := range [][][]int32{nil, {{}, {}}} {
		if _, err := lda.Fit(context.Background(), docs, 3, options, 2); !errors.Is(err, lda.ErrEmpty) {
			t.Errorf("without words: %v", err)
		}
	}
}

func sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	opt := options
	opt.Iterations = 100_000
	if _, err := lda.Fit(ctx, planted(2000), 100, opt, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// TestResumed: a fit that is stopped again and again comes to the same model, whatever the disk does to what it kept.
func TestResumed(t *testing.T) {
	docs, opt := planted(400), options
	opt.Iterations, opt.Interval, opt.BurnIn = 200, 10, 20
	want := encode(t, fit(t, docs, 100, opt, 2))
	opt.Folder = t.TempDir()
	file := filepath.Join(opt.Folder, "topics")
	var kept []byte
	for stops := 0; ; stops++ {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(5+5*stops)*time.Millisecond)
		m, err := lda.Fit(ctx, docs, 100, opt, 1+stops%3)
		cancel()
		if data, err := os.ReadFile(file); err == nil {
			kept = data
		}
		if err == nil {
			if !bytes.Equal(encode(t, m), want) {
				t.Fatalf("stopped %d times, it has other topics", stops)
			}
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) || stops > 1000 {
			t.Fatal(err)
		}
	}
	if kept == nil {
		t.Fatal("nothing was kept")
	}
	for at := 0; at < len(kept); at += len(kept)/20 + 1 {
		bad := bytes.Clone(kept)
		bad[at] ^= 1
		for _, data := range [][]byte{bad, kept[:at]} {
			if err := os.WriteFile(file, data, 0o666); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(encode(t, fit(t, docs, 100, opt, 2)), want) {
				t.Fatalf("byte %d changed the topics", at)
			}
		}
	}
	// What is there of other documents counts as nothing.
	if err := os.WriteFile(file, kept, 0o666); err != nil {
		t.Fatal(err)
	}
	got := encode(t, fit(t, docs[1:], 100, opt, 2))
	opt.Folder = ""
	if !bytes.Equal(got, encode(t, fit(t, docs[1:], 100, opt, 2))) {
		t.Error("it continued from other documents")
	}
}

// decode reads a model, all of data.
func decode(t testing.TB, data []byte) (*lda.Model, error) {
	t.Helper()
	r, err := learnt.Open(bytes.NewReader(data), "")
	if err != nil {
		t.Fatal(err)
	}
	m := lda.Read(r)
	return m, r.Close()
}

func TestBinary(t *testing.T) {
	m := fit(t, planted(50), 100, options, 1)
	data := encode(t, m)
	again, err := decode(t, data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(encode(t, again), data) || fmt.Sprint(again) != fmt.Sprint(m) {
		t.Error("read back, the model is another")
	}
	for i := range data {
		if _, err := decode(t, data[:i]); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", i, len(data))
		}
	}
}

func TestNewModel(t *testing.T) {
	m := fit(t, planted(50), 100, options, 1)
	var counts []lda.Count
	for w := range m.Words() {
		counts = append(counts, m.Counts(int32(w))...)
	}
	copied, err := lda.NewModel(m.Words(), counts, m.Alpha(), m.Beta())
	if err != nil {
		t.Fatal(err)
	}
	if docs := planted(60)[50:]; perplexity(copied, docs, 1) != perplexity(m, docs, 1) {
		t.Error("made of its counts, the model is another")
	}
	if _, err := lda.NewModel(3, []lda.Count{{Word: 3, N: 1}}, []float64{1}, 1); err == nil {
		t.Error("a word beyond the last is accepted")
	}
}

// FuzzRead sees that whatever is read has topics that texts can be of.
func FuzzRead(f *testing.F) {
	f.Add(encode(f, fit(f, planted(5), 100, options, 1)))
	f.Add([]byte{1, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decode(t, data)
		if err != nil {
			return
		}
		shares := make([]float64, m.Topics())
		lda.NewInferrer(m).Infer(shares, []int32{0}, 1)
		if s := sum(shares); !(math.Abs(s-1) < 1e-6) {
			t.Errorf("probabilities that sum up to %v", s)
		}
	})
}

func BenchmarkFit(b *testing.B) {
	docs := planted(2000)
	opt := options
	opt.Iterations = 20
	for b.Loop() {
		fit(b, docs, 100, opt, 2)
	}
	b.ReportMetric(float64(b.N*opt.Iterations*2000*50)/b.Elapsed().Seconds(), "tokens/s")
}
