package main

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"hed/internal/browser"
	"hed/internal/race"
)

// TestServeEditor writes a headline while the server is killed, and started again: nothing is lost, and what is found is
// found again.
func TestServeEditor(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	race.Skip(t, "web/workbench/editor tests the server's goroutines, with a browser too")
	tab := browser.Open(t)
	b := &bench{T: t, dir: t.TempDir()}
	b.start()
	at, err := url.Parse(b.base)
	if err != nil {
		t.Fatal(err)
	}
	enter := func() { // the session of b
		t.Helper()
		for _, c := range b.http.Jar.Cookies(at) {
			if _, err := chromedp.Call(tab, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: b.base}); err != nil {
				t.Fatal(err)
			}
		}
	}
	enter()
	tab.Do(t, chromedp.Navigate(b.base+"/"))
	x, y := tab.Middle(t, `button[value="sample"][name="from"]`)
	tab.Do(t, chromedp.MouseClickXY(x, y))
	tab.Wait(t, `location.pathname.startsWith("/editor/d/") && document.body.dataset.ready`)
	write := func(text string) {
		t.Helper()
		tab.Keys(t, strings.Split(text, "")...)
	}
	saved := `document.getElementById("save").dataset.state === "saved"`
	write("All 35 safe")
	tab.Wait(t, saved+` && document.getElementById("detail").textContent.includes("19 and 16 are 35")`)
	b.kill()
	write(" at sea")
	tab.Wait(t, `document.getElementById("save").textContent === "The server cannot be reached: 7 changes wait on this device"`)
	b.start()
	tab.Wait(t, saved+` && document.getElementById("detail").textContent.includes("All 35= safe at sea")`)
	write(" today")
	tab.Wait(t, saved)
	b.kill()
	b.start()
	if page, _ := b.get(browser.Eval[string](t, tab, "location.pathname")); !strings.Contains(page, ">All 35 safe at sea today</textarea>") {
		t.Errorf("the server has another headline: %s", page)
	}
	enter() // again, as if the link had been opened in another window: the page has the token of another session
	write(" again")
	tab.Wait(t, saved)
	if page, _ := b.get(browser.Eval[string](t, tab, "location.pathname")); !strings.Contains(page, ">All 35 safe at sea today again</textarea>") {
		t.Errorf("a new session does not save: %s", page)
	}
}
