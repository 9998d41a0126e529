package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/internal/staging"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/report/page"
	"hed/run"
)

// Of many documents most lie beside the page. The files are the same for any number of workers, listed, found missing by an
// evaluation that continues, and gone when there are fewer documents.
func TestBeside(t *testing.T) {
	folder := t.TempDir()
	corpus := func(documents int) {
		var docs, system strings.Builder
		for i := range documents {
			fmt.Fprintf(&docs, "{\"id\":\"%d\",\"text\":\"Rain %d\",\"headline\":\"Rain in %d\"}\n", i, i, i%97)
			fmt.Fprintf(&system, "Rain in %d\n", i%89)
		}
		for name, text := range map[string]string{"docs.jsonl": docs.String(), "system.txt": system.String()} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	chosen, _, err := metrics.With("", nil).Choose("rouge:types=1", metric.References|metric.Body, nil)
	if err != nil {
		t.Fatal(err)
	}
	do := func(name string, workers int, resume bool) []string {
		t.Helper()
		o := plain(t, folder)
		o.Plan.Metrics = chosen
		o.Folder, o.Workers, o.Resume = filepath.Join(folder, name), workers, resume
		if _, err := run.Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		list, err := staging.ReadList(o.Folder, run.RecordFile)
		if err == nil {
			err = list.CheckAll(o.Folder)
		}
		if err != nil {
			t.Fatal(err)
		}
		var beside []string
		for _, f := range list {
			if strings.HasPrefix(f.Name, page.Folder+"/") {
				beside = append(beside, f.Name)
			}
		}
		return beside
	}
	corpus(page.SelfContained + 1)
	want := []string{"report/001.js", "report/002.js"}
	if got := do("one", 1, false); !slices.Equal(got, want) {
		t.Errorf("beside the page are %q", got)
	}
	do("two", 2, false)
	first := files(t, filepath.Join(folder, "one"))
	for name, text := range files(t, filepath.Join(folder, "two")) {
		if text != first[name] {
			t.Errorf("%s depends on the number of workers", name)
		}
	}
	if err := os.Remove(filepath.Join(folder, "one", "report", "002.js")); err != nil {
		t.Fatal(err)
	}
	if got := do("one", 1, true); !slices.Equal(got, want) {
		t.Errorf("again, beside the page are %q", got)
	}
	corpus(page.SelfContained)
	if got := do("one", 1, false); got != nil {
		t.Errorf("beside a page that has everything are %q", got)
	}
	if _, err := os.Stat(filepath.Join(folder, "one", page.Folder)); err == nil {
		t.Error("the folder is left behind")
	}
}
