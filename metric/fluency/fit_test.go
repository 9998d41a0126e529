package fluency_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hed/corpus"
	"hed/metric/fluency"
	"hed/metric/metrictest"
	"hed/score"
)

var small = newDocs("Ferry to close bridge", "Old bridge to close", "Council to close old ferry",
	"Mayor to run ferry", "Mayor's hat: a story", "Old hat wins", "Ferry to run until 2031")

// Whatever the number of goroutines, the same bytes are learnt.
func TestWorkers(t *testing.T) {
	var want []byte
	for _, workers := range []int{0, 1, 2, 7} {
		var b bytes.Buffer
		if err := fitted(t, fluency.Options{}, small, workers).Save(&b); err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = b.Bytes()
		} else if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%d workers learn something else", workers)
		}
	}
}

func TestTooFew(t *testing.T) {
	for name, d := range map[string]docs{
		"none": nil, "one": newDocs("Bridge closes"), "empty": newDocs("", " ", "\n"), "one with words": newDocs("", "Bridge closes", ""),
	} {
		m, _ := fluency.New(fluency.Options{})
		err := m.(*fluency.Fitted).Fit(t.Context(), d, 1)
		if err == nil || !strings.Contains(err.Error(), "too few to learn from") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Two documents are enough for values, if not for good ones, when they are in
// different folds.
func TestTwo(t *testing.T) {
	d := newDocs("Bridge closes", "Ferry runs")
	for _, v := range metrictest.Score(t, fitted(t, fluency.Options{}, d, 1), corpus.NewCase(d[0], "Ferry runs", "runs ferry", "zebra")) {
		if !(v >= 0 && v <= 1) {
			t.Errorf("got %v", v)
		}
	}
}

func TestNotFitted(t *testing.T) {
	m := build(t, fluency.Options{}).(*fluency.Fitted)
	if err := m.Score(t.Context(), corpus.NewCase(&corpus.Document{}), nil); err == nil {
		t.Error("it scores before Fit")
	}
	if err := m.Save(io.Discard); err == nil {
		t.Error("it saves before Fit")
	}
}

type broken struct{ err error }

func (b broken) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) { yield(nil, b.err) }
}

func TestFitFails(t *testing.T) {
	want := &corpus.SyntaxError{File: "docs", Line: 3, Msg: "bad"}
	m := build(t, fluency.Options{}).(*fluency.Fitted)
	if err := m.Fit(t.Context(), broken{want}, 2); !errors.Is(err, want) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := m.Fit(ctx, small, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestSaveAndLoad(t *testing.T) {
	m := fitted(t, fluency.Options{}, small, 2)
	var b bytes.Buffer
	if err := m.Save(&b); err != nil {
		t.Fatal(err)
	}
	loaded := build(t, fluency.Options{}).(*fluency.Fitted)
	if err := loaded.Load(bytes.NewReader(b.Bytes())); err != nil {
		t.Fatal(err)
	}
	if got, want := loaded.Columns()[0].String(), m.Columns()[0].String(); got != want || !strings.Contains(got, "|fit:") {
		t.Errorf("the signature is %s, was %s", got, want)
	}
	for _, it := range metrictest.Items() {
		got, want := metrictest.Score(t, loaded, it), metrictest.Score(t, m, it)
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Errorf("%s: %v, was %v", it.Doc.ID, got, want)
			}
		}
	}
	for at := range b.Len() {
		bad := bytes.Clone(b.Bytes())
		bad[at] ^= 4
		if build(t, fluency.Options{}).(*fluency.Fitted).Load(bytes.NewReader(bad)) == nil {
			t.Fatalf("byte %d was changed, and nobody saw it", at)
		}
		if at%50 == 0 && build(t, fluency.Options{}).(*fluency.Fitted).Load(bytes.NewReader(bad[:at])) == nil {
			t.Fatalf("%d bytes were enough", at)
		}
	}
}

// Whatever a state is, loading it fails or gives a metric that keeps its range.
func FuzzLoad(f *testing.F) {
	var b bytes.Buffer
	italian := fluency.Options{Lang: "it", Order: new(2)} // no tagger, which is slow under the fuzzer
	if err := fitted(f, italian, small[:4], 1).Save(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes()[fluency.Head:])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		m := build(t, italian).(*fluency.Fitted)
		if m.Load(bytes.NewReader(fluency.Sign(body))) != nil {
			return
		}
		for _, v := range metrictest.Score(t, m, corpus.NewCase(small[0], "Ferry to close", "x")) {
			if !score.IsAbsent(v) && !(v >= 0 && v <= 1) {
				t.Fatalf("got %v", v)
			}
		}
	})
}

// Fluency had other last digits on processors that cannot fuse a product into a sum.
func TestProcessors(t *testing.T) {
	m, b := fitted(t, fluency.Options{}, small, 1), new(strings.Builder)
	for _, d := range small {
		for _, other := range small {
			for _, v := range metrictest.Score(t, m, corpus.NewCase(d, other.References[0], other.References[0]+" today", "Story of "+other.References[0])) {
				fmt.Fprintf(b, "%x ", v)
			}
		}
	}
	if os.Getenv("HED_TEST_SCORES") != "" {
		fmt.Println(b)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestProcessors$", "-test.v")
	cmd.Env = append(os.Environ(), "HED_TEST_SCORES=1", "GODEBUG=cpu.fma=off")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), b.String()) {
		t.Errorf("%v: without fusing, fluency is\n%s\nwith it\n%s", err, out, b)
	}
}
