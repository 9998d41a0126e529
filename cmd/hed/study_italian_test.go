package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"hed/internal/browser"
	"hed/internal/sample"
)

// testItalian walks through a study in Italian, from the invitation to the report, and finds no English word on any page.
func testItalian(t *testing.T, tab *browser.Tab) {
	dir := t.TempDir()
	if err := sample.Italian.Write(dir); err != nil {
		t.Fatal(err)
	}
	h := host(t, dir, "studio.db", 4, "--docs", "articles.jsonl", "--system", "fedele=fedele.txt", "--system", "svelto=svelto.txt",
		"--protocol", "suitability", "--cases", "3", "--forms", "1", "--judges", "3", "--background", "--title", "Titoli di prova")
	english := newEnglish(t, dir)

	p := h.sit(tab, h.links[0], mouse, answers{})
	p.name = "italian"
	english.look(p, "intro")
	p.picture("intro")
	p.press(`[name="consent"]`)
	p.press("#begin")
	for seen := map[string]bool{}; ; {
		p.wait(`document.body?.dataset.ready && document.body.dataset.state !== "intro"`)
		now := p.page()
		if !seen[now.State] || now.State == "case" {
			english.look(p, fmt.Sprintf("%s %d %d", now.State, now.Case, now.Step))
			p.picture(fmt.Sprintf("%s-%d-%d", now.State, now.Case, now.Step))
		}
		seen[now.State] = true
		switch now.State {
		case "about":
			p.press("#on")
			p.wait(`document.body?.dataset.ready && document.body.dataset.state !== "about"`)
			continue
		case "practice":
			browser.Eval[any](t, tab, `void location.assign("?go")`)
			p.wait(`document.body?.dataset.ready && document.body.dataset.state !== "practice"`)
			continue
		case "case":
			for _, it := range p.items() {
				p.answer(it)
			}
			p.goOn(now)
			continue
		case "finished":
		default:
			t.Fatalf("the page is %q", now.State)
		}
		break
	}
	h.simulate(h.links[1:3], answers{})

	p.enter("segretissima")
	english.look(p, "dashboard")
	p.picture("dashboard")
	for _, path := range []string{"/coordinator/judge/j001", "/coordinator/case/0", "/coordinator/report"} {
		tab.Do(t, chromedp.Navigate(h.base+path))
		english.look(p, path)
		p.picture(filepath.Base(path))
	}
	tab.Do(t, chromedp.Navigate(h.base+"/coordinator"))
	browser.Eval[any](t, tab, `void document.querySelector("form[action='/coordinator/invite']").requestSubmit()`)
	p.wait(`document.querySelector(".links")`)
	english.look(p, "links")
	p.picture("links")

	text := h.hed("study", "report", "--store", h.store)
	for _, want := range []string{"Abbiamo estratto a caso 3 articoli", "alfa di Krippendorff", "3 giudici hanno dato", "intervallo al 95%"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report has no %q:\n%s", want, text)
		}
	}
	english.check("hed study report", text)
}

// English are words that only English pages have.
type englishWords struct {
	*testing.T
	words map[string]bool
}

var letters = regexp.MustCompile(`\pL+`)

// newEnglish lists the words of English pages and reports that are none of Italian ones, nor of the sample, nor names.
func newEnglish(t *testing.T, dir string) *englishWords {
	e := &englishWords{t, map[string]bool{}}
	read := func(file string) (words map[string]string) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &words); err != nil {
			t.Fatal(err)
		}
		return words
	}
	each := func(text string, f func(word string)) {
		for _, w := range letters.FindAllString(strings.ToLower(text), -1) {
			f(w)
		}
	}
	pages, reports := filepath.Join("..", "..", "web", "judge", "word"), filepath.Join("..", "..", "study", "outcome", "word")
	add, drop := func(w string) { e.words[w] = len(w) > 1 }, func(w string) { delete(e.words, w) }
	for _, text := range read(filepath.Join(pages, "en.json")) {
		each(text, add)
	}
	for text := range read(filepath.Join(reports, "it.json")) {
		each(text, add)
	}
	for _, file := range []string{filepath.Join(pages, "it.json"), filepath.Join(reports, "it.json")} {
		for key, text := range read(file) {
			if !strings.HasSuffix(key, ".example") { // of operators, for articles in English
				each(text, drop)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil && filepath.Ext(file) != ".db" {
			each(string(data), drop)
		}
	}
	each("headline headlines text date source", add)                                                          // keys of the files
	each("gold correct same attract suitable rank csv json html zip openapi svg prolific utc articles", drop) // names of questions, systems and files
	each("compare so", drop)                                                                                  // which are Italian, too
	if !e.words["the"] || !e.words["answers"] || !e.words["of"] || len(e.words) < 300 {
		t.Fatalf("only %d English words", len(e.words))
	}
	return e
}

// look checks the page that is open, with what screen readers say.
func (e *englishWords) look(p *person, where string) {
	e.Helper()
	e.check(where, browser.Eval[string](e.T, p.tab, `document.title + " " + document.body.innerText + " " +
		[...document.querySelectorAll("[aria-label],[title],[alt],[placeholder]")].flatMap((x) => ["aria-label", "title", "alt", "placeholder"].map((a) => x.getAttribute(a) || "")).join(" ")`))
	if lang := browser.Eval[string](e.T, p.tab, `document.documentElement.lang`); lang != "it" {
		e.Errorf("%s is in %q", where, lang)
	}
}

func (e *englishWords) check(where, text string) {
	e.Helper()
	found := map[string]bool{}
	for _, w := range letters.FindAllString(text, -1) {
		if lower := strings.ToLower(w); e.words[lower] && !found[lower] {
			found[lower] = true
			at := strings.Index(text, w)
			e.Errorf("%s has the English word %q: … %s …", where, w, strings.Join(strings.Fields(text[max(0, at-40):min(len(text), at+40)]), " "))
		}
	}
}
