package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"hed/internal/browser"
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
	t.Parallel() // beside TestPages, which has a browser of its own
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
	run("pauses", setup{}, testPauses)
	run("reload", setup{}, testReload)
	run("devices", setup{}, testDevices)
	run("portal", setup{}, testPortal)
	run("clock", setup{yaml: everyKind}, testClock)
	run("strict", setup{yaml: strict}, testStrict)
	run("slow", setup{}, testSlow)
	run("kinds", setup{yaml: everyKind, background: true}, testKinds)
	run("parts", setup{protocol: "style-guess", cases: singles(), sources: papers, forms: 2}, testParts)
	run("numeral", setup{protocol: "numeral-annotation", cases: blanks()}, testNumeral)
	run("hostile", setup{title: hostile, cases: hostileCases(), background: true}, testHostile)
	run("hostile answers", setup{yaml: everyKind}, testHostileAnswers)
	run("coordinator", setup{cases: news(3), judges: 5}, testCoordinator)
}

func (v visit) open(path string) {
	v.Helper()
	v.tab.Do(v.T, chromedp.Navigate(v.URL+path))
}

// start opens a browser that leaves pages which would rather stay.
func start(t *testing.T) *browser.Tab {
	tab := browser.Open(t)
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

func (v visit) wait(expression string) {
	v.Helper()
	v.tab.Wait(v.T, expression)
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
	v.tab.Keys(v.T, list...)
}

// click clicks with the mouse in the middle of an element.
func (v visit) click(selector string) {
	v.Helper()
	x, y := v.tab.Middle(v.T, selector)
	v.tab.Do(v.T, chromedp.MouseClickXY(x, y))
}

// touch puts a finger on the middle of an element, moves it down by so many pixels, one
// after another, and lifts it.
func (v visit) touch(selector string, moves ...float64) {
	v.Helper()
	x, y := v.tab.Middle(v.T, selector)
	send := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		v.Helper()
		if points == nil {
			points = []*input.TouchPoint{} // no finger, which is not the same as no word
		}
		if _, err := chromedp.Call(v.tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
			v.Fatal(err)
		}
	}
	send(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for _, by := range moves {
		send(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x, Y: y + by})
	}
	send(input.DispatchTouchEventTypeTouchEnd)
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
