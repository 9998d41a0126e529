package stat

import (
	"math"
	"slices"
)

// A concordance is what Kendall's tau is made of: how many pairs of rows two
// columns order alike, and how many neither or only one orders.
type concordance struct {
	n          float64 // rows
	pairs      float64 // of rows, n(n-1)/2
	discordant float64 // pairs that the columns order otherwise
	x, y       tied
	both       float64 // pairs tied in both columns
}

// tied are sums over the groups of equal values, t being the size of a group.
type tied struct {
	pairs   float64 // t(t-1)/2
	triples float64 // t(t-1)(t-2)
	spread  float64 // t(t-1)(2t+5)
}

func (s *tied) add(group int) {
	t := float64(group)
	s.pairs += t * (t - 1) / 2
	s.triples += t * (t - 1) * (t - 2)
	s.spread += t * (t - 1) * (2*t + 5)
}

// An order is what Kendall's tau needs to know of one column.
type order struct {
	places []int32 // of each row: how many different values are below its value
	rows   []int32 // by value
	ties   tied
}

func newOrder(values []float64, g grain) order {
	sorted := sortPlaced(values)
	o := order{places: make([]int32, len(values)), rows: make([]int32, len(values))}
	place := int32(-1)
	g.runs(len(sorted), func(i int) float64 { return sorted[i].value }, func(first, end int) {
		place++
		for i := first; i < end; i++ {
			o.rows[i] = sorted[i].at
			o.places[sorted[i].at] = place
		}
		o.ties.add(end - first)
	})
	return o
}

// newConcordance counts in n log n steps (Knight 1966): the rows are ordered
// by x and then by y, then the exchanges are counted that order them by y.
func newConcordance(x, y *order) *concordance {
	n := float64(len(x.rows))
	k := &concordance{n: n, pairs: n * (n - 1) / 2, x: x.ties, y: y.ties}
	ys := make([]int32, len(x.rows))
	for i, row := range x.rows {
		ys[i] = y.places[row]
	}
	if x.ties.pairs > 0 {
		var both tied
		groups(len(ys), func(i int) bool { return x.places[x.rows[i]] == x.places[x.rows[i-1]] }, func(first, end int) {
			group := ys[first:end]
			slices.Sort(group)
			groups(len(group), func(i int) bool { return group[i] == group[i-1] }, func(first, end int) { both.add(end - first) })
		})
		k.both = both.pairs
	}
	k.discordant = float64(exchanges(ys, make([]int32, len(ys))))
	return k
}

// groups calls group with the ends of each run of n rows in which every row
// is equal to the one before.
func groups(n int, equal func(i int) bool, group func(first, end int)) {
	first := 0
	for i := 1; i <= n; i++ {
		if i == n || !equal(i) {
			group(first, i)
			first = i
		}
	}
}

// exchanges sorts values by merging and returns how many pairs of them were
// out of order.
func exchanges(values, space []int32) int64 {
	if len(values) <= 16 {
		var count int64
		for i := 1; i < len(values); i++ {
			v, j := values[i], i
			for ; j > 0 && values[j-1] > v; j-- {
				values[j] = values[j-1]
			}
			values[j] = v
			count += int64(i - j)
		}
		return count
	}
	mid := len(values) / 2
	count := exchanges(values[:mid], space[:mid]) + exchanges(values[mid:], space[mid:])
	copy(space, values)
	left, right := space[:mid], space[mid:]
	for i := range values {
		if len(right) == 0 || len(left) > 0 && left[0] <= right[0] {
			values[i], left = left[0], left[1:]
		} else {
			values[i], right = right[0], right[1:]
			count += int64(len(left))
		}
	}
	return count
}

// difference is the pairs ordered alike less those ordered otherwise.
func (k *concordance) difference() float64 {
	return k.pairs - k.x.pairs - k.y.pairs + k.both - 2*k.discordant
}

func (k *concordance) tau() float64 {
	// One root of the product makes it exactly 1 where the orders are the same.
	t := k.difference() / math.Sqrt((k.pairs-k.x.pairs)*(k.pairs-k.y.pairs))
	return max(-1, min(1, t))
}

// p is the two-sided p, exact where scipy is.
func (k *concordance) p() float64 {
	fewer := min(k.discordant, k.pairs-k.discordant)
	if k.x.pairs == 0 && k.y.pairs == 0 && (k.n <= 33 || fewer <= 1) {
		return exactKendall(int(k.n), int(fewer))
	}
	return math.Erfc(math.Abs(k.difference()) / math.Sqrt(k.variance()) / math.Sqrt2)
}

// variance is that of the difference where the columns have nothing to do with
// each other, given their ties (Kendall 1970, chapter 4).
func (k *concordance) variance() float64 {
	m := k.n * (k.n - 1)
	return (m*(2*k.n+5)-k.x.spread-k.y.spread)/18 +
		2*k.x.pairs*k.y.pairs/m +
		k.x.triples*k.y.triples/(9*m*(k.n-2))
}

// widening is how many times larger ties make the variance of tau where the
// columns have nothing to do with each other; 1 without ties.
func (k *concordance) widening() float64 {
	if k.x.pairs == 0 && k.y.pairs == 0 {
		return 1
	}
	untied := k.n * (k.n - 1) * (2*k.n + 5) / 18 / k.pairs / k.pairs
	return k.variance() / (k.pairs - k.x.pairs) / (k.pairs - k.y.pairs) / untied
}

// exactKendall is twice the share of the orders of n rows with as few pairs
// out of order or fewer. The share of orders with exactly i pairs out
// of order follows from that of one row less: the last row goes in front of 0
// to j-1 of the others, each with the same chance.
func exactKendall(n, discordant int) float64 {
	share := make([]float64, discordant+1)
	share[0] = 1
	for j := 2; j <= n; j++ {
		next := make([]float64, len(share))
		window := 0.0
		for i := range share {
			window += share[i]
			if i >= j {
				window -= share[i-j]
			}
			next[i] = window / float64(j)
		}
		share = next
	}
	sum := 0.0
	for _, s := range share {
		sum += s
	}
	return min(1, 2*sum)
}
