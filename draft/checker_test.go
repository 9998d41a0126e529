package draft

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/corpus/jsonl"
	generators "hed/generate/all"
	"hed/internal/sample"
	"hed/metric"
	"hed/metric/all"
	"hed/numeral/check"
	"hed/style/classify"
	styles "hed/style/classify/all"
)

// hostile are texts that nobody would write, and somebody pastes.
var hostile = []string{
	"", " ", "\t", "\x00", "\u202e1202 ni %05", "<script>alert(1)</script>", "{{.}}", "'; drop table drafts; --",
	strings.Repeat("9", 400), strings.Repeat("1 ", 240), strings.Repeat("W", 500), strings.Repeat("e\u0301", 150), "1e999999999", "-0", "½⅓¼", "٣ من ١٢", "三百五十",
	"👩‍👩‍👧‍👦 1️⃣ 2️⃣", "\ufeff12", "a\u0300\u0301\u0302\u0303", "1/0 of 0/0", "$$$$ 5 %%%%", "0x7fffffffffffffff", "12:99:99 31/31/2031",
}

// articles are those of the sample.
func articles(t testing.TB) (all documents) {
	t.Helper()
	f, err := sample.English.Open("articles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for d, err := range jsonl.Format.Documents(corpus.Stream("articles.jsonl", f), corpus.Options{}).Documents(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

// documents are a corpus.
type documents []*corpus.Document

func (all documents) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		for _, d := range all {
			if !yield(d, nil) {
				return
			}
		}
	}
}

func metrics(t testing.TB, list string) []metric.Selected {
	t.Helper()
	built, _, err := all.Metrics.Choose(list, metric.Body|metric.References, nil)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

func checker(t testing.TB, o Options) *Checker {
	t.Helper()
	c, err := New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func of(d *corpus.Document) *Draft {
	return &Draft{ID: "draft", Article: d.Body, Lang: d.Lang, Date: d.Date}
}

func report(t testing.TB, a *Article, headline string) *Report {
	t.Helper()
	r, err := a.Check(t.Context(), "draft", headline)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCheck has numbers that the article states, leads to and lacks, and the measures.
func TestCheck(t *testing.T) {
	c := checker(t, Options{Metrics: metrics(t, "rouge,js,readability")})
	ferry := articles(t)[0]
	a := c.Read(of(ferry))
	for _, test := range []struct{ headline, numbers, reasons string }{
		{"All 35 safe after ferry runs aground in fog", "35 follows", "Its number is supported by the article."},
		{"19 passengers and 16 crew safe after ferry grounds", "19 stated; 16 stated", "All 2 numbers are supported by the article."},
		{"Ferry runs aground with 350 on board", "350 nowhere", "Its number is not supported by the article."},
		{"Ferry runs aground with 19 passengers and 350 crew", "19 stated; 350 contradicted", "1 of 2 numbers is not supported by the article."},
		{"Ferry runs aground in thick fog", "", "31 characters, which fits everywhere."},
	} {
		r := report(t, a, test.headline)
		var got []string
		for _, n := range r.Numbers {
			got = append(got, n.Text+" "+n.Verdict.String())
		}
		if s := strings.Join(got, "; "); s != test.numbers {
			t.Errorf("%s: %s, want %s", test.headline, s, test.numbers)
		}
		if got := r.Reasons(); len(got) == 0 || got[0] != test.reasons {
			t.Errorf("%s: %q, want %q first", test.headline, got, test.reasons)
		}
	}
	r := report(t, a, "All 35 safe after ferry runs aground in fog")
	if r.Characters != 43 || r.Words != 9 {
		t.Errorf("%d characters and %d words, want 43 and 9", r.Characters, r.Words)
	}
	if got := []string{r.Value("awl").Words(r.Words), r.Value("awl").UsualWords(r.Words)}; !slices.Equal(got, []string{"words have 3.9 letters", "usually 3.7–5.5"}) {
		t.Errorf("%q", got)
	}
	if r.Value("rouge1_f") != nil || r.Value("js_s") != nil {
		t.Error("measures that need a reference are given without one")
	}
	var operands []string
	for _, p := range r.Numbers[0].Places() {
		operands = append(operands, ferry.Body[p.Start:p.End])
	}
	if d := cmp.Diff([]string{"19", "16"}, operands); d != "" {
		t.Errorf("operands (-want +got):\n%s", d)
	}

	with := of(ferry)
	with.Reference = ferry.References[0]
	same := report(t, c.Read(with), ferry.References[0])
	if v := same.Value("rouge1_f"); v == nil || v.Value != 1 {
		t.Errorf("ROUGE-1 of the reference itself is %v", v)
	}
}

// TestLanguages has articles in Italian, in a language whose numbers are not read, and none at all.
func TestLanguages(t *testing.T) {
	c := checker(t, Options{Metrics: metrics(t, "js,readability")})
	italian := report(t, c.Read(&Draft{Lang: "it", Article: "Il traghetto con 19 passeggeri si è arenato."}), "Traghetto con 19 passeggeri arenato")
	if italian.Unread != "" || len(italian.Numbers) != 1 || italian.Numbers[0].Verdict != check.Stated {
		t.Errorf("in Italian: numbers %v, unread %q", italian.Numbers, italian.Unread)
	}
	if v := italian.Value("nr"); v == nil || v.Usual != nil {
		t.Errorf("what is usual in English is said of an Italian headline: %+v", v)
	}
	for _, d := range []*Draft{{Lang: "de", Article: "Die Fähre mit 19 Passagieren ist aufgelaufen."}, {}, {Article: " \n"}, {Lang: "it"}} {
		r := report(t, c.Read(d), "19 persone salve")
		if r.Unread == "" || r.Numbers != nil {
			t.Errorf("%+v: numbers %v, unread %q", d, r.Numbers, r.Unread)
		}
		if r.Value("awl") == nil {
			t.Errorf("%+v: no length of words", d)
		}
	}
}

// TestLearn lets a corpus say what is usual, what was written before, and teach generators.
func TestLearn(t *testing.T) {
	docs := articles(t)
	var many documents // of which there are enough to say what is usual
	for range 3 {
		many = append(many, docs...)
	}
	built, err := generators.Generators.Choose("tfidf", nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := checker(t, Options{Metrics: metrics(t, "lda,fluency,js,readability"), Generators: built})
	if len(c.Left) != 2 || c.Left["lda"] == nil || c.Left["fluency"] == nil {
		t.Errorf("left out: %v", c.Left)
	}
	a := c.Read(of(docs[0]))
	r := report(t, a, docs[0].References[0])
	if len(r.Copies) != 0 || r.Value("js_c").Usual != nil || r.Value("awl").Usual.From != newserFrom {
		t.Errorf("before: %+v", r)
	}
	if list, _ := suggested(t, a); len(list) != 1 || !strings.Contains(list[0].Problem, "learns from a corpus") {
		t.Errorf("before: %+v", list)
	}
	if err := c.Learn(t.Context(), "the sample", many); err != nil {
		t.Fatal(err)
	}
	r = report(t, a, docs[0].References[0])
	if len(r.Copies) == 0 || !r.Copies[0].Same || r.Copies[0].Where != "harbour-ferry" {
		t.Errorf("copies: %+v", r.Copies)
	}
	if u := r.Value("js_c").Usual; u == nil || u.From != "90 headlines of the sample" || !(u.Low < u.High) {
		t.Errorf("usual: %+v", u)
	}
	if err := c.Learn(t.Context(), "too little", docs[:3]); err != nil {
		t.Fatal(err)
	}
	if u := report(t, a, docs[0].References[0]).Value("js_c").Usual; u == nil || u.From != "90 headlines of the sample" {
		t.Errorf("a small corpus changes what is usual to %+v", u)
	}
	other := c.Read(of(docs[1]))
	if list, _ := suggested(t, other); len(list) != 1 || list[0].Headline == "" || list[0].Report == nil {
		t.Errorf("after: %+v", list)
	}
}

// suggested waits for all suggestions.
func suggested(t *testing.T, a *Article) ([]Suggestion, bool) {
	t.Helper()
	for range 1000 {
		list, done, busy := a.Suggest()
		if done || busy {
			return list, busy
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("nothing is suggested")
	return nil, false
}

// TestSuggest has suggestions with reasons, and one article after another.
func TestSuggest(t *testing.T) {
	built, err := generators.Generators.Choose("first,stextrank,first:as=again", nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := checker(t, Options{Metrics: metrics(t, "readability"), Generators: built})
	docs := articles(t)
	list, _ := suggested(t, c.Read(of(docs[0])))
	if len(list) != 2 || list[0].By != "first" || list[0].How != "the first words of the article" || len(list[0].Reasons) == 0 {
		t.Errorf("%+v", list)
	}
	if list, done, busy := c.Read(&Draft{}).Suggest(); list != nil || !done || busy {
		t.Error("something is suggested for no article")
	}
	// Whoever asks for many articles at once is told to come back.
	refused := 0
	for i := range 3 * mostWriting {
		if _, _, busy := c.Read(&Draft{Article: docs[0].Body + fmt.Sprint(i)}).Suggest(); busy {
			refused++
		}
	}
	t.Logf("%d of %d articles were refused", refused, 3*mostWriting)
	for i := range 3 * mostWriting {
		for {
			if _, busy := suggested(t, c.Read(&Draft{Article: docs[0].Body + fmt.Sprint(i)})); !busy {
				break
			}
		}
	}
}

// TestStyle asks a classifier.
func TestStyle(t *testing.T) {
	var examples []classify.Example
	for i := range 30 {
		examples = append(examples,
			classify.Example{Text: fmt.Sprintf("Mayor Wins Recall Vote No %d", i), Label: "courier"},
			classify.Example{Text: fmt.Sprintf("mayor's recall vote is won, number %d", i), Label: "herald"})
	}
	style, _, err := styles.Train(t.Context(), "linear", classify.Lesson{Learn: examples, Seed: 1, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer style.Close()
	c := checker(t, Options{Style: style})
	r := report(t, c.Read(&Draft{}), "Council Wins Vote")
	if len(r.Styles) != 2 || r.Styles[0].Label != "courier" || r.Styles[0].Probability < r.Styles[1].Probability || len(r.Styles[0].Words) == 0 {
		t.Errorf("%+v", r.Styles)
	}
	if r := report(t, c.Read(&Draft{}), " "); r.Styles != nil {
		t.Errorf("blanks have the style %+v", r.Styles)
	}
}

// TestHostile checks what nobody would write, against articles that nobody would.
func TestHostile(t *testing.T) {
	c := checker(t, Options{Metrics: metrics(t, "rouge,bleu,chrf,js,kl,readability,numsupport")})
	for _, article := range append(slices.Clone(hostile), strings.Repeat("He paid $5 for 12 of 40. ", 1000)) {
		a := c.Read(&Draft{Article: article, Reference: article[:min(len(article), 100)]})
		for _, h := range hostile {
			report(t, a, h) // in seconds at most, which depends on what else the machine does
		}
	}
}

// TestStop ends a check with its context.
func TestStop(t *testing.T) {
	c := checker(t, Options{Metrics: metrics(t, "readability")})
	stopped := errors.New("the writer has typed on")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stopped)
	a := c.Read(of(articles(t)[0]))
	if _, err := a.Check(ctx, "", "All 35 safe"); !errors.Is(err, stopped) {
		t.Errorf("%v", err)
	}
	for range cap(c.turns) {
		c.turns <- struct{}{} // all processors are at work
	}
	ctx, cancel = context.WithCancelCause(t.Context())
	time.AfterFunc(10*time.Millisecond, func() { cancel(stopped) })
	if _, err := a.Check(ctx, "", "All 36 safe"); !errors.Is(err, stopped) {
		t.Errorf("%v", err)
	}
}

// TestBounds keeps what is remembered small.
func TestBounds(t *testing.T) {
	c := checker(t, Options{})
	first := c.Read(&Draft{Article: "The first one."})
	if c.Find(first.Key) != first || c.Read(&Draft{Article: "The first one."}) != first {
		t.Error("an article is read twice")
	}
	text := strings.Repeat("All work and no play. ", 4000)
	for i := range 100 {
		c.Read(&Draft{Article: text + fmt.Sprint(i)})
	}
	if c.Find(first.Key) != nil || c.shelf.bytes > shelfBytes || len(c.shelf.byKey) != c.shelf.late.Len() {
		t.Errorf("%d bytes in %d articles", c.shelf.bytes, c.shelf.late.Len())
	}
	for i := range 3 * keptReports {
		report(t, first, fmt.Sprint("Headline ", i))
	}
	if len(first.reports) != keptReports || len(first.order) != keptReports {
		t.Errorf("%d headlines are remembered, want %d", len(first.reports), keptReports)
	}
}

func TestDraft(t *testing.T) {
	long := strings.Repeat("a", MaxArticle+1)
	var many []Headline
	for i := range MaxHeadlines + 1 {
		many = append(many, Headline{ID: fmt.Sprint(i)})
	}
	for _, d := range []Draft{
		{Article: long}, {Reference: long}, {ID: long}, {Lang: "\xff"}, {Article: "\xff"}, {Headlines: many},
		{Headlines: []Headline{{"", "a"}}}, {Headlines: []Headline{{"a", "a"}, {"a", "b"}}}, {Headlines: []Headline{{"a", "a\nb"}}}, {Headlines: []Headline{{"a", long}}},
	} {
		if d.Check() == nil {
			t.Errorf("%.80q is a draft", fmt.Sprint(d))
		}
	}
	d := Draft{Article: "One two  three", Headlines: []Headline{{"a", " "}, {"b", "Three"}}}
	if err := d.Check(); err != nil || d.Title() != "Three" || d.Summary() != "1 headline, article of 3 words" {
		t.Errorf("%v %q %q", err, d.Title(), d.Summary())
	}
	if d.Headlines = nil; d.Title() != "One two three …" {
		t.Errorf("%q", d.Title())
	}
}

// BenchmarkCheck types headlines of the sample, character by character.
func BenchmarkCheck(b *testing.B) {
	c := checker(b, Options{Metrics: metrics(b, "rouge,js,readability")})
	docs := articles(b)
	var typed []string
	for _, r := range docs[0].References[0] {
		typed = append(typed, string(r))
	}
	a, i := c.Read(of(docs[0])), 0
	report(b, a, "1")
	for b.Loop() {
		report(b, a, strings.Join(typed[:i%len(typed)+1], "")+strings.Repeat(" ", i/len(typed)))
		i++
	}
}
