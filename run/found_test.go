package run_test

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed/analysis"
	"hed/corpus/input"
	"hed/internal/sample"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/run"
	"hed/score"
	"hed/stat"
)

// sampled evaluates the sample by measures of all kinds: some are pooled, and some have no value for all documents.
func sampled(t testing.TB) (*run.Result, string) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"articles.jsonl", "polished.txt", "careless.txt", "cautious.txt"} {
		data, err := fs.ReadFile(sample.English, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	chosen, _, err := metrics.Metrics.Choose("rouge:types=1/2,bleu,readability,numsupport", metric.References|metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := run.Options{
		Paths:  &input.Paths{Docs: filepath.Join(folder, "articles.jsonl")},
		Charts: []string{"none"}, Bootstrap: 200, Seed: 1, Workers: 2, Folder: filepath.Join(folder, "results"),
	}
	for _, name := range []string{"polished", "careless", "cautious"} {
		o.Systems = append(o.Systems, run.System{Name: name, File: filepath.Join(folder, name+".txt")})
	}
	o.Plan.Metrics = chosen
	res, err := run.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res, o.Folder
}

// What an evaluation found can be read from its folder, without computing it again.
func TestFound(t *testing.T) {
	res, folder := sampled(t)
	f, err := run.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	found, err := f.Found()
	if err != nil {
		t.Fatal(err)
	}
	opts := cmp.Options{
		cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(analysis.System{}), cmpopts.IgnoreFields(analysis.System{}, "Series"), cmpopts.IgnoreFields(analysis.Analysis{}, "Columns", "Overall"),
		cmpopts.IgnoreFields(stat.Comparisons{}, "Why"), cmpopts.IgnoreFields(stat.Comparison{}, "Warnings", "N"),
		cmp.Comparer(func(a, b stat.Correlation) bool {
			return a.Coefficient == b.Coefficient && (a.R == b.R || math.IsNaN(a.R) && math.IsNaN(b.R))
		}),
		cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Difference" }, cmpopts.EquateApprox(0, 1e-15)),
	}
	if d := cmp.Diff(res.Analysis, found, opts); d != "" {
		t.Errorf("-found +read:\n%s", d)
	}
	if got, want := found.Finding(), res.Finding(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for c := range found.Columns {
		if d := cmp.Diff(res.Standing(c), found.Standing(c)); d != "" {
			t.Error(d)
		}
		for s := range found.Systems {
			if d := cmp.Diff(res.Systems[s].Series[c].Values(), found.Systems[s].Series[c].Values(), cmpopts.EquateNaNs()); d != "" {
				t.Error(d)
			}
		}
	}
	g, err := run.Look(folder)
	if err != nil || g.Found.Finding() != res.Finding() || g.Record.Documents != res.Documents {
		t.Errorf("%+v, %v", g, err)
	}
	spill, err := score.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer spill.Close()
	if s, err := run.OpenSpilled(folder, spill); err != nil || s.Table.Len() != f.Table.Len() {
		t.Error(err)
	}
}

// A table that somebody has changed, or that is gone, is not shown as what was found.
func TestFoundDamaged(t *testing.T) {
	_, folder := sampled(t)
	for _, name := range []string{"summary.csv", "intervals.csv", "significance.csv", "correlation.csv", "correlation/polished_spearman.csv"} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"", strings.Replace(string(old), "0.", "0.9", 1), string(old) + "x,y\n"} {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := run.Look(folder)
			if bad, ok := errors.AsType[*run.FileError](err); !ok || bad.File != file || bad.Fix != run.Again {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Look(folder); err == nil {
			t.Errorf("without %s it is whole", name)
		}
		if err := os.WriteFile(file, old, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := run.Look(folder); err != nil {
		t.Error(err)
	}
	// Without the list of files, what is in them is looked at.
	if err := os.Remove(filepath.Join(folder, "files.json")); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"summary.csv":      {"polished", "unknown"},
		"intervals.csv":    {"\npolished,", "\nunknown,"},
		"significance.csv": {"\nrouge1_p,", "\nunknown,"},
		"correlation.csv":  {",1,", ",one,"},
	} {
		file := filepath.Join(folder, name)
		old, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(old), change[0], change[1], 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := run.Look(folder); err == nil {
			t.Errorf("%s with %s in it is read", name, change[1])
		}
		if err := os.WriteFile(file, old, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
