package evaluate_test

import (
	"context"
	"fmt"
	"log"

	"hed/corpus"
	"hed/evaluate"
	"hed/metric"
	"hed/metric/all"
)

// A Scorer gives the row of a case, wherever it runs: on a worker of a cluster as in hed eval.
func Example() {
	ctx := context.Background()
	metrics, _, err := all.Metrics.Choose("rouge:types=1,numsupport", metric.References|metric.Body, nil)
	if err != nil {
		log.Fatal(err)
	}
	plan := &evaluate.Plan{Systems: []string{"ours"}, Metrics: metrics}
	scorer, err := plan.Fit(ctx, nil, nil, 1)
	if err != nil {
		log.Fatal(err)
	}
	doc := &corpus.Document{Body: "The town planted 40 trees in the old park.", References: []string{"Town plants 40 trees in old park"}}
	row := make([]float64, scorer.Width())
	if _, err := scorer.Score(ctx, []*corpus.Case{corpus.NewCase(doc, "Town plants 40 trees")}, row); err != nil {
		log.Fatal(err)
	}
	for i, column := range plan.Columns() {
		fmt.Printf("%s %.2f\n", column.Name, row[i])
	}
	// Output:
	// rouge1_p 1.00
	// rouge1_r 0.57
	// rouge1_f 0.73
	// numsupport 1.00
}
