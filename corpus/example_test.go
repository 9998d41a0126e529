package corpus_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"hed/corpus"
	"hed/corpus/all"
)

// Documents and the headlines of a system are read from two files and come out together.
func Example() {
	ctx := context.Background()
	docs, err := all.Documents(corpus.Stream("news.jsonl", strings.NewReader(
		`{"id": "ferry", "text": "A ferry with 212 aboard ran aground.", "headline": "Ferry with 212 runs aground"}
		 {"id": "trees", "text": "The town planted 40 trees.", "headline": "Town plants 40 trees"}`)), "", corpus.Options{})
	if err != nil {
		log.Fatal(err)
	}
	headlines, err := all.Outputs(corpus.Stream("ours.txt", strings.NewReader("Ferry aground\nTrees planted\n")), "", corpus.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for c, err := range corpus.Join(ctx, docs, "news.jsonl", []corpus.System{{Name: "ours", File: "ours.txt", Outputs: headlines}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %q for %q\n", c.Doc.ID, c.Outputs[0].Text, c.Doc.References[0])
	}
	// Output:
	// ferry: "Ferry aground" for "Ferry with 212 runs aground"
	// trees: "Trees planted" for "Town plants 40 trees"
}
