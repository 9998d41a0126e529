package main

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"hed/internal/browser"
)

// TestExplainInBrowser: the content policy lets the style and the script of
// the page be, and a number under the pointer shows its operands.
func TestExplainInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	t.Parallel()
	var out bytes.Buffer
	p := newExplainPage(&out)
	err := p.add(headlineView{
		ID: "x", System: "a", Headline: "Gunmen Kill 35", article: "Killing 19 men, and 16 in May.",
		Numerals: []numeralView{{Text: "35", Start: 12, End: 14, Status: derived,
			Derivations: []derivationView{{"Add( 19 , 16 )", 0.7, []operandView{{"19", 8, 10}, {"16", 20, 22}}}}}},
	})
	if err == nil {
		err = p.end()
	}
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "explain.html")
	if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
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
