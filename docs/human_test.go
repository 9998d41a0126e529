package docs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hed/internal/shared"
)

// TestCorrelate finds the tables of human.md with hed correlate. Rows of neural columns
// are found where HED_TEST_MODELS names a folder with minilm, as in package encoder.
func TestCorrelate(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: it builds hed, which takes a while")
	}
	t.Parallel()
	dir := withHed(t)
	found := func(systems, metrics string) map[string][]string {
		dir.run("sh", "-c", "hed eval --docs docs.jsonl "+systems+" --metric '"+metrics+"' --chart none --out out")
		dir.write("found.csv", dir.run("sh", "-c", "hed correlate --scores out --human ratings.jsonl -f csv"))
		return readCSV(t, filepath.Join(dir.root, "found.csv"))
	}
	// check compares a cell of a column's row with two digits of what was found.
	check := func(rows map[string][]string, column string, cell int, value string) {
		cells, ok := rows[column]
		switch {
		case !ok:
			t.Errorf("the table has no %s", column)
		case cell == 0 && cells[0] != value:
			t.Errorf("%s: n is %s, the page says %s", column, value, cells[0])
		case cell > 0:
			checkCell(t, cells[cell], value, 2)
		}
	}

	metrics := "all,rouge:profile=hevas+as=hevas"
	models := os.Getenv("HED_TEST_MODELS")
	if models != "" {
		minilm := filepath.Join(models, "minilm")
		metrics += ",bertscore:layer=6+model=" + minilm + ",moverscore:model=" + minilm + ",wmd:model=" + minilm + ",sbert:model=" + minilm
	} else {
		t.Log("without HED_TEST_MODELS the rows of neural columns are not looked at")
	}
	rated80(t, dir)
	rows := nullTable(t, "human.md", "## 80 headlines")
	got := found("--system gen=gen.txt", metrics)
	for i, column := range got["column"] {
		if !strings.HasPrefix(column, "numacc") {
			check(rows, column, 0, got["n"][i])
			check(rows, column, 1+slices.Index([]string{"quality", "likeness"}, got["human"][i]), got["pearson"][i])
		}
	}

	rated300(t, dir)
	rows = nullTable(t, "human.md", "## Summaries")
	got = found("--system s0=s0.txt --system s1=s1.txt --system s2=s2.txt", "all")
	for i, column := range got["column"] {
		interval := func(cell int) {
			low, high, _ := strings.Cut(rows[column][cell], " to ")
			checkCell(t, low, got["pearson_low"][i], 2)
			checkCell(t, high, got["pearson_high"][i], 2)
		}
		switch {
		case got["human"][i] != "overall" || got["pearson"][i] == "":
		case got["level"][i] == "item":
			check(rows, column, 0, got["n"][i])
			check(rows, column, 1, got["pearson"][i])
			interval(2)
			check(rows, column, 5, got["best_p"][i])
		case got["level"][i] == "within":
			check(rows, column, 3, got["pearson"][i])
			interval(4)
		}
	}

	clicked(t, dir)
	rows = nullTable(t, "human.md", "## Clicks")
	got = found("--system a=a.txt --system b=b.txt", "readability")
	for i, column := range got["column"] {
		if got["level"][i] == "within" {
			check(rows, column, 0, got["n"][i])
			check(rows, column, 1, got["pearson"][i])
		}
	}
}

// files are JSON lines and lines by the name of their file.
type files map[string]*strings.Builder

func (f files) add(name string, record any) {
	if f[name] == nil {
		f[name] = new(strings.Builder)
	}
	if line, ok := record.(string); ok {
		fmt.Fprintln(f[name], strings.Join(strings.Fields(line), " "))
		return
	}
	json.NewEncoder(f[name]).Encode(record)
}

func (f files) write(dir tree) {
	for name, b := range f {
		dir.write(name, b.String())
	}
}

// rated80 writes 80 headlines and what five people said of each.
func rated80(t *testing.T, dir tree) {
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
	out := files{}
	for i, r := range rated {
		id := fmt.Sprint(i)
		out.add("docs.jsonl", map[string]any{"id": id, "text": r.Text, "headline": r.Reference})
		out.add("gen.txt", r.Generated)
		out.add("ratings.jsonl", map[string]any{"id": id, "quality": r.Quality, "likeness": r.Likeness})
	}
	out.write(dir)
}

// rated300 writes three summaries of each of 100 texts, whose first 50 words are the
// reference. The systems have no names; they are numbered as a text's summaries come.
func rated300(t *testing.T, dir tree) {
	data, err := os.ReadFile(shared.File(t, "human/dailynews300.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rated []struct {
		Text, Summary string
		Scores        map[string]struct{ Scores []float64 } `json:"map_quality_scores"`
	}
	if err := json.Unmarshal(data, &rated); err != nil {
		t.Fatal(err)
	}
	out, ids, seen := files{}, map[string]string{}, map[string]int{}
	for _, r := range rated {
		if _, ok := ids[r.Text]; !ok {
			ids[r.Text] = fmt.Sprint(len(ids))
			words := strings.Fields(r.Text)
			out.add("docs.jsonl", map[string]any{"id": ids[r.Text], "text": r.Text, "headline": strings.Join(words[:min(50, len(words))], " ")})
		}
	}
	summaries := map[string]map[string]string{}
	for _, r := range rated {
		system := fmt.Sprintf("s%d", seen[r.Text])
		seen[r.Text]++
		if summaries[system] == nil {
			summaries[system] = map[string]string{}
		}
		summaries[system][ids[r.Text]] = r.Summary
		rating := map[string]any{"id": ids[r.Text], "system": system}
		for aspect, s := range r.Scores {
			rating[strings.ToLower(aspect)] = s.Scores
		}
		out.add("ratings.jsonl", rating)
	}
	for system, by := range summaries {
		for i := range len(ids) {
			out.add(system+".txt", by[fmt.Sprint(i)])
		}
	}
	out.write(dir)
}

// clicked writes pairs of headlines, of which one had more clicks.
func clicked(t *testing.T, dir tree) {
	data, err := os.ReadFile(shared.File(t, "human/clicks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	out := files{}
	i := 0
	for line := range strings.Lines(string(data)) {
		var pair struct {
			A, B string
			More string `json:"more_clicks"`
		}
		if err := json.Unmarshal([]byte(line), &pair); err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprint(i)
		i++
		out.add("docs.jsonl", map[string]any{"id": id, "text": "-"}) // no article is known
		for system, headline := range map[string]string{"a": pair.A, "b": pair.B} {
			clicks := 0
			if pair.More == system {
				clicks = 1
			}
			out.add(system+".txt", headline)
			out.add("ratings.jsonl", map[string]any{"id": id, "system": system, "clicks": clicks})
		}
	}
	out.write(dir)
}
