package generate_test

import (
	"context"
	"fmt"
	"log"

	"hed/corpus"
	"hed/generate/all"
)

// Generators are chosen as on the command line.
func Example() {
	chosen, err := all.Generators.Choose("first:words=6", nil, 1)
	if err != nil {
		log.Fatal(err)
	}
	doc := &corpus.Document{Body: "A ferry with 212 aboard ran aground in fog on Tuesday. Nobody was hurt."}
	for _, g := range chosen {
		headline, err := g.Generate(context.Background(), doc)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %s\n", g.Name, headline)
	}
	// Output: first: A ferry with 212 aboard ran
}
