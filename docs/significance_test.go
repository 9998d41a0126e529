package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/internal/shared"
)

// TestNullRates repeats some columns of the tables in significance-measured.md with
// the seed and the trials that they were made with.
func TestNullRates(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	dir := withHed(t)
	for _, c := range []struct{ heading, data, metric string }{
		{"NumHG", "numhg/annotated.csv.gz", "rouge:types=2"},
		{"Wikinews", "wikinews/wikinews_2019.jsonl", "readability"},
	} {
		data := shared.File(t, c.data)
		dir.run("sh", "-c", "hed eval --docs '"+data+"' --baseline first,random,tfidf,wtextrank,stextrank --metric "+c.metric+" --chart none --bootstrap 0 --out out")
		dir.write("null.md", dir.run("sh", "-c", "hed null --scores out --documents 50 --trials 8000 -f markdown"))
		rows := nullTable(t, "significance-measured.md", "### "+c.heading)
		found := 0
		for column, got := range nullTable(t, filepath.Join(dir.root, "null.md"), "") {
			// documents, ranks, its trials, tukey, its trials, family
			want := []string{got[1], got[5]}
			if page := rows[column]; len(page) < 2 || strings.Join(page[:2], " ") != strings.Join(want, " ") {
				t.Errorf("%s, %s: the page says %v, hed %v", c.heading, column, page, want)
			}
			found++
		}
		if found < 2 {
			t.Errorf("%s: hed null has %d columns", c.heading, found)
		}
	}
}

// nullTable returns the rows of the first table below a heading, by column.
func nullTable(t *testing.T, file, heading string) map[string][]string {
	t.Helper()
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(page), heading)
	if !ok {
		t.Fatalf("%s has no heading %s", file, heading)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(section) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			if len(rows) > 0 {
				break
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.ReplaceAll(strings.Trim(cells[i], " `"), `\_`, "_")
		}
		if cells[0] != "column" && !strings.HasPrefix(cells[0], "-") {
			rows[cells[0]] = cells[1:]
		}
	}
	return rows
}

// TestAgreement does what agreement.md shows.
func TestAgreement(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	page, err := os.ReadFile("agreement.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := withHed(t)
	ran := 0
	for _, b := range block.FindAllStringSubmatch(string(page), -1) {
		if b[1] == "csv" {
			dir.write(b[2], b[3])
		}
		for _, step := range strings.Split("\n"+b[3], "\n$ ")[1:] {
			command, want, _ := strings.Cut(step, "\n")
			if got := strings.TrimSpace(dir.run("sh", "-c", command)); got != strings.TrimSpace(want) {
				t.Errorf("%s prints\n%s\nthe page says\n%s", command, got, want)
			}
			ran++
		}
	}
	if ran == 0 {
		t.Error("the page has no commands")
	}
}
