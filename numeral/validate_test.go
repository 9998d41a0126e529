package numeral_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/numhg"
	"hed/corpus/semeval"
	"hed/internal/golden"
	"hed/internal/shared"
	"hed/numeral"
)

func annotated(t testing.TB) []*corpus.Document {
	t.Helper()
	docs, err := corpustest.Collect(numhg.Format.Documents(corpus.File(shared.File(t, "numhg/annotated.csv.gz")), corpus.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return docs
}

// TestNumHG validates every annotation of the corpus. rejected.txt has the
// rows that are refused, with reasons; people have read those articles and
// found each reason true.
func TestNumHG(t *testing.T) {
	docs := annotated(t)
	var rejected strings.Builder
	accepted := 0
	for i, d := range docs {
		err := numeral.Validate(d.Body, d.Cloze.Answer, d.Cloze.Derivation)
		if err == nil {
			accepted++
			continue
		}
		var v *numeral.ValidationError
		if !errors.As(err, &v) {
			t.Fatal(err)
		}
		fmt.Fprintf(&rejected, "%d\t%v\t%s\n", i+1, v.Reason, v.Operand)
	}
	golden.Check(t, "rejected.txt", rejected.String())
	const floor = 10466 // 99.72%
	if accepted < floor {
		t.Errorf("%d of %d annotations are accepted, want %d at least", accepted, len(docs), floor)
	}
}

func TestSemEval(t *testing.T) {
	docs, err := corpustest.Collect(semeval.Format.Documents(corpus.File(shared.File(t, "numhg/semeval-sample.json")), corpus.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if err := numeral.Validate(d.Body, d.Cloze.Answer, d.Cloze.Derivation); err != nil {
			t.Errorf("%s: %v", d.Cloze.Derivation, err)
		}
	}
}

// TestForms prints every annotation in both forms and reads it back. The
// article must bear out the unspaced form where it bears out the spaced one.
func TestForms(t *testing.T) {
	for _, d := range annotated(t) {
		readings, err := numeral.ParseExpr(d.Cloze.Derivation)
		if err != nil {
			continue
		}
		e := readings[0]
		spaced, err := numeral.ParseExpr(e.String())
		if err != nil || len(spaced) != 1 || spaced[0].String() != e.String() {
			t.Errorf("%s has the readings %v, %v", e, spaced, err)
		}
		compact, err := numeral.ParseExpr(e.Compact())
		found := false
		for _, c := range compact {
			found = found || c.String() == e.String()
		}
		if !found {
			t.Errorf("%s has the readings %v, %v; none is %s", e.Compact(), compact, err, e)
		}
		article := numeral.NewArticle(d.Body)
		if article.Validate(d.Cloze.Answer, e.String()) == nil {
			if err := article.Validate(d.Cloze.Answer, e.Compact()); err != nil {
				t.Errorf("%s: %v", e.Compact(), err)
			}
		}
		if c := e.Canonical(); c.Canonical().String() != c.String() || c.Eval() != e.Eval() {
			t.Errorf("%s: canonical %s, again %s", e, c, c.Canonical())
		}
	}
}
