package numerals_test

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"hed/internal/browser"
	"hed/numeral"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/numeral/lint"
	"hed/report/numerals"
)

// pageOf is the page of one headline.
func pageOf(t *testing.T, h *lint.Headline) []byte {
	t.Helper()
	var out bytes.Buffer
	p := numerals.NewPage(&out)
	if err := p.Add(h); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// way is a derivation whose operands stand at these places of the article.
func way(t *testing.T, expr string, article string, spans ...derive.Span) derive.Derivation {
	t.Helper()
	readings, err := numeral.ParseExpr(expr)
	if err != nil {
		t.Fatal(err)
	}
	d := derive.Derivation{Expr: readings[0], Confidence: 0.7}
	for _, s := range spans {
		d.Operands = append(d.Operands, derive.Operand{Text: article[s.Start:s.End], Span: s})
	}
	return d
}

// What a corpus holds stays text, and operands are marked though they overlap.
func TestPage(t *testing.T) {
	const article = "<script>x</script> 19 and 16, four."
	got := string(pageOf(t, &lint.Headline{
		ID: "<b>", System: "a&b", Text: "Gunmen <i>Kill</i> 35, Wound 4 and Two", Article: article,
		Numerals: []lint.Numeral{
			{Text: "35", Result: check.Result{Span: derive.Span{Start: 19, End: 21}, Verdict: check.Follows, Message: "19 and 16 are 35."},
				Derivations: []derive.Derivation{way(t, "Add( 19 , 16 )", article, derive.Span{Start: 19, End: 21}, derive.Span{Start: 19, End: 28})}},
			{Text: "4", Result: check.Result{Span: derive.Span{Start: 29, End: 30}, Verdict: check.Nowhere, Message: "The article does not have 4."},
				Level: check.Error, Evidence: "<b>four</b>"},
			{Text: "Two", Result: check.Result{Span: derive.Span{Start: 35, End: 38}, Verdict: check.Follows, Evidence: derive.Span{Start: 30, End: 35}}},
		},
	}))
	for _, want := range []string{
		"&lt;script&gt;x&lt;/script&gt;", "&lt;b&gt; · a&amp;b", `class="derived" data-numeral="1">35<i>=</i></a>`, `class="unsupported" data-numeral="2">4<i>!</i></a>`,
		`<mark data-for="1">19</mark><mark data-for="1"> and 16</mark>, <mark data-for="3">four.</mark>`, "1 headline: 0 numbers found, 2 derived, 0 doubtful, 1 unsupported.", "script-src &#39;sha256-",
		"<code>Add( 19 , 16 )</code> 0.70", "The article does not have 4. <q>&lt;b&gt;four&lt;/b&gt;</q>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %s:\n%s", want, got)
		}
	}
	if strings.Contains(got, "<script>x") {
		t.Error("a script of the article can run")
	}
}

// Where no derivation quotes the article, the sentence is shown, also of a number that is right.
func TestQuoted(t *testing.T) {
	const article = "Fire broke out. It killed 12 people."
	h := &lint.Headline{Text: "Fire Kills Dozen", Article: article, Numerals: []lint.Numeral{{
		Text: "Dozen", Result: check.Result{Span: derive.Span{Start: 11, End: 16}, Verdict: check.Follows, Message: "A dozen is 12."}, Evidence: "It killed 12 people."}}}
	ways := []derive.Derivation{way(t, "Copy( 12 )", article, derive.Span{Start: 26, End: 28})}
	for derivations, want := range []int{1, 0} {
		h.Numerals[0].Derivations = ways[:derivations]
		var out bytes.Buffer
		if err := (&numerals.Text{W: &out}).Add(h); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "    “It killed 12 people.”\n"); n != want {
			t.Errorf("with %d derivations the sentence is there %d times:\n%s", derivations, n, out.String())
		}
		if n := strings.Count(string(pageOf(t, h)), "<q>It killed 12 people.</q>"); n != want {
			t.Errorf("with %d derivations the sentence is on the page %d times", derivations, n)
		}
	}
}

// TestPageInBrowser: the content policy lets the style and the script of
// the page be, and a number under the pointer shows its operands.
func TestPageInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	t.Parallel()
	const article = "Killing 19 men, and 16 in May."
	page := pageOf(t, &lint.Headline{
		ID: "x", System: "a", Text: "Gunmen Kill 35", Article: article,
		Numerals: []lint.Numeral{{Text: "35", Result: check.Result{Span: derive.Span{Start: 12, End: 14}, Verdict: check.Follows},
			Derivations: []derive.Derivation{way(t, "Add( 19 , 16 )", article, derive.Span{Start: 8, End: 10}, derive.Span{Start: 20, End: 22})}}},
	})
	file := filepath.Join(t.TempDir(), "explain.html")
	if err := os.WriteFile(file, page, 0o666); err != nil {
		t.Fatal(err)
	}
	tab := browser.Open(t)
	at := url.URL{Scheme: "file", Path: file}
	tab.Do(t, chromedp.Navigate(at.String()))
	on := `document.querySelectorAll("mark.on").length`
	event := func(name string) string {
		return `(document.querySelector("[data-numeral]").dispatchEvent(new Event("` + name + `")), ` + on + `)`
	}
	if n := browser.Eval[int](t, tab, on); n != 0 {
		t.Errorf("%d operands stand out before anything is done", n)
	}
	if n := browser.Eval[int](t, tab, event("mouseenter")); n != 2 {
		t.Errorf("%d operands stand out, want 2", n)
	}
	if n := browser.Eval[int](t, tab, event("mouseleave")); n != 0 {
		t.Errorf("%d operands still stand out", n)
	}
	if y := browser.Eval[bool](t, tab, `document.querySelector(".sum").offsetTop < document.querySelector("article").offsetTop`); !y {
		t.Error("the finding does not come first")
	}
	for _, c := range tab.Complaints() {
		t.Error(c)
	}
}
