package look_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/corpus/input"
	"hed/internal/race"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/run"
	"hed/web/workbench/look"
)

// huge evaluates many short documents by three systems, as hed eval would.
func huge(t *testing.T, documents int) string {
	t.Helper()
	folder := t.TempDir()
	rng := rand.New(rand.NewPCG(4, 2))
	var words []string
	for range 5000 {
		words = append(words, fmt.Sprintf("%c%c%c%c", 'a'+rng.IntN(26), "aeiou"[rng.IntN(5)], 'a'+rng.IntN(26), "aeiou"[rng.IntN(5)]))
	}
	text := func(n int) string {
		all := make([]string, n)
		for i := range all {
			all[i] = words[min(rng.IntN(5000), rng.IntN(5000))]
		}
		return strings.Join(all, " ")
	}
	systems := []string{"one", "two", "three"}
	var outs []*bufio.Writer
	for _, name := range append([]string{"docs.jsonl"}, names(systems)...) {
		f, err := os.Create(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		outs = append(outs, bufio.NewWriter(f))
	}
	for n := range documents {
		reference := text(9)
		fmt.Fprintf(outs[0], `{"id":"doc-%06d","text":"%s. %s. %s.","headline":"%s"}`+"\n", n, reference, text(30), text(30), reference)
		for s, w := range outs[1:] {
			fmt.Fprintln(w, strings.Join(strings.Fields(reference)[s:rng.IntN(3)+s+3], " "), text(4), rng.IntN(1000))
		}
	}
	for _, w := range outs {
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	chosen, _, err := metrics.Metrics.Choose("rouge:types=1/2", metric.References|metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := run.Options{
		Paths:  &input.Paths{Docs: filepath.Join(folder, "docs.jsonl")},
		Charts: []string{"none"}, Seed: 1, Workers: 2, Folder: filepath.Join(folder, "results"),
	}
	for _, name := range systems {
		o.Systems = append(o.Systems, run.System{Name: name, File: filepath.Join(folder, name+".txt")})
	}
	o.Plan.Metrics = chosen
	if _, err := run.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return o.Folder
}

// A run of 200,000 documents can be sorted, paged and searched while one waits for nothing.
func TestHuge(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	if race.Less(t) {
		t.Skip("it makes gzip very slow")
	}
	const documents = 200_000
	d := serve(t, look.Run{ID: "1", Name: "Huge", Folder: huge(t, documents)})
	memory := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc >> 20
	}
	before := memory()
	// patiently asks for a page until it is there, as browsers do.
	patiently := func(path string) time.Duration {
		begun, waits := time.Now(), 0
		for {
			res, err := http.Get(d.URL + "/runs/1" + path)
			if err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, res.Body)
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return time.Since(begun).Round(time.Millisecond)
			}
			if waits++; res.StatusCode != http.StatusAccepted || res.Header.Get("Refresh") == "" || waits > 100 {
				t.Fatal(path, res.Status)
			}
		}
	}
	t.Logf("opened in %v, with %d MB", patiently("/"), memory()-before)
	var took []time.Duration
	timed := func(path string) time.Duration {
		t.Helper()
		begun := time.Now()
		d.get("/runs/1"+path, http.StatusOK)
		one := time.Since(begun)
		t.Logf("%v %s", one.Round(time.Millisecond), path)
		return one
	}
	for _, order := range []string{"", "by=score&m=rouge1_f", "by=score&m=rouge1_f&up=1&a=two", "by=difference&m=rouge2_f&a=one&b=three", "by=ahead&m=rouge1_r&a=one&b=two", "by=spread&m=rouge1_p", "q=doc-1"} {
		for _, page := range []int{1, 2, 4000, 8000} {
			took = append(took, timed(fmt.Sprintf("/examples?%s&page=%d", order, page)))
		}
	}
	for _, path := range []string{"/examples/1", "/examples/123456?by=difference&m=rouge1_f", "/examples/200000"} {
		took = append(took, timed(path))
	}
	slices.Sort(took)
	slowest := took[len(took)-1]
	t.Logf("sorting and paging: half within %v, all within %v", took[len(took)/2].Round(time.Millisecond), slowest.Round(time.Millisecond))
	if slowest > 2*time.Second { // many times what it takes on a quiet machine
		t.Errorf("a page took %v", slowest)
	}
	t.Logf("words in articles: %v the first time, %v the second", patiently("/examples?q=doc-19999+the&in=articles"), patiently("/examples?q=baba+zuzu&in=articles"))
	took = took[:0]
	for _, path := range []string{"/examples?q=zuzu+baba&in=articles&page=1", "/examples?q=zuzu+baba&in=articles&page=2"} {
		took = append(took, timed(path))
	}
	if slowest := slices.Max(took); slowest > 2*time.Second {
		t.Errorf("a search of articles that are unpacked took %v", slowest)
	}
	timed("/systems?a=one&b=two")
	timed("/figure/scatter.svg?x=rouge1_f&y=rouge2_f")
	if m := memory(); m > before+200 {
		t.Errorf("%d MB are in memory", m-before)
	}
}
