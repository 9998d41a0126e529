package agree

import (
	"fmt"
	"math"
	"slices"
)

// A Weight says how much a disagreement of two raters counts, by how many
// places their values are apart in the list of the values that either used.
type Weight string

const (
	Unweighted Weight = "unweighted" // any disagreement is one
	Linear     Weight = "linear"     // the distance
	Quadratic  Weight = "quadratic"  // its square
)

// Cohen is the kappa of Cohen (1960; 1968 with weights) of two raters, over
// the items that both rated:
//
//	1 - (sum of the weights of what they said) / (the same, if each rater's
//	    values were dealt to the items at random)
//
// Weights need values that are numbers. Distances are between places in the
// sorted values and not between the numbers, as in scikit-learn: of 1, 2 and
// 5 each is one from the next.
type Cohen struct {
	A, B   string
	Weight Weight
}

// Pairs are the kappas of all pairs of raters, in the order of Raters.
func (r *Ratings) Pairs(w Weight) []Cohen {
	var out []Cohen
	for i, a := range r.raters {
		for _, b := range r.raters[i+1:] {
			out = append(out, Cohen{a, b, w})
		}
	}
	return out
}

func (c Cohen) String() string { return "cohen" }

func (c Cohen) on(r *Ratings) (*sample, error) {
	a, err := r.rater(c.A)
	if err != nil {
		return nil, err
	}
	b, err := r.rater(c.B)
	if err != nil {
		return nil, err
	}
	switch c.Weight {
	case Unweighted:
	case Linear, Quadratic:
		if r.notNumber != nil {
			return nil, fmt.Errorf("cohen, %s weights: %w; use unweighted", c.Weight, r.notNumber)
		}
	default:
		return nil, fmt.Errorf("cohen: unknown weight %q; there are %s, %s and %s", c.Weight, Unweighted, Linear, Quadratic)
	}
	said, items, values := r.both(a, b)
	return &sample{items: len(said), ratings: 2 * len(said), of: items, raters: 2, value: func(items []int32) (float64, error) {
		return c.Weight.kappa(said, values, items)
	}}, nil
}

func (r *Ratings) rater(name string) (int32, error) {
	if i := slices.Index(r.raters, name); i >= 0 {
		return int32(i), nil
	}
	return 0, fmt.Errorf("no rater %q; there are %q", name, r.raters)
}

// both are the values of two raters for each item that both rated, as places
// among the values that either of them used there, the items, and how many values those are.
func (r *Ratings) both(a, b int32) (said [][2]int32, items []int32, values int) {
	used := make([]int32, len(r.values))
	for i, first := range r.first[:len(r.items)] {
		by := r.by[first:r.first[i+1]]
		ka, okA := slices.BinarySearch(by, a)
		kb, okB := slices.BinarySearch(by, b)
		if okA && okB {
			va, vb := r.said[first+ka], r.said[first+kb]
			said, items = append(said, [2]int32{va, vb}), append(items, int32(i))
			used[va], used[vb] = 1, 1
		}
	}
	for v, u := range used {
		used[v] = int32(values)
		values += int(u)
	}
	for i, s := range said {
		said[i] = [2]int32{used[s[0]], used[s[1]]}
	}
	return said, items, values
}

func (w Weight) kappa(said [][2]int32, values int, items []int32) (float64, error) {
	if len(items) == 0 {
		return math.NaN(), ErrNoOverlap
	}
	countA, countB := make([]float64, values), make([]float64, values)
	observed := 0.0
	for _, i := range items {
		a, b := said[i][0], said[i][1]
		observed += w.of(a, b)
		countA[a]++
		countB[b]++
	}
	expected := w.chance(countA, countB)
	if expected == 0 {
		return math.NaN(), ErrOneValue
	}
	return 1 - observed*float64(len(items))/expected, nil
}

// chance is the sum of the weights of every value of the one with every value of the other,
// by how often they used them. The sums are of whole numbers, and so are exact in whatever
// order; taken like this, they are linear in the number of values.
func (w Weight) chance(countA, countB []float64) (total float64) {
	var nA, nB float64
	for v := range countA {
		nA += countA[v]
		nB += countB[v]
	}
	switch w {
	case Linear: // a step from each value to the next, for all pairs on both sides of it
		var belowA, belowB float64
		for v := range countA {
			belowA += countA[v]
			belowB += countB[v]
			total += float64(belowA*(nB-belowB)) + float64(belowB*(nA-belowA))
		}
	case Quadratic: // moments, of places counted from the middle
		var a, b, squaresA, squaresB float64
		for v := range countA {
			place := float64(v - len(countA)/2)
			a += float64(countA[v] * place)
			b += float64(countB[v] * place)
			squaresA += float64(countA[v] * place * place)
			squaresB += float64(countB[v] * place * place)
		}
		total = float64(nB*squaresA) + float64(nA*squaresB) - float64(2*a*b)
	default:
		total = nA * nB
		for v := range countA {
			total -= float64(countA[v] * countB[v])
		}
	}
	return total
}

func (w Weight) of(a, b int32) float64 {
	d := math.Abs(float64(a - b))
	switch w {
	case Linear:
		return d
	case Quadratic:
		return d * d
	}
	return min(d, 1)
}
