package docs

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"hed/internal/shared"
)

// TestWikinews runs the evaluation that baselines.md and readability.md speak
// of, and looks for its numbers in their tables.
func TestWikinews(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	data := shared.File(t, "wikinews/wikinews_2019.jsonl")
	dir := buildHed(t)
	dir.run("sh", "-c", "hed eval --docs '"+data+"' --baseline first,random,tfidf,wtextrank,stextrank --metric rouge:profile=hevas,readability --out out")
	summary := readCSV(t, filepath.Join(dir.root, "out", "summary.csv"))

	recalls := []string{"rouge1_r", "rouge2_r", "rougeSU_r", "rougeWSU_r"}
	rows := tableRows(t, "baselines.md")
	for i, system := range summary["system"] {
		for k, column := range recalls {
			checkCell(t, rows[system][k], summary[column][i], 3)
		}
	}
	readable := tableRows(t, "readability.md")
	for i, system := range summary["system"] {
		for k, column := range []string{"pnr", "nr", "pr"} {
			checkCell(t, readable[system][k], summary[column][i], 3)
		}
		checkCell(t, readable[system][3], summary["fog"][i], 2)
		checkCell(t, readable[system][4], summary["awl"][i], 2)
	}

	first := readCSV(t, filepath.Join(dir.root, "out", "scores", "first.csv"))
	for i, a := range recalls {
		for k, b := range recalls {
			if i == k {
				continue
			}
			r := stat.Correlation(numbers(t, first[a]), numbers(t, first[b]), nil)
			name := []string{"R-1", "R-2", "R-SU", "R-WSU"}[i]
			checkCell(t, rows[name][k], fmt.Sprint(r), 2)
		}
	}
}

// readCSV returns the columns by name.
func readCSV(t *testing.T, file string) map[string][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, row := range all[1:] {
		for c, cell := range row {
			out[all[0][c]] = append(out[all[0][c]], cell)
		}
	}
	return out
}

func numbers(t *testing.T, cells []string) (out []float64) {
	t.Helper()
	for _, c := range cells {
		v, err := strconv.ParseFloat(c, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// tableRows returns the rows of a page's tables that have numbers, by their
// first cell.
func tableRows(t *testing.T, name string) map[string][]string {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) > 4 && slices.ContainsFunc(cells[1:], func(c string) bool { return strings.Contains(c, "0.") }) {
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			rows[cells[0]] = cells[1:]
		}
	}
	return rows
}

// checkCell compares a cell, which may have the paper's number behind it.
func checkCell(t *testing.T, cell, value string, digits int) {
	t.Helper()
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		t.Fatal(err)
	}
	got, _, _ := strings.Cut(cell, " ")
	if want := strconv.FormatFloat(v, 'f', digits, 64); got != want {
		t.Errorf("the page says %s, hed %s", cell, want)
	}
}
