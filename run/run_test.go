package run_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/analysis"
	"hed/corpus"
	"hed/corpus/input"
	"hed/generate"
	"hed/internal/sample"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/neural/embed"
	"hed/report/page"
	"hed/run"
	"hed/spec"
	"hed/stat"
)

// counting writes the lead of an article and notes each call, in a file that a
// killed process leaves behind.
type counting struct {
	mu    sync.Mutex
	calls *os.File
	slow  time.Duration
}

func (g *counting) Generate(ctx context.Context, d *corpus.Document) (string, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, err := fmt.Fprintln(g.calls, d.ID); err != nil {
		return "", err
	}
	time.Sleep(g.slow)
	lead, _, _ := strings.Cut(d.Body, ".")
	return strings.Join(strings.Fields(lead), " "), nil
}

// GenerateBatch makes batches small, as those of a network or an endpoint are, so that
// a stop falls between them.
func (g *counting) GenerateBatch(ctx context.Context, docs []*corpus.Document, n int) (all [][]generate.Candidate, err error) {
	for _, d := range docs {
		h, err := g.Generate(ctx, d)
		if err != nil {
			return nil, err
		}
		all = append(all, []generate.Candidate{{Headline: h}})
	}
	return all, nil
}

func (g *counting) Signature() string { return "counting" }

// corpusOf writes the English articles of the sample several times over, under other
// ids, with a headline for each.
func corpusOf(t *testing.T, folder string, times int) {
	t.Helper()
	data, err := fs.ReadFile(sample.English, "articles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	polished, err := fs.ReadFile(sample.English, "polished.txt")
	if err != nil {
		t.Fatal(err)
	}
	headlines := strings.Split(string(polished), "\n")
	var docs, system strings.Builder
	for n := range times {
		for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			var d map[string]any
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatal(err)
			}
			if d["lang"] != "en" {
				continue
			}
			d["id"] = fmt.Sprint(d["id"], "-", n)
			text, err := json.Marshal(d)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&docs, "%s\n", text)
			fmt.Fprintln(&system, headlines[i])
		}
	}
	for name, text := range map[string]string{"docs.jsonl": docs.String(), "system.txt": system.String()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// options evaluate the corpus of a folder with metrics that learn from it (fluency) and
// that look at all headlines first (idf), and with the counting generator.
func options(t testing.TB, folder string, slow time.Duration) run.Options {
	t.Helper()
	calls, err := os.OpenFile(filepath.Join(folder, "calls"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { calls.Close() })
	models := embed.New(embed.Processor(1), "")
	t.Cleanup(func() { models.Close() })
	tiny, err := filepath.Abs("../metric/moverscore/testdata/bert")
	if err != nil {
		t.Fatal(err)
	}
	chosen, _, err := metrics.With("", models).Choose("rouge:types=1,fluency,moverscore:model="+tiny, metric.References|metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := run.Options{
		Paths: &input.Paths{Docs: filepath.Join(folder, "docs.jsonl")}, Systems: []run.System{{Name: "polished", File: filepath.Join(folder, "system.txt")}},
		Charts: []string{"none"}, Bootstrap: 20, Seed: 1, Workers: 2, Folder: filepath.Join(folder, "results"),
	}
	o.Plan.Metrics = chosen
	o.Plan.Generators = []generate.Named{{Name: "counted", Generator: &counting{calls: calls, slow: slow}, Spec: spec.Spec{Name: "counted"}}}
	return o
}

// called is how often the generator was asked, by document.
func called(t *testing.T, folder string) map[string]int {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		n[lines.Text()]++
	}
	return n
}

// files are the contents of a folder.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		all[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A generator writes each document once, for metrics that learn and look first, for the
// scores and for the page; and the folder can be opened.
func TestOnce(t *testing.T) {
	folder := t.TempDir()
	corpusOf(t, folder, 3)
	o := options(t, folder, 0)
	var shown []*page.Example
	o.Example = func(ex *page.Example) { shown = append(shown, ex) }
	var events []run.Kind
	o.Tell = func(e run.Event) { events = append(events, e.Kind) }
	res, err := run.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	calls := called(t, folder)
	if len(calls) != res.Documents || slices.Max(slices.Collect(maps.Values(calls))) != 1 {
		t.Errorf("%d calls for %d documents, up to %d for one", len(calls), res.Documents, slices.Max(slices.Collect(maps.Values(calls))))
	}
	if len(shown) != res.Documents || len(shown[0].Headlines) != 2 || slices.Contains(shown[0].Headlines, "") {
		t.Errorf("%d examples, first %+v", len(shown), shown[0])
	}
	html := files(t, o.Folder)[run.PageFile]
	if !strings.Contains(html, "generator counted") {
		t.Error("the page does not name the generator")
	}
	for _, kind := range []run.Kind{run.Begun, run.Progress, run.Scored, run.Doing} {
		if !slices.Contains(events, kind) {
			t.Errorf("event %d was not told", kind)
		}
	}
	f, err := run.Open(o.Folder)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"polished", "counted"}, f.Table.Systems()); d != "" {
		t.Error(d)
	}
	if len(f.Table.Docs()) != res.Documents || len(f.Values(0)) != 2 {
		t.Errorf("%d documents were read back", len(f.Table.Docs()))
	}
	for i, s := range res.Systems {
		k := slices.Index(f.Table.Systems(), s.Name)
		for c := range res.Columns {
			if d := cmp.Diff(fmt.Sprint(s.Series[c].Values()), fmt.Sprint(f.Table.Values(k, c))); d != "" {
				t.Errorf("system %d, column %d: %s", i, c, d)
			}
		}
	}

	// Once more into the same folder, to be gone on with: all is there.
	o = options(t, folder, 0)
	o.Resume = true
	again, err := run.Run(t.Context(), o)
	if err != nil || !again.Before || again.Documents != res.Documents {
		t.Errorf("%+v, %v", again, err)
	}
	if n := called(t, folder); len(n) != res.Documents || slices.Max(slices.Collect(maps.Values(n))) != 1 {
		t.Error("a complete run wrote headlines again")
	}

	// Against itself nothing differs.
	p, err := run.NewPair(f, f)
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Compare(t.Context(), stat.Resampling{Level: run.Confidence}, 1)
	if err != nil || p.Check() != nil || len(found) != 2 || !found[0].Same() || len(p.Regressions(found)) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

// The process of TestKilled, which is killed while it writes or scores.
func TestMain(m *testing.M) {
	if folder := os.Getenv("HED_TEST_RUN"); folder != "" {
		t := &child{}
		_, err := run.Run(context.Background(), options(t, folder, 2*time.Millisecond))
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3) // it should have been killed
	}
	os.Exit(m.Run())
}

// child is the testing.TB of a process that is no test.
type child struct{ testing.TB }

func (*child) Helper()                   {}
func (*child) Cleanup(func())            {}
func (*child) Fatal(args ...any)         { panic(fmt.Sprint(args...)) }
func (*child) Fatalf(f string, a ...any) { panic(fmt.Sprintf(f, a...)) }

// Killed while headlines are written, a run goes on: it writes the same bytes as one
// that was never stopped, and asks the generator once for each document but for those
// that it was working on.
func TestKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: a process that is killed there keeps its files for a while")
	}
	whole := t.TempDir()
	corpusOf(t, whole, 16)
	if _, err := run.Run(t.Context(), options(t, whole, 0)); err != nil {
		t.Fatal(err)
	}
	want := files(t, filepath.Join(whole, "results"))
	delete(want, "calls")

	stopped := t.TempDir()
	corpusOf(t, stopped, 16)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), self)
	child.Env = append(os.Environ(), "HED_TEST_RUN="+stopped)
	var stderr strings.Builder
	child.Stderr = &stderr
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	headlines := filepath.Join(stopped, "results", ".unfinished", "headlines")
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if info, err := os.Stat(headlines); err == nil && info.Size() > 2000 {
			break
		}
		if time.Since(begun) > 5*time.Minute {
			child.Process.Kill()
			t.Fatalf("no headlines after five minutes; %s", &stderr)
		}
	}
	child.Process.Kill()
	if err := child.Wait(); child.ProcessState.ExitCode() == 3 {
		t.Fatalf("it ended before it was killed: %v, %s", err, &stderr)
	}
	before := called(t, stopped)

	o := options(t, stopped, 0)
	o.Resume = true
	resumed := 0
	o.Tell = func(e run.Event) {
		if e.Kind == run.Resumed {
			resumed = e.Done
		}
	}
	if _, err := run.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, files(t, o.Folder)); d != "" {
		t.Errorf("a run that went on has other results: %s", d)
	}
	after, twice := called(t, stopped), 0
	for id, n := range after {
		if n > 1 {
			twice++
		}
		if n > 1 && before[id] == 0 || n > 2 {
			t.Errorf("%s was written %d times", id, n)
		}
	}
	if resumed == 0 || len(after) != len(called(t, whole)) || twice > len(before)-resumed {
		t.Errorf("%d of %d documents were known and %d written twice", resumed, len(before), twice)
	}
}

// What is wrong with a folder says what can be done about it.
func TestOpenErrors(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for name, fix := range map[string]run.Fix{filepath.Join(folder, "none"): run.Evaluate, file: run.Another, folder: run.Resume} {
		_, err := run.Open(name)
		if e, ok := errors.AsType[*run.FolderError](err); !ok || e.Fix != fix || e.Folder != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, run.RecordFile), []byte(`{"systems": 7}`), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := run.Open(folder)
	if e, ok := errors.AsType[*run.FileError](err); !ok || e.Fix != run.Written || !strings.HasPrefix(err.Error(), filepath.Join(folder, run.RecordFile)+": ") {
		t.Errorf("a record of another shape: %v", err)
	}
}

// The record of an earlier version calls generators baselines.
func TestRecordOfOlderVersion(t *testing.T) {
	var r run.Record
	text := `{"hed":"0.1.0","settings":{"bootstrap":5,"chart":["none"],"columns":[],"test":"tukey"},"baselines":[{"system":"first","spec":"first","signature":"s"}]}`
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Generators) != 1 || r.Generators[0].System != "first" || r.Settings.Bootstrap != 5 || r.Settings.Test != analysis.Tukey || r.Version != "0.1.0" {
		t.Errorf("%+v", r)
	}
}
