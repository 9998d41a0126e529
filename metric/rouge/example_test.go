package rouge_test

import (
	"context"
	"fmt"
	"log"

	"hed/corpus"
	"hed/metric/rouge"
	"hed/score"
)

// A metric scores a document with all headlines for it at once: a row of columns for each.
func Example() {
	m, err := rouge.New(rouge.Options{Types: []string{"1", "L"}})
	if err != nil {
		log.Fatal(err)
	}
	doc := &corpus.Document{References: []string{"Storm closes harbour bridge"}}
	c := corpus.NewCase(doc, "Harbour bridge closed by storm", "Storm closes bridge")
	columns := m.Columns()
	out := make([]float64, len(c.Outputs)*score.Width(columns))
	if err := m.Score(context.Background(), c, out); err != nil {
		log.Fatal(err)
	}
	for i, headline := range c.Headlines() {
		fmt.Println(headline)
		for j, column := range columns {
			fmt.Printf("  %s %.4f\n", column.Name, out[i*len(columns)+j])
		}
	}
	// Output:
	// Harbour bridge closed by storm
	//   rouge1_p 0.8000
	//   rouge1_r 1.0000
	//   rouge1_f 0.8889
	//   rougeL_p 0.4000
	//   rougeL_r 0.5000
	//   rougeL_f 0.4444
	// Storm closes bridge
	//   rouge1_p 1.0000
	//   rouge1_r 0.7500
	//   rouge1_f 0.8571
	//   rougeL_p 1.0000
	//   rougeL_r 0.7500
	//   rougeL_f 0.8571
}
