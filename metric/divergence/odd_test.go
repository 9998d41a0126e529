package divergence_test

import (
	"testing"

	"hed/metric"
	"hed/metric/divergence"
	"hed/metric/internal/terms/termstest"
)

func TestOdd(t *testing.T) {
	for name, build := range map[string]func(divergence.Options) (metric.Metric, error){"kl": divergence.NewKL, "js": divergence.NewJS} {
		t.Run(name, func(t *testing.T) {
			termstest.Odd(t, false, func() metric.Keeper {
				m, err := build(divergence.Options{Weights: "tfidf"})
				if err != nil {
					t.Fatal(err)
				}
				return m.(metric.Keeper)
			})
		})
	}
}
