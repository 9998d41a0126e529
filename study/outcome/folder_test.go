package outcome_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/report"
	"hed/study"
)

// files are the files of a folder, and whether all have something in them.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Size() == 0 {
			t.Errorf("%s is empty", name)
		}
		names = append(names, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestWriteFolder(t *testing.T) {
	m, dir := crowd(t, false), t.TempDir()
	if err := m.find(t).WriteFolder(dir, report.Style{Percent: true}); err != nil {
		t.Fatal(err)
	}
	want := []string{"agreement.csv", "answers.csv", "charts/answers_correct.svg", "methods.txt", "report.html", "shares.csv", "tables.tex", "tests.csv"}
	if d := cmp.Diff(want, files(t, dir)); d != "" {
		t.Errorf("the folder (-want +got):\n%s", d)
	}
	tex, err := os.ReadFile(filepath.Join(dir, "tables.tex"))
	if err != nil || !strings.Contains(string(tex), "50.00") { // half of the answers are yes
		t.Errorf("there are no percentages in\n%s%v", tex, err)
	}
	if err := m.find(t).WriteFolder(filepath.Join(dir, "methods.txt"), report.Style{Percent: true}); err == nil {
		t.Error("a file is no folder")
	}
}

// TestItalianTables: tables for readers are in the language of the study, with its decimals, and files of programs in English.
func TestItalianTables(t *testing.T) {
	m, dir := crowd(t, false), t.TempDir()
	m.Study.Lang = "it"
	o := m.find(t)
	if err := o.WriteFolder(dir, report.Style{}); err != nil {
		t.Fatal(err)
	}
	point := regexp.MustCompile(`\d\.\d`)
	tex, err := os.ReadFile(filepath.Join(dir, "tables.tex"))
	if err != nil || !strings.Contains(string(tex), "domanda & sistema") || !strings.Contains(string(tex), "50,00") || point.Match(tex) || strings.Contains(string(tex), "question &") {
		t.Errorf("the tables of the folder are not in Italian: %v\n%s", err, tex)
	}
	for _, as := range []string{"text", "latex", "markdown"} {
		var b strings.Builder
		if err := o.Print(&b, as, report.Style{}, 80); err != nil || !strings.Contains(b.String(), "50,00") || point.MatchString(b.String()) {
			t.Errorf("%s: %v\n%s", as, err, &b)
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "shares.csv"))
	if err != nil || !strings.HasPrefix(string(data), "question,system") || !strings.Contains(string(data), "0.5") {
		t.Errorf("shares.csv is not for programs: %v\n%s", err, data)
	}
}

func TestExport(t *testing.T) {
	m, dir := crowd(t, false), t.TempDir()
	if err := m.Export(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"answers.csv", "answers.jsonl", "judgements.csv", "ratings.csv"}, files(t, dir)); d != "" {
		t.Errorf("the folder (-want +got):\n%s", d)
	}
	m, dir = newStudy(t, "numeral-annotation", nil, 1, 3), t.TempDir()
	for j := range 3 {
		m.say(j, 0, "derive", "unanswerable: it does not say")
	}
	if err := m.Export(t.Context(), dir, false); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"annotated.csv", "answers.csv", "answers.jsonl", "judgements.csv"}, files(t, dir)); d != "" {
		t.Errorf("the folder (-want +got):\n%s", d)
	}
	if err := m.Export(t.Context(), filepath.Join(dir, "answers.csv"), false); err == nil || !strings.HasPrefix(err.Error(), "make the option out: ") {
		t.Errorf("a file is no folder: %v", err)
	}
}

func TestStatus(t *testing.T) {
	m := crowd(t, true)
	m.Running = true
	m.Tasks[0].State, m.Tasks[1].State = study.Returned, study.Open
	m.Judges[0].Seen = begin
	s := m.Status()
	if got, want := s.String(), "A study (suitability) takes answers: 10 of 12 cases complete, 224 answers of 8 judges"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if j := s.Judges[0]; j.Given != 12 || j.Finished != 10 || j.Seen != "2026-03-02T09:00:00Z" || s.Judges[1].Seen != "" {
		t.Errorf("the first judge is %+v", j)
	}
	if !strings.HasPrefix(s.Doubts, "Look at these") || len(s.Table().Rows) != 8 {
		t.Errorf("the status is %+v", s)
	}
	m.Running = false
	if got := m.Status().String(); !strings.Contains(got, "is stopped:") {
		t.Errorf("got %s", got)
	}
}
