// Package generatetest checks that a generator keeps the contract of
// generate.Generator. The test of every generator package calls [Run] and
// [Signatures]; that of generate/all calls [Run] and [Long] for all of them.
package generatetest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"hed/corpus"
	"hed/generate"
	"hed/generate/internal/words"
	"hed/internal/race"
	"hed/text/lang"
)

// Run checks g, fitting it first if it wants to be fitted. Headlines may have
// up to the given number of words.
func Run(t *testing.T, g generate.Generator, most int) {
	t.Helper()
	docs := Documents()
	Fit(t, g, docs)
	if g.Signature() == "" || strings.ContainsAny(g.Signature(), " \t\n") {
		t.Errorf("signature %q: want a name without blanks", g.Signature())
	}
	want := make([]string, len(docs))
	for i, d := range docs {
		want[i] = Headline(t, g, d)
		check(t, d, want[i], most)
	}
	t.Run("the same again, in any order", func(t *testing.T) {
		for i, d := range slices.Backward(docs) {
			compare(t, d, Headline(t, g, d), want[i])
		}
	})
	t.Run("concurrent use", func(t *testing.T) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for i, d := range docs {
					compare(t, d, Headline(t, g, d), want[i])
				}
			})
		}
		wg.Wait()
	})
	if b, ok := g.(generate.Batcher); ok {
		t.Run("batches do not matter", func(t *testing.T) {
			if err := batches(t.Context(), b, docs, want); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("documents stay as they are", func(t *testing.T) {
		for i, d := range Documents() {
			if d.ID != docs[i].ID || d.Body != docs[i].Body || d.Lang != docs[i].Lang {
				t.Errorf("document %s was changed", d.ID)
			}
		}
	})
}

// Long checks g with an article that is as long as a book. It takes seconds
// and is skipped in short tests.
func Long(t *testing.T, g generate.Generator, most int) {
	t.Helper()
	race.Skip(t, "it takes too long")
	if testing.Short() {
		t.Skip("skipped: long")
	}
	d := Book()
	Fit(t, g, []*corpus.Document{d})
	h := Headline(t, g, d)
	check(t, d, h, most)
	if h == "" {
		t.Error("an article of 5 MB gives no headline")
	}
}

// Fit fits g to the documents if it wants to be fitted.
func Fit(t testing.TB, g generate.Generator, docs []*corpus.Document) {
	t.Helper()
	if f, ok := g.(generate.Fitter); ok {
		if err := f.Fit(context.Background(), Reader(docs)); err != nil {
			t.Fatalf("Fit: %v", err)
		}
	}
}

// Headline returns the headline for a document.
func Headline(t testing.TB, g generate.Generator, d *corpus.Document) string {
	t.Helper()
	h, err := g.Generate(context.Background(), d)
	if err != nil {
		t.Errorf("%s: %v", d.ID, err)
	}
	return h
}

// check refuses what cannot stand on a line of a file, and headlines that are
// too long.
func check(t *testing.T, d *corpus.Document, h string, most int) {
	t.Helper()
	if !utf8.ValidString(h) {
		t.Errorf("%s: %.80q is not UTF-8", d.ID, h)
	}
	if strings.ContainsFunc(h, unicode.IsControl) || strings.ContainsAny(h, "\u2028\u2029") {
		t.Errorf("%s: %.80q has a line break or another control character", d.ID, h)
	}
	if h != strings.TrimSpace(h) || strings.Contains(h, "  ") {
		t.Errorf("%s: %.80q has blanks at an end or several in a row", d.ID, h)
	}
	if n := new(words.Cutter).Count(lang.Of(d.Lang).Tokenizer, h); n > most {
		t.Errorf("%s: %.80q has %d words, more than %d", d.ID, h, n, most)
	}
	if h != "" && slices.Contains(wordless, d.ID) {
		t.Errorf("%s: got %.80q for an article without words", d.ID, h)
	}
}

func compare(t *testing.T, d *corpus.Document, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: the headline was %.80q and now is %.80q", d.ID, want, got)
	}
}
