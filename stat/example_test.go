package stat_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"hed/score"
	"hed/stat"
)

// Two systems have scores for the same eight documents: Wilcoxon's signed-rank test asks whether one is better, and Means
// gives each mean with its interval.
func Example() {
	a := []float64{0.61, 0.55, 0.72, 0.48, 0.66, 0.59, 0.70, 0.63}
	b := []float64{0.52, 0.50, 0.69, 0.49, 0.57, 0.51, 0.66, 0.55}
	test := stat.SignedRank(a, b)
	fmt.Printf("p = %.4f of %d pairs\n", test.P, test.N)

	samples := []score.Sample{{Values: score.SeriesOf(a...), High: 1}, {Values: score.SeriesOf(b...), High: 1}}
	how := stat.Resampling{Resamples: 1000, Level: 0.95, Workers: 1}
	intervals, err := stat.Means(context.Background(), samples, how, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		log.Fatal(err)
	}
	for _, in := range intervals {
		fmt.Printf("%.3f [%.3f, %.3f] by %s\n", in.Mean, in.Low, in.High, in.Method)
	}
	// Output:
	// p = 0.0156 of 8 pairs
	// 0.617 [0.542, 0.683] by t
	// 0.561 [0.498, 0.652] by t
}
