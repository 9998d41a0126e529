package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
)

// On a terminal the report keeps to its width, and each row of a table on 80 columns
// is one line.
func TestStudyReportOnTerminal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeNews(t, dir, 8)
	store := filepath.Join(dir, "study.db")
	runHed(t, dir, 0, "study", "new", "--docs", "news.jsonl", "--system", "a=a.txt", "--system", "b=b.txt", "--system", "c=c.txt",
		"--protocol", "suitability", "--cases", "6", "--forms", "1", "--store", store)
	var rows strings.Builder
	rows.WriteString("judge,case,question,value\n")
	for i, judge := range []string{"x", "y"} {
		for number := range 6 {
			for k, letter := range "ABCD" {
				yes := []string{"yes", "no"}[(i*number+k)%2]
				fmt.Fprintf(&rows, "%s,%d,correct.%c,%s\n%[1]s,%[2]d,appropriate.%[3]c,%[4]s\n", judge, number, letter, yes)
			}
			for _, pair := range []string{"A-B", "A-C", "A-D", "B-C", "B-D", "C-D"} {
				fmt.Fprintf(&rows, "%s,%d,same.%s,%s\n", judge, number, pair, []string{"yes", "no"}[(number+i)/3%2])
			}
			fmt.Fprintf(&rows, "%s,%d,attract,A\n%[1]s,%[2]d,rank,%[3]s\n", judge, number, []string{"A>B>C>D", "D>A>C>B"}[i*number%2])
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "answers.csv"), []byte(rows.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	runHed(t, dir, 0, "study", "import", "--store", store, "--answers", "answers.csv")
	for _, width := range []int{50, 80, 120} {
		text := onTerminal(t, width, "NO_COLOR=", "study", "report", "--store", store, "--bootstrap", "20")
		if !strings.Contains(text, "\x1b") {
			t.Errorf("width %d: there are no colours", width)
		}
		text = escape.ReplaceAllString(text, "")
		for line := range strings.Lines(text) {
			if line = strings.TrimSuffix(line, "\n"); displaywidth.String(line) > width {
				t.Errorf("a line is wider than %d:\n%s", width, line)
			}
		}
		if heads := strings.Count(text, "\nquestion "); width >= 80 && heads != 7 {
			t.Errorf("width %d: %d parts of tables begin with the question, want 7\n%s", width, heads, text)
		}
	}
	if text := onTerminal(t, 80, "NO_COLOR=1", "study", "report", "--store", store, "--bootstrap", "0"); strings.Contains(text, "\x1b") {
		t.Error("there are colours that are not wanted")
	}
}
