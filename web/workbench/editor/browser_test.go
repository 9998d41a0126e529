package editor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"hed/draft"
	"hed/internal/browser"
)

// A walk is a browser at an editor.
type walk struct {
	*place
	t   *testing.T
	tab *browser.Tab
}

// TestBrowser uses one browser for everything, because starting one takes longer than most of what is done with it.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	tab := browser.Open(t)
	run := func(name string, f func(v *walk)) {
		t.Run(name, func(t *testing.T) {
			before, asked := len(tab.Complaints()), len(tab.Requests())
			v := &walk{place: open(t), t: t, tab: tab}
			tab.Do(t, chromedp.EmulateViewport(1280, 900))
			defer v.offline(false)
			f(v)
			tab.Do(t, chromedp.Navigate("about:blank"))
			for _, c := range tab.Complaints()[before:] {
				// Requests that fail are what some of the tests are about.
				if !strings.Contains(c, "Failed to load resource") && !strings.Contains(c, "ERR_") {
					t.Error(c)
				}
			}
			for _, r := range tab.Requests()[asked:] {
				if !strings.HasPrefix(r, "http://"+v.addr) && !strings.HasPrefix(r, "data:,") && r != "about:blank" {
					t.Errorf("the page asked for %.80s", r)
				}
			}
		})
	}
	run("typing", testTyping)
	run("keys", testKeys)
	run("undo", testUndo)
	run("reload", testReload)
	run("offline", testOffline)
	run("restart", testRestart)
	run("elsewhere", testElsewhere)
	run("merge", testMerge)
	run("refused", testRefused)
	run("hostile", testHostileTyping)
	run("look", testLook)
	run("widths", testWidths)
}

// edit makes a draft and opens its page.
func (v *walk) edit(article string, headlines ...string) *draft.Draft {
	v.Helper()
	d := v.begin(article, headlines...)
	v.open("/d/" + d.ID)
	return d
}

func (v *walk) open(path string) {
	v.Helper()
	v.tab.Do(v.t, chromedp.Navigate(v.URL+path))
	v.wait("document.body?.dataset.ready")
}

func (v *walk) wait(expression string) {
	v.Helper()
	v.tab.Wait(v.t, expression)
}

func (v *walk) text(expression string) string {
	v.Helper()
	return browser.Eval[string](v.t, v.tab, "String("+expression+")")
}

func (v *walk) do(script string) {
	v.Helper()
	browser.Eval[any](v.t, v.tab, "void ("+script+")")
}

// keyed presses a key with others held down: 1 is Alt, 2 Control, 8 Shift.
func (v *walk) keyed(modifiers int64, key, code string) {
	v.Helper()
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp} {
		if _, err := chromedp.Call(v.tab, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Modifiers: modifiers, Key: key, Code: code}); err != nil {
			v.Fatal(err)
		}
	}
}

const alt, control, shift = 1, 2, 8

// type types letters.
func (v *walk) write(text string) {
	v.Helper()
	for _, r := range text {
		v.tab.Keys(v.t, string(r))
	}
}

// key presses a key that is no letter.
func (v *walk) key(name string) {
	v.Helper()
	codes := map[string]int64{"Enter": 13, "Tab": 9, "Backspace": 8, "Escape": 27, "ArrowDown": 40}
	down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: name, Code: name, WindowsVirtualKeyCode: codes[name]}
	if name == "Enter" {
		down.Text = "\r"
	}
	up := down
	up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
	for _, e := range []input.DispatchKeyEventParams{down, up} {
		if _, err := chromedp.Call(v.tab, input.DispatchKeyEvent, e); err != nil {
			v.Fatal(err)
		}
	}
}

func (v *walk) saved() {
	v.Helper()
	v.wait(`document.getElementById("save").dataset.state === "saved"`)
}

// heads are the headlines on the page.
func (v *walk) heads() string {
	v.Helper()
	return v.text(`[...document.querySelectorAll("#heads textarea")].map((e) => e.value).join("|")`)
}

// is waits until the page shows headlines, and then until the server has them.
func (v *walk) is(id, want string) {
	v.Helper()
	v.wait(fmt.Sprintf(`[...document.querySelectorAll("#heads textarea")].map((e) => e.value).join("|") === %q`, want))
	v.saved()
	var got []string
	for _, h := range v.kept(id).Headlines {
		got = append(got, h.Text)
	}
	if s := strings.Join(got, "|"); s != want {
		v.Errorf("the server has %q, want %q", s, want)
	}
}

// finds waits until what is found of the current headline has a text.
func (v *walk) finds(text string) {
	v.Helper()
	v.wait(fmt.Sprintf(`document.getElementById("detail").textContent.includes(%q)`, text))
}

func (v *walk) offline(off bool) {
	v.Helper()
	rules := []*network.Conditions{{DownloadThroughput: -1, UploadThroughput: -1, Offline: off}}
	if _, err := chromedp.Call(v.tab, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: rules}); err != nil {
		v.Fatal(err)
	}
	if _, err := chromedp.Call(v.tab, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: off, DownloadThroughput: -1, UploadThroughput: -1}); err != nil {
		v.Fatal(err)
	}
}

// places are where the parts of the page are.
const places = `JSON.stringify([...document.querySelectorAll("#heads li, #heads textarea, #add, #detail, .ed-panel h3, #suggest, .ed-article")].map((e) => Math.round(e.getBoundingClientRect().top + scrollY)))`

// testTyping types a headline: what is found follows, the article shows where numbers come from, and nothing moves.
func testTyping(v *walk) {
	d := v.edit(v.docs[0].Body, "A ferry", "")
	v.write(" w")
	v.finds("A ferry w")
	before := v.text(places)
	v.write("ith 19 passengers and 16 crew")
	v.finds("The article has 19")
	v.finds("The article has 16")
	if after := v.text(places); after != before {
		v.Errorf("it moved from %s to %s", before, after)
	}
	v.is(d.ID, "A ferry with 19 passengers and 16 crew|")
	if got := v.text(`[...document.querySelectorAll("#text mark")].map((m) => m.textContent).join("; ")`); got != "19; 16" {
		v.Errorf("the article marks %q", got)
	}
	v.write(", 350 in all")
	v.finds("The article does not have 350")
	if got := v.text(`document.querySelector("#heads .ed-line").textContent`); !strings.Contains(got, "350!") {
		v.Errorf("below the headline: %q", got)
	}
	if got := v.text(`getComputedStyle(document.querySelector("#detail .unsupported")).color`); got != "rgb(168, 67, 0)" {
		v.Errorf("a number without support is %s", got)
	}
	v.wait(`document.getElementById("spoken").textContent.includes("350")`)
	// Another target.
	v.do(`(() => { const t = document.getElementById("target"); t.value = "push"; t.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	v.wait(`document.querySelector("#heads .ed-line").textContent.includes("of 50 characters")`)
	v.saved()
	if got := v.kept(d.ID).Target; got != "push" {
		v.Errorf("target %q", got)
	}
	// Another article: the numbers are found there, or not.
	v.do(`(() => { const a = document.getElementById("article"); a.value = "There were 350 in all."; a.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	v.finds("The article has 350")
	v.finds("The article does not have 19")
	v.saved()
	if got := v.kept(d.ID).Article; got != "There were 350 in all." {
		v.Errorf("article %q", got)
	}
}

// testKeys does everything without a mouse.
func testKeys(v *walk) {
	d := v.edit(v.docs[0].Body, "")
	v.write("All 35 safe")
	v.key("Enter")
	v.write("Ferry runs aground")
	v.key("Enter")
	v.write("Third")
	v.is(d.ID, "All 35 safe|Ferry runs aground|Third")
	v.keyed(alt, "ArrowUp", "ArrowUp")
	v.is(d.ID, "All 35 safe|Third|Ferry runs aground")
	v.keyed(alt, "ArrowUp", "ArrowUp")
	v.keyed(alt, "ArrowUp", "ArrowUp") // it is the first already
	v.is(d.ID, "Third|All 35 safe|Ferry runs aground")
	v.write("s")
	v.is(d.ID, "Thirds|All 35 safe|Ferry runs aground")
	v.keyed(alt, "Delete", "Delete")
	v.is(d.ID, "All 35 safe|Ferry runs aground")
	v.key("ArrowDown")
	v.finds("Ferry runs aground")
	v.keyed(alt, "1", "Digit1")
	v.finds("All 35")
	v.keyed(alt, "n", "KeyN")
	v.wait(`document.activeElement.dataset.number === "1" && [...document.querySelectorAll("#text mark.on")].map((m) => m.textContent).join() === "19,16"`)
	v.key("Escape")
	v.wait(`document.activeElement.value === "All 35 safe" && !document.querySelector("#text mark.on")`)
	v.keyed(alt, "s", "KeyS")
	v.wait(`document.querySelectorAll(".ed-use").length === 2`)
	v.key("Tab")
	v.key("Enter")
	v.is(d.ID, "All 35 safe|Ferry runs aground|Everyone on board a coastal ferry was brought ashore")
	for range len("Everyone on board a coastal ferry was brought ashore") + 1 {
		v.key("Backspace")
	}
	v.is(d.ID, "All 35 safe|Ferry runs aground")
	v.keyed(alt, "a", "KeyA")
	v.wait(`document.activeElement.id === "article"`)
	v.key("Escape")
	v.keyed(alt, "t", "KeyT")
	v.wait(`document.activeElement.id === "target"`)
	v.tab.Keys(v.t, "P") // Push notification
	v.wait(`document.querySelector("#heads .ed-line").textContent.includes("of 50 characters")`)
	v.key("Escape")
	v.keyed(alt, "k", "KeyK")
	v.wait(`document.getElementById("keys").open`)
	v.key("Escape")
	v.do(`document.getElementById("keys").close()`)
	v.do(`document.activeElement.blur()`)
	v.tab.Keys(v.t, "?")
	v.wait(`document.getElementById("keys").open`)
	v.do(`document.getElementById("keys").close()`)
	// Every stop of the tabulator can be seen, and none is a trap.
	v.do(`document.activeElement.blur()`)
	seen := map[string]bool{}
	for range 60 {
		v.key("Tab")
		seen[v.text(`(() => { const e = document.activeElement; return e.id || e.name || e.className || e.tagName; })()`)] = true
	}
	for _, want := range []string{"help", "headline", "add", "target", "suggest", "text", "do"} {
		if !seen[want] {
			v.Errorf("the tabulator never comes to %s: %v", want, seen)
		}
	}
}

// testUndo takes back typing, order, removal and the article, also after a reload.
func testUndo(v *walk) {
	d := v.edit(v.docs[0].Body, "One", "Two")
	v.write(" more")
	v.is(d.ID, "One more|Two")
	v.keyed(alt, "ArrowDown", "ArrowDown")
	v.is(d.ID, "Two|One more")
	v.keyed(alt, "Delete", "Delete")
	v.is(d.ID, "Two")
	v.do(`(() => { const a = document.getElementById("article"); a.value = "Gone"; a.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	v.saved()
	v.open("/d/" + d.ID)
	v.keyed(control, "z", "KeyZ")
	v.wait(`document.getElementById("article").value.startsWith("Everyone on board")`)
	v.keyed(control, "z", "KeyZ")
	v.is(d.ID, "Two|One more")
	v.keyed(control, "z", "KeyZ")
	v.is(d.ID, "One more|Two")
	v.keyed(control, "z", "KeyZ")
	v.is(d.ID, "One|Two")
	v.wait(`document.getElementById("undo").disabled`)
	for range 3 {
		v.keyed(control|shift, "Z", "KeyZ")
	}
	v.is(d.ID, "Two")
	v.do(`document.getElementById("redo").click()`)
	v.saved()
	if got := v.kept(d.ID).Article; got != "Gone" {
		v.Errorf("article %q", got)
	}
	v.do(`document.getElementById("undo").click()`)
	v.wait(`document.getElementById("text").textContent.startsWith("Everyone on board")`)
}

// testReload loads the page again before anything was saved.
func testReload(v *walk) {
	d := v.edit(v.docs[0].Body, "")
	v.write("Ferry aground")
	v.store.fail(fmt.Errorf("the disk is full"))
	v.write(", 35 safe")
	v.wait(`document.getElementById("save").textContent.startsWith("The server could not save: ")`)
	v.open("/d/" + d.ID)
	if got := v.heads(); got != "Ferry aground, 35 safe" {
		v.Errorf("after a reload the page has %q", got)
	}
	v.finds("19 and 16 are 35")
	v.open("/")
	v.wait(`[...document.querySelectorAll("[data-draft]")].some((e) => !e.hidden)`)
	v.store.fail(nil)
	v.open("/d/" + d.ID)
	v.is(d.ID, "Ferry aground, 35 safe")
	if n := browser.Eval[int](v.t, v.tab, `Object.keys(localStorage).filter((k) => k.startsWith("hed:draft:")).length`); n != 0 {
		v.Errorf("%d things are kept of a draft that is saved", n)
	}
}

// testOffline takes the network away.
func testOffline(v *walk) {
	d := v.edit(v.docs[0].Body, "One")
	v.offline(true)
	v.write(" two")
	v.wait(`document.getElementById("save").textContent === "Offline: 4 changes wait on this device"`)
	v.wait(`document.getElementById("trouble").textContent.startsWith("Not checked")`)
	v.key("Enter")
	v.write("4")
	v.wait(`document.getElementById("save").textContent === "Offline: 6 changes wait on this device"`)
	if got := v.kept(d.ID).Headlines; len(got) != 1 || got[0].Text != "One" {
		v.Errorf("%v", got)
	}
	v.offline(false)
	v.is(d.ID, "One two|4")
	v.finds("The article does not have 4")
	v.wait(`document.getElementById("trouble").textContent === ""`)
}

// testRestart ends the server while somebody types, and starts it again.
func testRestart(v *walk) {
	d := v.edit(v.docs[0].Body, "All 35")
	v.write(" safe")
	v.is(d.ID, "All 35 safe")
	v.stop()
	v.write(" after 19")
	v.wait(`document.getElementById("save").textContent.startsWith("The server cannot be reached: 9 changes wait")`)
	v.start()
	v.write(" hours")
	v.is(d.ID, "All 35 safe after 19 hours")
	v.finds("19 and 16 are 35") // the server has read the article again
	v.keyed(alt, "s", "KeyS")
	v.wait(`document.querySelectorAll(".ed-use").length === 2`)
}

// testElsewhere changes a draft on another device.
func testElsewhere(v *walk) {
	d := v.edit(v.docs[0].Body, "One", "Two")
	other := v.kept(d.ID)
	other.Headlines[1].Text = "Two of theirs"
	other.Headlines = append(other.Headlines, draft.Headline{ID: "new", Text: "New"})
	if err := v.store.Save(v.t.Context(), other); err != nil {
		v.Fatal(err)
	}
	v.write(" of ours")
	v.is(d.ID, "One of ours|Two of theirs|New")
	v.wait(`document.getElementById("notices").textContent.startsWith("Changes from another window")`)
	// Both change the same: both stay.
	if other = v.kept(d.ID); other.Version < 3 {
		v.Errorf("version %d", other.Version)
	}
	other.Headlines[0].Text = "One of theirs"
	if err := v.store.Save(v.t.Context(), other); err != nil {
		v.Fatal(err)
	}
	v.write("x")
	v.is(d.ID, "One of theirs|One of oursx|Two of theirs|New")
}

// testMerge joins drafts that were changed in two places.
func testMerge(v *walk) {
	v.edit("", "")
	src := v.text(`[...document.scripts].find((s) => s.src.includes("editor.js")).src.replace("editor.js", "merge.js")`)
	for _, c := range []struct{ base, ours, theirs, want string }{
		{"a:1 b:2", "a:1 b:2", "a:1 b:2", "a:1 b:2"},
		{"a:1", "a:2", "a:1", "a:2"},
		{"a:1", "a:1", "a:2", "a:2"},
		{"a:1", "a:2", "a:3", "a:3 x:2"},
		{"a:1", "a:2", "a:2", "a:2"},
		{"a:1 b:2", "b:2", "a:1 b:2", "b:2"},
		{"a:1 b:2", "b:2", "a:3 b:2", "a:3 b:2"}, // removed here, changed there
		{"a:1 b:2", "a:3 b:2", "b:2", "a:3 b:2"},
		{"a:1 b:2", "a:1 b:2", "b:2", "b:2"},
		{"a:1 b:2 c:3", "c:3 a:1 b:2", "a:1 b:2 c:4", "c:4 a:1 b:2"}, // the order is ours
		{"a:1 b:2 c:3", "a:1 b:9 c:3", "c:3 a:1 b:2", "c:3 a:1 b:9"}, // and theirs
		{"a:1", "a:1 n:5", "a:1 m:6", "a:1 n:5 m:6"},
		{"a:1", "n:5 a:1", "a:1 m:6", "n:5 a:1 m:6"},
		{"", "n:5", "m:6", "n:5 m:6"},
	} {
		got := browser.Eval[string](v.t, v.tab, fmt.Sprintf(`(async () => {
			const { merge } = await import(%q);
			const read = (text) => ({ article: "", reference: "", lang: "", date: "", source: "", target: "", headlines: text.split(" ").filter(Boolean).map((h) => ({ id: h[0], text: h.slice(2) })) });
			return merge(read(%q), read(%q), read(%q), () => "x").state.headlines.map((h) => h.id + ":" + h.text).join(" ");
		})()`, src, c.base, c.ours, c.theirs))
		if d := cmp.Diff(c.want, got); d != "" {
			v.Errorf("%q, ours %q, theirs %q (-want +got):\n%s", c.base, c.ours, c.theirs, d)
		}
	}
}

// testRefused pastes more than a draft may have.
func testRefused(v *walk) {
	d := v.edit("Short.", "One")
	v.do(`(() => { const a = document.getElementById("article"); a.value = "all work ".repeat(20000); a.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	v.wait(`document.getElementById("save").textContent.startsWith("Not saved: the article has 180000 bytes")`)
	v.wait(`document.getElementById("trouble").textContent.startsWith("Not checked: the article has 180000 bytes")`)
	v.do(`(() => { const a = document.getElementById("article"); a.value = "Shorter."; a.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	v.is(d.ID, "One")
	if got := v.kept(d.ID).Article; got != "Shorter." {
		v.Errorf("article %q", got)
	}
}

// testWidths compares the widths of headlines with those that the browser finds in the same font, where it has that.
func testWidths(v *walk) {
	v.edit("", "")
	if browser.Eval[int](v.t, v.tab, `Number(document.fonts.check("20px 'Liberation Sans'") && (() => { const c = document.createElement("canvas").getContext("2d"); c.font = "20px 'Liberation Sans', monospace"; return c.measureText("iii").width < 15; })())`) == 0 {
		v.t.Skip("the browser has no Liberation Sans")
	}
	search := draft.Targets()[0]
	for _, d := range v.docs {
		for _, h := range d.References {
			want := browser.Eval[float64](v.t, v.tab, fmt.Sprintf(`(() => { const c = document.createElement("canvas").getContext("2d"); c.font = "20px 'Liberation Sans'"; return c.measureText(%q).width; })()`, h))
			if got := search.Measure(h).Pixels; got > want+0.5 || got < want-0.5 {
				v.Errorf("%s: %v px, the browser has %v", h, got, want)
			}
		}
	}
}

// testHostileTyping pastes what would do harm if anything took it for more than text.
func testHostileTyping(v *walk) {
	d := v.edit("<img src=x onerror=alert(1)> 12", "")
	text := `<img src=x onerror="document.title='x'"> & 12`
	if _, err := chromedp.Call(v.tab, input.InsertText, input.InsertTextParams{Text: text + "\nmore 😀"}); err != nil {
		v.Fatal(err)
	}
	v.wait(`document.getElementById("detail").textContent.includes("onerror")`)
	v.saved()
	if got := v.text(`document.querySelectorAll("#detail img, #text img, #compare img, #heads img").length + document.title`); !strings.HasPrefix(got, "0") || got == "0x" {
		v.Errorf("an image was made: %s", got)
	}
	if got := v.kept(d.ID).Headlines[0].Text; !strings.HasPrefix(got, text+" more") {
		v.Errorf("%q", got)
	}
	v.open("/d/" + d.ID)
	v.is(d.ID, v.kept(d.ID).Headlines[0].Text)
}

// testLook looks at the pages: light and dark, wide and at 360 pixels; with HED_AXE they are also checked for accessibility,
// with HED_SHOTS pictures are left in that folder.
func testLook(v *walk) {
	v.edit(v.docs[0].Body, "All 35 safe after ferry runs aground in fog", "19 passengers and 160 crew rescued by lifeboats off Kettlewick as ferry hits sandbank early on Tuesday", "Council backs 48 homes on the old gasworks site", "")
	v.look("page")
	v.keyed(alt, "3", "Digit3")
	v.keyed(alt, "s", "KeyS")
	v.wait(`document.querySelectorAll(".ed-use").length === 2`)
	v.do(`document.getElementById("edit").open = true`)
	v.look("suggested")
	v.keyed(alt, "k", "KeyK")
	v.look("keys")
	v.open("/")
	v.look("home")
	if n := browser.Eval[int](v.t, v.tab, `performance.getEntriesByType("resource").reduce((n, r) => n + r.transferSize, performance.getEntriesByType("navigation")[0].transferSize)`); n > 100_000 {
		v.Errorf("the first page has %d bytes", n)
	}
}

func (v *walk) look(name string) {
	v.Helper()
	for _, size := range []struct {
		name   string
		width  int64
		height int64
	}{{"wide", 1280, 900}, {"twice", 640, 450}, {"phone", 360, 740}} {
		v.tab.Do(v.t, chromedp.EmulateViewport(size.width, size.height))
		v.wait(fmt.Sprintf("innerWidth <= %d", size.width))
		if n := browser.Eval[int](v.t, v.tab, "document.documentElement.scrollWidth - innerWidth"); n > 0 {
			who := v.text(`[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".wide")).map((e) => e.tagName + "." + e.className).slice(0, 5)`)
			v.Errorf("%s, %s: %d pixels stick out: %s", name, size.name, n, who)
		}
		if size.name == "twice" {
			continue
		}
		for _, tone := range []string{"light", "dark"} {
			features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: tone}}
			if _, err := chromedp.Call(v.tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
				v.Fatal(err)
			}
			v.shot(fmt.Sprintf("%s-%s-%s", name, size.name, tone))
			v.axe(name + " " + size.name + " " + tone)
		}
	}
	v.tab.Do(v.t, chromedp.EmulateViewport(1280, 900))
}

func (v *walk) shot(name string) {
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

// axe runs axe-core in the page, if there is one.
func (v *walk) axe(name string) {
	v.Helper()
	file := os.Getenv("HED_AXE")
	if file == "" {
		return
	}
	axe, err := os.ReadFile(file)
	if err != nil {
		v.Fatal(err)
	}
	browser.Eval[any](v.t, v.tab, "typeof axe === 'undefined' && void "+"(() => {"+string(axe)+"})()")
	found := browser.Eval[[]string](v.t, v.tab, `axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations.map((x) =>
		x.impact + " " + x.id + ": " + x.help + " " + x.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + (n.any[0]?.message || "")).join("; ")))`)
	for _, f := range found {
		v.Errorf("%s: %s", name, f)
	}
}
