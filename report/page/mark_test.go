package page_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/browser"
	"hed/numeral/check"
	"hed/numeral/derive"
)

// Numbers of headlines have marks, at places as browsers count them, and a page without such
// numbers is the same as before.
func TestMarks(t *testing.T) {
	list := examples(t, eight[:2])[:2]
	run := newRun(t, eight[:2], list)
	const article, headline = "Für 3 €. \xff😀 Nearly 12 died.", "😀\xff 12 Die in 1 of 30"
	list[0].Article, list[0].Headlines[1] = article, headline
	before := write(t, run, list)
	list[0].Numbers, list[1].Numbers = make([][]check.Result, 2), make([][]check.Result, 2)
	if write(t, run, list) != before {
		t.Error("headlines without numbers change the page")
	}
	at := func(text, part string) derive.Span {
		i := strings.Index(text, part)
		return derive.Span{Start: i, End: i + len(part)}
	}
	list[0].Numbers[1] = []check.Result{
		{Span: at(headline, "12"), Verdict: check.Stated, Message: "The article has 12.", Evidence: at(article, "Nearly 12 died.")},
		{Span: at(headline, "1 of 30"), Verdict: check.Nowhere, Message: "The article does not have 1 of 30."},
		{Span: at(headline, "30"), Verdict: check.Stated},
	}
	list[1].Numbers[0] = []check.Result{{Span: derive.Span{Start: 0, End: 1}, Verdict: check.Unchecked}}
	const want = `,[[],[["found",4,6,"The article has 12.",13,28],["unsupported",14,21,"The article does not have 1 of 30.",0,0]]]]`
	html := opened(t, write(t, run, list))
	if got := strings.Replace(html, want, "]", 1); got == html || got != opened(t, before) {
		t.Errorf("the marks are not %s", want)
	}
	run.Marked = 1
	if html := write(t, run, list); !strings.Contains(html, `"documents":2,"marked":1}`) {
		t.Error("the page does not know that one document only has marks")
	}
	run.Marked = 2
	if html := write(t, run, list); strings.Contains(html, `"marked"`) {
		t.Error("all documents have marks, and the page names a limit")
	}
}

// testNumbers looks at the marks on the numbers of headlines, and at what they show.
func testNumbers(v visit) {
	list := examples(v, eight[:2])
	const article, sentence = "Fire broke out. No one knows why.\n\nIn Oslo 12 people, and one dog, died. It rained.", "In Oslo 12 people, and one dog, died."
	list[0].Article, list[0].References, list[0].Headlines[0], list[0].Headlines[1] = article, []string{"Fire kills 12 people"}, "Fire 🔥 Kills 12 People", "Fire Kills 31"
	at := strings.Index(article, sentence)
	evidence := derive.Span{Start: at, End: at + len(sentence)}
	list[0].Numbers = [][]check.Result{
		{{Span: derive.Span{Start: 16, End: 18}, Verdict: check.Stated, Message: "The article has 12.", Evidence: evidence}},
		{{Span: derive.Span{Start: 11, End: 13}, Verdict: check.Contradicted, Message: "The article says 12, not 31.", Evidence: evidence}},
	}
	run := newRun(v, eight[:2], list)
	run.Marked = 2
	v.open(run, list)
	v.shows(list[0].ID)
	got := texts(v, `[...document.querySelectorAll(".headlines .number")].map((n) => n.className + ": " + n.textContent)`)
	want := []string{"number found: 12✓The article has 12." + sentence, "number unsupported: 31!The article says 12, not 31." + sentence}
	if d := cmp.Diff(want, got); d != "" {
		v.Error(d)
	}
	if got := text(v, `document.querySelector(".headlines dd").innerText`); got != "Fire 🔥 Kills 12✓ People" {
		v.Errorf("the headline reads %q", got)
	}
	if got := text(v, `document.querySelectorAll(".results .note")[1].textContent`); !strings.Contains(got, "found✓ derived= doubtful? unsupported!") {
		v.Errorf("the legend is %q", got)
	}
	// The sentence is found where a search has cut the text into pieces, too.
	v.load("#q=people")
	v.shows(list[0].ID)
	const shown = `[...(CSS.highlights.get("sentence") ?? [])].join()`
	for event, want := range map[string]string{"mouseenter": sentence, "focus": sentence} {
		v.do(fmt.Sprintf(`document.querySelector(".headlines .number").dispatchEvent(new Event(%q))`, event))
		if got := text(v, shown); got != want {
			v.Errorf("%s: %q stands out", event, got)
		}
		v.do(`document.querySelector(".headlines .number").dispatchEvent(new Event("blur"))`)
		if got := text(v, shown); got != "" {
			v.Errorf("%q still stands out", got)
		}
	}
	v.load("#doc=" + url.QueryEscape(list[1].ID))
	v.shows(list[1].ID)
	if n := browser.Eval[int](v.T, v.tab, `document.querySelectorAll(".results .note").length`); n != 1 {
		v.Errorf("%d notes where no number has a mark", n)
	}
	v.load("#doc=" + url.QueryEscape(list[2].ID))
	v.shows(list[2].ID)
	if got := text(v, `document.querySelectorAll(".results .note")[1]?.textContent ?? ""`); got != "Headline numbers are checked in the first 2 documents only." {
		v.Errorf("beyond the limit the page says %q", got)
	}
}
