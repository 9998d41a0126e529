package look_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/corpus/input"
	generators "hed/generate/all"
	"hed/internal/alert"
	"hed/internal/sample"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/run"
	"hed/web/internal/site"
	"hed/web/workbench/look"
)

// hostile is text that must stay text, whoever wrote it.
const hostile = `<script>window.hurt = 1</script><img src=x onerror="window.hurt=2">"'</title>{{.}}`

// nobody is a store without sessions: who may look is not decided here.
type nobody struct{}

func (nobody) Secret(context.Context, string) ([]byte, error)  { return nil, nil }
func (nobody) SetSecret(context.Context, string, []byte) error { return nil }
func (nobody) Session(context.Context, [32]byte, time.Time) (time.Time, error) {
	return time.Time{}, nil
}
func (nobody) AddSession(context.Context, [32]byte, time.Time, time.Time) error { return nil }
func (nobody) DropSession(context.Context, [32]byte) error                      { return nil }

// A desk serves runs, each below /runs/ID.
type desk struct {
	testing.TB
	*httptest.Server
	runs []look.Run

	mu  sync.Mutex
	log []error
}

func serve(t testing.TB, runs ...look.Run) *desk {
	t.Helper()
	d := &desk{TB: t, runs: runs}
	var frame *site.Frame
	s, err := site.New(site.Options{
		Safe: nobody{}, Now: time.Now, Path: func(r *http.Request) string { return r.URL.Path },
		Log: alert.Logger(func(text string) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.log = append(d.log, errors.New(text))
		}),
		Fail: func(w http.ResponseWriter, r *http.Request, status int, code, detail string) {
			frame.Refuse(w, r, status, code, detail)
		},
	})
	if err == nil {
		frame, err = site.NewFrame(s, "hed", nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range d.runs {
		d.runs[i].Href = "/runs/" + d.runs[i].ID
	}
	id := func(r *http.Request) string { return r.Context().Value(idKey{}).(string) }
	h, err := look.New(look.Options{
		Frame: frame, Workers: 2, Scratch: t.TempDir(),
		Run: func(r *http.Request) (look.Run, error) {
			for _, one := range d.runs {
				if one.ID == id(r) {
					return one, nil
				}
			}
			return look.Run{}, fs.ErrNotExist
		},
		Runs: func(r *http.Request) ([]look.Run, error) {
			if id(r) == "none" {
				return nil, fs.ErrNotExist
			}
			return d.runs, nil
		},
		Base:   func(r *http.Request) string { return "/runs/" + id(r) },
		Crumbs: func(*http.Request) []site.Link { return []site.Link{{Text: "Project", Href: "/"}} },
	})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /assets/{hash}/{name}", frame.ServeAsset)
	mux.HandleFunc("/runs/{id}/", func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(context.WithValue(r.Context(), idKey{}, r.PathValue("id")))
		http.StripPrefix("/runs/"+r.PathValue("id"), h).ServeHTTP(w, r)
	})
	d.Server = httptest.NewServer(s.Guard(mux))
	t.Cleanup(d.Server.Close)
	return d
}

type idKey struct{}

// get gives a page, which must have a status.
func (d *desk) get(path string, status int) string {
	d.Helper()
	text, _ := d.fetch(path, status)
	return text
}

func (d *desk) fetch(path string, status int) (string, http.Header) {
	d.Helper()
	res, err := http.Get(d.URL + path)
	if err != nil {
		d.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		d.Fatal(err)
	}
	if res.StatusCode != status {
		d.Fatalf("%s: %s, want %d: %.600s", path, res.Status, status, text)
	}
	return string(text), res.Header
}

// contains reports what a page lacks.
func (d *desk) contains(path string, want ...string) string {
	d.Helper()
	text := d.get(path, http.StatusOK)
	for _, w := range want {
		if !strings.Contains(text, w) {
			d.Errorf("%s lacks %q", path, w)
		}
	}
	return text
}

// A setup is what differs between runs of tests.
type setup struct {
	metrics   string // "rouge:types=1/2/L,readability,numsupport" if empty
	baselines string
	change    func(name string, lines []string) // of files, before they are written
	bootstrap int
	seed      uint64
	only      []string // systems; all if nil
	documents int      // all if 0
}

// evaluate makes a run of the sample.
func evaluate(t testing.TB, u setup) string {
	t.Helper()
	folder := t.TempDir()
	if u.metrics == "" {
		u.metrics = "rouge:types=1/2/L,readability,numsupport"
	}
	if u.only == nil {
		u.only = []string{"polished", "careless", "cautious"}
	}
	for _, name := range append([]string{"articles.jsonl"}, names(u.only)...) {
		data, err := fs.ReadFile(sample.English, name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(data)), "\n")
		if u.documents > 0 {
			lines = lines[:u.documents]
		}
		if u.change != nil {
			u.change(name, lines)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	chosen, _, err := metrics.Metrics.Choose(u.metrics, metric.References|metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := run.Options{
		Paths:  &input.Paths{Docs: filepath.Join(folder, "articles.jsonl")},
		Charts: []string{"overview", "bar"}, Bootstrap: max(u.bootstrap, 100), Seed: max(u.seed, 1), Workers: 2, Folder: filepath.Join(folder, "results"),
	}
	for _, name := range u.only {
		o.Systems = append(o.Systems, run.System{Name: name, File: filepath.Join(folder, name+".txt")})
	}
	o.Plan.Metrics = chosen
	if u.baselines != "" {
		if o.Plan.Generators, err = generators.Generators.Choose(u.baselines, nil, 1); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	return o.Folder
}

func names(systems []string) (files []string) {
	for _, s := range systems {
		files = append(files, s+".txt")
	}
	return files
}

// harm puts hostile text into an article and a headline.
func harm(name string, lines []string) {
	if name != "articles.jsonl" {
		lines[0] = hostile
		return
	}
	var d map[string]any
	if err := json.Unmarshal([]byte(lines[0]), &d); err != nil {
		panic(err)
	}
	d["text"], d["headline"], d["id"] = hostile+"\n\n"+fmt.Sprint(d["text"]), "Reference "+hostile, "id "+hostile
	text, err := json.Marshal(d)
	if err != nil {
		panic(err)
	}
	lines[0] = string(text)
}

func itoa(n int) string { return strconv.Itoa(n) }
