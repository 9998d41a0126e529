package terms_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"hed/corpus"
	"hed/internal/crash"
	"hed/metric"
	"hed/metric/internal/terms"
	"hed/text/bag"
)

// documents serves n articles, and then an error if there is one.
type documents struct {
	n   int
	err error
}

func (d documents) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for i := range d.n {
			body := fmt.Sprintf("The word%d of word%d and word%d", i, i%7, i%100)
			if !yield(&corpus.Document{Body: strings.Repeat(body+" ", i%5)}, nil) {
				return
			}
		}
		if d.err != nil {
			yield(nil, d.err)
		}
	}
}

func chooser(t *testing.T) *terms.Chooser {
	t.Helper()
	c, err := terms.NewChooser("en")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestRead compares with counting one document after the other, for numbers of
// documents that fill batches and that do not.
func TestRead(t *testing.T) {
	c := chooser(t)
	for _, n := range []int{0, 1, 31, 32, 33, 500} {
		want, filler := bag.NewVocabulary(), bag.Bag{}
		var bags []string
		for d := range (documents{n: n}).Documents(t.Context()) {
			bag.NewFiller(want).Add(&filler, c.For("en"), d.Body)
			bags = append(bags, fmt.Sprint(filler))
		}
		for workers := range 5 {
			var got []string
			v, err := terms.Count(metric.Extract(t.Context(), c, documents{n: n}, workers), func(b *bag.Bag) { got = append(got, fmt.Sprint(*b)) })
			if err != nil {
				t.Fatal(err)
			}
			counted, err := terms.Count(metric.Extract(t.Context(), c, documents{n: n}, workers), nil)
			if err != nil {
				t.Fatal(err)
			}
			if a, b, w := encode(t, v), encode(t, counted), encode(t, want); a != w || b != w {
				t.Errorf("%d documents, %d workers: other terms", n, workers)
			}
			if strings.Join(got, "\n") != strings.Join(bags, "\n") {
				t.Errorf("%d documents, %d workers: other bags", n, workers)
			}
		}
	}
}

func encode(t *testing.T, v *bag.Vocabulary) string {
	t.Helper()
	b, err := v.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	if _, err := terms.Count(metric.Extract(t.Context(), chooser(t), documents{100, broken}, 2), nil); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	for _, n := range []int{0, 100} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := terms.Count(metric.Extract(ctx, chooser(t), documents{n: n}, 2), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%d documents, cancelled: got %v", n, err)
		}
	}
}

// A panic while documents are counted ended the process with exit code 2, since it is in a
// goroutine of its own. It reaches the caller, who does not wait for ever.
func TestPanic(t *testing.T) {
	for workers := range 5 {
		err := crash.Call(func() error {
			_, err := terms.Count(metric.Extract(t.Context(), chooser(t), documents{n: 1000}, workers), func(*bag.Bag) { panic("boom") })
			return err
		})
		if e, ok := errors.AsType[*crash.Error](err); !ok || e.Value != "boom" {
			t.Errorf("%d workers: got %v", workers, err)
		}
	}
}
