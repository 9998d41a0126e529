package stat

import (
	"context"
	"math"
	"math/rand/v2"

	"hed/internal/option"
	"hed/score"
)

// PairedBootstrap tests whether means of differences between systems are 0
// (Koehn 2004). Each of differences has a value for every document, that of one system
// less that of another, absent where either is. Documents are drawn with replacement, the same for all
// of differences; with d the mean of one of them and d* its mean in a resample
//
//	P = (#{ |d*| - mean |d*| > |d| } + 1) / (resamples + 1)
//
// which is how sacreBLEU counts, shifting the resamples back to no
// difference. P is never below 1/(resamples+1). The statistic is |d|. With fewer
// than two values, or where all are 0, the test is undefined. The error is
// that of the context. It panics if there are no resamples.
//
// Note: where the difference is large this is the chance of one side, about
// half of what ApproximateRandomisation or SignedRank say. It rejects
// accordingly more often, and is there to be compared with other programs.
func PairedBootstrap(ctx context.Context, differences []*score.Series, how Resampling, rng *rand.Rand) ([]Result, error) {
	if err := option.Within("bootstrap", how.Resamples); err != nil {
		return nil, err
	}
	out := startShuffles(differences, how)
	if len(out) == 0 || differences[0].Len() == 0 {
		return out, nil
	}
	means, err := resampledValues(ctx, plain(differences), how, rng.Uint64())
	if err != nil {
		return nil, err
	}
	for i := range out {
		if out[i].Warning != nil {
			continue
		}
		out[i].P = bootstrapP(means[i], out[i].Statistic)
		if out[i].N < 10 {
			out[i].Warning = ErrSmall
		}
	}
	return out, nil
}

// bootstrapP is P of a difference of this size, whose resamples have these means. A
// resample that drew no value has none, and does not count.
func bootstrapP(means []float64, size float64) float64 {
	var sizes score.Mean
	for _, m := range means {
		sizes.Add(math.Abs(m))
	}
	count := 0
	for _, m := range means {
		if math.Abs(m)-sizes.Value() > size {
			count++
		}
	}
	return float64(count+1) / float64(sizes.N+1)
}

// ApproximateRandomisation tests whether means of differences between systems are 0
// (Noreen 1989). The differences are those of PairedBootstrap. On each document the systems
// exchange what they have with probability ½, which turns the sign of the difference;
// with d the mean as it is and d* the mean after the exchanges
//
//	P = (#{ |d*| >= |d| } + 1) / (resamples + 1)
//
// P is never below 1/(resamples+1). The statistic is |d|. With fewer than two
// values, or where all are 0, the test is undefined. The error is that of the
// context. It panics if there are no resamples.
//
// Note: sacreBLEU counts > instead of >=, which makes P too small where
// exchanges that change nothing are likely: with few documents or many ties. Of
// five documents that differ, all in favour of one system, one exchange in 16 leaves
// a difference as large, so P is 0.06; sacreBLEU would say 1/(resamples+1).
func ApproximateRandomisation(ctx context.Context, differences []*score.Series, how Resampling, rng *rand.Rand) ([]Result, error) {
	if err := option.Within("bootstrap", how.Resamples); err != nil {
		return nil, err
	}
	out := startShuffles(differences, how)
	if len(out) == 0 || differences[0].Len() == 0 {
		return out, nil
	}
	seed := rng.Uint64()
	total, err := resample(ctx, differences, how, func(signs []float64, r, k int) float64 {
		drawSigns(signs, rand.NewPCG(seed, uint64(r)<<32|uint64(k+1)))
		return 0 // sums are compared with sums, so that nobody asks for the weight
	})
	if err != nil {
		return nil, err
	}
	sums := make([]float64, how.Resamples)
	for i := range out {
		if out[i].Warning != nil {
			continue
		}
		for r := range sums {
			sums[r] = total[r*len(out)+i].sum
		}
		out[i].P = randomisationP(sums, differences[i])
	}
	return out, nil
}

// randomisationP is P of the differences, which add up to these sums after exchanges.
func randomisationP(sums []float64, differences *score.Series) float64 {
	sum, sizes := 0.0, 0.0
	for _, block := range differences.Blocks() {
		for _, v := range block {
			if !score.IsAbsent(v) {
				sum += v
				sizes += math.Abs(v)
			}
		}
	}
	// Sums of the same numbers in another order differ by rounding.
	least := math.Abs(sum) - float64(rounding*sizes)
	return atLeast(sums, least)
}

// atLeast is the P of a difference where exchanges of documents make these.
func atLeast(differences []float64, least float64) float64 {
	count := 0
	for _, d := range differences {
		if math.Abs(d) >= least {
			count++
		}
	}
	return float64(count+1) / float64(len(differences)+1)
}

// startShuffles are the results as far as they are known without resampling.
func startShuffles(differences []*score.Series, how Resampling) []Result {
	if how.Resamples < 1 {
		panic("stat: a test by resampling without resamples")
	}
	out := make([]Result, len(differences))
	for i, d := range differences {
		var m score.Mean
		equal := true
		for _, block := range d.Blocks() {
			for _, v := range block {
				m.Add(v)
				equal = equal && (v == 0 || score.IsAbsent(v))
			}
		}
		switch {
		case m.N < 2:
			out[i] = undefined(m.N, ErrFew)
		case equal:
			out[i] = undefined(m.N, ErrEqual)
		default:
			out[i] = Result{Statistic: math.Abs(m.Value()), N: m.N}
		}
	}
	return out
}

// drawSigns sets every sign to 1 or -1, with probability ½ each.
func drawSigns(signs []float64, rng rand.Source) {
	one := math.Float64bits(1)
	for len(signs) > 0 {
		some := signs[:min(len(signs), 64)]
		bits := rng.Uint64()
		for i := range some {
			some[i] = math.Float64frombits(one | bits<<63)
			bits >>= 1
		}
		signs = signs[len(some):]
	}
}
