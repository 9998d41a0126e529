package workbench

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"hed/internal/browser"
)

// A walk is somebody with a browser.
type walk struct {
	*testing.T
	tab *browser.Tab
	url string
	axe string
}

func (w *walk) open(path string) {
	w.Helper()
	w.tab.Do(w.T, chromedp.Navigate(w.url+path))
	w.tab.Wait(w.T, "true")
}

// at waits until the page is one whose path begins so.
func (w *walk) at(path string) {
	w.Helper()
	w.tab.Wait(w.T, fmt.Sprintf("location.pathname.startsWith(%q)", path))
}

func (w *walk) path() string {
	return browser.Eval[string](w.T, w.tab, "location.pathname")
}

// press goes on by the keyboard alone: to an element with Tab, and Enter.
func (w *walk) press(selector string) {
	w.Helper()
	for range 400 {
		if browser.Eval[bool](w.T, w.tab, fmt.Sprintf("document.activeElement?.matches(%q)", selector)) {
			w.tab.Do(w.T, chromedp.KeyEvent("\r"))
			return
		}
		w.tab.Do(w.T, chromedp.KeyEvent("\t"))
	}
	w.Fatalf("%s is not reached by the keyboard", selector)
}

// look checks the page that is open: pictures, axe, and that nothing sticks out.
func (w *walk) look(name string) {
	w.Helper()
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"wide", 1280, 900}, {"twice", 640, 450}, {"phone", 360, 740}} {
		w.tab.Do(w.T, chromedp.EmulateViewport(size.width, size.height))
		w.tab.Wait(w.T, fmt.Sprintf("innerWidth <= %d", size.width))
		if n := browser.Eval[int](w.T, w.tab, "document.documentElement.scrollWidth - innerWidth"); n > 0 {
			who := browser.Eval[string](w.T, w.tab, `String([...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".wide")).map((e) => e.tagName + "." + e.className).slice(0, 5))`)
			w.Errorf("%s, %s: %d pixels stick out: %s", name, size.name, n, who)
		}
		for _, dark := range []bool{false, true} {
			if size.name == "twice" {
				continue
			}
			tone := map[bool]string{false: "light", true: "dark"}[dark]
			w.tone(tone)
			w.shot(fmt.Sprintf("%s-%s-%s", name, size.name, tone))
			if dark == (size.name == "phone") {
				w.check(name + " " + size.name + " " + tone)
			}
		}
	}
	w.tone("light")
	w.tab.Do(w.T, chromedp.EmulateViewport(1280, 900))
}

func (w *walk) tone(scheme string) {
	w.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	if _, err := chromedp.Call(w.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		w.Fatal(err)
	}
}

// The widths of A4 in pixels, less margins.
const portrait, landscape = 718, 1047

// print looks at the page as it is printed, by somebody whose screen is dark: black on white, without what is to be pressed.
func (w *walk) print(name string, width int64) {
	w.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}
	if _, err := chromedp.Call(w.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print", Features: features}); err != nil {
		w.Fatal(err)
	}
	w.tab.Do(w.T, chromedp.EmulateViewport(width, 1000))
	w.shot(name + "-print")
	for what, ok := range map[string]string{
		"black on white":    `(() => { const c = getComputedStyle(document.body); const light = (s) => Math.min(...s.match(/\d+/g).slice(0, 3)); return light(c.backgroundColor) > 250 && light(c.color) < 40; })()`,
		"without buttons":   `![...document.querySelectorAll("button, nav, input:not([type=hidden])")].some((e) => e.checkVisibility())`,
		"within the margin": `document.documentElement.scrollWidth <= innerWidth`,
	} {
		if !browser.Eval[bool](w.T, w.tab, ok) {
			w.Errorf("%s is not printed %s", name, what)
		}
	}
	if _, err := chromedp.Call(w.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}); err != nil {
		w.Fatal(err)
	}
	w.tab.Do(w.T, chromedp.EmulateViewport(1280, 900))
}

// shot leaves a picture of the page.
func (w *walk) shot(name string) {
	w.Helper()
	dir := os.Getenv("HED_SHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(w.tab, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o666)
	}
	if err != nil {
		w.Fatal(err)
	}
}

// check runs axe-core in the page, if there is one.
func (w *walk) check(name string) {
	w.Helper()
	if w.axe == "" {
		return
	}
	browser.Eval[any](w.T, w.tab, "typeof axe === 'undefined' && void "+"(() => {"+w.axe+"})()")
	for _, f := range browser.Eval[[]string](w.T, w.tab, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((x) =>
		x.impact + " " + x.id + ": " + x.help + " " + x.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message || "")).join("; ")))`) {
		w.Errorf("%s: %s", name, f)
	}
}

// TestWalk is what a new user does, in Chromium: the sample by the keyboard alone, files of their
// own, a mistake in the form, results, the editor, a study. With HED_AXE pages are checked for
// accessibility, with HED_SHOTS pictures are left in that folder.
func TestWalk(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	v := visit(t)
	w := &walk{T: t, tab: browser.Open(t), url: v.url}
	if file := os.Getenv("HED_AXE"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		w.axe = string(text)
	} else {
		t.Log("without HED_AXE, the path of axe.min.js, accessibility is not checked")
	}
	w.open("/enter?key=the-key")
	w.at("/")
	w.look("start")
	w.press(`button[value="en"]`)
	w.at("/runs/")
	run := w.path()
	w.tab.Wait(t, `document.querySelector('.finding')?.textContent.includes("leads on")`) // by itself
	w.look("run")
	w.print("run", portrait)
	w.press(`a[href$="/results/"]`)
	w.at(run + "/results/")
	w.look("results")
	w.print("results", landscape)
	w.open(run)
	w.press(`a[href*="evaluate?from="]`)
	w.tab.Wait(t, `document.getElementById("metric-lsi")`)
	w.look("evaluate")
	// LSI's filter, at first a wrong one; the option chooses its metric.
	browser.Eval[any](t, w.tab, `(() => { const f = document.getElementById("metric.lsi.keep"); f.closest("details").open = true; f.value = "many"; f.dispatchEvent(new Event("input", { bubbles: true })); document.forms.evaluate.requestSubmit(); })()`)
	w.tab.Wait(t, `document.querySelector('.wb-alert')?.textContent.includes("keep=many")`)
	if !browser.Eval[bool](t, w.tab, `document.getElementById("metric-lsi").checked && document.getElementById("metric.lsi.keep").value === "many"`) {
		t.Error("what was typed is gone")
	}
	w.look("evaluate-wrong")
	browser.Eval[any](t, w.tab, `(() => { document.getElementById("metric.lsi.keep").value = "0.9"; document.getElementById("name").value = "With LSI"; document.forms.evaluate.requestSubmit(); })()`)
	w.at("/runs/")
	w.tab.Wait(t, `document.querySelector('pre')?.textContent.includes("lsi:keep=0.9") && document.querySelector('a[href$="/results/"]')`)
	w.open("/queue")
	w.look("queue")

	folder := t.TempDir()
	for name, text := range map[string]string{
		"news.csv": "nr,news,title\n1,\"Rain fell on the town of Ansley, again.\",Rain falls\n2,Snow fell in Dellmont for 3 days.,Snow for 3 days\n", "a.txt": "Rain in Ansley\nSnow for 4 days\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.open("/add")
	w.look("add")
	w.open("/add?path=" + url.QueryEscape(folder))
	w.look("folder")
	w.press("form[action='/add/server'] button")
	w.at("/corpora/")
	w.look("corpus-wrong")
	w.press(`form[method="post"] button`)
	w.tab.Wait(t, `document.querySelector('.finding')?.textContent.includes("2 documents, read as csv")`)
	w.look("corpus")
	w.open("/projects")
	w.look("projects")
	w.press(`.wb-list a[href^="/projects/"]`)
	w.at("/projects/")
	w.look("project")
	w.press(`a[href$="/models/add"]`)
	w.at("/projects/")
	w.tab.Wait(t, `document.getElementById("style-name")`)
	w.look("model-add")
	browser.Eval[any](t, w.tab, `document.querySelector("input[name=corpus]").click()`)
	w.press(`form[action$="/models/style"] .main`)
	w.at("/models/")
	w.tab.Wait(t, `document.querySelector(".wb-alert")?.textContent.includes("no document has the label")`) // by itself
	w.look("model-failed")
	w.open("/projects?q=nothing+has+this")
	w.look("nothing")
	w.open("/runs/" + strings.Repeat("a", 16))
	w.look("missing")

	w.open("/")
	w.press(`button[value="sample"]`)
	w.at("/editor/d/")
	w.look("editor")
	w.open(run + "/study")
	w.look("study-new")
	browser.Eval[any](t, w.tab, `(() => { for (const [id, n] of [["cases", 4], ["forms", 1], ["judges", 1]]) document.getElementById(id).value = n; })()`)
	w.press("form[method=post] .main")
	w.at("/studies/")
	study := w.path()
	w.press(`form[action$="/invite"] button`)
	w.tab.Wait(t, `document.querySelector('.links pre')`)
	w.look("study")
	w.print("study", portrait)
	w.open(study + "/correlation")
	w.look("correlation")
	w.open(study)
	w.press(`a[href$="/dashboard"]`)
	w.tab.Wait(t, `location.pathname === "/coordinator" && location.origin !== `+fmt.Sprintf("%q", w.url))

	host, err := url.Parse(w.url)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range w.tab.Requests() {
		if u, err := url.Parse(address); err != nil || u.Scheme != "data" && u.Hostname() != host.Hostname() {
			t.Errorf("a request left the machine: %s", address)
		}
	}
	for _, c := range w.tab.Complaints() {
		// The pages of refusals have their status.
		if !strings.Contains(c, "the server responded with a status of 4") {
			t.Errorf("the browser complains: %s", c)
		}
	}
}
