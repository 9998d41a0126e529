package corpustest

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"hed/corpus"
)

// Fuzz feeds the format with whatever comes: it must not panic, every
// document must be valid UTF-8 and have an id of its own, and every error
// must say where it is.
func Fuzz(f *testing.F, format corpus.Format) {
	f.Fuzz(func(t *testing.T, data []byte) {
		const name = "fuzzed"
		seen := map[string]bool{}
		for doc, err := range format.Documents(corpus.Stream(name, bytes.NewReader(data)), corpus.Options{}).Documents(context.Background()) {
			if err != nil {
				checkError(t, name, err)
				continue
			}
			if doc.ID == "" || seen[doc.ID] {
				t.Errorf("the id %q is empty or comes twice", doc.ID)
			}
			seen[doc.ID] = true
			checkText(t, doc.ID, doc.Dateline, doc.Body, doc.Source, doc.Date, doc.Lang)
			checkText(t, doc.References...)
			for k, v := range doc.Meta {
				checkText(t, k, v)
			}
			if c := doc.Cloze; c != nil {
				checkText(t, c.Question, c.Answer, c.Derivation)
			}
		}
		if format.Outputs == nil {
			return
		}
		for out, err := range format.Outputs(corpus.Stream(name, bytes.NewReader(data)), corpus.Options{}).Outputs(context.Background()) {
			if err != nil {
				checkError(t, name, err)
				continue
			}
			checkText(t, out.Doc, out.Text)
			if out.Line < 1 {
				t.Errorf("the headline %q has no line", out.Text)
			}
		}
	})
}

func checkText(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !utf8.ValidString(text) {
			t.Errorf("%q is not valid UTF-8", text)
		}
	}
}

// checkError accepts errors of the text with their file and line, and
// errors of the stream, which have no line, if they name it.
func checkError(t *testing.T, name string, err error) {
	t.Helper()
	syntax, ok := errors.AsType[*corpus.SyntaxError](err)
	if ok && (syntax.File != name || syntax.Line < 0 || syntax.Msg == "") {
		t.Errorf("the error %#v does not say where it is", syntax)
	}
	if !ok && !strings.Contains(err.Error(), name) {
		t.Errorf("the error %q does not name the file", err)
	}
}
