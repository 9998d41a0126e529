package classify

import (
	"context"
	"fmt"
	"math"
	"slices"

	"hed/internal/exponential"
)

// calibrate finds the temperature by which scores are divided so that probabilities mean what they say on examples that were not
// learnt from: Guo et al. (2017), "On Calibration of Modern Neural Networks". As Platt has it, nothing is taken for quite
// certain, or a few examples that are all right would make everything so.
func calibrate(ctx context.Context, m Model, labels []string, valid []Example) (float64, error) {
	if len(valid) == 0 {
		return 1, nil
	}
	rows, err := m.Scores(ctx, textsOf(valid))
	if err != nil {
		return 0, fmt.Errorf("calibrate probabilities: %w", err)
	}
	counts := make([]float64, len(labels))
	gold := make([]int, len(valid))
	for i, e := range valid {
		gold[i] = slices.Index(labels, e.Label)
		counts[gold[i]]++
		if !finite(rows[i]) {
			return 0, fmt.Errorf("calibrate probabilities: the scores of %q are not numbers; the classifier is useless", clip(e.Text))
		}
	}
	p := make([]float64, len(labels))
	loss := func(logT float64) (sum float64) {
		t := exponential.Exp(logT)
		for i, row := range rows {
			copy(p, row)
			softmax(p, t)
			sure := (counts[gold[i]] + 1) / (counts[gold[i]] + 2)
			rest := (1 - sure) / float64(len(labels)-1)
			for k, x := range p {
				share := rest
				if k == gold[i] {
					share = sure
				}
				sum -= float64(share * exponential.Log(max(x, 1e-300)))
			}
		}
		return sum
	}
	return exponential.Exp(least(loss, -4, 4)), nil
}

// least is where a function with one valley is least, by the golden section.
func least(f func(float64) float64, low, high float64) float64 {
	ratio := (math.Sqrt(5) - 1) / 2
	at := func(share float64) float64 { return low + float64(share*(high-low)) }
	a, b := at(1-ratio), at(ratio)
	fa, fb := f(a), f(b)
	for high-low > 1e-4 {
		if fa <= fb {
			high, b, fb = b, a, fa
			a = at(1 - ratio)
			fa = f(a)
		} else {
			low, a, fa = a, b, fb
			b = at(ratio)
			fb = f(b)
		}
	}
	return (low + high) / 2
}

func textsOf(examples []Example) []string {
	texts := make([]string, len(examples))
	for i, e := range examples {
		texts[i] = e.Text
	}
	return texts
}
