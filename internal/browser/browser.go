// Package browser opens pages in a real browser, for tests. Chromium runs
// without a window, with a profile of its own, and reaches out for nothing
// by itself. A test on a machine without it is skipped and says so.
package browser

import (
	"context"
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

// A Tab is a page under test. As a context it takes chromedp's actions,
// and ends after the time that Open was given.
type Tab struct {
	context.Context

	mu         sync.Mutex
	complaints []string
	requests   []string
}

// Open starts a browser and returns its tab, which closes with the test. A
// page that hangs fails the test after limit.
func Open(t *testing.T, limit time.Duration) *Tab {
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
	ctx, cancel = context.WithTimeout(ctx, limit)
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
	if err := chromedp.Do(tab, actions...); err != nil {
		t.Fatal(err)
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
	v, err := chromedp.Run(tab, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
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
