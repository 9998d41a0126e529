package judge_test

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"hed/internal/browser"
	"hed/study"
)

// testKeys does a whole study without a pointer.
func testKeys(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "")
	v.state("intro")
	if n, _ := v.store.Tasks(v.Context(), "j001"); len(n) != 0 {
		v.Error("the introduction gives out cases")
	}
	v.keys(kb.Tab, kb.Enter)
	for i, keys := range [][]string{{"y", "n"}, {"n", "n", "a"}} { // practice
		v.state("practice")
		v.wait(fmt.Sprintf(`document.querySelector(".where").textContent === "Practice %d of 2"`, i+1))
		v.keys(keys...)
		v.wait(`document.activeElement.id === "on"`)
		v.keys(kb.Enter)
		v.wait(fmt.Sprintf(`document.querySelectorAll(".feedback").length === %d && document.querySelectorAll(".feedback[data-state=wrong]").length === %d`, len(keys), i))
		v.keys(kb.Enter)
	}
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
	x, y := v.tab.Middle(v.T, `.rank li[data-letter="A"] .head`)
	below := y + distance("A", "B")
	v.tab.Do(v.T, chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, (y+below)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, below, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, below, chromedp.ButtonLeft))
	if got := v.text(order); got != "BACD" {
		v.Errorf("after dragging A below B the order is %s", got)
	}
	// D is dragged above C, by touch at its grip.
	v.touch(`.rank li[data-letter="D"] .grip`, distance("D", "C")/2, distance("D", "C"))
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

// strict has answers that are refused, questions that hang on each other, and one that
// can be taken back.
const strict = `
name: strict
title: {en: Strict}
unit: document
numbers: {cases: 2, forms: 1, judges: 3, per_judge: 1, timeout: 60}
steps:
  - questions:
      - {id: year, kind: text, pattern: "[0-9]{1,4}", text: {en: "Which year?"}}
      - {id: why, kind: text, text: {en: "Why?"}}
      - {id: x, kind: yesno, text: {en: "X?"}}
      - {id: a, kind: yesno, text: {en: "A?"}, when: {question: x, is: ["yes"]}}
      - {id: b, kind: yesno, text: {en: "B?"}, when: {question: a, is: ["yes"]}}
      - {id: tone, kind: choice, optional: true, text: {en: "Tone?"}, options: [{key: calm, text: {en: Calm}}, {key: shrill, text: {en: Shrill}}]}
      - {id: order, kind: rank, ties: true, optional: true, text: {en: "Order?"}}
  - questions:
      - {id: c, kind: yesno, text: {en: "C?"}, when: {question: b, is: ["yes"]}}
      - {id: d, kind: yesno, text: {en: "D?"}}
`

// testStrict goes on only with what is shown.
func testStrict(v visit) {
	token := v.invite(1)[0]
	v.judge(token, "?go")
	says := func(id, want string) {
		v.Helper()
		v.wait(fmt.Sprintf(`document.getElementById(%q).textContent === %q`, id, want))
	}
	hidden := func(key string) bool {
		return v.is(fmt.Sprintf(`document.querySelector('[data-key="%s"]').hidden`, key))
	}
	// What hangs on an answer that does not count is not asked.
	v.pick("x", "yes")
	v.pick("a", "yes")
	if hidden("b") {
		v.Error("b is not asked after a")
	}
	v.pick("x", "no")
	if !hidden("a") || !hidden("b") {
		v.Error("b is asked though a is not")
	}
	// What waits is sent in the order in which it was asked.
	v.saved()
	v.away.Store(true)
	v.pick("x", "yes")
	v.pick("b", "no")
	v.pick("x", "no")
	v.pick("x", "yes")
	v.away.Store(false)
	v.do(`dispatchEvent(new Event("online"))`)
	v.saved()
	says("notices", "")
	v.pick("x", "no")
	// An answer that need not be given can be taken back.
	for _, q := range []string{"tone", "order"} {
		undo := fmt.Sprintf(`[data-key="%s"] [data-undo]`, q)
		if !v.is(fmt.Sprintf(`document.querySelector('%s').hidden`, undo)) {
			v.Errorf("there is nothing to take back of %s", q)
		}
		if q == "tone" {
			v.pick("tone", "calm")
		} else {
			for i, letter := range "ABCD" {
				v.pick("order."+string(letter), fmt.Sprint(i+1))
			}
		}
		v.saved()
		v.click(undo)
		if v.is(fmt.Sprintf(`document.querySelector('[data-key="%s"] input:checked')`, q)) {
			v.Errorf("%s is still shown", q)
		}
	}
	v.click(`[data-key="why"] textarea`)
	v.keys("so")
	v.click(`[data-key="year"] textarea`)
	v.keys("19")
	v.saved()
	want := map[string]string{"x": "no", "a": "yes", "b": "no", "tone": "", "order": "", "why": "so", "year": "19"}
	v.stored("j001", 0, want)
	// One that is refused while going on is not the one before.
	v.keys("x")
	v.click("#on")
	says("missing", "1 answer is missing: question year takes an answer of the form [0-9]{1,4}")
	says("save", "Not saved: 1 answer is incomplete")
	if got := v.text(`document.activeElement.value`); got != "19x" {
		v.Errorf("the focus is on %q", got)
	}
	v.click("#on")
	says("save", "Not saved: 1 answer is incomplete")
	v.keys(kb.Backspace)
	v.saved()
	// One that is needed and emptied is missing, and what is saved is not called so.
	v.click(`[data-key="why"] textarea`)
	v.keys(kb.End, kb.Backspace, kb.Backspace)
	says("save", "Not saved: 1 answer is incomplete")
	v.click("#on")
	says("missing", "1 answer is missing")
	v.keys("this")
	v.saved()
	want["why"] = "this"
	v.stored("j001", 0, want)
	v.click("#on")
	v.shows(0, 1)
	if !hidden("c") {
		v.Error("c is asked though b was not")
	}
}

// testParts does two forms, of cases with one headline.
func testParts(v visit) {
	v.judge(v.invite(1)[0], "?go")
	for done := range 4 {
		v.wait(fmt.Sprintf(`document.body.dataset.ready && document.querySelector("progress").value === %d && document.querySelector("input:not(:checked)")
			&& document.querySelector(".where").textContent === "Case %d of 2 · part %d of 2"`, done%2, done%2+1, done/2+1))
		if v.is(`document.querySelector(".letter")`) {
			v.Error("the only headline has a letter")
		}
		if v.is(`document.querySelector(".news")`) != (done == 2) {
			v.Errorf("after %d cases it is said that a new part begins", done)
		}
		v.keys("2")
		v.wait(`document.activeElement.id === "on"`)
		v.keys(kb.Enter)
	}
	v.state("finished")
}

// testNumeral annotates: by clicks and keys, wrongly, and not at all.
func testNumeral(v visit) {
	token := v.invite(1)[0]
	// Operators are explained in the introduction, beside them and with the keys.
	explained := func(where string) string {
		return `[...document.querySelectorAll("` + where + ` dt")].filter((dt) => ["Trans", "Paraphrase", "SRound", "Span"].includes(dt.firstChild.textContent.trim()) && dt.nextElementSibling.textContent.includes(" = ")).length === 4`
	}
	v.judge(token, "")
	if !v.is(explained("main .ops")) {
		v.Error("the introduction does not explain the operators")
	}
	v.judge(token, "?go")
	v.do(`document.getElementById("help").click()`)
	v.wait(explained("#keys[open] .ops"))
	v.do(`document.getElementById("keys").close()`)
	said := `document.getElementById("explain").textContent`
	before := v.text(said)
	height := `document.querySelector(".derive").offsetHeight`
	was := v.text(height)
	for _, way := range []struct{ on, off string }{{"pointerover", "pointerleave"}, {"focusin", "focusout"}} {
		for _, op := range []string{"SRound", "Paraphrase"} {
			event := func(name, at string) string {
				return `document.querySelector('` + at + `').dispatchEvent(new Event("` + name + `", { bubbles: true }))`
			}
			v.do(event(way.on, `[data-form^="`+op+`"]`))
			if got := v.text(said); !strings.HasPrefix(got, op+": ") || !strings.Contains(got, " = ") {
				v.Errorf("%s on %s shows %q", way.on, op, got)
			}
			if got := v.text(height); got != was {
				v.Errorf("%s on %s moves the page: %s pixels, %s before", way.on, op, got, was)
			}
			v.do(event(way.off, ".operators"))
			if got := v.text(said); got != before {
				v.Errorf("%s leaves %q", way.off, got)
			}
		}
	}
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
	// Coming back saves nothing again.
	n := v.history()
	v.judge(token, "")
	v.wait(result + `.startsWith("35 ✓")`)
	v.saved()
	if got := v.history(); got != n {
		v.Errorf("%d answers after coming back, %d before", got, n)
	}
	v.do(`document.getElementById("on").focus()`)
	v.keys(kb.Enter)
	v.shows(1, 0)
	// A finger on a number leaves the page where it is, and no keyboard comes up.
	v.tab.Do(v.T, chromedp.EmulateViewport(360, 400))
	v.touch(`[data-number="two"]`)
	v.wait(`document.querySelector(".strip").textContent.startsWith("two")`)
	if v.is(`document.activeElement.id === "expression"`) {
		v.Error("a touch brings up the keyboard")
	}
	v.tab.Do(v.T, chromedp.EmulateViewport(1280, 900))
	v.click(`[data-clear]`)
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
	if v.is(`document.querySelector(".derive").offsetParent`) {
		v.Error("operators are offered for what cannot be answered")
	}
	v.do(`document.activeElement.blur()`)
	v.click("#on")
	v.wait(`document.activeElement.id === "why"`) // is missing
	v.keys("it is_not there")
	v.saved()
	v.stored("j001", 1, map[string]string{"derive": "unanswerable: it is_not there"})
	v.keys(kb.Tab)
	v.click("#on")
	v.shows(2, 0)
	// A number with its scale fits a headline that has the scale.
	v.click(`[data-form^="Copy"]`)
	v.click(`[data-number="5.2 million"]`)
	v.wait(result + `.startsWith("5.2 ✓")`)
	v.saved()
	v.stored("j001", 2, map[string]string{"derive": "Copy( 5.2 million )"})
	v.click("#on")
	v.wait(`document.body.dataset.state !== "case"`)
}
