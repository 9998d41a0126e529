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

// TestMarks: the page knows what articles say of the numbers in headlines, where they are in
// English, up to a limit that it names, whatever the number of workers.
func TestMarks(t *testing.T) {
	const limit = 2000
	folder := t.TempDir()
	var docs, headlines strings.Builder
	add := func(lang, text, headline string) {
		fmt.Fprintf(&docs, "{\"lang\":%q,\"text\":%q,\"references\":[\"A headline\"]}\n", lang, text)
		fmt.Fprintln(&headlines, headline)
	}
	add("en", "Fire broke out in Oslo. It killed 12 people.", "Fire Kills 12 in Oslo")
	add("en", "Fire broke out in Oslo. It killed 12 people.", "Fire Kills People")
	add("it", "Un incendio ha ucciso 12 persone a Oslo.", "Incendio uccide 13 persone")
	add("en", " ", "Fire Kills 13")
	for n := 4; n <= limit; n++ {
		add("en", "The rest is quiet.", "Rest")
	}
	for name, text := range map[string]string{"docs.jsonl": docs.String(), "system.txt": headlines.String()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	chosen, err := metrics.With("", nil).Choose("rouge:types=1", metric.References|metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, workers := range []int{1, 3} {
		o := options(t, folder, 0)
		o.Plan.Metrics, o.Plan.Generators = chosen, nil
		o.Workers, o.Folder = workers, filepath.Join(folder, fmt.Sprint("results", workers))
		var shown []*page.Example
		o.Example = func(ex *page.Example) { shown = append(shown, ex) }
		if _, err := run.Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if n := shown[0].Numbers; len(n) != 1 || len(n[0]) != 1 || n[0][0].Verdict != check.Stated || shown[0].Article[n[0][0].Evidence.Start:] != "It killed 12 people." {
			t.Errorf("of 12 the page knows %+v", n)
		}
		for i, want := range map[int]bool{1: true, 2: false, 3: false, limit - 1: true, limit: false} {
			if got := shown[i].Numbers != nil; got != want {
				t.Errorf("document %d has marks: %t", i, got)
			}
		}
		html := files(t, o.Folder)[run.PageFile]
		if !strings.Contains(html, fmt.Sprintf(`"marked":%d}`, limit)) {
			t.Error("the page does not know how many documents have marks")
		}
		_, html, _ = strings.Cut(html, `id="run">`)
		pages = append(pages, html)
	}
	if pages[0] != pages[1] {
		t.Error("workers change the page")
	}
}
