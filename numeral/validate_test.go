package numeral_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
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
// rows that are refused, with reasons, and "date" where an operand is the day or the
// time of the dateline and nothing else: such rows are wrong. Of the others, one
// in a hundred may be refused.
func TestNumHG(t *testing.T) {
	docs := annotated(t)
	var rejected strings.Builder
	ofDate, ofYear, others := 0, 0, 0
	for i, d := range docs {
		validate := func(article string) error { return numeral.Validate(article, d.Cloze.Answer, d.Cloze.Derivation) }
		err := validate(d.Text())
		if err == nil {
			if validate(d.Body) != nil {
				ofYear++
			}
			continue
		}
		date := ""
		if validate("News: "+d.Text()) == nil { // where the dateline is like any text
			date = "\tdate"
			ofDate++
		} else {
			others++
		}
		var v *numeral.ValidationError
		if !errors.As(err, &v) {
			t.Fatal(err)
		}
		fmt.Fprintf(&rejected, "%d\t%v\t%s%s\n", i+1, v.Reason, v.Operand, date)
	}
	golden.Check(t, "rejected.txt", rejected.String())
	t.Logf("%d rows need the year of the date, %d its day or time, %d others are refused", ofYear, ofDate, others)
	if others > (len(docs)-ofDate)/100 {
		t.Errorf("%d of %d annotations are refused", others, len(docs)-ofDate)
	}
}

// TestOtherArticle validates every annotation of the corpus on the article of another
// row. When constants, dates and all spellings of a number counted on any article, 19
// of 100 were accepted.
func TestOtherArticle(t *testing.T) {
	docs := annotated(t)
	articles := make([]*numeral.Article, len(docs))
	for i, d := range docs {
		articles[i] = numeral.NewArticle(d.Text())
	}
	const draws = 3
	random, accepted := rand.New(rand.NewPCG(1, 0)), 0
	for i, d := range docs {
		for range draws {
			other := (i + 1 + random.IntN(len(docs)-1)) % len(docs)
			if articles[other].Validate(d.Cloze.Answer, d.Cloze.Derivation) == nil {
				accepted++
			}
		}
	}
	share := float64(accepted) / float64(draws*len(docs))
	t.Logf("%.2f%% are accepted", 100*share)
	if share > 0.07 {
		t.Errorf("%.2f%% of annotations are accepted on another article, want 7%% at most", 100*share)
	}
}

// A constant is looked at beside its neighbour. If that were searched once more at each
// level, 90 levels would take for ever.
func TestDeepConstants(t *testing.T) {
	deep := "2"
	for range 90 {
		deep = "Multiply( " + deep + " , 7 )"
	}
	if err := numeral.Validate("It took 2 weeks.", "14", deep); err == nil {
		t.Error("2 times 7 to the power of 90 is accepted for 14")
	}
	if err := numeral.Validate("It took 2 weeks.", "98", "Multiply( Multiply( 2 , 7 ) , 7 )"); err != nil {
		t.Error(err)
	}
}

func TestSemEval(t *testing.T) {
	docs, err := corpustest.Collect(semeval.Format.Documents(corpus.File(shared.File(t, "numhg/semeval-sample.json")), corpus.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range docs {
		if err := numeral.Validate(d.Text(), d.Cloze.Answer, d.Cloze.Derivation); err != nil {
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
		article := numeral.NewArticle(d.Text())
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

// TestSetDate: the year of the date is in the article, also where the date is a year alone.
func TestSetDate(t *testing.T) {
	year := &numeral.Expr{Op: numeral.Literal, Text: "2013"}
	for date, want := range map[string]bool{"2013": true, "2013-06": true, "2013-06-21": true, "2013-06-21T09:57:00Z": true, "2012": false, "": false} {
		a := numeral.NewArticle("A tram ran off the rails.")
		a.SetDate(date)
		if a.Has(year) != want {
			t.Errorf("%q: the article has 2013: %v", date, !want)
		}
	}
	a := numeral.NewArticle("A tram ran off the rails.")
	if a.SetDate("12"); a.Has(&numeral.Expr{Op: numeral.Literal, Text: "12"}) {
		t.Error("what is no date is in the article")
	}
}
