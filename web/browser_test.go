package web_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"hed/internal/browser"
	"hed/study"
)

// A visit is a browser at a site.
type visit struct {
	*site
	tab *browser.Tab
}

// TestBrowser uses one browser for everything, because starting one takes longer
// than most of what is done with it.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	tab := start(t)
	run := func(name string, u setup, f func(v visit)) {
		t.Run(name, func(t *testing.T) {
			before := len(tab.Complaints())
			v := visit{open(t, u), tab}
			tab.Do(t, chromedp.EmulateViewport(1280, 900))
			defer v.offline(false)
			f(v)
			v.leave()
			for _, c := range tab.Complaints()[before:] {
				// Requests that fail are what some of the tests are about.
				if !strings.Contains(c, "Failed to load resource") && !strings.Contains(c, "ERR_INTERNET_DISCONNECTED") {
					t.Error(c)
				}
			}
			for _, r := range tab.Requests() {
				if !strings.HasPrefix(r, "http://127.0.0.1") && !strings.HasPrefix(r, "data:,") && r != "about:blank" {
					t.Errorf("the page asked for %.80s", r)
				}
			}
		})
	}
	run("keys", setup{}, testKeys)
	run("pointer", setup{}, testPointer)
	run("offline", setup{}, testOffline)
	run("trouble", setup{}, testTrouble)
	run("reload", setup{}, testReload)
	run("devices", setup{}, testDevices)
	run("slow", setup{}, testSlow)
	run("kinds", setup{yaml: everyKind, background: true}, testKinds)
	run("numeral", setup{protocol: "numeral-annotation", cases: blanks()}, testNumeral)
	run("hostile", setup{title: hostile, cases: hostileCases(), background: true}, testHostile)
	run("hostile answers", setup{yaml: everyKind}, testHostileAnswers)
	run("coordinator", setup{cases: news(6), judges: 5}, testCoordinator)
}

// TestPages looks at every page: in both languages, light and dark, wide and at 360
// pixels; with HED_AXE it is also checked for accessibility, with HED_SHOTS pictures
// are left in that folder.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	tab := start(t)
	testPages(t, tab)
}

func (v visit) open(path string) {
	v.Helper()
	v.tab.Do(v.T, chromedp.Navigate(v.URL+path))
}

// start opens a browser that leaves pages which would rather stay.
func start(t *testing.T) *browser.Tab {
	tab := browser.Open(t, 3*time.Minute)
	asked := chromedp.Events(tab, page.JavascriptDialogOpening)
	go func() {
		for _, err := range asked {
			if err != nil {
				return
			}
			chromedp.Call(tab, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
		}
	}()
	return tab
}

// leave closes the page.
func (v visit) leave() {
	v.Helper()
	v.tab.Do(v.T, chromedp.Navigate("about:blank"))
}

// judge opens the page of a judge and waits for its scripts.
func (v visit) judge(token, query string) {
	v.Helper()
	v.open("/j/" + token + query)
	v.ready()
}

func (v visit) ready() {
	v.Helper()
	v.wait(`document.body?.dataset.ready`)
}

// wait until an expression is true. A page that is being left has no answer.
func (v visit) wait(expression string) {
	v.Helper()
	deadline := time.Now().Add(15 * time.Second)
	for {
		ok, err := chromedp.Run(v.tab, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			v.Fatalf("never: %s (%v); the page says %q", expression, err, v.text("document.body.innerText"))
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (v visit) do(script string) {
	v.Helper()
	browser.Eval[any](v.T, v.tab, "void ("+script+")")
}

func (v visit) text(expression string) string {
	v.Helper()
	return browser.Eval[string](v.T, v.tab, "String("+expression+")")
}

func (v visit) is(expression string) bool {
	v.Helper()
	return browser.Eval[bool](v.T, v.tab, "Boolean("+expression+")")
}

func (v visit) keys(list ...string) {
	v.Helper()
	for _, k := range list {
		if len(k) != 1 || k < " " {
			v.tab.Do(v.T, chromedp.KeyEvent(k))
			continue
		}
		// One event, so that a page that takes the key does not get a character too.
		down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: k, Text: k, WindowsVirtualKeyCode: int64(strings.ToUpper(k)[0])}
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		for _, e := range []input.DispatchKeyEventParams{down, up} {
			if _, err := chromedp.Call(v.tab, input.DispatchKeyEvent, e); err != nil {
				v.Fatal(err)
			}
		}
	}
}

// click clicks with the mouse in the middle of an element.
func (v visit) click(selector string) {
	v.Helper()
	x, y := v.middle(selector)
	v.tab.Do(v.T, chromedp.MouseClickXY(x, y))
}

func (v visit) middle(selector string) (x, y float64) {
	v.Helper()
	at := browser.Eval[[]float64](v.T, v.tab, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e) return [];
		e.scrollIntoView({ block: "center" });
		const b = e.getBoundingClientRect();
		return [b.x + b.width / 2, b.y + b.height / 2];
	})()`, selector))
	if len(at) == 0 {
		v.Fatalf("there is no %s", selector)
	}
	return at[0], at[1]
}

// pick chooses an answer.
func (v visit) pick(key, value string) {
	v.Helper()
	v.click(fmt.Sprintf(`input[name="%s"][value="%s"]`, key, value))
}

func (v visit) saved() {
	v.Helper()
	v.wait(`document.getElementById("save").dataset.state === "saved"`)
}

// shows waits for the page of a case, and a step.
func (v visit) shows(number, step int) {
	v.Helper()
	v.wait(fmt.Sprintf(`(() => { const d = document.getElementById("data"); if (!d || !document.body.dataset.ready) return false;
		const { state, case: number, step } = JSON.parse(d.textContent); return state === "case" && number === %d && step === %d; })()`, number, step))
}

func (v visit) state(want string) {
	v.Helper()
	v.wait(fmt.Sprintf(`document.body?.dataset.ready && document.body.dataset.state === %q`, want))
}

func (v visit) stored(judge string, number int, want map[string]string) {
	v.Helper()
	got := map[string]string{}
	for key, value := range v.answers(judge) {
		if q, ok := strings.CutPrefix(key, fmt.Sprintf("%d ", number)); ok {
			got[q] = value
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		v.Errorf("case %d as it is stored (-want +got):\n%s", number, d)
	}
}

// offline takes the network away, or gives it back.
func (v visit) offline(off bool) {
	v.Helper()
	rules := []*network.Conditions{{DownloadThroughput: -1, UploadThroughput: -1, Offline: off}}
	if _, err := chromedp.Call(v.tab, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: rules}); err != nil {
		v.Fatal(err)
	}
	if _, err := chromedp.Call(v.tab, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: off, DownloadThroughput: -1, UploadThroughput: -1}); err != nil {
		v.Fatal(err)
	}
}

// testKeys does a whole study without a pointer.
func testKeys(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "")
	v.state("intro")
	if n, _ := v.store.Tasks(v.Context(), "j001"); len(n) != 0 {
		v.Error("the introduction gives out cases")
	}
	v.keys(kb.Tab, kb.Enter)
	for number := range 2 {
		v.shows(number, 0)
		v.keys("y", "y", "n", "y")                   // correct
		v.keys("y", "n", "y", "n", "1", "2")         // same; digits do too
		v.keys("b")                                  // attract
		v.wait(`document.activeElement.id === "on"`) // nothing is missing
		v.keys(kb.Enter)
		v.shows(number, 1)
		if got := v.text("document.activeElement.id"); got != "top" {
			v.Errorf("after a step the focus is on %q", got)
		}
		v.keys("y", "y", "n", "n")
		v.keys("b", "a", "d")
		v.wait(`document.querySelector(".rank-state span").textContent.includes("B, A, D, C")`)
		v.keys(kb.Enter)
	}
	v.state("finished")
	for number := range 2 {
		want := map[string]string{}
		for _, step := range []map[string]string{firstStep, secondStep} {
			for q, value := range step {
				want[q] = value
			}
		}
		v.stored("j001", number, want)
	}
}

// testPointer answers by mouse and touch, drags, and goes on too early.
func testPointer(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.click("#on")
	v.wait(`document.getElementById("missing").textContent === "11 answers are missing"`)
	if !v.is(`document.activeElement.closest(".item").dataset.key === "correct.A"`) {
		v.Error("the focus is not on what is missing")
	}
	for q, value := range firstStep {
		v.pick(q, value)
	}
	v.pick("attract", "C")
	v.pick("attract", "B")
	v.click("#on")
	v.shows(0, 1)
	for q, value := range secondStep {
		if q != "rank" {
			v.pick(q, value)
		}
	}
	const order = `[...document.querySelectorAll(".rank li")].map((li) => li.dataset.letter).join("")`
	// distance is how far it is from one row to a little beyond another.
	distance := func(from, to string) float64 {
		return browser.Eval[float64](v.T, v.tab, fmt.Sprintf(`(() => {
			const [a, b] = [%q, %q].map((l) => document.querySelector('.rank li[data-letter="' + l + '"]').getBoundingClientRect());
			const d = (b.y + b.height / 2) - (a.y + a.height / 2);
			return d + 6 * Math.sign(d);
		})()`, from, to))
	}
	// A is dragged below B, by mouse.
	x, y := v.middle(`.rank li[data-letter="A"] .head`)
	below := y + distance("A", "B")
	v.tab.Do(v.T, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, (y+below)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, below, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, below, chromedp.ButtonLeft))
	if got := v.text(order); got != "BACD" {
		v.Errorf("after dragging A below B the order is %s", got)
	}
	// D is dragged above C, by touch at its grip.
	x, y = v.middle(`.rank li[data-letter="D"] .grip`)
	above := y + distance("D", "C")
	for _, e := range []struct {
		kind input.DispatchTouchEventType
		y    float64
	}{{input.DispatchTouchEventTypeTouchStart, y}, {input.DispatchTouchEventTypeTouchMove, (y + above) / 2}, {input.DispatchTouchEventTypeTouchMove, above}, {input.DispatchTouchEventTypeTouchEnd, 0}} {
		points := []*input.TouchPoint{{X: x, Y: e.y}}
		if e.kind == input.DispatchTouchEventTypeTouchEnd {
			points = []*input.TouchPoint{}
		}
		if _, err := chromedp.Call(v.tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: e.kind, TouchPoints: points}); err != nil {
			v.Fatal(err)
		}
	}
	v.wait(order + ` === "BADC"`)
	v.saved()
	want := map[string]string{}
	for _, step := range []map[string]string{firstStep, secondStep} {
		for q, value := range step {
			want[q] = value
		}
	}
	v.stored("j001", 0, want)
	// The arrows and digits move the one that has the focus.
	v.do(`document.querySelector('.rank li[data-letter="C"] button').focus()`)
	v.keys(kb.ArrowUp)
	v.wait(order + ` === "BACD"`)
	v.keys("1")
	v.wait(order + ` === "CBAD"`)
	v.click(`.rank li[data-letter="C"] [data-move="1"]`)
	v.saved()
	want["rank"] = "B>C>A>D"
	v.stored("j001", 0, want)
}

// testOffline loses the network in the middle, closes the tab and comes back.
func testOffline(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.pick("correct.A", "yes")
	v.saved()
	v.offline(true)
	v.pick("correct.B", "no")
	v.pick("correct.B", "yes") // takes the place of the one before
	v.pick("correct.C", "no")
	v.pick("attract", "B")
	v.wait(`document.getElementById("save").textContent === "Offline: 3 answers wait on this device"`)
	if !v.is(`(() => { const e = new Event("beforeunload", { cancelable: true }); dispatchEvent(e); return e.defaultPrevented; })()`) {
		v.Error("the page lets itself be closed without a word")
	}
	v.stored("j001", 0, map[string]string{"correct.A": "yes"})
	v.offline(false)
	v.saved()
	want := map[string]string{"correct.A": "yes", "correct.B": "yes", "correct.C": "no", "attract": "B"}
	v.stored("j001", 0, want)

	// Going on waits for the network.
	for q, value := range firstStep {
		v.pick(q, value)
	}
	v.saved()
	v.offline(true)
	v.pick("correct.D", "no")
	v.click("#on")
	v.wait(`document.getElementById("missing").textContent.includes("as soon as the answers are saved")`)
	v.offline(false)
	v.shows(0, 1)
	want = map[string]string{}
	for q, value := range firstStep {
		want[q] = value
	}
	want["correct.D"] = "no"
	v.stored("j001", 0, want)
}

// testTrouble has a server that fails, and answers that come too late.
func testTrouble(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.fail(fmt.Errorf("database or disk is full (13)"))
	v.pick("correct.A", "yes")
	v.wait(`document.getElementById("save").textContent.startsWith("Not saved: the disk of the server is full")`)
	v.fail(nil)
	v.saved()
	v.stored("j001", 0, map[string]string{"correct.A": "yes"})

	// The server is gone for a moment.
	v.away.Store(true)
	v.pick("correct.B", "no")
	v.wait(`document.getElementById("save").textContent === "The server cannot be reached: 1 answer waits on this device"`)
	v.away.Store(false)
	v.saved()

	event := study.Event{By: "coordinator"}
	if err := v.store.SetRunning(v.Context(), false, event); err != nil {
		v.Fatal(err)
	}
	v.pick("correct.B", "yes")
	v.wait(`document.getElementById("save").textContent.startsWith("The study is stopped: 1 answer")`)
	if err := v.store.SetRunning(v.Context(), true, event); err != nil {
		v.Fatal(err)
	}
	v.saved()

	// Another device closes the step; what is answered here then is shown as refused,
	// on the page of the step that comes next.
	v.step(token, 0, 0, firstStep)
	v.pick("correct.C", "yes")
	v.shows(0, 1)
	v.wait(`document.getElementById("notices").textContent.includes("Not taken: Is this headline correctly written? C (yes)")`)
	v.saved()
	v.click("#notices button")
	v.wait(`document.getElementById("notices").textContent === ""`)

	if err := v.store.SetJudge(v.Context(), "j001", study.Revoked, event); err != nil {
		v.Fatal(err)
	}
	v.pick("appropriate.A", "yes")
	v.wait(`document.getElementById("save").textContent === "Not saved: this link no longer works"`)
}

// testReload comes back to a case that was left in the middle, offline.
func testReload(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.pick("correct.A", "yes")
	v.saved()
	v.offline(true)
	v.pick("correct.B", "no")
	v.pick("same.A-B", "yes")
	v.wait(`document.getElementById("save").dataset.state === "offline"`)
	// The tab is closed: its timers end, what it kept stays.
	v.leave()
	v.offline(false)
	v.judge(token, "")
	v.shows(0, 0)
	v.saved()
	v.stored("j001", 0, map[string]string{"correct.A": "yes", "correct.B": "no", "same.A-B": "yes"})
	if got := v.text(`[...document.querySelectorAll("input:checked")].map((i) => i.name + "=" + i.value).join(" ")`); got != "correct.A=yes correct.B=no same.A-B=yes" {
		v.Errorf("the page shows %s", got)
	}
}

// testDevices answers on two devices.
func testDevices(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.pick("correct.A", "yes")
	v.saved()
	// The other device changes an answer and gives another: it wins on load.
	v.put(token, 0, "correct.A", "no", 200)
	v.put(token, 0, "correct.B", "no", 200)
	v.judge(token, "")
	if got := v.text(`[...document.querySelectorAll("input:checked")].map((i) => i.name + "=" + i.value).join(" ")`); got != "correct.A=no correct.B=no" {
		v.Errorf("the page shows %s", got)
	}
	// While this one is offline the other one answers later: the later one counts.
	v.offline(true)
	v.pick("correct.C", "yes")
	v.pick("correct.D", "yes")
	v.wait(`document.getElementById("save").dataset.state === "offline"`)
	time.Sleep(20 * time.Millisecond)
	v.put(token, 0, "correct.C", "no", 200)
	v.offline(false)
	v.wait(`document.getElementById("notices")?.textContent.includes("Answered later on another device")`)
	v.ready()
	v.saved()
	v.stored("j001", 0, map[string]string{"correct.A": "no", "correct.B": "no", "correct.C": "no", "correct.D": "yes"})
	v.wait(`document.querySelector('input[name="correct.C"]:checked')?.value === "no"`)
}

// testSlow has an answer of ours that reaches the server after we have changed our
// mind: it is no other device's.
func testSlow(v visit) {
	v.judge(v.invite(1)[0], "?go")
	got := browser.Eval[[]string](v.T, v.tab, `(async () => {
		const { Queue } = await import(document.querySelector("script[src]").src.replace("judge.js", "queue.js"));
		const said = [];
		const queue = new Queue("test", { show() {}, refused() {}, elsewhere: (entry) => said.push(entry.value) });
		queue.dead = true; // nothing is sent
		queue.add(0, "attract", "A", { label: "" });
		const [first] = queue.entries();
		queue.add(0, "attract", "B", { label: "" });
		const later = new Date(Date.now() + 1000).toISOString();
		const work = (id) => ({ case: 0, now: new Date().toISOString(), saved: { attract: later }, answers: { attract: "A" }, ids: { attract: id } });
		queue.reconcile(work(first.id));
		said.push(queue.entries().map((entry) => entry.value).join());
		queue.reconcile(work("another"));
		said.push(queue.entries().map((entry) => entry.value).join());
		return said;
	})()`)
	if d := cmp.Diff([]string{"B", "B", ""}, got); d != "" {
		v.Errorf("(-want +got):\n%s", d)
	}
}

// everyKind has what the protocols that are built in have not: ties, texts, conditions,
// checks of attention.
const everyKind = `
name: every-kind
title: {en: Every kind}
intro: {en: "First paragraph.\n\nSecond paragraph."}
unit: document
order: balanced
numbers: {cases: 2, forms: 1, judges: 3, timeout: 60}
about:
  - {id: age, kind: choice, optional: true, text: {en: "How old are you?"}, options: [{key: young, text: {en: Under 40}}, {key: old, text: {en: 40 or more}}]}
  - {id: reads, kind: scale, from: 1, to: 5, from_text: {en: never}, to_text: {en: daily}, text: {en: "How often do you read news?"}}
steps:
  - article: true
    questions:
      - {id: good, kind: yesno, text: {en: "Is the article clear?"}}
      - {id: why, kind: text, most: 100, when: {question: good, is: ["no"]}, text: {en: "What is unclear?"}}
      - {id: tone, kind: choice, text: {en: "What is its tone?"}, options: [{key: calm, text: {en: Calm and plain throughout}}, {key: shrill, text: {en: "Shrill, or made to be clicked"}}]}
      - {id: read, kind: scale, each: headline, from: 1, to: 5, from_text: {en: very hard}, to_text: {en: very easy}, text: {en: "How easy is it to read?"}}
      - {id: best, kind: rank, ties: true, text: {en: Order the headlines}}
      - {id: note, kind: text, optional: true, text: {en: "Anything else?"}}
attention:
  - {answer: "no", every: 1, question: {id: check, kind: yesno, text: {en: Please answer no here}}}
`

func testKinds(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.state("about")
	v.keys("2", "4")
	v.keys(kb.Enter)
	v.shows(0, 0)
	v.stored("j001", -1, map[string]string{"age": "old", "reads": "4", study.AboutClosed: "yes"})
	if v.is(`document.querySelector('[data-key="why"]').offsetParent`) {
		v.Error("a question is asked before its condition is met")
	}
	v.keys("n")
	v.wait(`document.activeElement.matches('[data-key="why"] textarea')`)
	v.keys("a few words")
	v.wait(`document.querySelector('[data-key="why"] .count').textContent === "11 of 100 characters"`)
	v.tab.Do(v.T, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl))) // not all is answered
	v.wait(`document.getElementById("missing").textContent !== ""`)
	v.keys("1")                // tone
	v.keys("5", "4", "1", "3") // read
	v.keys("1", "2", "2", "4") // best, with a tie
	v.wait(`document.activeElement.closest("[data-key='check']")`)
	v.keys("n")
	v.wait(`document.activeElement.id === "on"`)
	v.do(`document.querySelector('[data-key="note"] textarea').focus()`)
	v.keys("Ctrl and Enter go on from here")
	v.tab.Do(v.T, chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	v.shows(1, 0)
	v.stored("j001", 0, map[string]string{
		"good": "no", "why": "a few words", "tone": "calm", "read.A": "5", "read.B": "4", "read.C": "1", "read.D": "3",
		"best": "A>B=C>D", "check": "no", "note": "Ctrl and Enter go on from here",
	})
	v.keys("?")
	v.wait(`document.getElementById("keys").open`)
	v.keys(kb.Escape)
	v.wait(`!document.getElementById("keys").open`)
}

// testNumeral annotates: by clicks and keys, wrongly, and not at all.
func testNumeral(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	result := `(document.getElementById("result").textContent + " " + document.getElementById("reason").textContent)`
	v.click(`[data-form^="Add"]`)
	v.click(`[data-number="19"]`)
	v.click(`[data-number="120"]`)
	v.wait(result + `.startsWith("139 ✗")`)
	v.click("#on")
	v.wait(`document.getElementById("missing").textContent === "1 answer is missing"`)
	v.click(`[data-clear]`)
	v.keys(kb.Tab)
	v.do(`document.querySelector("[data-clear]").focus()`)
	v.keys("a") // Add, by its key
	v.wait(`document.getElementById("expression").value === "Add( _ , _ )"`)
	v.click(`[data-number="19"]`)
	v.click(`[data-number="16"]`)
	v.wait(result + `.startsWith("35 ✓")`)
	v.saved()
	v.stored("j001", 0, map[string]string{"derive": "Add( 19 , 16 )"})
	v.keys(kb.Enter)
	v.shows(1, 0)
	// An operator takes what is there.
	v.click(`[data-number="23,999"]`)
	v.wait(`document.getElementById("expression").value === "23,999"`)
	v.click(`[data-form^="Paraphrase"]`)
	v.keys("K")
	v.click(`[data-form^="Round"]`)
	v.keys("0")
	v.wait(`document.getElementById("expression").value === "Round( Paraphrase( 23,999 , K ) , 0 )"`)
	v.wait(result + `.startsWith("24 ✓")`)
	v.saved()
	v.click("#cannot")
	v.keys("it is not there")
	v.saved()
	v.stored("j001", 1, map[string]string{"derive": "unanswerable: it is not there"})
	v.keys(kb.Tab)
	v.click("#on")
	v.wait(`document.body.dataset.state !== "case"`)
}

func hostileCases() []study.Case {
	list := news(2)
	for i := range list {
		list[i].Article = hostile + list[i].Article
		for j := range list[i].Headlines {
			list[i].Headlines[j].Text = hostile + list[i].Headlines[j].Text
		}
	}
	return list
}

// unhurt tells whether what somebody wrote has run.
func (v visit) unhurt() {
	v.Helper()
	if v.is("window.hurt") || v.is(`document.querySelector("img")`) {
		v.Error("what somebody wrote has run")
	}
}

// testHostileAnswers shows that answers are text on every page.
func testHostileAnswers(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	v.do(fmt.Sprintf(`(() => { const t = document.querySelector('[data-key="note"] textarea'); t.value = %q; t.dispatchEvent(new Event("input", { bubbles: true })); })()`, hostile))
	v.saved()
	v.stored("j001", 0, map[string]string{"note": hostile})
	v.judge(token, "")
	v.unhurt()
	if got := v.text(`document.querySelector('[data-key="note"] textarea').value`); got != hostile {
		v.Errorf("the answer is shown as %q", got)
	}
	v.login()
	v.open("/coordinator/case/0")
	v.unhurt()
	if !v.is(fmt.Sprintf(`document.body.textContent.includes(%q)`, hostile)) {
		v.Error("the coordinator does not see the answer as it is")
	}
	v.open("/enrol?code=" + url.QueryEscape(hostile))
	v.unhurt()
}

// testHostile shows that what others write is text on every page.
func testHostile(v visit) {
	token := v.invite(1)[0]
	unhurt := v.unhurt
	v.judge(token, "")
	unhurt()
	v.call(token, "POST", "about/close", "", 204)
	v.judge(token, "?go")
	unhurt()
	if !v.is(`document.querySelector(".heads li").textContent.includes("<script>window.hurt = 1</script>")`) {
		v.Error("the headline is not shown as it is")
	}
	for q, value := range firstStep {
		v.pick(q, value)
	}
	v.click("#on")
	v.shows(0, 1)
	unhurt()
	v.login()
	for _, path := range []string{"/coordinator", "/coordinator/case/0", "/coordinator/judge/j001", "/enrol", "/"} {
		v.open(path)
		unhurt()
	}
	if err := v.store.Note(v.Context(), study.Event{At: v.clock(), By: hostile, What: "verdict", Of: "0", Note: hostile}); err != nil {
		v.Fatal(err)
	}
	v.open("/coordinator")
	unhurt()
}

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
