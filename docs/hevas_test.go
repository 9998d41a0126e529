package docs

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hed/internal/golden"
	"hed/internal/shared"
)

// informative and readable are the columns of tables 1 and 2 of HEvAS, in the
// order and under the names that they have there.
var (
	informative = []string{"rouge1_r", "rouge2_r", "rougeSU_r", "rougeWSU_r", "lsi_c", "lsi_s", "lda_c", "lda_s", "we_c", "we_s", "kl_c", "kl_s"}
	labels      = strings.Fields("R-1 R-2 R-SU R-WSU LSA-C LSA-S TM-C TM-S WE-C WE-S KL-C KL-S")
	readable    = []string{"fog", "nr", "pnr", "pr", "awl"}
)

// TestWikinews runs the evaluation that hevas.md speaks of, and looks for its
// numbers in the tables there.
func TestWikinews(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	data := shared.File(t, "wikinews/wikinews_2019.jsonl")
	dir := withHed(t)
	dir.run("sh", "-c", "hed eval --docs '"+data+"' --baseline first,random,tfidf,wtextrank,stextrank --metric hevas --out out")
	summary := readCSV(t, filepath.Join(dir.root, "out", "summary.csv"))
	one, two := tableRows(t, "hevas.md", "Table 1"), tableRows(t, "hevas.md", "Table 2")
	for i, system := range summary["system"] {
		for k, column := range informative {
			checkCell(t, one[system][k], summary[column][i], 3)
		}
		for k, column := range readable {
			digits := 3
			if column == "fog" || column == "awl" {
				digits = 2
			}
			checkCell(t, two[system][k], summary[column][i], digits)
		}
	}
	checkFigures(t, dir, "bar_overall")
	pearson := readCSV(t, filepath.Join(dir.root, "out", "correlation", "first.csv"))
	three := tableRows(t, "hevas.md", "Table 3")
	for i, a := range informative {
		for k, b := range informative {
			if i != k {
				checkCell(t, three[labels[i]][k], pearson[a][slices.Index(pearson["column"], b)], 2)
			}
		}
	}
	dir.run("sh", "-c", "hed eval --docs '"+data+"' --baseline first --metric hevas --chart metrics,scatter:pairs=rouge1_r/rougeSU_r,correlation --out out")
	checkFigures(t, dir, "metrics_first", "scatter_rouge1_r_rougeSU_r", "correlation")
}

// checkFigures compares charts with those of the page; -update takes them over.
func checkFigures(t *testing.T, dir tree, names ...string) {
	t.Helper()
	for _, name := range names {
		svg, err := os.ReadFile(filepath.Join(dir.root, "out", "charts", name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "../figures/"+name+".svg", string(svg))
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

// tableRows returns the rows with numbers of the table below a heading, by their
// first cell.
func tableRows(t *testing.T, name, heading string) map[string][]string {
	t.Helper()
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), "## "+heading)
	if !ok {
		t.Fatalf("%s has no heading %s", name, heading)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	rows := map[string][]string{}
	for line := range strings.Lines(section) {
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
