package extract_test

import (
	"slices"
	"testing"

	"hed/metric/internal/extract"
)

func TestWritten(t *testing.T) {
	var w extract.Writer
	texts := [][]string{{"bridge", "closes", "bridge"}, nil, {"città", "", "closes"}}
	for i, s := range texts {
		w.Number(i * 1000)
		w.Terms(s)
	}
	b := w.Bytes()
	r := extract.Open(b)
	for i, want := range texts {
		if n, got := r.Number(), r.Terms(nil); n != i*1000 || !slices.Equal(got, want) {
			t.Errorf("got %d %q, want %q", n, got, want)
		}
	}
	if r.More() || r.Err() != nil {
		t.Errorf("something is left: %v", r.Err())
	}
	if len(b) != 1+7+7+7+1+1+4+2+1+2+4 {
		t.Errorf("a term is written more than once: %d bytes", len(b))
	}
}

// Damaged bytes end a reader, and do no harm.
func TestDamaged(t *testing.T) {
	var w extract.Writer
	w.Terms([]string{"a", "b"})
	whole := w.Bytes()
	for _, b := range [][]byte{nil, whole[:2], whole[:len(whole)-1], {0, 2, 5, 5}, {255, 255, 255, 255, 255, 255, 255, 255, 255, 1}} {
		r := extract.Open(b)
		for first := true; first || r.More(); first = false {
			r.Terms(nil)
		}
		if r.Err() == nil {
			t.Errorf("%v is read", b)
		}
	}
}
