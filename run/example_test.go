package run_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"hed/corpus/input"
	"hed/evaluate"
	"hed/metric"
	metrics "hed/metric/all"
	"hed/run"
)

// What hed eval does, from files to the folder of results.
func Example() {
	dir, err := os.MkdirTemp("", "hed-example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{
		"news.jsonl": `{"id": "1", "text": "A ferry with 212 aboard ran aground.", "headline": "Ferry with 212 runs aground"}
			{"id": "2", "text": "The town planted 40 trees.", "headline": "Town plants 40 trees"}`,
		"full.txt":  "Ferry with 212 runs aground\nTown plants trees\n",
		"short.txt": "Ferry aground\nTrees\n",
	} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			log.Fatal(err)
		}
	}
	chosen, _, err := metrics.Metrics.Choose("rouge:types=1", metric.References, nil)
	if err != nil {
		log.Fatal(err)
	}
	result, err := run.Run(context.Background(), run.Options{
		Paths:   &input.Paths{Docs: at("news.jsonl")},
		Systems: []run.System{{Name: "full", File: at("full.txt")}, {Name: "short", File: at("short.txt")}},
		Plan:    evaluate.Plan{Metrics: chosen},
		Workers: 1, Bootstrap: 1000, Seed: 1, Folder: at("results"),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Finding())
	_, err = os.Stat(at("results/report.html"))
	fmt.Println("report:", err)
	// Output:
	// full leads on 2 of 3 measures; none of these leads is significant.
	// report: <nil>
}
