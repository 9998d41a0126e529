package numacc_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
	"hed/corpus/numhg"
	"hed/internal/shared"
	"hed/metric/metrictest"
	"hed/metric/numacc"
	"hed/numeral"
	"hed/numeral/cloze"
)

func TestContract(t *testing.T) {
	for _, r := range numacc.Rules {
		t.Run(r.Name, func(t *testing.T) { metrictest.Run(t, build(t, r.Name)) })
	}
	metrictest.Signatures(t, numacc.Info, map[string][]string{"rule": {"", "strict", "lenient", "value"}})
	if _, err := numacc.New(numacc.Options{Rule: "exact"}); err == nil || err.Error() != "rule=exact: want strict, lenient or value" {
		t.Errorf("got %v", err)
	}
}

func build(t *testing.T, rule string) *numacc.Metric {
	t.Helper()
	m, err := numacc.New(numacc.Options{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const article = "The council planted 1,000 trees and twelve shrubs in 2 weeks."

var none = math.NaN()

// TestScore has cases of every way to know a gold numeral.
func TestScore(t *testing.T) {
	asks := func(answer, derivation string, reasoning *bool) *corpus.Cloze {
		return &corpus.Cloze{Question: "Town Plants ____ Trees", Answer: answer, Derivation: derivation, Reasoning: reasoning}
	}
	for _, c := range []struct {
		name     string
		doc      corpus.Document
		rule     string
		headline string
		want     [3]float64
	}{
		{"reference, copied", corpus.Document{References: []string{"1,000 Trees Planted"}}, "strict", "Town Plants 1,000 Trees", [3]float64{1, 1, none}},
		{"reference, reasoned", corpus.Document{References: []string{"12 Shrubs Planted"}}, "strict", "Town Plants 12 Shrubs", [3]float64{1, none, 1}},
		{"wrong", corpus.Document{References: []string{"12 Shrubs Planted"}}, "strict", "Town Plants 2 Shrubs", [3]float64{0, none, 0}},
		{"empty headline", corpus.Document{References: []string{"12 Shrubs Planted"}}, "strict", "", [3]float64{0, none, 0}},
		{"two numerals", corpus.Document{References: []string{"12 Shrubs Planted"}}, "strict", "12 Shrubs in 2 Weeks", [3]float64{0, none, 0}},
		{"two numerals, lenient", corpus.Document{References: []string{"12 Shrubs Planted"}}, "lenient", "12 Shrubs in 2 Weeks", [3]float64{1, none, 1}},
		{"words, lenient", corpus.Document{References: []string{"12 Shrubs Planted"}}, "lenient", "A Dozen Shrubs", [3]float64{0, none, 0}},
		{"words by value", corpus.Document{References: []string{"12 Shrubs Planted"}}, "value", "A Dozen Shrubs", [3]float64{1, none, 1}},
		{"scale by value", corpus.Document{References: []string{"1,000 Trees"}}, "value", "1K Trees", [3]float64{1, 1, none}},
		{"reference without numeral", corpus.Document{References: []string{"Twelve Shrubs"}}, "strict", "12 Shrubs", [3]float64{none, none, none}},
		{"reference with two", corpus.Document{References: []string{"12 Shrubs in 2 Weeks"}}, "strict", "12 Shrubs", [3]float64{none, none, none}},
		{"no reference", corpus.Document{}, "strict", "12 Shrubs", [3]float64{none, none, none}},
		{"the first reference counts", corpus.Document{References: []string{"Shrubs", "12 Shrubs"}}, "strict", "12 Shrubs", [3]float64{none, none, none}},
		{"answer with two in the reference", corpus.Document{References: []string{"12 Shrubs in 2 Weeks"}, Cloze: asks("12", "", nil)}, "strict", "12 Shrubs", [3]float64{1, none, 1}},
		{"derivation says reasoning", corpus.Document{Cloze: asks("2", "Divide( 1,000 , 500 )", nil)}, "strict", "2", [3]float64{1, none, 1}},
		{"derivation says copy", corpus.Document{Cloze: asks("12", "Copy( 12 )", nil)}, "strict", "12", [3]float64{1, 1, none}},
		{"annotators win", corpus.Document{Cloze: asks("2", "Copy( 2 )", new(true))}, "strict", "2", [3]float64{1, none, 1}},
		{"in meta", corpus.Document{Meta: map[string]string{"cloze": "____ Trees", "cloze_gt": "2", "need_reasoning": "1"}}, "strict", "2", [3]float64{1, none, 1}},
	} {
		c.doc.ID, c.doc.Body = "d", article
		got := metrictest.Score(t, build(t, c.rule), corpus.NewCase(&c.doc, c.headline))
		for i := range got {
			if got[i] != c.want[i] && !(math.IsNaN(got[i]) && math.IsNaN(c.want[i])) {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
				break
			}
		}
	}
	unread := metrictest.Score(t, build(t, "strict"), corpus.NewCase(&corpus.Document{References: []string{"12 Shrubs"}}, "12"))
	if unread[0] != 1 || !math.IsNaN(unread[1]) || !math.IsNaN(unread[2]) {
		t.Errorf("without an article: %v; the type is not known", unread)
	}
}

// TestJudge has a row for each type of error, right and wrong.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		headline, gold string
		typ            cloze.Type
		want           numacc.Error
	}{
		{"1,000 Trees", "1,000", cloze.Copy, numacc.None},
		{"1,000 Trees in 2 Weeks", "1,000", cloze.Copy, numacc.ManyNumerals},
		{"Trees", "1,000", cloze.Copy, numacc.NoNumeral},
		{"Twelve Shrubs", "12", cloze.Reasoning, numacc.NoNumeral},
		{"", "12", cloze.Reasoning, numacc.NoNumeral},
		{"2 Trees", "1,000", cloze.Copy, numacc.WrongCopy},
		{"1000 Trees", "1,000", cloze.Copy, numacc.InferredNotCopied},
		{"3K Trees", "1,000", cloze.Copy, numacc.InferredNotCopied},
		{"2 Shrubs", "12", cloze.Reasoning, numacc.CopiedNotInferred},
		{"13 Shrubs", "12", cloze.Reasoning, numacc.WrongInference},
		{"13 Shrubs", "12", cloze.Unknown, numacc.Other},
	} {
		if got := numacc.Judge(c.headline, article, cloze.Gold{Numeral: c.gold, Type: c.typ}); got != c.want {
			t.Errorf("%q for %s: %v, want %v", c.headline, c.gold, got, c.want)
		}
	}
	if got := numacc.Judge("13 Shrubs", "", cloze.Gold{Numeral: "12", Type: cloze.Copy}); got != numacc.Other {
		t.Errorf("without an article: %v", got)
	}
}

func TestTally(t *testing.T) {
	tally := numacc.Tally{Articles: true}
	tally.Add("1,000 Trees", article, cloze.Gold{Numeral: "1,000", Type: cloze.Copy, Op: numeral.Copy})
	tally.Add("1,000 Trees in 2 Weeks", article, cloze.Gold{Numeral: "1,000", Type: cloze.Copy, Op: numeral.Copy})
	tally.Add("A Dozen Shrubs", article, cloze.Gold{Numeral: "12", Type: cloze.Reasoning, Op: numeral.Trans})
	got, err := json.Marshal(tally.Result())
	want := `{"n":3,"rules":{"strict":{"overall":0.3333333333333333,"copy":0.5,"reasoning":0},` +
		`"lenient":{"overall":0.6666666666666666,"copy":1,"reasoning":0},"value":{"overall":1,"copy":1,"reasoning":1}},` +
		`"errors":{"copied_not_inferred":{"copy":null,"reasoning":0},"inferred_not_copied":{"copy":0,"reasoning":null},` +
		`"many_numerals":{"copy":1,"reasoning":0},"no_numeral":{"copy":0,"reasoning":1},` +
		`"wrong_copy":{"copy":0,"reasoning":null},"wrong_inference":{"copy":null,"reasoning":0}},` +
		`"operators":{"Copy":{"n":2,"strict":0.5,"lenient":1,"value":1},"Trans":{"n":1,"strict":0,"lenient":0,"value":1}}}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	// A document without an article adds a kind of error, and one without an
	// annotation an operator of no name.
	tally.Add("13 Shrubs", "", cloze.Gold{Numeral: "12", Type: cloze.Reasoning})
	result := tally.Result()
	if made := result.Errors["other"]; made.Reasoning == nil || *made.Reasoning != 1 || result.Operators["none"].N != 1 {
		t.Errorf("%+v", result)
	}
	boom := errors.New("boom")
	judged := func(yield func(cloze.Judged, error) bool) {
		gold := cloze.Gold{Numeral: "12", Type: cloze.Reasoning}
		_ = yield(cloze.Judged{Headline: "12", Article: article, Gold: gold, Known: true}, nil) && yield(cloze.Judged{Headline: "12"}, nil) && yield(cloze.Judged{}, boom)
	}
	done := 0
	var counted numacc.Tally
	if err := counted.Count(judged, func(n int) { done = n }); err != boom || counted.N() != 1 || counted.Left != 1 || done != 2 {
		t.Errorf("%v after %d, %d of %d left", err, done, counted.Left, counted.N())
	}
	var bare numacc.Tally
	bare.Add("13 Shrubs", "", cloze.Gold{Numeral: "12", Type: cloze.Copy})
	got, err = json.Marshal(bare.Result())
	want = `{"n":1,"rules":{"strict":{"overall":0,"copy":0,"reasoning":null},"lenient":{"overall":0,"copy":0,"reasoning":null},` +
		`"value":{"overall":0,"copy":0,"reasoning":null}},` +
		`"errors":{"many_numerals":{"copy":0,"reasoning":0},"no_numeral":{"copy":0,"reasoning":0},"other":{"copy":1,"reasoning":0}}}`
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// TestNumHG holds against the corpus what the comments say of it. The
// rows of the official pattern, 10,494 of 10,495, are those of Python's re;
// see the tests of numeral.
func TestNumHG(t *testing.T) {
	docs, err := corpustest.Collect(numhg.Format.Documents(corpus.File(shared.File(t, "numhg/annotated.csv.gz")), corpus.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	m := build(t, "")
	var right, copies, differs, operators int
	for _, d := range docs {
		got := metrictest.Score(t, m, corpus.NewCase(d, d.References...))
		want := 0.0
		if numeral.Strict.Match(d.References[0], d.Cloze.Answer) {
			want = 1
			right++
		}
		if got[0] != want {
			t.Errorf("line %d: %v, want %v", d.Line, got[0], want)
		}
		if math.IsNaN(got[1]) == math.IsNaN(got[2]) {
			t.Errorf("line %d: %v is of both types, or of none", d.Line, got)
		}
		if !math.IsNaN(got[1]) {
			copies++
		}
		if *d.Cloze.Reasoning != (cloze.TypeIn(d.Text(), d.Cloze.Answer) == cloze.Reasoning) {
			differs++
		}
		if op := cloze.OpOf(d.Cloze.Derivation); op != numeral.Literal && *d.Cloze.Reasoning == (op == numeral.Copy) {
			operators++
		}
	}
	if right != 10494 || copies != 7290 || differs != 80 || operators != 0 {
		t.Errorf("%d right, %d copied; types by occurrence differ on %d rows, by operator on %d", right, copies, differs, operators)
	}
}

// BenchmarkScore shows that a headline costs little beside its article,
// which is read for its type.
func BenchmarkScore(b *testing.B) {
	m, err := numacc.New(numacc.Options{})
	if err != nil {
		b.Fatal(err)
	}
	c := corpus.NewCase(&corpus.Document{Body: strings.Repeat(article+" ", 20), References: []string{"12 Shrubs"}}, "12 Shrubs")
	out := make([]float64, 3)
	for b.Loop() {
		if err := m.Score(b.Context(), c, out); err != nil {
			b.Fatal(err)
		}
	}
}
