package stat

import (
	"math"
	"math/rand/v2"

	"hed/tensor/vec"
)

// bestDraws is how often Best turns the signs of clusters.
const bestDraws = 2000

// Best tells which columns may be the one that goes best with y, by the size of
// Pearson's correlation, whichever its sign: the result is, for each column, the
// chance to find columns so far ahead of it if it were one of the best. Small values
// say that it is not. It is NaN where a correlation is undefined.
//
// This is the model confidence set of Hansen, Lunde and Nason (2011). To ask of
// each column whether the strongest one beats it, as pairwise tests do, forgets
// that the strongest was chosen after looking: of twenty equal columns one is
// always ahead by luck. Here the largest difference of any two columns is compared with what it
// would be if all were equal; where it is too large the weakest column is left out,
// and the rest are looked at again. So the columns with values of at least 0.05 have
// all of the best among them in 95 of 100 samples.
//
// What differences would be is found by turning the signs of what clusters contribute to them,
// clusters being as in OfClusters.
func Best(columns [][]float64, y []float64, clusters []int, rng *rand.Rand) []float64 {
	b := &bests{number: map[int]int{}}
	out := make([]float64, len(columns))
	for i, x := range columns {
		out[i] = math.NaN()
		b.take(i, x, y, clusters)
	}
	if len(b.left) == 0 {
		return out
	}
	b.compare()
	b.draw(rng)
	p := 0.0
	for len(b.left) > 1 {
		weakest, chance := b.weakest()
		p = max(p, chance)
		out[b.left[weakest].column] = p
		b.left = append(b.left[:weakest:weakest], b.left[weakest+1:]...)
	}
	out[b.left[0].column] = 1
	return out
}

// bests are the columns of which none is known to be worse than another.
type bests struct {
	left   []contender
	number map[int]int // of the clusters that have pairs, by what the caller calls them
	// inverse is 1 over the variance of the difference of two contenders by their
	// places, 0 where it does not vary, and draws their values with signs turned, for each draw.
	inverse [][]float64
	draws   [][]float64
}

type contender struct {
	column, place int
	z             float64   // atanh of the correlation's size
	parts         []float64 // what clusters contribute to it
}

// surest keeps atanh finite.
const surest = 1 - 1e-12

func (b *bests) take(column int, x, y []float64, clusters []int) {
	p := newClustered(x, y, clusters)
	r := Pearson.value(Pearson.prepare(p.x), Pearson.prepare(p.y))
	if math.IsNaN(r) || p.n < fewestClusters {
		return
	}
	parts := p.leftOut()
	c := contender{column: column, place: len(b.left), z: math.Atanh(min(math.Abs(r), surest))}
	for i, v := range parts {
		at, ok := b.number[p.places[i]]
		if !ok {
			at = len(b.number)
			b.number[p.places[i]] = at
		}
		for len(c.parts) <= at {
			c.parts = append(c.parts, 0)
		}
		if r < 0 {
			v = -v
		}
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			c.parts[at] = v
		}
	}
	b.left = append(b.left, c)
}

// compare finds how much differences vary.
func (b *bests) compare() {
	difference := make([]float64, len(b.number))
	b.inverse = make([][]float64, len(b.left))
	for i := range b.left {
		b.left[i].parts = append(b.left[i].parts, make([]float64, len(b.number)-len(b.left[i].parts))...)
		b.inverse[i] = make([]float64, len(b.left))
	}
	for i, c := range b.left {
		for j, d := range b.left[:i] {
			for k, v := range c.parts {
				difference[k] = v - d.parts[k]
			}
			variance := vec.Dot64(difference, difference)
			if variance > rounding*(vec.Dot64(c.parts, c.parts)+vec.Dot64(d.parts, d.parts)) {
				b.inverse[i][j] = 1 / variance
				b.inverse[j][i] = 1 / variance
			}
		}
	}
}

func (b *bests) draw(rng *rand.Rand) {
	signs := make([]float64, len(b.number))
	b.draws = make([][]float64, bestDraws)
	for n := range b.draws {
		drawSigns(signs, rng)
		b.draws[n] = make([]float64, len(b.left))
		for i, c := range b.left {
			b.draws[n][i] = vec.Dot64(c.parts, signs)
		}
	}
}

// weakest is the place, in left, of the one that another is furthest ahead of, and
// the chance of a distance like that if all that are left were equal.
func (b *bests) weakest() (place int, chance float64) {
	most := -1.0 // square of the distance in standard errors
	for i, c := range b.left {
		for _, d := range b.left {
			if t := (d.z - c.z) * (d.z - c.z) * b.inverse[c.place][d.place]; d.z > c.z && t > most {
				place, most = i, t
			}
		}
	}
	if most < 0 { // all are the same column
		return len(b.left) - 1, 1
	}
	count := 1
	for _, values := range b.draws {
		largest := 0.0
		for i, c := range b.left {
			row := b.inverse[c.place]
			for _, d := range b.left[:i] {
				q := values[c.place] - values[d.place]
				largest = max(largest, q*q*row[d.place])
			}
		}
		if b.studentised(largest) >= most {
			count++
		}
	}
	return place, float64(count) / float64(len(b.draws)+1)
}

// studentised is the square of Student's t for a difference whose square is u times
// the sum of squares of what clusters contribute: turning signs leaves that sum
// as it is, and moves the variance, which is around the mean.
func (b *bests) studentised(u float64) float64 {
	n := float64(len(b.number))
	if u >= n {
		return math.Inf(1)
	}
	return u * (n - 1) / (n - u)
}
