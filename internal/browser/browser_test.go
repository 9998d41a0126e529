package browser_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"hed/internal/browser"
)

// TestTab shows that a page cannot misbehave unseen.
func TestTab(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	file := filepath.Join(t.TempDir(), "bad.html")
	bad := `<!doctype html><title>Bad</title>
<meta http-equiv="Content-Security-Policy" content="img-src 'none'">
<img src="picture.png"><link rel="stylesheet" href="missing.css">
<script>console.log("all is well"); console.error("wrong"); setTimeout(() => nobody(), 0); addEventListener("load", () => { done = 1; })</script>`
	if err := os.WriteFile(file, []byte(bad), 0o666); err != nil {
		t.Fatal(err)
	}
	tab := browser.Open(t)
	tab.Do(t, chromedp.Navigate("file://"+filepath.ToSlash(file)))
	if got := browser.Eval[string](t, tab, "Promise.resolve(document.title)"); got != "Bad" {
		t.Errorf("the title is %q", got)
	}
	for _, want := range []string{"wrong", "nobody", "img-src", "missing.css"} {
		has := func() bool {
			return slices.ContainsFunc(append(tab.Complaints(), tab.Requests()...), func(s string) bool { return strings.Contains(s, want) })
		}
		for deadline := time.Now().Add(time.Minute); !has() && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		if !has() {
			t.Errorf("nothing about %s in %q and %q", want, tab.Complaints(), tab.Requests())
		}
	}
	for _, c := range tab.Complaints() {
		if strings.Contains(c, "all is well") {
			t.Errorf("%s is no complaint", c)
		}
	}
}
