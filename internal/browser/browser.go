// Package browser opens pages in a real browser, for tests. Chromium runs
// without a window, with a profile of its own, and reaches out for nothing
// by itself. A test on a machine without it is skipped and says so.
package browser

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// names are what Chromium and its relatives are called.
var names = []string{"chromium", "chromium-browser", "google-chrome", "chrome"}

// patience is how long each thing that is asked of a page may take, and each condition that
// is waited for: many times what it takes on a quiet machine, so that only a page that
// hangs is too late. There is no limit for a test as a whole, since how long many things
// take together on a busy machine nobody knows.
const patience = 2 * time.Minute

// A Tab is a page under test. As a context it takes chromedp's actions,
// and ends with the test.
type Tab struct {
	context.Context

	mu         sync.Mutex
	complaints []string
	requests   []string
}

// Open starts a browser and returns its tab, which closes with the test.
func Open(t *testing.T) *Tab {
	t.Helper()
	program := find()
	if program == "" {
		t.Skip("no browser on PATH: install chromium to run this test")
	}
	// The profile is removed by chromedp once the browser has let go of it.
	ctx, cancel := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(program), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("hide-scrollbars", true),
	)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatalf("start %s: %v", program, err)
	}
	tab := &Tab{Context: ctx}
	messages, requests := chromedp.Console(ctx), chromedp.Events(ctx, network.RequestWillBeSent)
	go func() {
		for m, err := range messages {
			if err != nil {
				return // the tab is closed
			}
			switch m.Type {
			case chromedp.ConsoleError, chromedp.ConsoleException, chromedp.ConsoleWarning:
				tab.note(&tab.complaints, m.String())
			}
		}
	}()
	go func() {
		for r, err := range requests {
			if err != nil {
				return
			}
			tab.note(&tab.requests, r.Request.URL)
		}
	}()
	return tab
}

func (tab *Tab) note(list *[]string, text string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	*list = append(*list, text)
}

func find() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// Do runs actions and fails the test if one does.
func (tab *Tab) Do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	for _, a := range actions {
		ctx, cancel := context.WithTimeout(tab, patience)
		err := chromedp.Do(ctx, a)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Wait waits until an expression is true on a page that is loaded to its end: what a page
// that still arrives lacks may yet come, and what a page that is being left says is no
// answer.
func (tab *Tab) Wait(t *testing.T, expression string) {
	t.Helper()
	tab.until(t, expression, func() (bool, error) {
		return Try[bool](tab, `document.readyState === "complete" && Boolean(`+expression+`)`)
	})
}

// Middle waits for an element that can be clicked, scrolls there and gives its middle. It
// must stay where it is from one frame to the next, and nothing may lie on it.
func (tab *Tab) Middle(t *testing.T, selector string) (x, y float64) {
	t.Helper()
	tab.until(t, "there is "+selector+", and nothing lies on it", func() (bool, error) {
		at, err := Try[[]float64](tab, fmt.Sprintf(`(async () => {
			const e = document.querySelector(%q);
			if (!e || document.readyState !== "complete") return [];
			e.scrollIntoView({ block: "center", behavior: "instant" });
			const middle = () => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
			const before = middle();
			await new Promise(requestAnimationFrame);
			const [x, y] = middle();
			const top = document.elementFromPoint(x, y);
			const free = e.contains(top) || e.closest("label")?.contains(top);
			return free && before[0] === x && before[1] === y ? [x, y] : [];
		})()`, selector))
		if err != nil || len(at) == 0 {
			return false, err
		}
		x, y = at[0], at[1]
		return true, nil
	})
	return x, y
}

// until asks again and again, and fails the test with what the page shows if the answer is
// never yes.
func (tab *Tab) until(t *testing.T, what string, ask func() (bool, error)) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		ok, err := ask()
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) || tab.Err() != nil {
			shown, _ := Try[string](tab, "document.body.innerText")
			t.Fatalf("never: %s (%v); the page says %.1000q", what, err, shown)
		}
	}
}

// Keys presses keys one after another. A key of one character is one event, so that a
// page that takes the key does not get a character too.
func (tab *Tab) Keys(t *testing.T, list ...string) {
	t.Helper()
	for _, k := range list {
		if len(k) != 1 || k < " " {
			tab.Do(t, chromedp.KeyEvent(k))
			continue
		}
		down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: k, Text: k, WindowsVirtualKeyCode: int64(strings.ToUpper(k)[0])}
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		for _, e := range []input.DispatchKeyEventParams{down, up} {
			if _, err := chromedp.Call(tab, input.DispatchKeyEvent, e); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Eval returns the value of a JavaScript expression; a promise is awaited.
func Eval[T any](t *testing.T, tab *Tab, expression string) T {
	t.Helper()
	v, err := Try[T](tab, expression)
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Try is Eval for an expression that may fail, as on a page that is being left.
func Try[T any](tab *Tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Complaints are the errors and warnings of the page so far: exceptions,
// the console, what the content policy refused.
func (tab *Tab) Complaints() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.Clone(tab.complaints)
}

// Requests are the addresses that the page asked for so far.
func (tab *Tab) Requests() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.Clone(tab.requests)
}
