package look_test

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/run"
	"hed/web/workbench/look"
)

// Every page of a run is there, and what it links to is too.
func TestPages(t *testing.T) {
	folder := evaluate(t, setup{baselines: "first,random"})
	d := serve(t, look.Run{ID: "1", Name: "The sample", Folder: folder})
	seen := map[string]bool{}
	todo := []string{"/runs/1/"}
	visits := map[string]int{} // of pages, whatever they show
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		page, _, _ := strings.Cut(path, "?")
		if visits[page]++; seen[path] || visits[page] > 20 {
			continue
		}
		seen[path] = true
		text, head := d.fetch(path, http.StatusOK)
		if !strings.HasPrefix(head.Get("Content-Type"), "text/html") || path == "/runs/1/report" || strings.Contains(path, "/files/") {
			continue
		}
		if strings.Contains(text, " style=") || strings.Contains(text, "<style") || strings.Contains(text, "javascript:") {
			t.Errorf("%s has what the policy forbids", path)
		}
		for _, part := range strings.Split(text, `"`) {
			link, _, _ := strings.Cut(strings.ReplaceAll(part, "&amp;", "&"), "#")
			if strings.HasPrefix(link, "/runs/1") && !seen[link] {
				todo = append(todo, link)
			}
		}
	}
	t.Logf("%d addresses", len(seen))
	for _, path := range []string{"/", "/figures", "/examples", "/examples/1", "/systems", "/runs", "/correlations", "/made", "/files", "/all.zip", "/report", "/history", "/figure/overview.svg"} {
		found := false
		for s := range seen {
			link, _, _ := strings.Cut(s, "?")
			found = found || link == "/runs/1"+path
		}
		if !found {
			t.Errorf("nothing leads to %s", path)
		}
	}
	for _, err := range d.log {
		t.Error(err)
	}
}

// The summary says what the report says, and follows the address.
func TestSummary(t *testing.T) {
	folder := evaluate(t, setup{})
	d := serve(t, look.Run{ID: "1", Name: "The sample", Folder: folder})
	g, err := run.Look(folder)
	if err != nil {
		t.Fatal(err)
	}
	d.contains("/runs/1/", g.Found.Finding(), "30 documents", "3 systems", "informativeness", "readability", "numerals", "ROUGE-1 recall", "Who beats whom",
		`aria-sort="ascending"`, "confidence interval", "In words, for a paper")
	few := d.contains("/runs/1/?c=fog&c=rouge1_f&s=careless&s=polished&sort=fog", `aria-sort="ascending"`, "Gunning fog")
	if strings.Contains(few, `title="cautious`) || strings.Count(few, `scope="row"`) != 4 || strings.Contains(few, `#column-1"`) {
		t.Error("what was not chosen is shown")
	}
	order := func(path string, names ...string) {
		t.Helper()
		text := d.get(path, http.StatusOK)
		_, text, _ = strings.Cut(text, `class="look-table look-scores"`)
		_, text, _ = strings.Cut(text, "<tbody>")
		at := -1
		for _, name := range names {
			next := strings.Index(text, "<bdi>"+name+"</bdi>")
			if next < at {
				t.Errorf("%s: %s stands before those that come first", path, name)
			}
			at = next
		}
	}
	order("/runs/1/", g.Found.Systems[0].Name, g.Found.Systems[1].Name, g.Found.Systems[2].Name)
	order("/runs/1/?sort=rank&down=1", g.Found.Systems[2].Name, g.Found.Systems[1].Name, g.Found.Systems[0].Name)
	order("/runs/1/?sort=system", "careless", "cautious", "polished")
	d.contains("/runs/1/?vs=cautious", "significantly better than cautious", "▲ significantly better than")
	for _, bad := range []string{"?c=none", "?s=none", "?sort=none", "?vs=none"} {
		if text := d.get("/runs/1/"+bad, http.StatusBadRequest); !strings.Contains(text, "none") {
			t.Errorf("%s: %s", bad, text)
		}
	}
	d.get("/runs/2/", http.StatusNotFound)
	d.get("/runs/none/history", http.StatusNotFound)
	d.get("/runs/1/nothing", http.StatusNotFound)
}

// Figures are those of report/figure, of what is chosen.
func TestFigures(t *testing.T) {
	folder := evaluate(t, setup{})
	d := serve(t, look.Run{ID: "1", Name: "The sample", Folder: folder})
	for path, kind := range map[string]string{
		"overview.svg": "image/svg+xml", "bar.svg?c=fog": "image/svg+xml", "box.svg?c=fog&s=polished": "image/svg+xml", "metrics.svg?s=polished": "image/svg+xml",
		"scatter.svg?x=fog&y=rouge1_f": "image/svg+xml", "correlation.svg?c=fog&c=awl": "image/svg+xml", "critical.svg?c=fog": "image/svg+xml", "bar.pdf?c=fog": "application/pdf", "bar.png?c=fog": "image/png",
	} {
		text, head := d.fetch("/runs/1/figure/"+path, http.StatusOK)
		if head.Get("Content-Type") != kind || len(text) < 1000 || !strings.Contains(head.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %s, %d bytes", path, head, len(text))
		}
	}
	want, err := os.ReadFile(filepath.Join(folder, "charts", "bar_fog.svg"))
	if err != nil {
		t.Fatal(err)
	}
	if d.get("/runs/1/figure/bar.svg?c=fog", http.StatusOK) != string(want) {
		t.Error("the figure is another than that of the folder")
	}
	for path, status := range map[string]int{"pie.svg": 404, "bar.gif": 404, "bar": 404, "bar.svg?c=none": 400, "scatter.svg?x=none": 400, "critical.svg?s=polished": 404} {
		d.get("/runs/1/figure/"+path, status)
	}
	page := d.contains("/runs/1/figures?c=fog", "Systems by Gunning fog", "/figure/bar.svg?c=fog")
	if strings.Contains(page, "c=awl") && !strings.Contains(page, `value="awl"`) {
		t.Error("a figure does not follow the choice")
	}
}

// Documents are found and ordered, and each is shown with everything.
func TestExamples(t *testing.T) {
	folder := evaluate(t, setup{})
	d := serve(t, look.Run{ID: "1", Name: "The sample", Folder: folder})
	d.contains("/runs/1/examples", "<b>30 documents</b>", "Page 1 of 2", "?page=2", "polished")
	d.contains("/runs/1/examples?page=2", "Page 2 of 2", `start="26"`)
	d.contains("/runs/1/examples?page=99", "Page 2 of 2")
	f, err := run.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	column := 2 // rouge1_f
	best, most := 0, -1.0
	a, b := f.Table.Values(0, column), f.Table.Values(1, column)
	for n := range a {
		if x := max(a[n]-b[n], b[n]-a[n]); x > most {
			best, most = n, x
		}
	}
	text := d.contains("/runs/1/examples?by=difference&m=rouge1_f&a=polished&b=careless", "By how much polished and careless differ in ROUGE-1 F1")
	if first := strings.Index(text, "<bdi>"+f.Table.Docs()[best]+"</bdi>"); first < 0 || strings.Count(text[:first], `class="look-id"`) != 1 {
		t.Errorf("%s is not first", f.Table.Docs()[best])
	}
	for _, by := range []string{"score", "score&a=polished", "ahead", "spread", "difference&up=1"} {
		d.contains("/runs/1/examples?by="+by, "<b>30 documents</b>")
	}
	// By words.
	texts, err := f.Texts()
	if err != nil {
		t.Fatal(err)
	}
	article, err := texts.Article(3)
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(article)
	rare := strings.Trim(words[len(words)-1], ".,;:\"'")
	found := d.contains("/runs/1/examples?q="+rare+"&in=articles", f.Table.Docs()[3])
	if strings.Contains(found, "<b>30 documents</b>") {
		t.Errorf("%q is everywhere", rare)
	}
	d.contains("/runs/1/examples?q=zzzz", "<b>0 documents</b>", "No document is like that")
	d.contains("/runs/1/examples?q="+f.Table.Docs()[4], "<b>1 document</b>")
	// By unsupported numbers.
	d.contains("/runs/1/examples?numbers=unsupported", "By the measure numsupport", "look-number unsupported")
	d.contains("/runs/1/examples?numbers=doubtful", " of 30 documents")
	for _, bad := range []string{"by=x", "m=x", "a=x", "b=x", "page=0", "page=x", "numbers=x", "q=" + strings.Repeat("a+", 20)} {
		d.get("/runs/1/examples?"+bad, http.StatusBadRequest)
	}
	// A document.
	one := d.contains("/runs/1/examples/4?by=difference&m=fog&a=polished&b=cautious", "Reference", "Side by side", "look-other", "Article", "difference", "Gunning fog", f.Table.Docs()[3], "in this list", `rel="next"`, "polished", "careless", "cautious")
	if strings.Count(one, `scope="row"`) != len(f.Table.Columns()) {
		t.Error("there are not all measures")
	}
	d.contains("/runs/1/examples/4?q="+rare+"&in=articles", "<mark>")
	d.get("/runs/1/examples/31", http.StatusNotFound)
	d.get("/runs/1/examples/0", http.StatusNotFound)
	d.get("/runs/1/examples/x", http.StatusNotFound)
}

// Marks on numbers lead to what shows them in the article.
func TestEvidence(t *testing.T) {
	folder := evaluate(t, setup{})
	d := serve(t, look.Run{ID: "1", Name: "The sample", Folder: folder})
	for n := range 30 {
		text := d.get("/runs/1/examples/"+itoa(n+1), http.StatusOK)
		at := strings.Index(text, `<a href="#evidence-`)
		if at < 0 {
			continue
		}
		id, _, _ := strings.Cut(text[at+len(`<a href="#`):], `"`)
		if !strings.Contains(text, `class="look-evidence" id="`+id+`"`) || strings.Count(text, `id="`+id+`"`) != 1 {
			t.Errorf("document %d has no %s", n+1, id)
		}
		return
	}
	t.Error("no number is shown by its article")
}

// Two systems, with the tests of the run.
func TestSystems(t *testing.T) {
	folder := evaluate(t, setup{})
	d := serve(t, look.Run{ID: "1", Name: "The sample", Folder: folder})
	d.contains("/runs/1/systems?a=polished&b=careless", "polished beats careless on", "95% interval", "polished is better", "Where polished is ahead most", "Where careless is ahead most", "look-other", "Wilcoxon", "by=difference")
	d.contains("/runs/1/systems?a=polished&b=polished", "the same system")
	d.contains("/runs/1/systems", "beats")
	d.get("/runs/1/systems?a=x", http.StatusBadRequest)
	alone := serve(t, look.Run{ID: "1", Name: "Alone", Folder: evaluate(t, setup{only: []string{"polished"}})})
	alone.contains("/runs/1/systems", "needs two systems")
	alone.contains("/runs/1/", "polished was evaluated alone")
	alone.contains("/runs/1/examples")
	alone.contains("/runs/1/correlations")
	alone.get("/runs/1/examples?by=difference", http.StatusBadRequest)
}

// Two runs, or why they cannot be compared.
func TestRuns(t *testing.T) {
	begun := time.Date(2026, 11, 18, 4, 0, 0, 0, time.UTC)
	better := func(name string, lines []string) {
		if name == "careless.txt" {
			for i := range lines[:20] {
				lines[i] = "Nothing of note"
			}
		}
	}
	d := serve(t,
		look.Run{ID: "1", Name: "First", Folder: evaluate(t, setup{}), Begun: begun},
		look.Run{ID: "2", Name: "Second", Folder: evaluate(t, setup{change: better}), Begun: begun.Add(time.Hour)},
		look.Run{ID: "3", Name: "Fewer", Folder: evaluate(t, setup{documents: 12, seed: 2}), Begun: begun.Add(2 * time.Hour)},
		look.Run{ID: "4", Name: "Broken", Folder: t.TempDir(), Begun: begun.Add(3 * time.Hour)},
	)
	d.contains("/runs/2/runs", "Compare with another run", "with=1", "18 November 2026, 04:00 UTC")
	for _, path := range []string{"/runs/2/runs?with=1", "/runs/1/runs?with=2"} {
		text := d.contains(path, "<bdi>Second</bdi> (new) compared with <bdi>First</bdi> (old)", "significantly worse", "Got worse most", "Nothing of note", "Holm")
		if strings.Contains(text, d.runs[0].Folder) || strings.Contains(text, filepath.Dir(d.runs[1].Folder)) {
			t.Error("the page names folders of the machine")
		}
	}
	text := d.contains("/runs/3/runs?with=1", "cannot be compared", "First has 30")
	if strings.Contains(text, d.runs[0].Folder) {
		t.Error("the page names folders of the machine")
	}
	d.contains("/runs/1/runs?with=4", "cannot be compared", "Broken")
	d.get("/runs/1/runs?with=9", http.StatusNotFound)
	if text := d.get("/runs/4/", http.StatusConflict); !strings.Contains(text, "cannot be read") || strings.Contains(text, d.runs[3].Folder) {
		t.Error(text)
	}
	// History.
	d.contains("/runs/1/history", "Overall score", "<svg", "polished", "the first run", "documents", "<ins>", "12", "Its results cannot be read", "file of system careless")
	d.contains("/runs/1/history?m=fog", "Gunning fog", "polyline")
	d.get("/runs/1/history?m=x", http.StatusBadRequest)
}

// What is downloaded is what the command line writes, byte for byte, and nothing else.
func TestFiles(t *testing.T) {
	folder := evaluate(t, setup{})
	for name, text := range map[string]string{".secret": "x", ".unfinished/part": "x"} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "outside.txt")
	if err := os.WriteFile(outside, []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "link.txt")); err != nil {
		t.Fatal(err)
	}
	d := serve(t, look.Run{ID: "1", Name: `The "sample" / 1`, Folder: folder})
	page := d.contains("/runs/1/files", "summary.csv", "charts/", "Open the report", "Download all")
	if strings.Contains(page, "link.txt") || strings.Contains(page, "secret") {
		t.Error("the page lists what is not a result")
	}
	text, _ := d.fetch("/runs/1/all.zip", http.StatusOK)
	again := d.get("/runs/1/all.zip", http.StatusOK)
	if text != again {
		t.Error("the archive differs each time")
	}
	archive, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	packed := map[string][]byte{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(f.Name, "The -sample- - 1/")
		if packed[name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || strings.Contains(path, "/.") {
			return err
		}
		n++
		name, _ := filepath.Rel(folder, path)
		want, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		got, head := d.fetch("/runs/1/files/"+name, http.StatusOK)
		if got != string(want) || !bytes.Equal(packed[filepath.ToSlash(name)], want) {
			t.Errorf("%s has other bytes", name)
		}
		if !strings.HasPrefix(head.Get("Content-Disposition"), "attachment") || !strings.Contains(head.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %v", name, head)
		}
		return nil
	})
	if err != nil || n < 20 || n != len(packed) {
		t.Errorf("%d files, %d packed: %v", n, len(packed), err)
	}
	for _, bad := range []string{"link.txt", ".secret", ".unfinished/part", "nothing", "charts", "..%2frun.json", "charts/..%2f..%2fx", "%2fetc%2fpasswd"} {
		d.get("/runs/1/files/"+bad, http.StatusNotFound)
	}
	report, head := d.fetch("/runs/1/report", http.StatusOK)
	if !strings.HasPrefix(head.Get("Content-Security-Policy"), "sandbox allow-scripts allow-downloads;") || !strings.Contains(report, "<!doctype html>") {
		t.Error(head)
	}
}

// Texts of anybody stay texts, on every page.
func TestHostile(t *testing.T) {
	d := serve(t, look.Run{ID: "1", Name: "Run " + hostile, Folder: evaluate(t, setup{change: harm})}, look.Run{ID: "2", Name: hostile, Folder: evaluate(t, setup{change: harm, seed: 3})})
	for _, path := range []string{"/", "/examples", "/examples/1", "/examples/1?a=polished&b=careless", "/examples?q=script", "/systems", "/runs?with=2", "/history", "/files", "/made", "/examples?q=%3Cscript%3E"} {
		text := d.get("/runs/1"+path, http.StatusOK)
		if strings.Contains(text, "<script>window") || strings.Contains(text, "<img src=x") {
			t.Errorf("%s has it as it is", path)
		}
	}
	d.contains("/runs/1/examples/1", "&lt;script&gt;")
}

// A folder whose report is gone still has its scores; one that was evaluated again is read again; one that was changed is refused.
func TestFolder(t *testing.T) {
	folder := evaluate(t, setup{})
	d := serve(t, look.Run{ID: "1", Name: "The sample", Folder: folder})
	d.contains("/runs/1/examples")
	if err := os.Remove(filepath.Join(folder, "report.html")); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(folder, "run.json")
	if err := os.Chtimes(record, time.Now(), time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	d.contains("/runs/1/examples", "has no report.html any more", "no texts of this document")
	d.contains("/runs/1/examples/3", "only its scores", "Gunning fog")
	d.contains("/runs/1/systems", "not known")
	d.get("/runs/1/examples?q=x", http.StatusBadRequest)
	d.get("/runs/1/report", http.StatusNotFound)
	scores := filepath.Join(folder, "scores", "polished.csv")
	data, err := os.ReadFile(scores)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(scores, append(data, data...), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(record, time.Now(), time.Now().Add(2*time.Second)); err != nil {
		t.Fatal(err)
	}
	if text := d.get("/runs/1/", http.StatusConflict); !strings.Contains(text, "Evaluate again") || strings.Contains(text, folder) {
		t.Error(text)
	}
}

// More runs than are kept open can be looked at, at once.
func TestMany(t *testing.T) {
	var runs []look.Run
	one := evaluate(t, setup{documents: 5})
	for i := range 7 {
		folder := filepath.Join(t.TempDir(), "results")
		if err := os.CopyFS(folder, os.DirFS(one)); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, look.Run{ID: itoa(i), Name: "Run " + itoa(i), Folder: folder})
	}
	d := serve(t, runs...)
	done := make(chan bool)
	for w := range 4 {
		go func() {
			defer func() { done <- true }()
			for i := range 21 {
				res, err := http.Get(d.URL + "/runs/" + itoa((i*(w+1))%7) + "/examples?by=score")
				if err != nil {
					t.Error(err)
					return
				}
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
				if res.StatusCode != http.StatusOK && res.StatusCode != http.StatusAccepted {
					t.Error(res.Status)
				}
			}
		}()
	}
	for range 4 {
		<-done
	}
	for _, err := range d.log {
		t.Error(err)
	}
}
