package main

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"hed/internal/browser"
)

// What hed eval writes opens in a browser: charts and examples are there, its
// links lead somewhere, and nothing in a headline runs.
func TestReportInBrowser(t *testing.T) {
	tab := browser.Open(t)
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "docs.jsonl"), `{"id":"a&b","text":"The council closed the harbour bridge. <script>document.title='ran'</script>","headline":"Council closes bridge"}
{"id":"2","text":"A ferry will run until the bridge opens again.","headline":"Ferry replaces bridge"}
{"id":"3","text":"Rain stopped the regatta in the harbour.","headline":"Rain stops regatta"}
`)
	writeFile(t, filepath.Join(dir, "odd.txt"), "<script>document.title='ran'</script>\n</textarea><img src=x onerror=\"document.title='ran'\">\n<a href=\"javascript:document.title='ran'\">Regatta</a>\n")
	runHed(t, dir, 0, "eval", "--docs", "docs.jsonl", "--system", "odd=odd.txt", "--baseline", "first,tfidf", "--metric", "rouge:types=1/2,readability", "--out", "out")
	file := filepath.Join(dir, "out", "report.html")
	tab.Do(t, chromedp.Navigate("file://"+file))
	browser.Eval[bool](t, tab, `new Promise(done => { const look = () => document.querySelector(".list a") ? done(true) : setTimeout(look, 50); look() })`)
	if title := browser.Eval[string](t, tab, "document.title"); title == "ran" {
		t.Error("a script in a headline ran")
	}
	if text := browser.Eval[string](t, tab, "document.body.innerText"); !strings.Contains(text, "<script>document.title='ran'</script>") {
		t.Error("the headline is not shown as it is")
	}
	if n := browser.Eval[int](t, tab, `[...document.images].filter(i => i.src.startsWith("data:image/svg")).length`); n < 20 {
		t.Errorf("%d charts", n)
	}
	for _, link := range browser.Eval[[]string](t, tab, `[...document.links].map(a => a.href)`) {
		u, err := url.Parse(link)
		if err != nil || u.Scheme != "file" {
			t.Errorf("link %s: %v", link, err)
			continue
		}
		if _, err := os.Stat(u.Path); err != nil {
			t.Error(err)
		}
	}
	if c := tab.Complaints(); len(c) > 0 {
		t.Errorf("the page complains: %q", c)
	}
}
