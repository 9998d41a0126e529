package workbench

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	generators "hed/generate/all"
	"hed/internal/option"
	metrics "hed/metric/all"
	"hed/run"
)

// open opens a workbench in a folder.
func open(t *testing.T, folder string) *Bench {
	t.Helper()
	b, err := Open(t.Context(), Options{
		Folder: folder, Metrics: metrics.Metrics, Generators: generators.Generators, Workers: 2, AtOnce: 1, Limits: Limits{MaxUpload: 1 << 20},
		Now: func() time.Time { return time.Now().UTC() }, Log: func(err error) { t.Error(err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// until waits for a run to be as it should.
func until(t *testing.T, b *Bench, id string, ok func(*Run) bool) *Run {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		r, err := b.Run(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if ok(r) {
			return r
		}
		if time.Now().After(end) {
			t.Fatalf("the run is %s after a minute: %s", r.State, r.Error)
		}
	}
}

func project(t *testing.T, b *Bench) (p *Thing, c *Corpus, s Settings) {
	t.Helper()
	p, err := b.AddProject(t.Context(), Meta{Name: " News ", Tags: []string{"a", " a", ""}})
	if err != nil || p.Name != "News" || !slices.Equal(p.Tags, []string{"a"}) {
		t.Fatalf("%+v, %v", p, err)
	}
	c, systems, err := b.AddSample(t.Context(), p.ID, "en")
	if err != nil {
		t.Fatal(err)
	}
	s = DefaultSettings()
	s.Corpus, s.Systems, s.Baselines, s.Charts = c.ID, []string{systems[0].ID, systems[1].ID}, []string{"first:words=9"}, []string{"overview"}
	return p, c, s
}

// TestRun does the sample, and opens the workbench again in the middle.
func TestRun(t *testing.T) {
	folder := t.TempDir()
	b := open(t, folder)
	p, c, s := project(t, b)
	s.Metrics = []string{"rouge", "lsi:keep=5", "lda:iterations=50"}
	if _, err := Open(t.Context(), Options{Folder: folder}); err == nil || !strings.Contains(err.Error(), "another hed has this workbench open") {
		t.Errorf("two at once: %v", err)
	}
	r, err := b.Start(t.Context(), p.ID, Meta{Name: "first"}, s)
	if err != nil {
		t.Fatal(err)
	}
	later, err := b.Start(t.Context(), p.ID, Meta{Name: "second"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := b.Ahead(t.Context(), later); n != 1 || err != nil {
		t.Errorf("%d runs are before the second, %v", n, err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = open(t, folder)
	defer b.Close()
	for _, id := range []string{r.ID, later.ID} {
		done := until(t, b, id, (*Run).Over)
		if done.State != Done || done.Documents != c.Documents || len(done.runBody.Systems) != 3 || done.Finding == "" || done.Ended.Before(done.Began) {
			t.Errorf("%+v", done.runBody)
		}
		found, err := run.Open(b.RunFolder(id))
		if err != nil {
			t.Fatal(err)
		}
		if in := found.Record.Inputs[0]; in.Name != "articles.jsonl" { // not what our copy is called
			t.Errorf("the corpus is called %s", in.Name)
		}
	}
	args, err := b.Arguments(t.Context(), p.ID, &s)
	want := [][2]string{{"docs", "articles.jsonl"}, {"system", "polished=polished.txt"}, {"system", "cautious=cautious.txt"}, {"baseline", "first:words=9"},
		{"metric", "rouge,lsi:keep=5,lda:iterations=50"}, {"chart", "overview"}, {"bootstrap", "1000"}, {"seed", "1"}}
	if err != nil || !slices.Equal(args, want) {
		t.Errorf("%v, %v", args, err)
	}
	if err := b.Stop(t.Context(), r.ID); !errors.Is(err, errOver) {
		t.Errorf("stop what is over: %v", err)
	}
	if err := b.Continue(t.Context(), r.ID); !errors.Is(err, errDone) {
		t.Errorf("continue what is done: %v", err)
	}
	if err := b.Remove(t.Context(), c.ID); err == nil {
		t.Error("the corpus of a run is gone")
	}
	if err := b.Remove(t.Context(), p.ID); err != nil {
		t.Error(err)
	}
	for _, kind := range []string{filesFolder, runsFolder} {
		if left, err := os.ReadDir(filepath.Join(folder, kind)); err != nil || len(left) > 0 {
			t.Errorf("%s has %v, %v", kind, left, err)
		}
	}
}

// TestStop stops runs that wait and that go, and continues them.
func TestStop(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, _, s := project(t, b)
	s.Metrics = []string{"lda:iterations=100000"}
	r, err := b.Start(t.Context(), p.ID, Meta{Name: "slow"}, s)
	if err != nil {
		t.Fatal(err)
	}
	waits, err := b.Start(t.Context(), p.ID, Meta{Name: "waits"}, s)
	if err != nil {
		t.Fatal(err)
	}
	until(t, b, r.ID, func(r *Run) bool {
		at := b.Progress(r.ID)
		return at != nil && len(at.Metrics) == 1 && at.Metrics[0] == MetricStatus{"lda", "learns"}
	})
	for _, id := range []string{waits.ID, r.ID} {
		if err := b.Stop(t.Context(), id); err != nil {
			t.Error(err)
		}
		if now := until(t, b, id, (*Run).Over); now.State != Stopped || b.Progress(id) != nil {
			t.Errorf("%+v", now.runBody)
		}
	}
	if err := b.Continue(t.Context(), r.ID); err != nil {
		t.Error(err)
	}
	if err := b.Continue(t.Context(), r.ID); !errors.Is(err, errNotOver) {
		t.Errorf("continue what goes: %v", err)
	}
	until(t, b, r.ID, func(*Run) bool { return b.Progress(r.ID) != nil })
	if err := b.Remove(t.Context(), r.ID); err != nil {
		t.Error(err)
	}
}

// TestRefused has settings that cannot work; the option that is wrong is known.
func TestRefused(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, c, good := project(t, b)
	for name, change := range map[string]func(*Settings){
		"docs":      func(s *Settings) { s.Corpus = p.ID },
		"system":    func(s *Settings) { s.Systems, s.Baselines = nil, nil },
		"baseline":  func(s *Settings) { s.Baselines = []string{"first:words=0"} },
		"generator": func(s *Settings) { s.Generators = []string{"first"} },
		"metric":    func(s *Settings) { s.Metrics = []string{"lsi:keep=none"} },
		"chart":     func(s *Settings) { s.Charts = []string{"pie"} },
		"test":      func(s *Settings) { s.Test = "coin" },
		"overall":   func(s *Settings) { s.Overall = "columns=x" },
		"bootstrap": func(s *Settings) { s.Bootstrap = -1 },
	} {
		s := good
		change(&s)
		_, err := b.Start(t.Context(), p.ID, Meta{Name: "x"}, s)
		if wrong, ok := errors.AsType[*option.Error](err); !ok || wrong.Option != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.Start(t.Context(), p.ID, Meta{}, good); err == nil {
		t.Error("a run has no name")
	}
	if runs, err := b.Runs(t.Context(), p.ID); err != nil || len(runs) > 0 {
		t.Errorf("%v, %v", runs, err)
	}
	for _, name := range []string{"google/pegasus", "CON", " ", ".hidden", "Polished"} {
		_, err := b.AddSystem(t.Context(), c, Meta{Name: name}, File{})
		if wrong, ok := errors.AsType[*option.Error](err); !ok || wrong.Option != "name" {
			t.Errorf("a system is called %q: %v", name, err)
		}
	}
	// What is found later is kept with the run.
	broken, err := b.Keep(t.Context(), "two.txt", strings.NewReader("a\nb\n"))
	if err != nil {
		t.Fatal(err)
	}
	short, err := b.AddSystem(t.Context(), c, Meta{Name: "short"}, broken)
	if err != nil {
		t.Fatal(err)
	}
	s := good
	s.Systems = append(s.Systems, short.ID)
	r, err := b.Start(t.Context(), p.ID, Meta{Name: "x"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if r = until(t, b, r.ID, (*Run).Over); r.State != Failed || !strings.Contains(r.Error, "two.txt") || strings.Contains(r.Error, broken.ID) {
		t.Errorf("%+v", r.runBody)
	}
	if v := b.Preview(t.Context(), c, short); len(v.Problems) == 0 || !strings.Contains(v.Problems[0], "two.txt") {
		t.Errorf("%+v", v)
	}
}

// TestPreview shows what is understood of files, by mapping columns and without.
func TestPreview(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, _, _ := project(t, b)
	add := func(name, text string) *Corpus {
		t.Helper()
		f, err := b.Keep(t.Context(), name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.AddCorpus(t.Context(), p.ID, Meta{Name: name}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := add("../../etc/news.csv", "nr,news,title\n1,Rain fell.,Rain\n2,Snow fell.,Snow\n")
	if c.Docs.Name != "news.csv" {
		t.Errorf("the file is called %s", c.Docs.Name)
	}
	v := b.Preview(t.Context(), c)
	if v.Format != "csv" || v.Option != "columns" || len(v.Problems) != 1 || !slices.Equal(v.Columns, []string{"nr", "news", "title"}) || len(v.Roles) == 0 {
		t.Errorf("%+v", v)
	}
	c.Columns = []string{"id=nr", "text=news", "headline=title"}
	v = b.Preview(t.Context(), c)
	if len(v.Problems) != 0 || v.Documents != 2 || !v.All || v.Articles != 2 || v.Referenced != 2 || v.Cases[1].Doc.ID != "2" {
		t.Errorf("%+v", v)
	}
	v = b.Preview(t.Context(), add("a.jsonl", "{\"text\":\"a\",\"headline\":\"b\"}\n{\n{\"text\":\"a\",\"headline\":\"b\"}\n"))
	if v.Documents != 2 || len(v.Problems) != 1 || !strings.HasPrefix(v.Problems[0], "a.jsonl:2:") {
		t.Errorf("%+v", v)
	}
	if _, err := b.Keep(t.Context(), "x", strings.NewReader(strings.Repeat("x", 1<<20+1))); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a large file: %v", err)
	}
	for name, want := range map[string]string{"": "file", "..": "file", `C:\a\b.txt`: "b.txt", "a\nb": `a\nb`, strings.Repeat("é", 99) + ".csv": strings.Repeat("é", 58) + ".csv"} {
		if got := tidy(name); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}

// TestForeign leaves a folder alone whose files are not those of a workbench.
func TestForeign(t *testing.T) {
	for _, name := range []string{filesFolder, runsFolder, studiesFolder} {
		folder := t.TempDir()
		file := filepath.Join(folder, name, "mine", "thesis.txt")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("years of work"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), Options{Folder: folder})
		if wrong, ok := errors.AsType[*option.Error](err); !ok || wrong.Option != "data" || !strings.Contains(err.Error(), "folder "+name+" is not empty, and there is no workbench.db") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
}

// TestRemoveQueue deletes a project while one of its runs goes and newer ones wait: none of them
// begins, and the queue goes on.
func TestRemoveQueue(t *testing.T) {
	folder := t.TempDir()
	b := open(t, folder)
	defer b.Close()
	p, _, s := project(t, b)
	other, _, quick := project(t, b)
	s.Metrics, quick.Metrics = []string{"lda:iterations=100000"}, []string{"rouge"}
	var runs []*Run
	for range 3 {
		r, err := b.Start(t.Context(), p.ID, Meta{Name: "slow"}, s)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	last, err := b.Start(t.Context(), other.ID, Meta{Name: "quick"}, quick)
	if err != nil {
		t.Fatal(err)
	}
	until(t, b, runs[0].ID, func(r *Run) bool { return r.State == Going })
	if err := b.Remove(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	if r := until(t, b, last.ID, (*Run).Over); r.State != Done {
		t.Errorf("%+v", r.runBody)
	}
	for _, r := range runs {
		if left, _ := filepath.Glob(b.RunFolder(r.ID) + "*"); b.Progress(r.ID) != nil || len(left) > 0 {
			t.Errorf("%s goes on, with %v", r.ID, left)
		}
	}
}

// TestStoppedFirst has a run stopped after the queue has chosen it, and before it begins.
func TestStoppedFirst(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, _, s := project(t, b)
	b.AtOnce = -1 // nothing begins by itself
	r, err := b.Start(t.Context(), p.ID, Meta{Name: "x"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Stop(t.Context(), r.ID); err != nil {
		t.Fatal(err)
	}
	if err := b.do(t.Context(), r, &going{progress: newProgress(b.Now, &b.scored)}); !errors.Is(err, ErrState) {
		t.Errorf("it began: %v", err)
	}
	if r, err = b.Run(t.Context(), r.ID); err != nil || r.State != Stopped {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestUnreadable opens a workbench with a corpus that this hed does not understand: its files stay.
func TestUnreadable(t *testing.T) {
	folder := t.TempDir()
	b := open(t, folder)
	_, c, _ := project(t, b)
	file := b.path(c.Docs)
	if err := b.Change(t.Context(), c.ID, func(t *Thing) error { t.Body = []byte(`{"docs":["of tomorrow"]}`); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if b, err := Open(t.Context(), Options{Folder: folder}); err == nil || !strings.Contains(err.Error(), "corpus "+c.ID) {
		t.Errorf("it is open: %v", err)
		b.Close()
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

// The language of a run is that of its numbers too, as on the command line.
func TestLanguage(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, _, s := project(t, b)
	s.Lang = "it"
	o, err := b.options(t.Context(), p.ID, &s)
	if err != nil || o.Lang != "it" {
		t.Errorf("%+v, %v", o, err)
	}
	if err := o.Plan.Close(); err != nil {
		t.Error(err)
	}
}

// TestNames has many who take the same name at once, one who renames a system to one that is taken, and names that nobody could read, or that turn the direction of
// what follows.
func TestNames(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	_, c, s := project(t, b)
	var group sync.WaitGroup
	var made atomic.Int64
	for range 8 {
		group.Go(func() {
			f, err := b.Keep(t.Context(), "x.txt", strings.NewReader("a\n"))
			if err == nil {
				_, err = b.AddSystem(t.Context(), c, Meta{Name: "same"}, f)
			}
			if err == nil {
				made.Add(1)
			} else if !strings.Contains(err.Error(), "another system of this corpus has it") {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if made.Load() != 1 {
		t.Errorf("%d systems have one name", made.Load())
	}
	for name, want := range map[string]string{"Same": "another system", "a/b": "used as a file name"} {
		if err := b.Describe(t.Context(), s.Systems[0], Meta{Name: name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a system is renamed to %s: %v", name, err)
		}
	}
	for name, want := range map[string]string{
		"a\x00b": "(U+0000)", "\x1b[31mred": "(U+001B)", "\u202egnp.exe": "(U+202E)", "a\u2066b": "(U+2066)", "\xff": "(U+FFFD)", "\u00ad\u200b": "is missing", " \n ": "is missing",
		"two\r\nlines\tand more": "", "👩\u200d👧 می\u200cخواهم \u200fאב\u200e": "",
	} {
		p, err := b.AddProject(t.Context(), Meta{Name: name})
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) || want == "" && err != nil {
			t.Errorf("%q: %v", name, err)
		} else if want == "" && strings.ContainsAny(p.Name, "\r\n\t") {
			t.Errorf("%q became %q", name, p.Name)
		}
	}
	if err := b.Describe(t.Context(), s.Systems[0], Meta{Name: "Polished"}); err != nil { // its own
		t.Error(err)
	}
}

// Who counts the documents of a corpus does not overrule how somebody has said meanwhile that it is to be read.
func TestCounted(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	_, before, _ := project(t, b)
	if err := b.Read(t.Context(), before.ID, "jsonl", []string{"text=text"}); err != nil {
		t.Fatal(err)
	}
	if err := b.Counted(t.Context(), before, 7); err != nil {
		t.Fatal(err)
	}
	now, err := b.Corpus(t.Context(), before.ID)
	if err != nil || now.Format != "jsonl" || len(now.Columns) != 1 || now.Documents != 0 {
		t.Errorf("%+v, %v", now, err)
	}
	rea := As(t.Context(), Viewer{Name: "rea", Scope: ReadScope}) // who looks may count
	if err := b.Counted(rea, now, 7); err != nil {
		t.Fatal(err)
	}
	if now, err = b.Corpus(t.Context(), before.ID); err != nil || now.Documents != 7 {
		t.Errorf("%+v, %v", now, err)
	}
}
