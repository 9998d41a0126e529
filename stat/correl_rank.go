package stat

import "slices"

// midranks are the places of values in order, from 1; tied values share the
// mean of their places. No value may be absent.
func midranks(values []float64, g grain) []float64 {
	sorted := sortPlaced(values)
	ranks := make([]float64, len(values))
	g.runs(len(sorted), func(i int) float64 { return sorted[i].value }, func(first, end int) {
		for _, p := range sorted[first:end] {
			ranks[p.at] = float64(first+1+end) / 2
		}
	})
	return ranks
}

// placed is a value and where it stood.
type placed struct {
	value float64
	at    int32
}

// sortPlaced are the values in order. Where equal values go does not matter
// to ranks, and leaving it open sorts faster.
func sortPlaced(values []float64) []placed {
	sorted := make([]placed, len(values))
	for i, v := range values {
		sorted[i] = placed{v, int32(i)}
	}
	slices.SortFunc(sorted, func(p, q placed) int {
		switch {
		case p.value < q.value:
			return -1
		case p.value > q.value:
			return 1
		}
		return 0
	})
	return sorted
}
