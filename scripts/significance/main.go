// Command significance tries the intervals and tests of hed on real scores, and prints the tables of
// docs/significance.md: how often each interval contains the true value, how often each test finds a
// difference between systems that do not differ, and how many differences it finds between systems that do.
//
//	go run ./scripts/significance --data ../shared/data --charts docs/figures
//
// It takes about twenty minutes of a processor. It writes to a temporary folder only, and to that of the charts.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"hed/analysis"
	"hed/chart"
	"hed/run"
	"hed/score"
)

// A set is real documents, which the baselines of hed write headlines for.
type set struct{ name, file string }

var sets = []set{{"NumHG", "numhg/annotated.csv.gz"}, {"Wikinews", "wikinews/wikinews_2019.jsonl"}, {"dailynews300", "human/dailynews300.json"}}

const (
	all        = "rouge:types=1/2/L,readability,kl,js"
	few        = "rouge:types=1/2,readability" // for tests that take long
	withPooled = all + ",bleu,chrf"
)

func main() {
	data := flag.String("data", "../shared/data", "`DIR` of the corpora")
	trials := flag.Int("trials", 4000, "`N` trials of the default test; others have a part of them")
	only := flag.String("only", "", "`PART` to try: intervals or tests; all of it unless given")
	charts := flag.String("charts", "", "`DIR` for charts, as SVG")
	flag.Parse()
	if err := simulate(context.Background(), *data, *trials, *only, *charts); err != nil {
		fmt.Fprintln(os.Stderr, "significance:", err)
		os.Exit(1)
	}
}

func simulate(ctx context.Context, data string, trials int, only, charts string) error {
	dir, err := os.MkdirTemp("", "significance")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if only != "tests" {
		if err := coverage(ctx, dir, data, trials/2, charts); err != nil {
			return err
		}
	}
	if only == "intervals" {
		return nil
	}
	return tests(ctx, dir, data, trials, charts)
}

// tests tries the tests, and prints how often they are wrong and how much they find.
func tests(ctx context.Context, dir, data string, trials int, charts string) error {
	options := func(test analysis.Test, trials int) run.NullOptions {
		return run.NullOptions{Test: test, Trials: max(trials, 1), Resamples: 1000, Seed: 1, Workers: runtime.GOMAXPROCS(0)}
	}
	power := chart.Groups{
		Title: "Differences that tests find", Axis: "share of pairs told apart", Better: score.Higher, Fixed: true,
		Series: []chart.Series{{Name: "paired", Colour: 0}, {Name: "randomisation", Colour: 1}, {Name: "tukey", Colour: 2}},
	}
	for _, s := range sets {
		f, err := evaluate(ctx, dir, data, s, all)
		if err != nil {
			return err
		}
		level, err := run.Null(ctx, f, options(analysis.Paired, trials))
		if err != nil {
			return err
		}
		fmt.Printf("### %s, %d documents\n\n", s.name, len(f.Table.Docs()))
		levels(level)
		found := map[int][]float64{}
		for i, test := range []analysis.Test{analysis.Paired, analysis.Randomisation, analysis.Tukey} {
			some := trials / 8
			if i > 0 {
				some = trials / 40
			}
			res, err := run.Power(ctx, f, options(test, some))
			if err != nil {
				return err
			}
			means := map[int]*score.Mean{}
			for _, c := range res.Columns {
				means[c.Documents] = cmp.Or(means[c.Documents], new(score.Mean))
				means[c.Documents].Add(float64(c.Found))
			}
			for documents, m := range means {
				found[documents] = append(found[documents], m.Value())
			}
		}
		for _, c := range level.Columns[:2] { // the two numbers of documents
			row := found[c.Documents]
			power.Rows = append(power.Rows, chart.GroupRow{Name: fmt.Sprintf("%s, %d", s.name, c.Documents), Values: row})
		}
	}
	fmt.Print("### Other tests\n\n| `--test` | two systems | family |\n|---|---|---|\n")
	f, err := evaluate(ctx, dir, data, sets[1], few)
	if err != nil {
		return err
	}
	for _, test := range []analysis.Test{analysis.SignedRank, analysis.Randomisation, analysis.HEvAS, analysis.RankSum, analysis.Tukey, analysis.Bootstrap} {
		o := options(test, trials/4)
		o.Documents = []int{50}
		res, err := run.Null(ctx, f, o)
		if err != nil {
			return err
		}
		others(res)
	}
	fmt.Print("\n### What is found\n\n| documents | paired | randomisation | tukey |\n|---|---|---|---|\n")
	for _, r := range power.Rows {
		fmt.Printf("| %s | %.4f | %.4f | %.4f |\n", r.Name, r.Values[0], r.Values[1], r.Values[2])
	}
	return write(charts, "power.svg", power)
}

// write draws a chart, if there is a folder for it.
func write(dir, name string, c chart.Chart) error {
	if dir == "" {
		return nil
	}
	out, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	if err := chart.Write(out, chart.SVG, c); err != nil {
		return err
	}
	return out.Close()
}

// levels prints a row for each column, with both numbers of documents.
func levels(res *run.NullResult) {
	a, b := res.Columns[0].Documents, res.Columns[1].Documents
	fmt.Printf("| column | %d: two | %d: family | %d: two | %d: family |\n|---|---|---|---|---|\n", a, a, b, b)
	for i := 0; i < len(res.Columns); i += 2 {
		x, y := res.Columns[i], res.Columns[i+1]
		fmt.Printf("| `%s` | %.4f | %.4f | %.4f | %.4f |\n", x.Column, x.Ranks.Rate, x.Family.Rate, y.Ranks.Rate, y.Family.Rate)
	}
	fmt.Println()
}

// others prints the least and the largest rates over all columns. Two systems are those of
// all trials, whichever test the rule chose.
func others(res *run.NullResult) {
	lowest, highest, family, most := 1.0, 0.0, 1.0, 0.0
	for _, c := range res.Columns {
		rate := 0.0
		for _, r := range []*run.NullRate{c.Ranks, c.Resampled, &c.Tukey} {
			if r != nil && r.Trials > 0 {
				rate += float64(r.Rate) * float64(r.Trials) / float64(res.Trials)
			}
		}
		lowest, highest = min(lowest, rate), max(highest, rate)
		family, most = min(family, float64(c.Family.Rate)), max(most, float64(c.Family.Rate))
	}
	fmt.Printf("| `%s` | %.3f to %.3f | %.3f to %.3f |\n", res.Test, lowest, highest, family, most)
}

// evaluate scores the headlines of the baselines.
func evaluate(ctx context.Context, dir, data string, s set, metrics string) (*run.Finished, error) {
	docs := filepath.Join(data, filepath.FromSlash(s.file))
	if strings.HasSuffix(docs, ".json") {
		var err error
		if docs, err = dailynews(docs, dir); err != nil {
			return nil, err
		}
	}
	out := filepath.Join(dir, fmt.Sprintf("%s-%d", s.name, len(metrics)))
	cmd := exec.CommandContext(ctx, "go", "run", "./cmd/hed", "eval", "--docs", docs, "--baseline", "first,random,tfidf,wtextrank,stextrank",
		"--metric", metrics, "--chart", "none", "--bootstrap", "0", "--out", out, "--quiet")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("evaluate %s: %w", docs, err)
	}
	return run.Open(out)
}

// dailynews makes documents of the file of rated summaries: each text once, with the summary
// that its raters liked best for a headline.
func dailynews(file, dir string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var rated []struct {
		Text, Summary string
		Scores        map[string]struct{ Scores []float64 } `json:"map_quality_scores"`
	}
	if err := json.Unmarshal(data, &rated); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	type document struct {
		ID       string `json:"id"`
		Text     string `json:"text"`
		Headline string `json:"headline"`
		mean     float64
	}
	var docs []*document
	known := map[string]*document{}
	for _, r := range rated {
		var m score.Mean
		for _, v := range r.Scores["Overall"].Scores {
			m.Add(v)
		}
		d := known[r.Text]
		if d == nil {
			d = &document{ID: fmt.Sprint(len(docs)), Text: r.Text, mean: -1}
			known[r.Text] = d
			docs = append(docs, d)
		}
		if m.Value() > d.mean {
			d.mean, d.Headline = m.Value(), strings.Join(strings.Fields(r.Summary), " ")
		}
	}
	out := filepath.Join(dir, "dailynews.jsonl")
	f, err := os.Create(out)
	if err != nil {
		return "", err
	}
	to := json.NewEncoder(f)
	for _, d := range docs {
		if err := to.Encode(d); err != nil {
			return "", err
		}
	}
	return out, f.Close()
}
