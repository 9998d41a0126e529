package page_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/internal/race"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"hed/analysis"
	"hed/internal/browser"
	"hed/report/page"
	"hed/score"
)

// A visit is a page in a browser.
type visit struct {
	*testing.T
	tab  *browser.Tab
	file string
}

// TestBrowser uses one browser for everything, because starting one takes
// longer than most of what is done with it.
func TestBrowser(t *testing.T) {
	visits(t, func(run func(name string, f func(v visit))) {
		run("page", testPage)
		run("order", testOrder)
		run("find", testFind)
		run("address", testAddress)
		run("keys", testKeys)
		run("numbers", testNumbers)
		run("filters", testFilters)
		run("two", testTwo)
		run("parts", testParts)
		run("hostile", testHostile)
		run("little", testLittle)
	})
}

// TestBrowserMany is apart since the race detector leaves it less to do.
func TestBrowserMany(t *testing.T) {
	visits(t, func(run func(name string, f func(v visit))) { run("many", testMany) })
}

// visits lets tests look at pages in one browser, and sees that pages ask for nothing from elsewhere.
func visits(t *testing.T, all func(run func(name string, f func(v visit)))) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	tab := browser.Open(t)
	all(func(name string, f func(v visit)) {
		t.Run(name, func(t *testing.T) {
			before := len(tab.Complaints())
			v := visit{t, tab, filepath.Join(t.TempDir(), "report.html")}
			f(v)
			for _, c := range tab.Complaints()[before:] {
				if name != "parts" || !strings.Contains(c, "ERR_FILE_NOT_FOUND") { // which it asks for on purpose
					t.Error(c)
				}
			}
		})
	})
	for _, r := range tab.Requests() {
		if !strings.HasPrefix(r, "file://") && !strings.HasPrefix(r, "data:image/svg+xml") && r != "about:blank" {
			t.Errorf("the page asked for %.80s", r)
		}
	}
}

// open writes the page, with its charts beside it, and waits for the documents.
func (v visit) open(run *page.Run, list []*page.Example) {
	v.Helper()
	if err := os.WriteFile(v.file, []byte(write(v, run, list)), 0o666); err != nil {
		v.Fatal(err)
	}
	for _, c := range run.Charts {
		name := filepath.Join(filepath.Dir(v.file), "charts", c.File)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			v.Fatal(err)
		}
		if err := os.WriteFile(name, c.SVG, 0o666); err != nil {
			v.Fatal(err)
		}
	}
	if v.tab != nil {
		v.load("")
	}
}

// load opens the file anew with that fragment.
func (v visit) load(fragment string) {
	v.Helper()
	at := url.URL{Scheme: "file", Path: v.file}
	v.tab.Do(v.T, chromedp.Navigate("about:blank"), chromedp.Navigate(at.String()+fragment))
	v.wait(`document.querySelector("#examples").dataset.state !== "loading"`)
	if s := text(v, `document.querySelector("#examples").dataset.state`); s != "ready" {
		v.Fatalf("the documents are %s: %s", s, text(v, `document.querySelector("#examples-note").textContent`))
	}
}

// wait until an expression is true.
func (v visit) wait(expression string) {
	v.Helper()
	v.tab.Wait(v.T, expression)
}

func (v visit) do(script string) {
	v.Helper()
	browser.Eval[any](v.T, v.tab, "void ("+script+")")
}

func (v visit) key(keys string) {
	v.Helper()
	v.tab.Do(v.T, chromedp.KeyEvent(keys))
}

// choose picks an option of the select of that name.
func (v visit) choose(name, value string) {
	v.Helper()
	v.do(fmt.Sprintf(`(() => { const s = document.querySelector("select[name=%s]"); s.value = %q; s.dispatchEvent(new Event("change", {bubbles: true})); })()`, name, value))
}

// shows waits until the document of that id is shown.
func (v visit) shows(id string) {
	v.Helper()
	v.wait(fmt.Sprintf(`document.querySelector(".document h3")?.textContent === %q`, id))
}

func text(v visit, expression string) string { return browser.Eval[string](v.T, v.tab, expression) }

func texts(v visit, expression string) []string {
	return browser.Eval[[]string](v.T, v.tab, expression)
}

const listed = `[...document.querySelectorAll(".list .id")].map((e) => e.textContent)`

func testPage(v visit) {
	list := examples(v, eight)
	v.open(newRun(v, eight, list), list)
	broken := texts(v, `[...document.querySelectorAll("a[href]")].map((a) => a.getAttribute("href")).filter((href) =>
		href.startsWith("#") && !href.includes("=") && !document.getElementById(href.slice(1)))`)
	for _, href := range broken {
		v.Errorf("nothing has the id %s", href)
	}
	for _, href := range texts(v, `[...document.querySelectorAll("a[href]")].map((a) => a.getAttribute("href")).filter((href) => !href.startsWith("#"))`) {
		name, err := url.PathUnescape(href)
		if err != nil {
			v.Error(err)
		} else if _, err := os.Stat(filepath.Join(filepath.Dir(v.file), name)); err != nil {
			v.Error(err)
		}
	}
	// Every heading sorts, both ways, and says so.
	sorted := texts(v, `[...document.querySelectorAll("#means thead th")].map((th, at) => {
		const bad = [];
		for (let turn = 0; turn < 2; turn++) {
			th.querySelector("button").click();
			const sign = { ascending: 1, descending: -1 }[th.getAttribute("aria-sort")];
			const values = [...document.querySelectorAll("#means tbody tr")].map((row) => row.cells[at].dataset.value);
			const ok = values.every((value, i) => i === 0 || value === "" ||
				sign * (at === 1 ? values[i - 1].localeCompare(value, "en") : values[i - 1] - value) <= 0);
			if (!ok) bad.push(th.textContent + ": " + values);
		}
		if (document.querySelectorAll("#means [aria-sort]").length !== 1) bad.push("several columns say that they sort");
		return bad.join();
	}).filter(Boolean)`)
	for _, s := range sorted {
		v.Error(s)
	}
	// The intervals, the other correlation, the tests behind a cell.
	v.do(`document.querySelector("#spans").click()`)
	v.wait(`getComputedStyle(document.querySelector("#means .span")).display === "block"`)
	v.do(`document.querySelector("button[data-map='1']").click()`)
	v.wait(`getComputedStyle(document.querySelector("div.map[data-map='0']")).display === "none"`)
	v.wait(`getComputedStyle(document.querySelector("div.map[data-map='1']")).display !== "none"`)
	v.do(`document.querySelector(".duels td a").click()`)
	v.wait(`document.querySelector("#pair-1-2").closest("details").open && document.querySelector(".pairs").open`)
	// The overall score leads to what it is, other numbers to the documents behind them.
	v.do(`document.querySelector("#means td a").click()`)
	v.wait(`location.hash === "#column-overall" && document.querySelector("#column-overall").getBoundingClientRect().top < innerHeight`)
	v.do(`document.querySelector("#means td a[href*='sort=score']").click()`)
	v.wait(`document.querySelector("select[name=sort]").value === "score"`)
	// Nothing sticks out at 360 pixels, nor at twice the size of 720.
	v.tab.Do(v.T, chromedp.EmulateViewport(360, 800))
	if w := browser.Eval[int](v.T, v.tab, `document.documentElement.scrollWidth`); w > 360 {
		v.Errorf("the page is %d pixels wide on a screen of 360", w)
	}
	v.tab.Do(v.T, chromedp.EmulateViewport(1280, 900))
}

func testOrder(v visit) {
	list := examples(v, eight)
	v.open(newRun(v, eight, list), list)
	values := `[...document.querySelectorAll(".list a")].map((a) => a.querySelector(".value")?.textContent ?? "")`
	ordered := func(what string) {
		v.Helper()
		v.wait(fmt.Sprintf(`(([...shown]) => shown.length === %d && shown.every((x, i) => i === 0 || x === "none" || Number(shown[i-1]) >= Number(x)))(%s)`, len(list), values))
		if s := texts(v, values); len(s) != len(list) || s[0] == "" {
			v.Errorf("%s: %q", what, s)
		}
	}
	v.choose("sort", "score")
	for c := range columns {
		v.choose("column", columns[c].Name)
		v.choose("system", eight[c%len(eight)])
		ordered(columns[c].Name)
	}
	v.choose("sort", "spread")
	ordered("spread")
	v.choose("sort", "measures")
	ordered("measures")
	first := texts(v, listed)[0]
	v.do(`document.querySelector("button[name=order]").click()`)
	v.wait(`document.querySelector("button[name=order]").textContent.includes("Lowest")`)
	if got := texts(v, listed); got[0] == first {
		v.Error("the order did not turn round")
	}
	v.choose("sort", "given")
	var ids []string
	for _, ex := range list {
		ids = append(ids, ex.ID)
	}
	if d := cmp.Diff(ids, texts(v, listed)); d != "" {
		v.Error(d)
	}
}

func testFind(v visit) {
	list := examples(v, eight)
	v.open(newRun(v, eight, list), list)
	want := func(query string) (ids []string) {
		for _, ex := range list {
			all := strings.Join(append(append([]string{ex.ID, ex.Article}, ex.References...), ex.Headlines...), "\n")
			if strings.Contains(strings.ToLower(all), strings.ToLower(query)) {
				ids = append(ids, ex.ID)
			}
		}
		return ids
	}
	v.do(`document.querySelector("input[name=q]").focus()`)
	for _, query := range []string{"FERRY", "penhaskett", "harbour-ferry", "no such words"} {
		v.do(`document.querySelector("input[name=q]").select()`)
		v.key(query)
		v.wait(fmt.Sprintf(`document.querySelector("#found").textContent.startsWith("%d of ") && !document.querySelector("#found").textContent.includes(";")`, len(want(query))))
		got := texts(v, listed)
		if d := cmp.Diff(want(query), got); d != "" && len(got)+len(want(query)) > 0 {
			v.Errorf("%s: %s", query, d)
		}
	}
	if got := text(v, `document.querySelector(".list .empty").textContent`); !strings.Contains(got, "no such words") {
		v.Errorf("nothing found reads %q", got)
	}
	v.do(`document.querySelector("[data-clear]").click()`)
	v.wait(`document.querySelectorAll(".list .id").length === ` + fmt.Sprint(len(list)))
}

func testAddress(v visit) {
	list := examples(v, eight)
	v.open(newRun(v, eight, list), list)
	hash := func() string { return text(v, `location.hash`) }
	v.shows(list[0].ID)
	v.do(`document.querySelectorAll(".list a")[4].click()`)
	v.shows(list[4].ID)
	if got := hash(); got != "#doc="+list[4].ID {
		v.Errorf("the address is %s", got)
	}
	v.choose("sort", "score")
	sorted := hash()
	v.wait(`document.querySelector(".document h3").textContent === document.querySelector(".list .id").textContent`)
	top := text(v, `document.querySelector(".document h3").textContent`)
	v.do(`document.querySelectorAll(".list a")[2].click()`)
	v.wait(`document.querySelector(".document h3").textContent !== ` + fmt.Sprintf("%q", top))
	v.do(`history.back()`)
	v.shows(top)
	if got := hash(); got != sorted {
		v.Errorf("the address is %s, was %s", got, sorted)
	}
	v.do(`history.back()`)
	v.shows(list[4].ID)
	v.wait(`document.querySelector("select[name=sort]").value === "given"`)
	v.do(`history.back()`)
	v.shows(list[0].ID)
	v.do(`history.go(2)`)
	v.shows(top)

	v.load("#doc=" + list[7].ID + "&sort=score&column=fog&system=first&order=asc&q=the")
	v.shows(list[7].ID)
	got := texts(v, `["sort", "column", "system", "q"].map((name) => document.querySelector(".controls").elements[name].value)`)
	if d := cmp.Diff([]string{"score", "fog", "first", "the"}, got); d != "" {
		v.Error(d)
	}
	v.wait(`document.querySelector("#examples").getBoundingClientRect().top < 100`)
	v.load("#doc=nobody&sort=nothing&column=none&system=none")
	v.shows(list[0].ID)
	v.load("#significance")
	v.shows(list[0].ID)
}

func testKeys(v visit) {
	list := examples(v, eight)
	v.open(newRun(v, eight, list), list)
	v.key("j")
	v.shows(list[1].ID)
	v.key("j" + kb.ArrowRight)
	v.shows(list[3].ID)
	v.key("k" + kb.ArrowLeft)
	v.shows(list[1].ID)
	v.key("kkk")
	v.shows(list[0].ID)
	v.key(strings.Repeat("j", 20) + "k")
	v.shows(list[19].ID)
	v.wait(`(() => { // the list has followed
		const inner = document.querySelector(".list [aria-current]").getBoundingClientRect();
		const outer = document.querySelector(".list ol").getBoundingClientRect();
		return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
	})()`)
	v.key(strings.Repeat("k", 20))
	v.shows(list[0].ID)
	v.key("?")
	v.wait(`document.querySelector("#keys").open`)
	v.key("j") // goes nowhere while the keys are shown
	v.key(kb.Escape)
	v.wait(`!document.querySelector("#keys").open`)
	v.shows(list[0].ID)
	v.do(`document.querySelector("button[name=keys]").click()`)
	v.do(`document.querySelector("#keys button").click()`)
	v.wait(`!document.querySelector("#keys").open`)
	v.do(`document.querySelector(".list a").focus()`)
	v.key(kb.ArrowDown)
	v.shows(list[1].ID)
	v.wait(`document.activeElement === document.querySelectorAll(".list a")[1]`)
	v.key(kb.ArrowUp)
	v.shows(list[0].ID)
	// Not v.key, which types the character although the page has used the key.
	v.do(`document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }))`)
	v.wait(`document.activeElement.name === "q"`)
	v.key("jk") // typed, not obeyed
	v.wait(`document.activeElement.value === "jk"`)
	v.key(kb.Escape + kb.Escape) // stops, then clears
	v.wait(`document.activeElement.value === "" && location.hash.indexOf("q=") < 0`)
	v.do(`document.activeElement.blur()`)
	v.choose("sort", "score")
	v.key("r")
	v.wait(`location.hash.includes("order=asc")`)
	// Focus stays on the button that is used again and again.
	v.do(`document.querySelector("[data-step='1']").focus()`)
	v.key(kb.Enter)
	v.wait(`document.querySelector(".document header .soft").textContent.includes("2 of ")`)
	v.wait(`document.activeElement?.dataset.step === "1"`)
	// Headings of the table work with the keyboard too.
	v.do(`document.querySelector("#means thead button").focus()`)
	v.key(kb.Enter)
	v.wait(`document.querySelector("#means th").getAttribute("aria-sort") === "descending"`)
}

func testHostile(v visit) {
	words := []string{
		`<script>document.title = "ran"</script>`, `</script><img src=x onerror="document.title='ran'">`,
		`</textarea></style><svg onload="document.title='ran'">`, `javascript:document.title="ran"`, `"><b>bold</b>`, "two\u2028lines\u2029apart",
		"nul\x00byte", "half \xed\xa0\xbd pair", "bad \xff byte", "{{.}} ${1} <!-- ", "]]>", "\u202eright to left", "#doc=a&sort=b", "__proto__", "  ",
	}
	clean := func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
	systems := []string{words[0], words[1]}
	var list []*page.Example
	for i, w := range words {
		list = append(list, &page.Example{
			ID: w, Source: w, Date: w, Article: w, References: []string{w}, Headlines: []string{w, words[(i+1)%len(words)]},
			Scores: [][]float64{scores(rand.New(rand.NewPCG(1, 1)), 0), scores(rand.New(rand.NewPCG(1, 2)), 1)},
		})
	}
	run := newRun(v, systems, list)
	run.Title, run.Command, run.Warnings = words[1], words[2], words
	run.Found.Columns = slices.Clone(columns)
	run.Found.Columns[0].Name, run.Found.Columns[1].Doc = words[1], words[0]
	run.Settings = []page.Setting{{Key: words[0], Value: words[1]}}
	run.Inputs = []page.Input{{Role: words[0], Name: words[3], SHA256: words[4]}}
	run.Found.Tests[0].Why = words[1]
	run.Charts = []page.Chart{{Kind: words[0], File: `a b#c?d"e.svg`, Title: words[1], SVG: []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="top.document.title='ran'"><script>top.document.title='ran'</script></svg>`)}}
	v.open(run, list)
	for i, w := range words {
		v.do(fmt.Sprintf(`document.querySelectorAll(".list a")[%d].click()`, i))
		v.wait(fmt.Sprintf(`document.querySelector(".list [aria-current]")?.dataset.doc === "%d" && document.querySelector(".document header .soft").textContent.includes("%d of ")`, i, i+1))
		want := clean(w)
		if i == 7 { // each byte of half a pair is replaced
			want = "half \uFFFD\uFFFD\uFFFD pair"
		}
		got := texts(v, `[document.querySelector(".document h3").textContent, document.querySelector(".references li").textContent, document.querySelector(".headlines dd").textContent]`)
		if d := cmp.Diff([]string{want, want, want}, got); d != "" {
			v.Error(d)
		}
	}
	if got := text(v, `document.title`); got != words[1] {
		v.Errorf("the title is %q", got)
	}
	if n := browser.Eval[int](v.T, v.tab, `document.querySelectorAll("main script, main svg, main b b, a[href^='javascript'], [onload], [onerror], main img[src='x']").length`); n != 0 {
		v.Errorf("%d elements came from texts", n)
	}
	if n := browser.Eval[int](v.T, v.tab, `document.querySelectorAll("script:not([data-piece])").length`); n != 3 {
		v.Errorf("%d scripts, want the run, the module and the end", n)
	}
}

// testLittle opens runs that lack what a report usually has.
func testLittle(v visit) {
	list := examples(v, eight[:1])
	one := newRun(v, eight[:1], list)
	v.open(one, list)
	v.shows(list[0].ID)

	for _, ex := range list {
		ex.References, ex.Article = nil, ""
		ex.Scores[0] = make([]float64, len(columns))
		for c := range columns {
			ex.Scores[0][c] = score.Absent
		}
	}
	empty := newRun(v, eight[:1], list)
	empty.Found.Pearson, empty.Found.Spearman, empty.Charts, empty.Warnings = nil, nil, nil, nil
	v.open(empty, list)
	v.shows(list[0].ID)
	v.choose("sort", "score")
	v.choose("sort", "spread")
	v.choose("sort", "measures")
	v.wait(`document.querySelector(".list .value").textContent === "none"`)

	v.open(&page.Run{Found: &analysis.Analysis{}}, nil)
	if got := text(v, `document.querySelector("#examples-note").textContent`); got != "There are no documents." {
		v.Errorf("no documents reads %q", got)
	}
	v.key("jkr")
	v.load("#sort=score&doc=a&q=b")
	v.open(&page.Run{Found: &analysis.Analysis{Documents: 5}}, []*page.Example{{ID: ""}, {ID: ""}})
	if got := text(v, `document.querySelector("#found").textContent`); !strings.HasPrefix(got, "The first 2 documents of 5;") {
		v.Errorf("a page with a part of the documents says %q", got)
	}
	v.key("j")
	v.shows("document 2")
}

// live is the memory in use.
func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// testMany measures a page of many documents with 3 KB of text each, by
// 8 systems in 18 columns. The limits are generous; the log has the times.
func testMany(v visit) {
	rng := rand.New(rand.NewPCG(7, 7))
	vocabulary := make([]string, 20_000)
	for i := range vocabulary {
		var b strings.Builder
		for range 2 + rng.IntN(9) {
			b.WriteByte("etaoinshrdlucmfwypvbgkjqxz"[min(rng.IntN(26), rng.IntN(26))])
		}
		vocabulary[i] = b.String()
	}
	// Texts are cut from one that is much longer than what gzip remembers.
	var b strings.Builder
	for b.Len() < 4<<20 {
		x := rng.Float64()
		b.WriteString(vocabulary[int(x*x*x*float64(len(vocabulary)))])
		b.WriteByte(' ')
	}
	long := b.String()
	cut := func(size int) string {
		at := rng.IntN(len(long) - size)
		return long[at : at+size]
	}
	few := examples(v, eight)
	run := newRun(v, eight, few)
	many := 20_000
	if race.Less(v.T) {
		many = 1_000 // it makes gzip very slow
	}
	run.Found.Documents = many
	f, err := os.Create(v.file)
	if err != nil {
		v.Fatal(err)
	}
	var making time.Duration
	var heap [2]uint64 // early and late
	size := 0
	begun := time.Now()
	err = page.Write(v.Context(), f, run, func(yield func(*page.Example, error) bool) {
		for i := range many {
			start := time.Now()
			ex := &page.Example{ID: fmt.Sprintf("doc-%05d", i), Source: "Gazette", Date: "2026-01-01", Article: cut(3200), References: []string{cut(60)}}
			if i == many-1 {
				ex.Article += "needle in the last article"
			}
			if i == many/10 || i == many-1 {
				heap[i/(many-1)] = live()
			}
			for s := range eight {
				ex.Headlines = append(ex.Headlines, cut(60))
				ex.Scores = append(ex.Scores, scores(rng, s))
			}
			size += len(ex.Article)
			making += time.Since(start)
			if !yield(ex, nil) {
				return
			}
		}
	})
	if err != nil {
		v.Fatal(err)
	}
	writing := time.Since(begun) - making
	if err := f.Close(); err != nil {
		v.Fatal(err)
	}
	info, err := os.Stat(v.file)
	if err != nil {
		v.Fatal(err)
	}
	if heap[1] > heap[0]+4<<20 {
		v.Errorf("writing took %d KB after %d documents and %d KB after all", heap[0]>>10, many/10, heap[1]>>10)
	}
	v.Logf("%d MB of articles: written in %v as %d MB", size>>20, writing.Round(time.Millisecond), info.Size()>>20)
	v.load("")
	took := func(what string, limit float64, expression string) {
		v.Helper()
		ms := browser.Eval[float64](v.T, v.tab, expression)
		v.Logf("%s: %.0f ms", what, ms)
		if ms > limit {
			v.Errorf("%s took %.0f ms, limit %.0f", what, ms, limit)
		}
	}
	took("first paint", 5000, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`)
	took("documents ready", 10000, `performance.getEntriesByName("examples")[0].startTime`)
	// A change is done when the next frame is there.
	timed := func(act string) string {
		return `new Promise((resolve) => { const from = performance.now(); ` + act + `; requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from))); })`
	}
	change := func(name, value string) string {
		return timed(fmt.Sprintf(`const s = document.querySelector("select[name=%s]"); s.value = %q; s.dispatchEvent(new Event("change", {bubbles: true}))`, name, value))
	}
	took("sort by score", 2000, change("sort", "score"))
	took("sort by another", 2000, change("column", "fog"))
	took("sort by spread", 2000, change("sort", "spread"))
	took("sort by disagreement of measures", 4000, change("sort", "measures"))
	typed := func(q string) string {
		return timed(fmt.Sprintf(`const i = document.querySelector("input[name=q]"); i.value = %q; i.dispatchEvent(new Event("input", {bubbles: true}))`, q))
	}
	took("find in headlines, first", 3000, typed("ea"))
	took("find in headlines", 2000, typed("needle in"))
	begun = time.Now()
	v.wait(`document.querySelector("#found").textContent.startsWith("1 of ")`)
	v.shows(fmt.Sprintf("doc-%05d", many-1))
	v.wait(`!document.querySelector("#found").textContent.includes(";")`)
	v.Logf("find in all articles: %v", time.Since(begun).Round(time.Millisecond))
	if time.Since(begun) > 20*time.Second {
		v.Error("that is too long")
	}
	// A search can be stopped and taken up again.
	browser.Eval[float64](v.T, v.tab, typed("needle in the"))
	v.wait(`!document.querySelector("#scan").hidden`)
	v.do(`document.querySelector("#stop").click()`)
	v.wait(`document.querySelector("#found").textContent.includes("stopped")`)
	v.do(`document.querySelector("#stop").click()`)
	v.wait(`document.querySelector("#found").textContent.startsWith("1 of ")`)
	took("next document", 2000, timed(`document.querySelector("input[name=q]").value = ""; document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "j", bubbles: true}))`))
}
