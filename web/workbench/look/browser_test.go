package look_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"hed/internal/browser"
	"hed/web/workbench/look"
)

// A visit is a browser at a desk.
type visit struct {
	*desk
	*testing.T
	tab *browser.Tab
	axe string
}

// TestBrowser looks at every page: light and dark, wide and at 360 pixels; with HED_AXE it is also checked for
// accessibility, with HED_SHOTS pictures are left in that folder.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	tab := browser.Open(t)
	v := visit{T: t, tab: tab}
	if file := os.Getenv("HED_AXE"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v.axe = string(text)
	} else {
		t.Log("without HED_AXE, the path of axe.min.js, accessibility is not checked")
	}
	begun := time.Date(2026, 11, 18, 4, 0, 0, 0, time.UTC)
	worse := func(name string, lines []string) {
		if name == "careless.txt" {
			copy(lines, []string{"Nothing of note", "A thing that happened", "Something else"})
		}
	}
	v.desk = serve(t,
		look.Run{ID: "1", Name: "First try", Folder: evaluate(t, setup{baselines: "first,random,tfidf"}), Begun: begun},
		look.Run{ID: "2", Name: "Other headlines", Folder: evaluate(t, setup{baselines: "first,random,tfidf", change: worse, bootstrap: 200}), Begun: begun.Add(25 * time.Hour)},
		look.Run{ID: "3", Name: "Fewer articles", Folder: evaluate(t, setup{documents: 12}), Begun: begun.Add(50 * time.Hour)},
		look.Run{ID: "4", Name: hostile, Folder: evaluate(t, setup{change: harm}), Begun: begun.Add(60 * time.Hour)},
	)
	for name, path := range map[string]string{
		"summary": "/runs/1/", "summary-few": "/runs/1/?c=rouge1_f&c=fog&c=numsupport&s=polished&s=careless&s=first&vs=first&sort=fog", "figures": "/runs/1/figures?c=rouge1_f&c=fog",
		"examples": "/runs/1/examples", "difference": "/runs/1/examples?by=difference&m=rouge1_f&a=polished&b=careless", "unsupported": "/runs/1/examples?numbers=unsupported",
		"none": "/runs/1/examples?q=zzzz", "document": "/runs/1/examples/4", "document-two": "/runs/1/examples/4?by=difference&a=polished&b=careless", "systems": "/runs/1/systems?a=polished&b=first",
		"runs": "/runs/2/runs", "runs-two": "/runs/2/runs?with=1", "runs-refused": "/runs/3/runs?with=1", "correlations": "/runs/1/correlations?x=fog&y=rouge1_f",
		"history": "/runs/1/history", "made": "/runs/1/made", "files": "/runs/1/files", "hostile": "/runs/4/examples/1",
	} {
		v.open(path)
		v.look(name)
	}
	if browser.Eval[bool](t, tab, "Boolean(window.hurt)") {
		t.Error("a text has run as a script")
	}
	v.keys()
	v.report()
	for _, c := range tab.Complaints() {
		t.Error(c)
	}
	for _, r := range tab.Requests() {
		if !strings.HasPrefix(r, v.URL) && !strings.HasPrefix(r, "data:") && r != "about:blank" {
			t.Errorf("a page asked for %.80s", r)
		}
	}
}

func (v visit) open(path string) {
	v.T.Helper()
	v.tab.Do(v.T, chromedp.Navigate(v.URL+path))
	v.tab.Wait(v.T, `[...document.images].every((i) => i.loading === "lazy" || i.complete)`)
}

// keys goes from the summary to a document and back by keys alone.
func (v visit) keys() {
	v.T.Helper()
	v.open("/runs/1/")
	v.tab.Do(v.T, chromedp.EmulateViewport(1280, 900))
	focus := func(selector string) {
		browser.Eval[any](v.T, v.tab, "void document.querySelector("+fmt.Sprintf("%q", selector)+").focus()")
	}
	focus(`.look-scores tbody td a[href*="by=score"]`)
	v.tab.Keys(v.T, "\r")
	v.tab.Wait(v.T, `location.pathname === "/runs/1/examples" && location.search.includes("by=score")`)
	focus(".look-list .look-id a")
	v.tab.Keys(v.T, "\r")
	v.tab.Wait(v.T, `location.pathname.startsWith("/runs/1/examples/")`)
	// A number says what its article says of it when it has the focus.
	v.open("/runs/1/examples?numbers=unsupported")
	focus(".look-number.unsupported")
	v.tab.Wait(v.T, `getComputedStyle(document.querySelector(".look-number.unsupported .look-tip")).display === "block"`)
}

// report opens the static report, which runs its own script in a sandbox.
func (v visit) report() {
	v.T.Helper()
	v.tab.Do(v.T, chromedp.Navigate(v.URL+"/runs/1/report"))
	v.tab.Wait(v.T, `document.querySelector("#examples .list li")`)
	if origin := browser.Eval[string](v.T, v.tab, "self.origin"); origin != "null" {
		v.T.Errorf("the report is of the site %s", origin)
	}
}

// look checks the page that is open: pictures, axe, and that nothing sticks out at 360 pixels or at twice the size.
func (v visit) look(name string) {
	v.T.Helper()
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"wide", 1280, 900}, {"twice", 640, 450}, {"phone", 360, 740}} {
		v.tab.Do(v.T, chromedp.EmulateViewport(size.width, size.height))
		v.tab.Wait(v.T, fmt.Sprintf("innerWidth <= %d", size.width))
		if n := browser.Eval[int](v.T, v.tab, "document.documentElement.scrollWidth - innerWidth"); n > 0 {
			who := browser.Eval[string](v.T, v.tab, `String([...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".look-wide")).map((e) => e.tagName + "." + e.className).slice(0, 5))`)
			v.T.Errorf("%s, %s: %d pixels stick out: %s", name, size.name, n, who)
		}
		if size.name == "twice" {
			continue
		}
		for _, tone := range []string{"light", "dark"} {
			v.tone(tone)
			v.shot(fmt.Sprintf("%s-%s-%s", name, size.name, tone))
			if (tone == "dark") == (size.name == "phone") {
				v.check(name + " " + size.name + " " + tone)
			}
		}
	}
	v.tone("light")
}

func (v visit) tone(scheme string) {
	v.T.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	if _, err := chromedp.Call(v.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		v.T.Fatal(err)
	}
}

func (v visit) shot(name string) {
	v.T.Helper()
	dir := os.Getenv("HED_SHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(v.tab, chromedp.FullScreenshot(100))
	if err != nil {
		v.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o666); err != nil {
		v.T.Fatal(err)
	}
}

// check runs axe-core in the page, if there is one.
func (v visit) check(name string) {
	v.T.Helper()
	if v.axe == "" {
		return
	}
	browser.Eval[any](v.T, v.tab, "typeof axe === 'undefined' && void "+"(() => {"+v.axe+"})()")
	found := browser.Eval[[]string](v.T, v.tab, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((x) =>
		x.impact + " " + x.id + ": " + x.help + " " + x.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message || "")).join("; ")))`)
	for _, f := range found {
		v.T.Errorf("%s: %s", name, f)
	}
}
