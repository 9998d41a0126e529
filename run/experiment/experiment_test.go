package experiment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/internal/race"
	"hed/run"
	"hed/run/experiment"
	"hed/tensor"
)

// newspapers writes two that are told apart by a word of their headlines: so many events that both report nearly alike, so many
// that they report with other words, and so many that only one has.
func newspapers(t testing.TB, dir string, strict, loose, free int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	words := func(n int) (all []string) {
		for range n {
			all = append(all, fmt.Sprintf("word%d", rng.IntN(4000)))
		}
		return all
	}
	var files [2]strings.Builder
	add := func(paper, event int, text []string) {
		style := []string{"Reportedly", "Exclusive"}[paper]
		data, _ := json.Marshal(map[string]string{
			"id": fmt.Sprintf("%c%d", 'a'+paper, event), "date": fmt.Sprintf("2020-01-%02d", 1+event%20),
			"headline": style + " " + strings.Join(text[:4], " "), "text": strings.Join(text, " ") + ".",
		})
		files[paper].Write(append(data, '\n'))
	}
	for event := range strict + loose + free {
		common := map[bool]int{true: 32, false: 14}[event < strict]
		if event >= strict+loose {
			common = 0
		}
		shared := words(common)
		for paper := range files {
			add(paper, event, append(append([]string{}, shared...), words(40-common)...))
		}
	}
	for paper, name := range []string{"a.jsonl", "b.jsonl"} {
		write(t, filepath.Join(dir, name), files[paper].String())
	}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const settings = `a: {name: Morning Post, file: a.jsonl}
b: {name: Evening News, file: b.jsonl}
generator:
  network: pnc:hidden=4+embedding=4+vocabulary=200+words=12
  steps: 4
  batch: 4
  search: beams=2+max=5+min=1
`

func options(dir string, tell func(run.Event)) experiment.Options {
	return experiment.Options{
		Settings: filepath.Join(dir, "style.yaml"), Folder: filepath.Join(dir, "out"), Seed: 1, Workers: 2, Tell: tell,
		Device: func() (tensor.Device, error) { return tensor.New(2), nil },
	}
}

// tree are the files of a folder, but for locks.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// notes are the stages that were done.
func notes(into *[]string) func(run.Event) {
	return func(e run.Event) {
		if e.Kind == run.Note && !strings.HasPrefix(e.Text, "Generated headlines are") {
			*into = append(*into, e.Text)
		}
	}
}

// TestRun: the whole experiment, in which nothing is done twice.
func TestRun(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	dir := t.TempDir()
	newspapers(t, dir, 12, 30, 60)
	config := filepath.Join(dir, "style.yaml")
	write(t, config, settings)
	var done []string
	found, err := experiment.Run(t.Context(), options(dir, notes(&done)))
	if err != nil {
		t.Fatal(err)
	}
	if len(done) != 2+3+5*2+1 || len(found.Rows) != 1+2*4+1 || len(found.Expectations) != 17 {
		t.Errorf("%d stages, %d rows, %d expectations:\n%s", len(done), len(found.Rows), len(found.Expectations), strings.Join(done, "\n"))
	}
	for _, r := range found.Rows[:3] { // a word tells the newspapers apart
		if r.Average < 0.9 {
			t.Errorf("%s, %s: F1 %g", r.Train, r.Title(), r.Average)
		}
	}
	first := tree(t, filepath.Join(dir, "out"))
	for _, name := range []string{"table.csv", "expectations.csv", "report.html", "judged.jsonl", "settings/setting4-nothing.jsonl", "generators/ab-m-nothing/card.json"} {
		if first[name] == "" {
			t.Errorf("there is no %s", name)
		}
	}
	for name, text := range first {
		if strings.Contains(text, dir) {
			t.Errorf("%s says where files lie", name)
		}
	}
	again := func(what, settings string, want ...string) map[string]string {
		t.Helper()
		write(t, config, settings)
		done = nil
		o := options(dir, notes(&done))
		o.Workers = 1
		if _, err := experiment.Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		for _, d := range want {
			if len(done) == 0 || !strings.Contains(done[0], d) {
				t.Errorf("%s: the next stage is %q, want %s", what, done, d)
			} else {
				done = done[1:]
			}
		}
		if len(done) > 0 {
			t.Errorf("%s: also done are %q", what, done)
		}
		return tree(t, filepath.Join(dir, "out"))
	}
	if d := cmp.Diff(first, again("once more", settings)); d != "" {
		t.Errorf("done again, files differ:\n%s", d)
	}
	// Other settings do again what depends on them.
	again("another judge", settings+"classifier: linear:words=1\n", "classifier of random", "classifier of train-D", "classifier of train-M", "judging")
	// A file that somebody damaged is made again.
	write(t, filepath.Join(dir, "out", "headlines", "a-d-nothing.jsonl"), "{}\n")
	again("a damaged file", settings+"classifier: linear:words=1\n", "writing headlines: Morning Post, train-D")
	if d := cmp.Diff(first, again("as before", settings, "classifier of random", "classifier of train-D", "classifier of train-M", "judging")); d != "" {
		t.Errorf("with the first settings again, files differ:\n%s", d)
	}
}

// TestGiven: generators that need not be taught write for both settings of theirs, and there is no control.
func TestGiven(t *testing.T) {
	dir := t.TempDir()
	newspapers(t, dir, 6, 12, 30)
	papers, _, _ := strings.Cut(settings, "generator:")
	given := papers + "generator: {a: first:words=5, b: tfidf:words=4}\n"
	write(t, filepath.Join(dir, "style.yaml"), given)
	var done []string
	found, err := experiment.Run(t.Context(), options(dir, notes(&done)))
	if err != nil {
		t.Fatal(err)
	}
	if len(done) != 2+3+2+1 || len(found.Rows) != 1+2*4 || found.Rows[3].Init != "as given" {
		t.Errorf("%d rows, after %q", len(found.Rows), done)
	}
	out := tree(t, filepath.Join(dir, "out"))
	if one, two := out["settings/setting1-given.jsonl"], out["settings/setting2-given.jsonl"]; one == "" || one != two || one == out["settings/setting3-given.jsonl"] {
		t.Errorf("setting 1 has %.100s and setting 2 %.100s", one, two)
	}
	done = nil
	write(t, filepath.Join(dir, "style.yaml"), strings.Replace(given, "words=4", "words=3", 1))
	if _, err := experiment.Run(t.Context(), options(dir, notes(&done))); err != nil || len(done) != 2 || !strings.Contains(done[0], "writing headlines: Evening News") {
		t.Errorf("with another generator of one newspaper: %v, after %q", err, done)
	}
	// The list of a split was damaged, and stayed so without a word.
	list := filepath.Join(dir, "out", "split", "files.json")
	whole := tree(t, filepath.Join(dir, "out"))["split/files.json"]
	for _, damaged := range []string{whole[:len(whole)/2], strings.Replace(whole, `"sha256": "`, `"sha256": "0`, 1)} {
		write(t, list, damaged)
		_, err := experiment.Run(t.Context(), options(dir, notes(&done)))
		if now := tree(t, filepath.Join(dir, "out"))["split/files.json"]; err == nil && now != whole || err != nil && !strings.Contains(err.Error(), list) {
			t.Errorf("%v, and the list is %.100s", err, now)
		}
	}
}

// TestKilled: an experiment that is killed again and again ends with the bytes of one that is not. The process kills itself, after more
// and more of what it tells.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("HED_TEST_KILLED"); dir != "" {
		var after int
		fmt.Sscan(os.Getenv("HED_TEST_AFTER"), &after)
		o := options(dir, func(run.Event) {
			if after--; after == 0 {
				p, _ := os.FindProcess(os.Getpid())
				p.Kill()
				time.Sleep(time.Hour)
			}
		})
		if _, err := experiment.Run(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		return
	}
	race.Skip(t, "networks learn some fifty times as slowly")
	whole, killed := t.TempDir(), t.TempDir()
	for _, dir := range []string{whole, killed} {
		newspapers(t, dir, 6, 12, 30)
		write(t, filepath.Join(dir, "style.yaml"), settings+"classifier: bilstm:hidden=4+filters=4+embedding=4+epochs=3\n")
	}
	events := 0
	if _, err := experiment.Run(t.Context(), options(whole, func(run.Event) { events++ })); err != nil {
		t.Fatal(err)
	}
	kills := 0
	for after := 3; ; after += max(1, events/12) {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$", "-test.count=1")
		cmd.Env = append(os.Environ(), "HED_TEST_KILLED="+killed, fmt.Sprint("HED_TEST_AFTER=", after))
		out, err := cmd.CombinedOutput()
		if err == nil {
			break
		}
		if strings.Contains(string(out), "FAIL") {
			t.Fatalf("it ended by itself: %s", out)
		}
		if kills++; kills > 100 {
			t.Fatal("it never ends")
		}
	}
	if kills < 3 {
		t.Errorf("it was killed %d times only", kills)
	}
	if d := cmp.Diff(tree(t, filepath.Join(whole, "out")), tree(t, filepath.Join(killed, "out"))); d != "" {
		t.Errorf("after %d kills files differ:\n%s", kills, d)
	}
}

// TestStopped: what cannot work is refused before anything takes long, in words that say what to do.
func TestStopped(t *testing.T) {
	model := func(dir, config string) {
		if err := os.MkdirAll(filepath.Join(dir, "m"), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "m", "config.json"), config)
	}
	for _, c := range []struct {
		name, settings, want string
		do                   func(dir string)
	}{
		{"no file", settings, "style.yaml:2: b.file: ", func(dir string) { os.Remove(filepath.Join(dir, "b.jsonl")) }},
		{"the same articles", settings, "has the same articles as", func(dir string) {
			data, _ := os.ReadFile(filepath.Join(dir, "a.jsonl"))
			write(t, filepath.Join(dir, "b.jsonl"), string(data))
		}},
		{"one-sided", settings, "b.jsonl: has no documents", func(dir string) { write(t, filepath.Join(dir, "b.jsonl"), "\n") }},
		{"a classifier", settings + "classifier: lineer\n", "classifier: ", nil},
		{"options of a classifier", settings + "classifier: linear:wordz=1\n", "style.yaml:8: classifier: ", nil},
		{"a network", strings.Replace(settings, "pnc:", "pnx:", 1), `style.yaml:4: generator.network: "pnx" is not a network that can be taught; want s2s, pn, pnc,`, nil},
		{"options of a network", strings.Replace(settings, "hidden=4", "hiden=4", 1), "style.yaml:4: generator.network: ", nil},
		{"a transformer", strings.Replace(settings, "pnc:hidden=4+embedding=4+vocabulary=200+words=12", "transformer", 1), "generator.init: is missing: the folder of the model", nil},
		{"a generator that there is not", strings.Replace(settings, "network: pnc:hidden=4+embedding=4+vocabulary=200+words=12\n  steps: 4\n  batch: 4\n  search: beams=2+max=5+min=1", "a: first\n  b: last", 1), `style.yaml:5: generator.b: no generator named "last"`, nil},
		{"two generators", strings.Replace(settings, "network: pnc:hidden=4+embedding=4+vocabulary=200+words=12\n  steps: 4\n  batch: 4\n  search: beams=2+max=5+min=1", "a: first\n  b: first,tfidf", 1), `style.yaml:5: generator.b: "first,tfidf": want one generator`, nil},
		{"no init", settings + "  init: nowhere\n", "style.yaml:8: generator.init: ", nil},
		{"init of something else", settings + "  init: m\n", `has a model of the type "bert"`, func(dir string) { model(dir, `{"model_type":"bert"}`) }},
		{"init of other sizes", settings + "  init: m\n", "give both the same, as in network: pnc:hidden=8+embedding=4+tied=false", func(dir string) {
			model(dir, `{"model_type":"hed-pn","words":12,"input":"first","hidden":8,"embedding":4}`)
		}},
		{"init of another kind", settings + "  init: m\n", "is a s2s, and a pnc cannot begin with it", func(dir string) { model(dir, `{"model_type":"hed-s2s"}`) }},
		{"no people", settings + "human: people\n", "style.yaml:8: human: ", nil},
		{"a folder of somebody", settings, "there is split, which is not of an experiment", func(dir string) {
			if err := os.MkdirAll(filepath.Join(dir, "out", "split"), 0o777); err != nil {
				t.Fatal(err)
			}
		}},
		{"no strict pairs", settings, "no pair has a score above", func(dir string) { newspapers(t, dir, 0, 30, 30) }},
		{"few articles", settings, "too few articles", func(dir string) { newspapers(t, dir, 3, 2, 1) }},
	} {
		dir := t.TempDir()
		newspapers(t, dir, 3, 3, 3)
		if c.do != nil {
			c.do(dir)
		}
		config := filepath.Join(dir, "style.yaml")
		write(t, config, c.settings)
		var done []string
		_, err := experiment.Run(t.Context(), options(dir, notes(&done)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
		for _, d := range done {
			if strings.Contains(d, "teaching") {
				t.Errorf("%s: it had begun with %s", c.name, d)
			}
		}
	}
}

// TestVectors: word vectors that are others under the same name are learnt from again.
func TestVectors(t *testing.T) {
	race.Skip(t, "networks learn some fifty times as slowly")
	dir := t.TempDir()
	newspapers(t, dir, 6, 12, 30)
	vectors := filepath.Join(dir, "v.txt")
	write(t, vectors, "word1 1 2 3 4\nword2 0 1 0 1\n")
	write(t, filepath.Join(dir, "style.yaml"), strings.Replace(settings, "pnc:", "pn:vectors="+vectors+"+", 1))
	for i, want := range []int{16, 0, 11} {
		if i == 2 {
			write(t, vectors, "word1 4 3 2 1\nword2 0 1 0 1\n")
		}
		var done []string
		if _, err := experiment.Run(t.Context(), options(dir, notes(&done))); err != nil {
			t.Fatal(err)
		}
		if len(done) != want {
			t.Errorf("time %d: %d stages were done, want %d: %q", i, len(done), want, done)
		}
	}
}

// TestFewHeadlines: newspapers with three articles to learn from cannot be told apart, which is said before generators are taught.
func TestFewHeadlines(t *testing.T) {
	dir := t.TempDir()
	newspapers(t, dir, 3, 3, 6)
	write(t, filepath.Join(dir, "style.yaml"), settings)
	var done []string
	_, err := experiment.Run(t.Context(), options(dir, notes(&done)))
	if err == nil || !strings.Contains(err.Error(), "to learn from; at least") || strings.Contains(strings.Join(done, "\n"), "generator") {
		t.Errorf("got %v, after %q", err, done)
	}
}
