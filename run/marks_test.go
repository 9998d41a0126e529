package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/metric"
	metrics "hed/metric/all"
	"hed/numeral/check"
	"hed/report/page"
	"hed/run"
)

// A marking is an evaluation of one system's headlines.
type marking struct{ docs, headlines strings.Builder }

func (m *marking) add(lang, text, headline string) {
	fmt.Fprintf(&m.docs, "{\"lang\":%q,\"text\":%q,\"references\":[\"A headline\"]}\n", lang, text)
	fmt.Fprintln(&m.headlines, headline)
}

// evaluate gives the documents as the page shows them, and the page.
func (m *marking) evaluate(t *testing.T, workers int) (shown []*page.Example, html string) {
	folder := t.TempDir()
	for name, text := range map[string]string{"docs.jsonl": m.docs.String(), "system.txt": m.headlines.String()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	chosen, _, err := metrics.With("", nil).Choose("rouge:types=1", metric.References|metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, folder, 0)
	o.Plan.Metrics, o.Plan.Generators = chosen, nil
	o.Workers, o.Folder = workers, filepath.Join(folder, "results")
	o.Example = func(ex *page.Example) { shown = append(shown, ex) }
	if _, err := run.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return shown, files(t, o.Folder)[run.PageFile]
}

// TestMarks: the page knows what articles say of the numbers in headlines, where hed reads
// the language, up to a limit that it names, whatever the number of workers.
func TestMarks(t *testing.T) {
	const limit = 2000
	var m marking
	m.add("en", "Fire broke out in Oslo. It killed 12 people.", "Fire Kills 12 in Oslo")
	m.add("en", "Fire broke out in Oslo. It killed 12 people.", "Fire Kills People")
	m.add("it", "Un incendio ha ucciso 12 persone a Oslo.", "Incendio uccide 13 persone")
	m.add("en", " ", "Fire Kills 13")
	m.add("xx", "Es gab 12.", "Es gab 13")
	for n := 5; n <= limit; n++ {
		m.add("en", "The rest is quiet.", "Rest")
	}
	var pages []string
	for _, workers := range []int{1, 3} {
		shown, html := m.evaluate(t, workers)
		if n := shown[0].Numbers; len(n) != 1 || len(n[0]) != 1 || n[0][0].Verdict != check.Stated || shown[0].Article[n[0][0].Evidence.Start:] != "It killed 12 people." {
			t.Errorf("of 12 the page knows %+v", n)
		}
		if n := shown[2].Numbers; len(n) != 1 || len(n[0]) != 1 || n[0][0].Message != "The article says 12, not 13." {
			t.Errorf("of 13 the page knows %+v", n)
		}
		for i, want := range map[int]bool{1: true, 2: true, 3: false, 4: false, limit - 1: true, limit: false} {
			if got := shown[i].Numbers != nil; got != want {
				t.Errorf("document %d has marks: %t", i, got)
			}
		}
		if !strings.Contains(html, fmt.Sprintf(`"marked":%d}`, limit)) {
			t.Error("the page does not know how many documents have marks")
		}
		_, data, found := strings.Cut(html, `id="run">`)
		if !found {
			t.Fatal("the page has no data")
		}
		pages = append(pages, data)
	}
	if pages[0] != pages[1] {
		t.Error("workers change the page")
	}
}

// TestMarksOfMany: what checking takes is bounded, whatever is checked. 2,000 headlines of 32 numbers beside articles
// of 400 such sentences took 40 minutes, after everything else was done.
func TestMarksOfMany(t *testing.T) {
	var m marking
	m.add("en", "Fire broke out in Oslo. It killed 12 people.", "Fire Kills 12 in Oslo")
	m.add("xx", strings.Repeat("12 case. ", 200_000), "12 case") // is not checked, so it does not count
	m.add("en", strings.Repeat("There were 12 and 13. ", 2000), strings.Repeat("14 ", 1000))
	m.add("en", "Fire broke out in Oslo. It killed 12 people.", "Fire Kills 12 in Oslo")
	shown, html := m.evaluate(t, 2)
	for i, want := range []bool{true, false, false, false} {
		if got := shown[i].Numbers != nil; got != want {
			t.Errorf("document %d has marks: %t", i, got)
		}
	}
	if !strings.Contains(html, `"marked":2}`) {
		t.Error("the page does not know how many documents have marks")
	}
}
