package record_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/internal/record"
)

// collect prints the documents and the errors.
func collect(ctx context.Context, docs ...*corpus.Document) string {
	raw := func(yield func(*corpus.Document, error) bool) {
		for i, d := range docs {
			d.Line = i + 1
			if !yield(d, nil) {
				return
			}
		}
	}
	var out []string
	for doc, err := range record.Documents(ctx, "f", raw) {
		if err != nil {
			out = append(out, err.Error())
		} else {
			out = append(out, doc.ID)
		}
	}
	return strings.Join(out, "\n")
}

func TestDocuments(t *testing.T) {
	doc := func(id, date string) *corpus.Document {
		return &corpus.Document{ID: id, Body: "text", Date: date}
	}
	for _, c := range []struct {
		name string
		docs []*corpus.Document
		want string
	}{
		{"none", nil, "f: has no documents; expected at least one"},
		{"numbered", []*corpus.Document{doc("", ""), doc("", "")}, "1\n2"},
		{"dates", []*corpus.Document{doc("a", "2024-05-03"), doc("b", "2024-05-03T10:00:00Z"), doc("c", "May 3")},
			"a\nb\nf:3: the date \"May 3\" is not ISO 8601; write it as YYYY-MM-DD (the option columns date= ignores such a column)"},
		{"twice", []*corpus.Document{doc("a", ""), doc("a", "")}, "a\nf:2: line 1 already has the id \"a\"; every document needs its own"},
		{"nothing in it", []*corpus.Document{{ID: "a"}}, "f:1: the record has neither text nor a headline; expected at least one of them"},
	} {
		if got := collect(t.Context(), c.docs...); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	if got := collect(t.Context(), doc("a", ""), doc("", "")); !strings.HasPrefix(got, "a\nf:2: ") {
		t.Errorf("a missing id: got\n%s", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := collect(ctx, doc("a", "")); got != "context canceled" {
		t.Errorf("cancelled: got %s", got)
	}
}

// A malformed record does not end the reading, any other error does.
func TestParse(t *testing.T) {
	boom := errors.New("boom")
	bad := &corpus.SyntaxError{File: "f", Line: 1, Msg: "bad"}
	steps := []error{nil, bad, nil, boom, nil}
	src := corpus.Stream("f", strings.NewReader(""))
	var got []error
	for _, err := range record.Parse(src, corpus.Options{}, func(io.Reader) (func() (*corpus.Document, error), error) {
		i := -1
		return func() (*corpus.Document, error) {
			i++
			return &corpus.Document{}, steps[i]
		}, nil
	}) {
		got = append(got, err)
	}
	if len(got) != 4 || got[1] != error(bad) || got[3] != boom {
		t.Errorf("got %v", got)
	}
}
