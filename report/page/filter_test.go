package page_test

import (
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/browser"
	"hed/numeral/check"
	"hed/numeral/derive"
	"hed/report/page"
)

// testFilters leaves the documents whose headlines have numbers of some kind, of all systems, of one or of two.
func testFilters(v visit) {
	list := examples(v, eight)
	mark := func(doc, system int, verdict check.Verdict) {
		if list[doc].Numbers == nil {
			list[doc].Numbers = make([][]check.Result, len(eight))
		}
		list[doc].Headlines[system] = "Fire Kills 31"
		list[doc].Numbers[system] = []check.Result{{Span: derive.Span{Start: 11, End: 13}, Verdict: verdict, Message: "31"}}
	}
	mark(2, 0, check.Contradicted)
	mark(5, 1, check.Nowhere)
	mark(6, 1, check.Doubtful)
	mark(7, 0, check.Stated)
	v.open(newRun(v, eight, list), list)
	ids := func(docs ...int) (all []string) {
		for _, d := range docs {
			all = append(all, list[d].ID)
		}
		return all
	}
	for _, c := range []struct {
		numbers, system, beside string
		want                    []string
	}{
		{"unsupported", "", "", ids(2, 5)}, {"doubtful", "", "", ids(2, 5, 6)}, {"unsupported", eight[1], "", ids(5)},
		{"doubtful", eight[1], eight[0], ids(2, 5, 6)}, {"doubtful", eight[3], "", nil},
	} {
		v.load("#" + url.Values{"numbers": {c.numbers}, "system": {c.system}, "beside": {c.beside}}.Encode())
		if got := texts(v, listed); !slices.Equal(got, c.want) {
			v.Errorf("%s of %s beside %s: %q, want %q", c.numbers, c.system, c.beside, got, c.want)
		}
		if got, want := text(v, `document.querySelector("#found").textContent`), fmt.Sprintf("%d of %d documents", len(c.want), len(list)); got != want {
			v.Errorf("%q, want %q", got, want)
		}
	}
	v.do(`document.querySelector("[data-clear]").click()`)
	v.wait(fmt.Sprintf(`document.querySelectorAll(".list .id").length === %d`, len(list)))
	v.choose("system", "")
	v.choose("numbers", "unsupported")
	v.shows(list[2].ID)
}

// testTwo shows two systems side by side, and where they differ most.
func testTwo(v visit) {
	list := examples(v, eight)
	v.open(newRun(v, eight, list), list)
	v.choose("beside", eight[2])
	v.wait(`document.querySelectorAll(".two .headlines > div").length === 2`)
	if got := texts(v, `[...document.querySelectorAll(".two dt")].map((e) => e.textContent)`); !slices.Equal(got, []string{eight[0], eight[2]}) {
		v.Errorf("side by side are %q", got)
	}
	v.choose("system", eight[2]) // is the other already, so that none is left
	v.wait(`!document.querySelector(".two")`)
	v.choose("sort", "difference")
	v.choose("column", "fog")
	v.choose("beside", eight[5])
	v.wait(`document.querySelector("select[name=system]").value === "` + eight[2] + `" && document.querySelector(".two")`)
	far, at := -1.0, 0
	for d, ex := range list {
		if x := abs(ex.Scores[2][15] - ex.Scores[5][15]); x > far {
			far, at = x, d
		}
	}
	v.shows(list[at].ID)
	if got := text(v, `document.querySelector("#explain").textContent`); got != fmt.Sprintf("Where %s and %s differ in fog, whichever is better.", eight[2], eight[5]) {
		v.Error(got)
	}
	if got := text(v, `document.querySelector(".detail thead tr").lastChild.textContent`); got != "difference" {
		v.Errorf("the last column is %q", got)
	}
	// The link has the document and the two systems, and nothing of the order.
	link := text(v, `document.querySelector(".document a.link").getAttribute("href")`)
	given, err := url.ParseQuery(strings.TrimPrefix(link, "#"))
	if err != nil {
		v.Fatal(err)
	}
	if d := cmp.Diff(url.Values{"doc": {list[at].ID}, "column": {"fog"}, "system": {eight[2]}, "beside": {eight[5]}}, given); d != "" {
		v.Error(d)
	}
	v.load(link)
	v.shows(list[at].ID)
	v.wait(`document.querySelectorAll(".two .headlines > div").length === 2`)
	// All of them say how well they are.
	v.load("#sort=score")
	v.wait(`document.querySelector("#explain").textContent.startsWith("Mean score of all systems in ")`)
}

func abs(x float64) float64 { return max(x, -x) }

// parted writes a page whose documents lie beside it for the most part, and returns how many there are.
func (v visit) parted() (list []*page.Example) {
	for i := range 2_600 {
		list = append(list, &page.Example{
			ID: fmt.Sprintf("doc-%04d", i), Article: fmt.Sprintf("Article %d.", i), References: []string{"A reference"},
			Headlines: []string{fmt.Sprintf("Headline %d", i), "Another"}, Scores: [][]float64{make([]float64, len(columns)), make([]float64, len(columns))},
		})
		list[i].Scores[0][0], list[i].Scores[1][0] = float64(i*7919%2600)/2600, 0.1
	}
	list[2_599].Article += " A needle."
	run := newRun(v, []string{"a", "b"}, list)
	run.Found.Documents = page.SelfContained + 1
	run.Beside = func(name string, write func(io.Writer) error) error {
		file := filepath.Join(filepath.Dir(v.file), name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		f, err := os.Create(file)
		if err != nil {
			return err
		}
		if err := write(f); err != nil {
			return err
		}
		return f.Close()
	}
	v.open(run, list)
	return list
}

// testParts opens what lies beside the page when it is needed, and says so when it is not there.
func testParts(v visit) {
	list := v.parted()
	found := `document.querySelector("#found").textContent`
	const some = "The first 2,000 of 2,600 documents; the others are beside this page, in the folder report"
	if got := text(v, found); got != some {
		v.Errorf("%q", got)
	}
	v.choose("sort", "score")
	best := slices.MaxFunc(list, func(a, b *page.Example) int {
		if a.Scores[0][0] < b.Scores[0][0] {
			return -1
		}
		return 1
	})
	v.wait(found + `.startsWith("The first 2,600 documents of 20,001")`)
	v.shows(best.ID)
	// A document that lies beside the page can be linked to, and its article opened.
	v.load("#doc=doc-2599")
	v.shows("doc-2599")
	v.wait(`document.querySelector(".text p").textContent === "Article 2599. A needle."`)
	v.load("#q=needle")
	v.wait(found + `.startsWith("1 of 2,600 documents") && !` + found + `.includes(";")`)
	v.shows("doc-2599")
	v.load("")
	v.do(`document.querySelector("#open").click()`)
	v.wait(`document.querySelector("#open").hidden && ` + found + `.startsWith("The first 2,600 documents")`)

	folder := filepath.Join(filepath.Dir(v.file), page.Folder)
	if err := os.Rename(folder, folder+"-elsewhere"); err != nil {
		v.Fatal(err)
	}
	v.load("#sort=score")
	v.wait(found + `.includes("More cannot be opened: report/001.js is not beside this page. Keep the folder report where report.html is")`)
	v.wait(`document.querySelectorAll(".list .id").length === 50`)
	if err := os.Rename(folder+"-elsewhere", folder); err != nil {
		v.Fatal(err)
	}
	v.do(`document.querySelector("#open").click()`)
	v.wait(found + `.startsWith("The first 2,600 documents")`)
	v.shows(best.ID)
}

// TestFindBeside finds documents in files beside a page.
func TestFindBeside(t *testing.T) {
	v := visit{T: t, file: filepath.Join(t.TempDir(), "report.html")}
	list := v.parted()
	r, err := page.NewReader("report.html", func(name string) (io.ReadSeekCloser, error) {
		return os.Open(filepath.Join(filepath.Dir(v.file), name))
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := r.Find([]int{0, 2_100, 2_599, 2_600})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for e, err := range r.Entries(t.Context()) {
		if ex, _, bad := e.Example(); err != nil || bad != nil || ex.ID != list[n].ID {
			t.Fatal(n, err, bad)
		}
		n++
	}
	for _, d := range []int{0, 1_999, 2_000, n - 1} {
		if text, err := r.Article(d); err != nil || text != list[d].Article {
			t.Errorf("article %d: %q, %v", d, text, err)
		}
	}
	if n != len(list) {
		t.Errorf("%d documents of %d", n, len(list))
	}
	if len(found) != 3 || found[2_599].Headlines[0] != list[2_599].Headlines[0] || found[2_100].ID != "doc-2100" {
		t.Errorf("found %v", found)
	}
}

// TestLook looks at the page in all sizes and ways, with axe where HED_AXE has its path.
func TestLook(t *testing.T) {
	if os.Getenv("HED_AXE") == "" && os.Getenv("HED_SHOTS") == "" {
		t.Skip("HED_AXE is not the path of axe.min.js, nor HED_SHOTS a folder for pictures")
	}
	tab := browser.Open(t)
	v := visit{t, tab, filepath.Join(t.TempDir(), "report.html")}
	few := eight[:3] // axe takes long for large tables
	list := examples(t, few)
	v.open(newRun(t, few, list), list)
	look(t, tab, "report")
	v.do(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
	look(t, tab, "report-unfolded")
	v.load("#sort=difference&column=fog")
	look(t, tab, "report-two")
}
