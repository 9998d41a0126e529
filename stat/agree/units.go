package agree

// units are the items with two values or more, for Krippendorff's alpha.
//
// Krippendorff writes D and E as sums over a matrix of all pairs of values.
// They are taken here without it. What an item adds to D does not depend
// on other items, but for the ordinal distance, so it is found once for all
// resamples. And sums of squared differences over pairs are moments: over
// n values, the sum of (v-w)² is 2(n sum(v²) - sum(v)²).
//
// The methods return D and E times the number of values and its square, for
// some of the units: what each unit adds to D is over one less than its values.
type units struct {
	domain  int       // how many different values there are
	ratings int       // how many values the units have together
	items   []int32   // what the units are in the ratings
	sizes   []float64 // how many each has
	first   []int32   // the tallies of unit i are from first[i] to first[i+1]
	tallies []tally
}

// A tally is how often a unit has a value.
type tally struct {
	value int32
	n     float64
}

func newUnits(r *Ratings) *units {
	items, ratings := r.rated(2)
	u := &units{
		domain:  len(r.values),
		ratings: ratings,
		items:   items,
		sizes:   make([]float64, len(items)),
		first:   make([]int32, 1, len(items)+1),
		tallies: make([]tally, 0, min(ratings, len(items)*len(r.values))),
	}
	counts := make([]int32, len(r.values))
	for k, i := range items {
		said := r.of(i)
		for _, v := range said {
			counts[v]++
		}
		for _, v := range said {
			if counts[v] > 0 {
				u.tallies = append(u.tallies, tally{v, float64(counts[v])})
				counts[v] = 0
			}
		}
		u.sizes[k] = float64(len(said))
		u.first = append(u.first, int32(len(u.tallies)))
	}
	return u
}

// of are the tallies of unit i.
func (u *units) of(i int32) []tally { return u.tallies[u.first[i]:u.first[i+1]] }

// counts are how often each value is in the items.
func (u *units) counts(items []int32) []float64 {
	counts := make([]float64, u.domain)
	for _, i := range items {
		for _, t := range u.of(i) {
			counts[t.value] += t.n
		}
	}
	return counts
}

// each returns what every unit adds to D: f sums over all pairs of its values,
// both ways round.
func (u *units) each(f func(tallies []tally) float64) []float64 {
	added := make([]float64, len(u.sizes))
	for i, size := range u.sizes {
		added[i] = f(u.of(int32(i))) / (size - 1)
	}
	return added
}

func sum(values []float64, items []int32) float64 {
	total := 0.0
	for _, i := range items {
		total += values[i]
	}
	return total
}

func (u *units) nominal() func(items []int32) (d, e float64) {
	added := u.each(func(tallies []tally) float64 {
		n, same := 0.0, 0.0
		for _, t := range tallies {
			n += t.n
			same += t.n * t.n
		}
		return n*n - same
	})
	return func(items []int32) (d, e float64) {
		n, same := 0.0, 0.0
		for _, c := range u.counts(items) {
			n += c
			same += c * c
		}
		return sum(added, items), n*n - same
	}
}

// ordinal is the interval distance between places: where the middle of the
// values that are equal stands among all values in order. Places are counted
// from the middle of all, so that they sum to 0.
func (u *units) ordinal(items []int32) (d, e float64) {
	places := u.counts(items)
	n, below := 0.0, 0.0
	for _, c := range places {
		n += c
	}
	for v, c := range places {
		place := below + c/2 - n/2
		e += float64(2 * n * c * (place * place))
		below += c
		places[v] = place
	}
	for _, i := range items {
		d += newMoments(u.of(i), places).added()
	}
	return d, e
}

func (u *units) interval(numbers []float64) func(items []int32) (d, e float64) {
	// Moments lose no digits if values are counted from among them.
	centred := make([]float64, len(numbers))
	for v, x := range numbers {
		centred[v] = x - numbers[len(numbers)/2]
	}
	units := make([]moments, len(u.sizes))
	added := make([]float64, len(u.sizes))
	for i := range units {
		units[i] = newMoments(u.of(int32(i)), centred)
		added[i] = units[i].added()
	}
	return func(items []int32) (d, e float64) {
		all := units[items[0]]
		for _, i := range items[1:] {
			m := &units[i]
			all.n += m.n
			all.sum += m.sum
			all.squares += m.squares
			all.low, all.high = min(all.low, m.low), max(all.high, m.high)
		}
		return sum(added, items), all.differences()
	}
}

// moments are of some values, as numbers.
type moments struct {
	n, sum, squares float64
	low, high       float64
}

func newMoments(tallies []tally, numbers []float64) moments {
	first := numbers[tallies[0].value]
	m := moments{low: first, high: first}
	for _, t := range tallies {
		x := numbers[t.value]
		m.n += t.n
		m.sum += float64(t.n * x)
		m.squares += float64(t.n * (x * x))
		if x < m.low { // no number is NaN, for which min would look
			m.low = x
		}
		if x > m.high {
			m.high = x
		}
	}
	return m
}

// differences is the sum of squared differences over all pairs, both ways
// round. Of equal values it is 0, where rounding might say otherwise.
func (m moments) differences() float64 {
	if m.low == m.high {
		return 0
	}
	return 2 * (float64(m.n*m.squares) - float64(m.sum*m.sum))
}

// added is what a unit with the moments adds to D.
func (m moments) added() float64 { return m.differences() / (m.n - 1) }

// ratio has no such shortcut: it takes all pairs of different values.
func (u *units) ratio(numbers []float64) func(items []int32) (d, e float64) {
	pairs := func(tallies []tally) float64 {
		total := 0.0
		for k, t := range tallies {
			row, x := 0.0, numbers[t.value]
			for _, other := range tallies[:k] {
				if s := x + numbers[other.value]; s != 0 {
					distance := (x - numbers[other.value]) / s
					row += float64(other.n * (distance * distance))
				}
			}
			total += float64(t.n * row)
		}
		return 2 * total
	}
	added := u.each(pairs)
	return func(items []int32) (d, e float64) {
		var all []tally
		for v, c := range u.counts(items) {
			if c > 0 {
				all = append(all, tally{int32(v), c})
			}
		}
		return sum(added, items), pairs(all)
	}
}
