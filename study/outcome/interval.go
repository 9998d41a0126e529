package outcome

import (
	"context"
	"math/rand/v2"

	"hed/score"
	"hed/stat"
)

// confidence is the level of all intervals.
const confidence = 0.95

// within are the least and the greatest value that there can be.
type within struct{ low, high float64 }

// share is what a share is within.
var share = within{0, 1}

// interval is the mean of what ratings are worth, with its interval. Cases are the sample: answers to one case
// are not independent of each other. Without an answer to two cases there is none.
func (o *Options) interval(ctx context.Context, ratings []Rating, value func(*Rating) float64, bounds within) (stat.Interval, error) {
	type sum struct{ of, n float64 }
	sums := map[int]*sum{}
	var order []int // of cases, by their first answer
	same := true
	for i := range ratings {
		r := &ratings[i]
		if sums[r.Case] == nil {
			sums[r.Case] = new(sum)
			order = append(order, r.Case)
		}
		sums[r.Case].of += value(r)
		sums[r.Case].n++
	}
	means := score.Sample{Values: new(score.Series), Low: bounds.low, High: bounds.high}
	totals, counts := new(score.Series), new(score.Series)
	for _, c := range order {
		s := sums[c]
		means.Values.Append(s.of / s.n)
		totals.Append(s.of)
		counts.Append(s.n)
		same = same && s.n == sums[order[0]].n
	}
	how := stat.Resampling{Resamples: o.Resamples, Level: confidence, Workers: o.Workers}
	of := func(s score.Sample) (stat.Interval, error) {
		found, err := stat.Means(ctx, []score.Sample{s}, how, rand.New(rand.NewPCG(o.Seed, 1)))
		if err != nil {
			return stat.Interval{}, err
		}
		return found[0], nil
	}
	plain, err := of(means)
	if err != nil || same {
		return plain, err
	}
	// Where some cases have more judges than others the mean is that of answers, and of cases what each adds to it.
	pooled, err := of(score.Sample{
		Values: means.Values, Low: bounds.low, High: bounds.high, Counts: []*score.Series{totals, counts},
		Pool: &score.Pool{Counts: []string{"sum", "answers"}, Value: func(sums []float64) float64 { return sums[0] / sums[1] }},
	})
	if err == nil && pooled.Method == "" && plain.Method != "" {
		pooled.Low, pooled.High, pooled.Method = min(plain.Low, pooled.Mean), max(plain.High, pooled.Mean), plain.Method
	}
	return pooled, err
}

// worth is what an answer is worth by its value alone.
func worth(value func(string) float64) func(*Rating) float64 {
	return func(r *Rating) float64 { return value(r.Value) }
}
