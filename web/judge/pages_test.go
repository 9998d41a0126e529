package judge_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"hed/internal/browser"
	"hed/study"
	"hed/web/judge"
)

// shot leaves a picture of the page.
func (v visit) shot(name string) {
	dir := os.Getenv("HED_SHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(v.tab, chromedp.FullScreenshot(100))
	if err != nil {
		v.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o666); err != nil {
		v.Fatal(err)
	}
}

func (v visit) dark(on bool) {
	scheme := "light"
	if on {
		scheme = "dark"
	}
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	if _, err := chromedp.Call(v.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		v.Fatal(err)
	}
}

// look checks the page that is open: pictures, axe, and that nothing sticks out at 360
// pixels or at twice the size.
func (v visit) look(name string) {
	v.Helper()
	for _, size := range []struct {
		name   string
		width  int64
		height int64
	}{{"wide", 1280, 900}, {"twice", 640, 450}, {"phone", 360, 740}} {
		v.tab.Do(v.T, chromedp.EmulateViewport(size.width, size.height))
		v.wait(fmt.Sprintf("innerWidth <= %d", size.width))
		if n := browser.Eval[int](v.T, v.tab, "document.documentElement.scrollWidth - innerWidth"); n > 0 {
			who := v.text(`[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".wide")).map((e) => e.tagName + "." + e.className).slice(0, 5)`)
			v.Errorf("%s, %s: %d pixels stick out: %s", name, size.name, n, who)
		}
		if size.name == "twice" {
			continue
		}
		for _, dark := range []bool{false, true} {
			v.dark(dark)
			tone := map[bool]string{false: "light", true: "dark"}[dark]
			v.shot(fmt.Sprintf("%s-%s-%s", name, size.name, tone))
			if dark == (size.name == "phone") {
				v.axe(name + " " + size.name + " " + tone)
			}
		}
	}
	v.dark(false)
	v.tab.Do(v.T, chromedp.EmulateViewport(1280, 900))
}

var axe []byte

// axe runs axe-core in the page, if there is one.
func (v visit) axe(name string) {
	v.Helper()
	if axe == nil {
		return
	}
	browser.Eval[any](v.T, v.tab, "typeof axe === 'undefined' && void "+"(() => {"+string(axe)+"})()")
	found := browser.Eval[[]string](v.T, v.tab, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((x) =>
		x.impact + " " + x.id + ": " + x.help + " " + x.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message || "")).join("; ")))`)
	for _, f := range found {
		v.Errorf("%s: %s", name, f)
	}
}

// TestPages looks at every page: in both languages, light and dark, wide and at 360
// pixels; with HED_AXE it is also checked for accessibility, with HED_SHOTS pictures
// are left in that folder.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	t.Parallel()
	tab := start(t)
	if file := os.Getenv("HED_AXE"); file == "" {
		t.Log("without HED_AXE, the path of axe.min.js, accessibility is not checked")
	} else {
		var err error
		if axe, err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, u setup, f func(v visit)) {
		t.Run(name, func(t *testing.T) {
			f(visit{open(t, u), tab})
			tab.Do(t, chromedp.Navigate("about:blank"))
		})
	}
	event := study.Event{By: "coordinator"}
	run("suitability", setup{background: true, lang: "it", unasked: true, contact: "Ada Rossi, ada@example.org"}, func(v visit) {
		tokens := v.invite(3)
		v.judge(tokens[0], "?go") // which leads to the introduction first
		v.look("intro-it")
		v.click(`[name="consent"]`)
		v.click("#begin")
		v.state("practice")
		v.pick("correct.A", "yes")
		v.pick("correct.B", "yes")
		v.click("#on")
		v.wait(`document.querySelectorAll(".feedback").length === 2`)
		v.look("practice-it")
		v.judge(tokens[0], "?go")
		v.look("about-it")
		v.call(tokens[0], "POST", "about/close", "", 204)
		v.judge(tokens[0], "?go")
		v.pick("correct.A", "yes")
		v.saved()
		v.look("case1-it")
		v.do(`document.getElementById("help").click()`)
		v.look("keys-it")
		v.step(tokens[0], 0, 0, firstStep)
		v.judge(tokens[0], "?go")
		v.look("case2-it")
	})
	run("states", setup{cases: news(1), judges: 1, completion: "HED-4711", contact: "ada@example.org"}, func(v visit) {
		tokens := v.invite(3)
		v.judge(tokens[0], "?go")
		v.look("case1")
		v.offline(true)
		v.pick("correct.A", "yes")
		v.click("#on")
		v.wait(`document.getElementById("save").dataset.state === "offline"`)
		v.look("offline")
		v.offline(false)
		v.saved()
		v.step(tokens[0], 0, 0, firstStep)
		v.judge(tokens[0], "?go")
		v.click("#on")
		v.look("case2")
		v.judge(tokens[1], "?go")
		v.state("waiting")
		v.look("waiting")
		v.step(tokens[0], 0, 1, secondStep)
		v.judge(tokens[0], "")
		v.state("finished")
		v.look("finished")
		if err := v.store.SetRunning(v.Context(), false, event); err != nil {
			v.Fatal(err)
		}
		v.judge(tokens[1], "?go")
		v.state("stopped")
		v.look("stopped")
		if err := v.store.SetJudge(v.Context(), "j002", study.Revoked, event); err != nil {
			v.Fatal(err)
		}
		v.open("/j/" + tokens[1])
		v.look("revoked")
		v.open("/j/unknown")
		v.look("unknown")
		v.open("/")
		v.look("home")
		v.open("/enrol")
		v.look("enrol-closed")
		if err := judge.SetEnrol(v.Context(), v.store, "open sesame", 5, v.clock()); err != nil {
			v.Fatal(err)
		}
		v.open("/enrol")
		v.do(`(() => { document.getElementById("code").value = "open samese"; document.querySelector("form").requestSubmit(); })()`)
		v.wait(`document.getElementById("wrong")`)
		v.look("enrol-wrong")
	})
	long := news(1)
	for i := range long[0].Headlines {
		long[0].Headlines[i].Text = strings.Repeat("Unbroken", 30) + " headline"
	}
	run("long", setup{cases: long}, func(v visit) {
		token := v.invite(1)[0]
		for step, answers := range []map[string]string{firstStep, secondStep} {
			v.judge(token, "?go")
			name := fmt.Sprintf("long%d", step+1)
			v.look(name)
			for _, width := range []int64{1280, 360} {
				v.tab.Do(v.T, chromedp.EmulateViewport(width, 900))
				over := browser.Eval[[]string](v.T, v.tab, `[...document.querySelectorAll(".head > span, .heads li > span, .pick > span")].filter((e) => {
					const text = document.createRange();
					text.selectNodeContents(e);
					return text.getBoundingClientRect().right > e.parentElement.getBoundingClientRect().right + 1;
				}).map((e) => e.parentElement.className + " of " + e.closest("[data-key], .heads").className)`)
				if len(over) > 0 {
					v.Errorf("%s at %d pixels: text sticks out of %d, such as %s", name, width, len(over), over[0])
				}
			}
			v.step(token, 0, step, answers)
		}
	})
	run("style", setup{protocol: "style-guess", cases: singles(), sources: papers, forms: 2}, func(v visit) {
		token := v.invite(1)[0]
		v.judge(token, "")
		v.look("intro-parts")
		v.call(token, "GET", "work", "", 200)
		for number := range 2 {
			v.step(token, number, 0, map[string]string{"source": papers[0]})
		}
		v.judge(token, "?go")
		v.look("part2")
		v.login()
		v.open("/coordinator/report")
		v.look("report-style")
	})
	run("kinds", setup{yaml: everyKind}, func(v visit) {
		token := v.invite(1)[0]
		v.judge(token, "?go")
		v.pick("good", "no")
		v.look("kinds")
	})
	run("strict", setup{yaml: strict, lang: "en"}, func(v visit) {
		v.judge(v.invite(1)[0], "?go")
		v.pick("tone", "calm")
		v.click(`[data-key="year"] textarea`)
		v.keys("19x")
		v.wait(`document.querySelector(".lacks")`)
		v.click("#on")
		v.look("strict")
	})
	run("numeral", setup{protocol: "numeral-annotation", cases: blanks()}, func(v visit) {
		token := v.invite(1)[0]
		v.judge(token, "")
		v.look("intro-numeral")
		v.judge(token, "?practice=2")
		v.click("#cannot")
		v.click("#why")
		v.keys("n", "o")
		v.click("#on")
		v.wait(`document.querySelector(".feedback[data-state=right]")`)
		v.look("practice-numeral")
		v.judge(token, "?go")
		v.do(`document.getElementById("help").click()`)
		v.look("keys-numeral")
		v.do(`document.getElementById("keys").close()`)
		v.do(`document.querySelector('[data-form^="Paraphrase"]').dispatchEvent(new Event("pointerover", { bubbles: true }))`)
		v.look("operator")
		v.click(`[data-form^="Add"]`)
		v.click(`[data-number="19"]`)
		v.click(`[data-number="120"]`)
		v.wait(`document.getElementById("reason").textContent.startsWith("✗")`)
		v.look("numeral")
		v.click("#cannot")
		v.look("unanswerable")
		// Two of three agree on the first case.
		for i, token := range append([]string{token}, v.invite(2)...) {
			v.call(token, "GET", "work", "", 200)
			v.step(token, 0, 0, map[string]string{"derive": []string{"Add( 19 , 16 )", "Add( 16 , 19 )", "unanswerable: no"}[i]})
		}
		v.login()
		v.look("consensus")
		v.open("/coordinator/case/0")
		v.look("validate")
		v.open("/coordinator/report")
		v.look("report-numeral")
	})
	run("coordinator-it", setup{cases: news(4), forms: 2, judges: 5, lang: "it", background: true}, func(v visit) {
		tokens := v.invite(2)
		for _, token := range tokens {
			v.call(token, "POST", "about/close", "", 204)
			v.call(token, "GET", "work", "", 200)
		}
		v.step(tokens[0], 0, 0, firstStep)
		v.step(tokens[0], 0, 1, secondStep)
		v.login()
		v.look("dashboard-it")
		v.open("/coordinator/judge/j001")
		v.look("judge-it")
		v.open("/coordinator/case/3")
		v.look("case-it")
		v.open("/coordinator/report")
		v.look("report")
	})
	run("coordinator", setup{cases: news(3), judges: 5}, func(v visit) {
		v.open("/coordinator")
		v.look("closed")
		if err := judge.SetPassword(v.Context(), v.store, password); err != nil {
			v.Fatal(err)
		}
		v.open("/coordinator")
		v.look("login")
		v.login()
		v.look("dashboard-empty")
		v.crowd(5)
		v.pass(3 * time.Second)
		v.open("/coordinator")
		v.look("dashboard")
		v.open("/coordinator/judge/j005")
		v.look("judge")
		v.open("/coordinator/case/1")
		v.look("case")
		v.open("/coordinator")
		v.do(`document.querySelector("form[action='/coordinator/invite']").requestSubmit()`)
		v.wait(`document.querySelector(".links")`)
		v.look("links")
	})
}

// TestSmall: what a browser loads for a page, before the study's own texts, is small, so that a phone on a slow network shows it soon.
func TestSmall(t *testing.T) {
	for _, u := range []setup{{}, {protocol: "numeral-annotation", cases: blanks()}, {protocol: "numhg-rating"}, {protocol: "style-guess", cases: singles(), sources: papers}} {
		v := open(t, u)
		token := v.invite(1)[0]
		if err := judge.SetPassword(t.Context(), v.store, password); err != nil {
			t.Fatal(err)
		}
		c := &client{v, map[string]string{}}
		c.login(password)
		pages := map[string]string{}
		for _, page := range []string{"/j/" + token, "/j/" + token + "?practice=1", "/j/" + token + "?go"} {
			_, pages[page] = v.send("GET", page, "")
		}
		for _, page := range []string{"/coordinator", "/coordinator/case/1"} {
			_, pages[page] = c.do("GET", page, nil)
		}
		assets := regexp.MustCompile(`/assets/[0-9a-f]+/`).FindString(pages["/j/"+token+"?go"])
		scripts := 0
		for _, name := range []string{"style.css", "word.js", "judge.js", "practice.js", "form.js", "queue.js", "numeral.js", "rank.js", "keys.js", "api.js", "dashboard.js"} {
			r, text := v.send("GET", assets+name, "")
			if r.StatusCode != 200 {
				t.Fatalf("%s: %s", name, r.Status)
			}
			scripts += len(text)
		}
		for page, text := range pages {
			if n := len(text) + scripts; n > 100_000 || len(text) < 500 {
				t.Errorf("%s of %s is %d bytes, with all scripts and the style %d", strings.ReplaceAll(page, token, "…"), u.protocol, len(text), n)
			}
		}
	}
}

// TestConsent: who opens a personal link reads what it is about and agrees before a case is given, practises, and gets what was promised at the end.
func TestConsent(t *testing.T) {
	v := open(t, setup{cases: news(1), judges: 1, unasked: true, contact: "Ada <ada@example.org>", completion: "https://platform.example/done?cc=C0DE&x=1"})
	token := v.invite(1)[0]
	at := "/j/" + token
	for _, query := range []string{"", "?go", "?practice=1", "?intro"} {
		if _, text := v.send("GET", at+query, ""); !strings.Contains(text, `name="consent"`) || !strings.Contains(text, "Ada &lt;ada@example.org&gt;") || !strings.Contains(text, "about 15 minutes") {
			t.Errorf("%s does not ask for consent: %.2000s", query, text)
		}
	}
	form := []string{"Content-Type", "application/x-www-form-urlencoded"}
	if r, _ := v.send("POST", at, "", form...); r.StatusCode != 303 || r.Header.Get("Location") != at {
		t.Errorf("without the tick: %s to %s", r.Status, r.Header.Get("Location"))
	}
	if r, _ := v.send("POST", at, "consent=yes", append(form, "Origin", "https://elsewhere.example")...); r.StatusCode != 403 {
		t.Errorf("from another site: %s", r.Status)
	}
	for range 2 {
		if r, _ := v.send("POST", at, "consent=yes", form...); r.StatusCode != 303 || r.Header.Get("Location") != at+"?practice=1" {
			t.Errorf("with the tick: %s to %s", r.Status, r.Header.Get("Location"))
		}
	}
	if r, _ := v.send("POST", "/j/unknown", "consent=yes", form...); r.StatusCode != 404 {
		t.Errorf("an unknown judge: %s", r.Status)
	}
	if _, text := v.send("GET", at+"?practice=2", ""); !strings.Contains(text, "Practice 2 of 2") || !strings.Contains(text, `\u003eB`) && !strings.Contains(text, "A>B") {
		t.Errorf("the practice is %.3000s", text)
	}
	if n := v.history(); n != 0 {
		t.Errorf("%d answers of practice were kept", n)
	}
	v.call(token, "GET", "work", "", 200)
	v.step(token, 0, 0, firstStep)
	v.step(token, 0, 1, secondStep)
	_, text := v.send("GET", at, "")
	for _, want := range []string{"Cases that you judged: 1. Answers that you gave: 16.", `href="https://platform.example/done?cc=C0DE&amp;x=1" rel="noreferrer"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the end does not say %q: %.2000s", want, text)
		}
	}
	// Who comes when nothing is left has judged nothing, and gets nothing for it.
	late := "/j/" + v.invite(1)[0]
	v.send("POST", late, "consent=yes", form...)
	if _, text := v.send("GET", late+"?go", ""); !strings.Contains(text, "Cases that you judged: 0.") || strings.Contains(text, "platform.example") {
		t.Errorf("a late judge reads %.2000s", text)
	}
}

// TestPractise: expressions of made-up cases are computed for who has a link, and others are not there.
func TestPractise(t *testing.T) {
	v := open(t, setup{protocol: "numeral-annotation", cases: blanks()})
	token := v.invite(1)[0]
	if got := v.call(token, "POST", "practice/1/derive", `{"value":"Add( 24 , 11 )"}`, 200); got["ok"] != true || got["result"] != "35" {
		t.Errorf("got %v", got)
	}
	v.call(token, "POST", "practice/3/derive", `{"value":"Add( 24 , 11 )"}`, 404)
	v.call(token, "POST", "practice/0/derive", `{"value":"Add( 24 , 11 )"}`, 404)
}
