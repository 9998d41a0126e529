package page_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"hed/internal/browser"
	"hed/internal/race"
	"hed/report/page"
)

// TestBrowserHuge opens a page of 200,000 documents, most of which lie beside it: it is there at once all the same, and what
// needs all of them opens them.
func TestBrowserHuge(t *testing.T) {
	if race.Less(t) {
		t.Skip("it makes gzip very slow")
	}
	visits(t, func(run func(name string, f func(v visit))) { run("huge", testHuge) })
}

func testHuge(v visit) {
	const many = 200_000
	rng := rand.New(rand.NewPCG(7, 8))
	names := eight[:2]
	run := newRun(v, names, examples(v, names))
	run.Found.Documents = many
	files, size := 0, 0
	create := func(name string, write func(io.Writer) error) error {
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
		info, err := f.Stat()
		files, size = files+1, size+int(info.Size())
		if err != nil {
			return err
		}
		return f.Close()
	}
	run.Beside = create
	var rows [][]float64 // scores are drawn again and again
	for range 1000 {
		rows = append(rows, scores(rng, 0))
	}
	err := create("report.html", func(w io.Writer) error {
		return page.Write(v.Context(), w, run, func(yield func(*page.Example, error) bool) {
			for i := range many {
				ex := &page.Example{ID: fmt.Sprintf("doc-%06d", i), Article: fmt.Sprintf("The article %d has %d words.", i, rng.IntN(1000)), References: []string{fmt.Sprintf("Reference %d", i)}}
				for range names {
					ex.Headlines, ex.Scores = append(ex.Headlines, fmt.Sprintf("Headline %d %d", i, rng.IntN(1000))), append(ex.Scores, rows[rng.IntN(len(rows))])
				}
				if !yield(ex, nil) {
					return
				}
			}
		})
	})
	if err != nil {
		v.Fatal(err)
	}
	info, err := os.Stat(v.file)
	if err != nil {
		v.Fatal(err)
	}
	v.Logf("%d files of %d KB; the page itself has %d KB", files, size>>10, info.Size()>>10)
	v.load("")
	ms := browser.Eval[float64](v.T, v.tab, `performance.getEntriesByName("examples")[0].startTime`)
	v.Logf("documents ready: %.0f ms", ms)
	if ms > 5000 { // many times what it takes on a quiet machine
		v.Errorf("the first document is there after %.0f ms", ms)
	}
	begun := time.Now()
	v.choose("sort", "score")
	v.wait(`document.querySelector("#found").textContent === "200,000 documents"`)
	v.Logf("all opened and sorted: %v", time.Since(begun).Round(time.Millisecond))
	v.load("#doc=doc-199999")
	v.shows("doc-199999")
	v.wait(`document.querySelector(".text p").textContent.startsWith("The article 199999 has ")`)
}
