package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"hed/cmd/hed/internal/cli"
	"hed/internal/browser"
	"hed/internal/race"
)

// TestStudyByPeople lets people at browsers, and programs beside them, do studies from
// the personal link to the report, which must have the numbers of their answers.
func TestStudyByPeople(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	race.Skip(t, "web/judge tests the server's goroutines, with a browser too")
	tab := browser.Open(t)
	t.Run("suitability", func(t *testing.T) { testSuitability(t, tab) })
	t.Run("numeral-annotation", func(t *testing.T) { testAnnotation(t, tab) })
	t.Run("numhg-rating", func(t *testing.T) { testRating(t, tab) })
	t.Run("style-guess", func(t *testing.T) { testStyle(t, tab) })
	t.Run("italian", func(t *testing.T) { testItalian(t, tab) })
	for _, c := range tab.Complaints() {
		t.Errorf("the browser: %s", c)
	}
}

// testSuitability has three people, each with a form of four cases, and twelve programs,
// so that twenty cases have three judges each.
func testSuitability(t *testing.T, tab *browser.Tab) {
	dir := t.TempDir()
	writeNews(t, dir, 25)
	h := host(t, dir, "study.db", 15, "--docs", "news.jsonl", "--system", "a=a.txt", "--system", "b=b.txt", "--system", "c=c.txt",
		"--protocol", "suitability", "--cases", "4", "--forms", "5", "--judges", "3")
	said := answers{}
	people := []hand{keyboard, mouse, phone}
	for i, with := range people {
		p := h.sit(tab, h.links[i], with, said)
		p.name = "suitability"
		p.picture("intro")
		if state := p.work(); state != "finished" {
			t.Errorf("with %s the page at the end is %q", with, state)
		}
		p.picture("finished")
	}
	if want := 4 * 16 * len(people); len(said) != want {
		t.Errorf("people gave %d answers, want %d", len(said), want)
	}
	h.simulate(h.links[len(people):], said)
	h.compare(said)
	if got := h.hed("study", "status", "--store", h.store); !strings.Contains(got, "20 of 20 cases complete, 960 answers of 15 judges") {
		t.Errorf("the status is\n%s", got)
	}
	h.compareReport(said)
}

// compare compares what was said with what is exported.
func (h *hosted) compare(said answers) {
	h.Helper()
	h.hed("study", "export", "--store", h.store, "--out", "out")
	kept := answers{}
	for _, r := range csvRows(h.T, filepath.Join(h.dir, "out", "answers.csv")) {
		n, err := strconv.Atoi(r[1])
		if err != nil {
			h.Fatal(err)
		}
		kept[spot{r[0], n, r[2]}] = r[3]
	}
	if d := cmp.Diff(said, kept, cmp.AllowUnexported(spot{})); d != "" {
		h.Errorf("said (-), kept (+):\n%.2000s", d)
	}
}

// An exported case is what answers.jsonl says of it.
type exported struct {
	Case    int
	Doc     string
	Systems map[string]string // that the letters stand for
}

func (h *hosted) cases() map[int]exported {
	h.Helper()
	data, err := os.ReadFile(filepath.Join(h.dir, "out", "answers.jsonl"))
	if err != nil {
		h.Fatal(err)
	}
	all := map[int]exported{}
	for line := range strings.Lines(string(data)) {
		var c exported
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			h.Fatal(err)
		}
		all[c.Case] = c
	}
	return all
}

// compareReport works out shares of yes, choices and mean places by itself.
func (h *hosted) compareReport(said answers) {
	h.Helper()
	cases := h.cases()
	type cell struct{ system, column string }
	sum, n := map[cell]float64{}, map[cell]float64{}
	add := func(system, column string, v float64) {
		sum[cell{system, column}] += v
		n[cell{system, column}]++
	}
	yes := map[string]float64{"yes": 1}
	for at, value := range said {
		of := cases[at.number].Systems
		question, letter, _ := strings.Cut(at.question, ".")
		switch question {
		case "correct", "appropriate":
			add(of[letter], question+" (yes)", yes[value])
		case "attract":
			for l, system := range of {
				add(system, "attract (chosen)", map[bool]float64{true: 1}[l == value])
			}
		case "rank":
			for i, l := range strings.Split(value, ">") {
				add(of[l], "rank (mean place)", float64(i+1))
			}
		}
	}
	var report struct {
		Tables []struct {
			Name string
			Rows []map[string]any
		}
	}
	if err := json.Unmarshal([]byte(h.hed("study", "report", "--store", h.store, "--bootstrap", "0", "-f", "json", "--out", "results")), &report); err != nil {
		h.Fatal(err)
	}
	compared := 0
	for _, table := range report.Tables {
		if table.Name != "answers" {
			continue
		}
		for _, row := range table.Rows {
			for column, v := range row {
				if column == "system" {
					continue
				}
				at := cell{row["system"].(string), column}
				compared++
				if want := sum[at] / n[at]; math.Abs(v.(float64)-want) > 1e-12 {
					h.Errorf("%s of %s is %v in the report, and %v in the answers", column, at.system, v, want)
				}
			}
		}
	}
	if compared != 16 {
		h.Errorf("%d numbers were compared, want 16", compared)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "results", "report.html")); err != nil {
		h.Error(err)
	}
}

// The questions of testAnnotation, with what the people of each round say.
var annotated = map[string][][]string{
	"____ Killed in Attacks":     {{"Add( 19 , 16 )", "Add( 16 , 19 )", "Add( 19 , 16 )"}},
	"____ Trees for the Town":    {{"Copy( 40 )", "Subtract( 65 , 25 )", "unanswerable: two numbers fit"}, {"unanswerable: two numbers fit", "Subtract( 65 , 25 )", "Subtract( 65 , 25 )"}},
	"____ Lost in the Mountains": {{"unanswerable: nobody was counted", "unanswerable: it does not say", "unanswerable: there is no number"}},
}

const annotationNews = `{"id":"d0","text":"Police said 19 men were killed on Monday, and 16 more in May.","headline":"35 Killed in Attacks"}
{"id":"d1","text":"The town had 65 trees, 25 of them pines. It planted 40 roses.","headline":"40 Trees for the Town"}
{"id":"d2","text":"Walkers are missing since the snow came.","headline":"7 Lost in the Mountains"}
`

// testAnnotation has three people who agree, do not, and find no answer; then three
// others for what was not agreed, and a coordinator.
func testAnnotation(t *testing.T, tab *browser.Tab) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "news.jsonl"), []byte(annotationNews), 0o666); err != nil {
		t.Fatal(err)
	}
	h := host(t, dir, "study.db", 6, "--docs", "news.jsonl", "--protocol", "numeral-annotation", "--cases", "3", "--forms", "1")
	said := answers{}
	for i := range 6 {
		with := []hand{mouse, phone, mouse, mouse, phone, mouse}[i]
		p := h.sit(tab, h.links[i], with, said)
		if i < 2 {
			p.name = "annotation"
		}
		p.begin()
		cases := 0
		for now := p.page(); now.State == "case"; now = p.page() {
			cases++
			shown, value := browser.Eval[string](t, tab, `document.querySelector(".blanked").textContent`), ""
			for question, rounds := range annotated {
				if strings.Contains(shown, strings.TrimPrefix(question, "____ ")) {
					value = rounds[i/3][i%3]
				}
			}
			p.derive(value)
			p.picture(fmt.Sprintf("case%d", cases))
			p.wait(`document.getElementById("save").dataset.state === "saved"`)
			said[spot{now.Judge, now.Case, "derive"}] = value
			p.goOn(now)
		}
		p.picture("end")
		if want := []int{3, 3, 3, 1, 1, 1}[i]; cases != want {
			t.Errorf("judge %d got %d cases, want %d", i+1, cases, want)
		}
	}
	h.compare(said)
	h.verdict(tab, said)

	h.hed("study", "export", "--store", h.store, "--out", "out")
	rows := csvRows(t, filepath.Join(dir, "out", "annotated.csv"))
	got := map[string]string{}
	for _, r := range rows {
		got[r[2]] = r[4] + " " + r[5]
	}
	want := map[string]string{"____ Killed in Attacks": "Add( 19 , 16 ) 1", "____ Trees for the Town": "Subtract( 65 , 25 ) 1", "____ Lost in the Mountains": "unanswerable: nobody was counted "}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("annotated.csv (-want +got):\n%s", d)
	}
	// What has no answer is told, and nothing else.
	if code, out := h.exitCode("numerals", "validate", "--docs", "out/annotated.csv", "-q"); code != cli.ExitGate || strings.Count(out, "\n") != 1 || !strings.Contains(out, `"reason":"unanswerable"`) {
		t.Errorf("hed numerals validate: exit code %d\n%s", code, out)
	}
	if report := h.hed("study", "report", "--store", h.store, "--bootstrap", "0"); !strings.Contains(strings.Join(strings.Fields(report), " "), "3 of 3 cases were approved, 1 of them as unanswerable") {
		t.Errorf("the report is\n%s", report)
	}
}

// derive writes a derivation: operators and numbers by clicks, or why there is none.
func (p *person) derive(value string) {
	p.Helper()
	if why, none := strings.CutPrefix(value, "unanswerable: "); none {
		p.press("label.check")
		p.wait(`document.activeElement.id === "why"`)
		p.keys(why)
		return
	}
	operator, rest, _ := strings.Cut(value, "( ")
	p.press(fmt.Sprintf(`[data-form^="%s("]`, operator))
	for number := range strings.SplitSeq(strings.TrimSuffix(rest, " )"), " , ") {
		p.press(fmt.Sprintf(`[data-number="%s"]`, number))
	}
	p.wait(fmt.Sprintf(`document.getElementById("expression").value === %q && document.getElementById("reason").textContent.startsWith("✓")`, value))
}

// verdict has the coordinator say that what was agreed on is right.
func (h *hosted) verdict(tab *browser.Tab, said answers) {
	h.Helper()
	p := h.sit(tab, h.links[0], mouse, said)
	p.name = "coordinator"
	p.enter("correct horse battery")
	const link = `[...document.querySelectorAll("[aria-labelledby=consensus] tr")].find((r) => r.textContent.includes("Killed")).querySelector("a")`
	page, name := browser.Eval[string](h.T, tab, link+`.getAttribute("href")`), browser.Eval[string](h.T, tab, link+`.textContent`)
	p.press(fmt.Sprintf(`[aria-labelledby="consensus"] a[href=%q]`, page))
	p.wait(`document.querySelector("button[value=right]")`)
	p.picture("case")
	p.press("#note")
	p.keys("both are counted")
	p.press(`button[value="right"]`)
	// What waits for a verdict next is shown; the one that was given is there.
	p.wait(fmt.Sprintf(`document.querySelector("main h1") && document.querySelector("main h1").textContent !== "Case %s"`, name))
	p.visit(page, `document.body?.textContent.includes("Found right")`)
	p.picture("verdict")
}

// enter sets the password of the dashboard and opens it.
func (p *person) enter(password string) {
	p.Helper()
	set, stderr := hedIn(p.dir, "study", "password", "--store", p.store)
	set.Stdin = strings.NewReader(password + "\n")
	if err := set.Run(); err != nil {
		p.Fatalf("%v\n%s", err, stderr)
	}
	p.visit("/coordinator", `document.getElementById("password")`)
	p.picture("login")
	p.press("#password")
	p.keys(password)
	p.press("button.main")
	p.wait(`document.querySelector(".finding")`)
	p.picture("dashboard")
}

func (p *person) visit(path, until string) {
	p.Helper()
	p.tab.Do(p.T, chromedp.Navigate(p.base+path))
	p.wait(until)
}

// testRating has one person with a mouse and programs.
func testRating(t *testing.T, tab *browser.Tab) {
	dir := t.TempDir()
	writeNews(t, dir, 6)
	h := host(t, dir, "study.db", 3, "--docs", "news.jsonl", "--system", "a=a.txt", "--system", "b=b.txt", "--system", "c=c.txt",
		"--protocol", "numhg-rating", "--cases", "3", "--judges", "3")
	said := answers{}
	p := h.sit(tab, h.links[0], mouse, said)
	p.name = "rating"
	if state := p.work(); state != "finished" {
		t.Errorf("the page at the end is %q", state)
	}
	h.simulate(h.links[1:], said)
	h.compare(said)
	cases := h.cases()
	sum, n := map[string]float64{}, map[string]float64{}
	for at, value := range said {
		if letter, ok := strings.CutPrefix(at.question, "readability."); ok {
			v, _ := strconv.ParseFloat(value, 64)
			sum[cases[at.number].Systems[letter]] += v
			n[cases[at.number].Systems[letter]]++
		}
	}
	h.hed("study", "report", "--store", h.store, "--bootstrap", "0", "--out", "results")
	for _, r := range csvRows(t, filepath.Join(dir, "results", "percent.csv")) {
		if r[0] != "readability" {
			continue
		}
		got, _ := strconv.ParseFloat(r[4], 64)
		if want := sum[r[1]] / n[r[1]] / 5; n[r[1]] != 9 || math.Abs(got-want) > 1e-12 {
			t.Errorf("readability of %s is %v of the most in the report, and %v in the %v answers", r[1], got, want, n[r[1]])
		}
	}
}

// testStyle has one person with keys and programs.
func testStyle(t *testing.T, tab *browser.Tab) {
	dir := t.TempDir()
	writeNews(t, dir, 12)
	file := filepath.Join(dir, "news.jsonl")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var sourced strings.Builder
	i := 0
	for line := range strings.Lines(string(data)) {
		fmt.Fprintf(&sourced, `{"source":"%s",%s`, []string{"Morning Post", "Evening News"}[i%2], line[1:])
		i++
	}
	if err := os.WriteFile(file, []byte(sourced.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	h := host(t, dir, "study.db", 3, "--docs", "news.jsonl", "--system", "a=a.txt", "--protocol", "style-guess", "--cases", "4")
	said := answers{}
	p := h.sit(tab, h.links[0], keyboard, said)
	p.name = "style"
	if state := p.work(); state != "finished" {
		t.Errorf("the page at the end is %q", state)
	}
	if len(said) != 8 {
		t.Errorf("the person gave %d answers, want 8", len(said))
	}
	h.simulate(h.links[1:], said)
	h.compare(said)
	h.hed("study", "report", "--store", h.store, "--bootstrap", "0", "--out", "results")
	right := 0
	for _, r := range csvRows(t, filepath.Join(dir, "results", "guesses.csv")) {
		if r[1] == "j001" {
			n, _ := strconv.Atoi(r[2])
			right += n
		}
	}
	cases := h.cases()
	want := 0
	for at, value := range said {
		n, _ := strconv.Atoi(strings.TrimPrefix(cases[at.number].Doc, "n"))
		if at.judge == "j001" && value == []string{"Morning Post", "Evening News"}[n%2] {
			want++
		}
	}
	if right != want {
		t.Errorf("the person was right %d times in the report, and %d times in fact", right, want)
	}
}
