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

// exactSpearman is twice the share of the orders of y whose product with x is as far
// to the same side, or further. Ranks and their distances to the mean are small multiples
// of a power of two, so all products are exact and equal ones are equal. The orders come
// by Heap's algorithm, each from the one before by an exchange.
func exactSpearman(x, y []float64) float64 {
	y = slices.Clone(y)
	product := 0.0
	for i := range x {
		product += x[i] * y[i]
	}
	seen, below, above, all := product, 1, 1, 1
	turns := make([]int, len(y))
	for i := 1; i < len(y); {
		if turns[i] == i {
			turns[i] = 0
			i++
			continue
		}
		k := 0
		if i%2 == 1 {
			k = turns[i]
		}
		product += (x[i] - x[k]) * (y[k] - y[i])
		y[i], y[k] = y[k], y[i]
		all++
		if product <= seen {
			below++
		}
		if product >= seen {
			above++
		}
		turns[i]++
		i = 1
	}
	return min(1, 2*float64(min(below, above))/float64(all))
}
