package run_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed/corpus/input"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/run"
)

// plain evaluates one system of a folder, by a metric that reads the documents twice.
func plain(t *testing.T, folder string) run.Options {
	t.Helper()
	chosen, _, err := metrics.With("", nil).Choose("rouge:types=1,bleu,kl:weights=tfidf", metric.References|metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := run.Options{
		Paths: &input.Paths{Docs: filepath.Join(folder, "docs.jsonl")}, Systems: []run.System{{Name: "polished", File: filepath.Join(folder, "system.txt")}},
		Charts: []string{"none"}, Seed: 1, Workers: 2, Folder: filepath.Join(folder, "results"),
	}
	o.Plan.Metrics = chosen
	return o
}

// Documents that were changed while they were scored, or before the page was made of
// them, gave a run.json with the hash of what nobody scored, and a page of what was not
// scored. run.json names what was.
func TestChangedInput(t *testing.T) {
	folder := t.TempDir()
	corpusOf(t, folder, 1)
	o := plain(t, folder)
	docs := o.Paths.Docs
	old, err := os.ReadFile(docs)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(old), "the", "one", 1)
	for _, c := range []struct {
		file string
		at   run.Kind
	}{{docs, run.Progress}, {docs, run.Scored}, {o.Systems[0].File, run.Scored}} {
		before, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		write := func(text string) {
			t.Helper()
			if err := os.WriteFile(c.file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		o := plain(t, folder)
		o.Tell = func(e run.Event) {
			if e.Kind == c.at {
				write(strings.Replace(string(before), "a", "o", 1))
			}
		}
		_, err = run.Run(t.Context(), o)
		if err == nil || err.Error() != c.file+": has changed while hed read it; run the command again when nobody writes to it" {
			t.Errorf("%s changed at event %d: got %v", filepath.Base(c.file), c.at, err)
		}
		if _, err := run.Open(o.Folder); err == nil {
			t.Error("there are results")
		}
		write(string(before))
	}
	// What is there when reading begins is what counts.
	o.Tell = func(e run.Event) {
		if e.Kind == run.Begun {
			if err := os.WriteFile(docs, []byte(other), 0o666); err != nil {
				t.Error(err)
			}
		}
	}
	res, err := run.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := res.Record.Inputs[0].SHA256, fmt.Sprintf("%x", sha256.Sum256([]byte(other))); got != want {
		t.Errorf("run.json has %s, but %s was scored", got, want)
	}
}

// Of 300 bits that were turned in folders of results, 36 changed what was compared,
// without a word. Now every one is found, or changes nothing.
func TestTurnedBits(t *testing.T) {
	folder := t.TempDir()
	corpusOf(t, folder, 1)
	o := plain(t, folder)
	if _, err := run.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	want, err := run.Open(o.Folder)
	if err != nil {
		t.Fatal(err)
	}
	values := func(f *run.Finished) (all [][][]float64) {
		for c := range f.Record.Columns {
			all = append(all, f.Values(c))
		}
		return all
	}
	all := files(t, o.Folder)
	chance := rand.New(rand.NewPCG(1, 2))
	found := 0
	for _, name := range []string{"run.json", "files.json", "scores/polished.csv", "counts/polished.csv"} {
		for range 200 {
			bad := []byte(all[name])
			bad[chance.IntN(len(bad))] ^= 1 << chance.IntN(8)
			if err := os.WriteFile(filepath.Join(o.Folder, name), bad, 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := run.Open(o.Folder)
			switch {
			case err != nil:
				found++
			case name != "files.json" || !cmp.Equal(got.Record, want.Record, cmpopts.IgnoreUnexported(run.Record{})) || !cmp.Equal(values(got), values(want)):
				t.Errorf("%s: a turned bit is not found", name)
			}
		}
		if err := os.WriteFile(filepath.Join(o.Folder, name), []byte(all[name]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if found < 600 {
		t.Errorf("only %d of 800 were found", found)
	}
	// A run that is complete is done again where it is not what it was.
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(o.Folder, name), []byte(text[:len(text)-1]+"?"), 0o666); err != nil {
			t.Fatal(err)
		}
		again := plain(t, folder)
		again.Resume = true
		if res, err := run.Run(t.Context(), again); name != "files.json" && (err != nil || res.Before) {
			t.Errorf("%s has changed, and the run is taken for complete: %v", name, err)
		}
		if name == "files.json" {
			if err := os.WriteFile(filepath.Join(o.Folder, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if d := cmp.Diff(all, files(t, o.Folder)); d != "" {
		t.Errorf("the results have changed:\n%s", d)
	}
}

// Headlines that were written before a stop are read again; of turned bits in them, none
// may become a headline.
func TestTurnedHeadlines(t *testing.T) {
	folder := t.TempDir()
	corpusOf(t, folder, 4)
	generateAll := func(resume bool, stop int) error {
		o := run.GenerateOptions{
			Paths: &input.Paths{Docs: filepath.Join(folder, "docs.jsonl")}, Generator: options(t, folder, 0).Plan.Generators[0],
			File: filepath.Join(folder, "out.jsonl"), Workers: 1, Resume: resume,
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o.Tell = func(e run.Event) {
			if e.Kind == run.Progress && stop > 0 && e.Done >= stop {
				cancel()
			}
		}
		_, err := run.Generate(ctx, o)
		return err
	}
	if err := generateAll(false, 0); err != nil {
		t.Fatal(err)
	}
	out, kept := filepath.Join(folder, "out.jsonl"), filepath.Join(folder, ".out.jsonl.unfinished")
	want, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	// A link in the place of what is unfinished had the file emptied that it leads to.
	theirs := filepath.Join(folder, "system.txt")
	before, err := os.ReadFile(theirs)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(theirs, kept); err == nil {
		if err := generateAll(false, 0); err == nil || !strings.Contains(err.Error(), "but here it is a link or a folder") {
			t.Errorf("got %v", err)
		}
		if after, err := os.ReadFile(theirs); err != nil || string(after) != string(before) {
			t.Errorf("the file behind the link has %q, %v", after, err)
		}
		if err := os.Remove(kept); err != nil {
			t.Fatal(err)
		}
	}
	if err := generateAll(false, 40); err == nil {
		t.Skip("the work was done before it was stopped")
	}
	unfinished, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(3, 4))
	head := bytes.Index(unfinished, []byte(`{"id"`)) - 5 // before it is what run it is: a change there is another run's
	for range 60 {
		bad := slices.Clone(unfinished)
		bad[head+chance.IntN(len(bad)-head)] ^= 1 << chance.IntN(8)
		if err := os.WriteFile(kept, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := generateAll(true, 0); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(out); err != nil || string(got) != string(want) {
			t.Fatalf("a turned bit has become a headline: %v\n%s", err, cmp.Diff(string(want), string(got)))
		}
	}
}
