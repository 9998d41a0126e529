package docs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hed/internal/shared"
)

// TestNullRates repeats some columns of the tables in significance.md with
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
		dir.write("null.md", dir.run("sh", "-c", "hed null --scores out --documents 50 --trials 4000 -f markdown"))
		rows := nullTable(t, "significance.md", "### "+c.heading)
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

// TestCorrelate finds the table of human.md with hed correlate. Rows of neural columns
// are found where HED_TEST_MODELS names a folder with minilm, as in package encoder.
func TestCorrelate(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	data, err := os.ReadFile(shared.File(t, "human/headlines80.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rated []struct {
		Text      string    `json:"text"`
		Reference string    `json:"headline_gt"`
		Generated string    `json:"headline_gen"`
		Quality   []float64 `json:"gen_quality"`
		Likeness  []float64 `json:"sim_gt_gen"`
	}
	if err := json.Unmarshal(data, &rated); err != nil {
		t.Fatal(err)
	}
	var docs, headlines, ratings strings.Builder
	for i, r := range rated {
		id := fmt.Sprint(i)
		json.NewEncoder(&docs).Encode(map[string]any{"id": id, "text": r.Text, "headline": r.Reference})
		fmt.Fprintln(&headlines, strings.Join(strings.Fields(r.Generated), " "))
		json.NewEncoder(&ratings).Encode(map[string]any{"id": id, "quality": r.Quality, "likeness": r.Likeness})
	}
	dir := withHed(t)
	dir.write("docs.jsonl", docs.String())
	dir.write("gen.txt", headlines.String())
	dir.write("ratings.jsonl", ratings.String())
	metrics := "all,rouge:profile=hevas+as=hevas"
	models := os.Getenv("HED_TEST_MODELS")
	if models != "" {
		minilm := filepath.Join(models, "minilm")
		metrics += ",bertscore:layer=6+model=" + minilm + ",moverscore:model=" + minilm + ",wmd:model=" + minilm + ",sbert:model=" + minilm
	}
	dir.run("sh", "-c", "hed eval --docs docs.jsonl --system gen=gen.txt --metric '"+metrics+"' --chart none --out out")
	dir.write("found.csv", dir.run("sh", "-c", "hed correlate --scores out --human ratings.jsonl -f csv"))
	found := readCSV(t, filepath.Join(dir.root, "found.csv"))
	page, err := os.ReadFile("human.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\| `(.+)` \\| (\\S+) \\| (\\S+) \\|$")
	printed := map[string][]string{}
	for _, m := range row.FindAllStringSubmatch(string(page), -1) {
		printed[m[1]] = m[2:]
	}
	for i, column := range found["column"] {
		if strings.HasPrefix(column, "numacc") {
			continue
		}
		cells, ok := printed[column]
		if !ok {
			t.Errorf("the table has no %s", column)
			continue
		}
		checkCell(t, cells[slices.Index([]string{"quality", "likeness"}, found["human"][i])], found["pearson"][i], 2)
	}
	if models == "" {
		t.Log("without HED_TEST_MODELS the rows of neural columns are not looked at")
	}
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
