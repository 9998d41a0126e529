package page_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"hed/corpus"
	"hed/internal/browser"
	"hed/report/page"
	"hed/style/align"
)

// aligned has three pairs of a band with three, four of one with forty, and two of one with a hundred.
func aligned() *page.Aligned {
	a := &page.Aligned{Version: "0.0.0", Papers: [2]string{"The <Left>", "The Right"}, Window: 2, Seed: 7, Bands: []align.Band{
		{Low: 0.5, High: 1, Pairs: 3}, {Low: 0.185, High: 0.5, Pairs: 40}, {Low: 0.1, High: 0.185, Pairs: 100}}}
	for i, band := range []int{1, 0, 2, 1, 0, 1, 2, 0, 1} {
		a.Pairs = append(a.Pairs, page.AlignedPair{Band: band, Score: a.Bands[band].High - 0.01, Articles: [2]*corpus.Document{
			{ID: fmt.Sprint("a", i), Date: "2024-03-01", References: []string{fmt.Sprint("Storm floods harbour ", i)}, Body: strings.Repeat("A storm flooded the harbour. ", 30)},
			{ID: fmt.Sprint("b", i), References: []string{"Harbour floods"}, Body: "Some 300 people left."},
		}})
	}
	a.Pairs[0].Articles[0].ID, a.Pairs[0].Articles[0].References = `=HYPERLINK("x",1)`, []string{"</p><script>alert(1)</script>"}
	a.Pairs[0].Articles[1].Body = strings.Repeat("ä", 10_020)
	return a
}

func writeAligned(t *testing.T, a *page.Aligned) string {
	t.Helper()
	var b bytes.Buffer
	if err := page.WriteAligned(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Texts stay texts, long ones are cut, and nothing comes from elsewhere.
func TestAligned(t *testing.T) {
	html := writeAligned(t, aligned())
	for _, want := range []string{"&lt;/p&gt;&lt;script&gt;alert(1)", "The &lt;Left&gt;", "… 20 more characters", "no date", "143 pairs", "at most 2 days apart"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(html, "http://") || strings.Contains(html, "https://") || strings.Contains(html, "<script>alert") {
		t.Error("the page has an address or a foreign script")
	}
	if none := writeAligned(t, &page.Aligned{Papers: [2]string{"a", "b"}}); strings.Contains(none, "<script") || !strings.Contains(none, "There are no pairs to look at.") {
		t.Error("a page without pairs does not say so")
	}
}

// Marks by clicks and keys give the precision with its interval, by hand: Wilson's for 3 of 4 is 0.301 to 0.954; all three pairs
// of the best band are looked at, so nothing is left to chance there; joined by 3 and 40 of 43 they are 0.744 [0.326, 0.934].
func TestAlignedBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	tab := browser.Open(t)
	file := filepath.Join(t.TempDir(), "pairs.html")
	if err := os.WriteFile(file, []byte(writeAligned(t, aligned())), 0o666); err != nil {
		t.Fatal(err)
	}
	at := url.URL{Scheme: "file", Path: file}
	rows := `[...document.querySelectorAll(".bands tbody tr")].map((r) => [...r.cells].map((c) => c.textContent).join("|"))`
	load := func(marked string) {
		t.Helper()
		tab.Do(t, chromedp.Navigate("about:blank"), chromedp.EmulateViewport(1280, 900), chromedp.Navigate(at.String()))
		tab.Wait(t, fmt.Sprintf(`document.getElementById("status")?.textContent.startsWith(%q)`, marked))
	}
	same := func(want []string) {
		t.Helper()
		if got := browser.Eval[[]string](t, tab, rows); !slices.Equal(got, want) {
			t.Errorf("the table has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	load("0 of 9 marked")
	same([]string{"0.5 to 1|3|3|0|0|–||0.5|–|", "0.185 to 0.5|40|4|0|0|–||0.185|–|", "0.1 to 0.185|100|2|0|0|–||0.1|–|"})
	if shown := browser.Eval[int](t, tab, `document.querySelectorAll(".match .value:not([hidden])").length`); shown != 0 {
		t.Errorf("%d scores are shown before their pair is marked", shown)
	}
	look(t, tab, "pairs-empty")

	tab.Keys(t, "s", "o") // pairs 1 and 2, of bands 1 and 0
	tab.Wait(t, `document.activeElement.id === "p3"`)
	tab.Keys(t, "j", "s", "s", "o", "j", "s") // 4, 5, 6, 8
	x, y := tab.Middle(t, "#p9 [data-mark=same]")
	tab.Do(t, chromedp.MouseClickXY(x, y))
	tab.Wait(t, `document.getElementById("status").textContent === "7 of 9 marked, kept in this browser"`)
	want := []string{"0.5 to 1|3|0|2|1|67%|all marked|0.5|67%|all marked", "0.185 to 0.5|40|0|3|1|75%|30% to 95%|0.185|74%|33% to 93%", "0.1 to 0.185|100|2|0|0|–||0.1|–|"}
	same(want)
	if got := browser.Eval[string](t, tab, `document.getElementById("finding").textContent`); !strings.HasPrefix(got, "About the same event: 67% of pairs above 0.5 [all marked], 74% of pairs above 0.185 [33% to 93%].") {
		t.Error(got)
	}
	look(t, tab, "pairs-marked")

	load("7 of 9 marked") // kept
	same(want)
	tab.Do(t, chromedp.Evaluate[chromedp.Void](`void (URL.createObjectURL = (b) => { window.saved = b.text(); return "#"; })`))
	x, y = tab.Middle(t, "#save")
	tab.Do(t, chromedp.MouseClickXY(x, y))
	csv := browser.Eval[string](t, tab, "window.saved")
	if lines := strings.Split(csv, "\n"); len(lines) != 9 || lines[0] != "a,b,score,mark" || lines[1] != `"'=HYPERLINK(""x"",1)",b0,0.49,same` || lines[2] != "a1,b1,0.99,other" {
		t.Errorf("downloaded:\n%s", csv)
	}
	tab.Do(t, chromedp.Evaluate[chromedp.Void](`void (window.confirm = () => true)`))
	tab.Keys(t, "k", "u")
	tab.Wait(t, `document.getElementById("status").textContent.startsWith("6 of 9")`)
	x, y = tab.Middle(t, "#clear")
	tab.Do(t, chromedp.MouseClickXY(x, y))
	tab.Wait(t, `document.getElementById("status").textContent === "0 of 9 marked"`)
	tab.Keys(t, "?")
	tab.Wait(t, `document.getElementById("keys").open`)
	for _, c := range tab.Complaints() {
		t.Error(c)
	}
	for _, r := range tab.Requests() {
		if !strings.HasPrefix(r, "file://") && !strings.HasPrefix(r, "data:") && r != "about:blank" {
			t.Errorf("the page asked for %.80s", r)
		}
	}
}

// look sees that nothing sticks out in a small window or at twice the size. With HED_AXE, the path of axe.min.js, the page is also
// checked for accessibility, and with HED_SHOTS pictures are left in that folder.
func look(t *testing.T, tab *browser.Tab, name string) {
	t.Helper()
	axe, shots := os.Getenv("HED_AXE"), os.Getenv("HED_SHOTS")
	for _, width := range []int64{360, 640, 1280} {
		tab.Do(t, chromedp.EmulateViewport(width, 900))
		tab.Wait(t, fmt.Sprintf("innerWidth <= %d", width))
		if over := browser.Eval[float64](t, tab, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: at %d the page is %v too wide", name, width, over)
		}
		for _, scheme := range []string{"light", "dark", "print"} {
			media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
			if scheme == "print" {
				media = emulation.SetEmulatedMediaParams{Media: "print"}
			}
			if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, media); err != nil {
				t.Fatal(err)
			}
			if axe != "" {
				script, err := os.ReadFile(axe)
				if err != nil {
					t.Fatal(err)
				}
				browser.Eval[any](t, tab, "typeof axe === 'undefined' && void (() => {"+string(script)+"})()")
				for _, f := range browser.Eval[[]string](t, tab, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((x) =>
					x.id + ": " + x.help + " " + x.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message || "")).join("; ")))`) {
					t.Errorf("%s at %d, %s: %s", name, width, scheme, f)
				}
			}
			if shots != "" {
				picture, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
				if err == nil {
					err = os.WriteFile(filepath.Join(shots, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), picture, 0o666)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if _, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}); err != nil {
		t.Fatal(err)
	}
}
