package editor_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"hed/internal/browser"
)

func TestShots(t *testing.T) {
	dir := os.Getenv("HED_SHOTS")
	if dir == "" {
		t.Skip()
	}
	p := open(t)
	tab := browser.Open(t)
	d := p.begin(p.docs[0].Body, "All 35 safe after ferry runs aground in fog", "19 passengers and 160 crew rescued by lifeboats off Kettlewick as ferry hits sandbank early on Tuesday", "")
	tab.Do(t, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(p.URL+"/d/"+d.ID))
	tab.Wait(t, "document.body.dataset.ready")
	shot := func(name string) {
		picture, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o666)
	}
	shot("page")
	tab.Do(t, chromedp.EmulateViewport(360, 740))
	shot("phone")
	for _, c := range tab.Complaints() {
		t.Error(c)
	}
}
