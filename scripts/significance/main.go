// Command significance tries the intervals and tests of hed on real scores, and prints the tables of
// docs/significance-measured.md: how often each interval contains the true value, how often each test finds a
// difference between systems that do not differ, and how many differences it finds between systems that do.
//
//	go run ./scripts/significance --data ../shared/data --charts docs/figures
//
// It takes six minutes on 16 processors. It writes to a temporary folder only, and to
// that of the charts. The number of processors does not change the tables.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hed/chart"
	"hed/corpus/input"
	generators "hed/generate/all"
	"hed/metric"
	"hed/metric/all"
	"hed/run"
	"hed/score"
)

// A set is real documents, which the baselines of hed write headlines for.
type set struct{ name, file string }

var sets = []set{{"NumHG", "numhg/annotated.csv.gz"}, {"Wikinews", "wikinews/wikinews_2019.jsonl"}, {"dailynews300", "human/dailynews300.json"}}

const (
	plain  = "rouge:types=1/2/L,readability,kl,js"
	few    = "rouge:types=1/2,readability" // for tests that take long
	pooled = ",bleu,chrf"
	seed   = 1
)

func main() {
	data := flag.String("data", "../shared/data", "`DIR` of the corpora")
	trials := flag.Int("trials", 8000, "`N` trials of the default test; others have a part of them, intervals half as many samples, and those of agreement a tenth")
	only := flag.String("only", "", "`PART` to try: intervals, agreement, levels or power; all of it unless given")
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
	begun, outside := time.Now(), new(strings.Builder)
	parts := []struct {
		name string
		try  func() error
	}{
		{"intervals", func() error { return coverage(ctx, dir, data, trials/2, charts, outside) }},
		{"agreement", func() error { return agreed(ctx, data, trials/10, outside) }},
		{"levels", func() error { return levels(ctx, dir, data, trials, outside) }},
		{"power", func() error { return power(ctx, dir, data, trials, charts) }},
	}
	for _, p := range parts {
		if only != "" && only != p.name {
			continue
		}
		if err := p.try(); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %v\n", p.name, time.Since(begun).Round(time.Second))
	}
	fmt.Printf("### Outside\n\n%s", outside)
	return nil
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
	if f, err := run.Open(out); err == nil { // it was needed before
		return f, nil
	}
	o := run.Options{Paths: &input.Paths{Docs: docs}, Charts: []string{"none"}, Seed: seed, Workers: workers(), Folder: out}
	var err error
	if o.Plan.Metrics, _, err = all.Metrics.Choose(metrics, metric.References|metric.Body, nil); err != nil {
		return nil, err
	}
	if o.Plan.Generators, err = generators.Generators.Choose("first,random,tfidf,wtextrank,stextrank", nil, seed); err != nil {
		return nil, err
	}
	if _, err := run.Run(ctx, o); err != nil {
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
