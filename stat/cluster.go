package stat

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"hed/score"
	"hed/tensor/vec"
)

// ErrNotTogether says that no cluster has two pairs to correlate inside it.
var ErrNotTogether = errors.New("no cluster has two pairs of values")

// OfClusters is Of for pairs that go together, as the headlines do that several
// systems wrote for one document: an easy document raises all of them, so that ten
// pairs of one document tell less than ten of ten. clusters are the documents, from 0.
//
// R is that of Of. The interval and P take a cluster for what was drawn: they are those of Student's
// t in atanh(R), with the variance of the jackknife over clusters for
// Pearson's r, and for the ranks with that of the influence of each cluster, which is
// the jackknife of infinitely small changes and needs no ranks to be found again. Where every
// cluster has one pair, the result is that of Of. It panics if the lengths differ.
func (c Coefficient) OfClusters(x, y []float64, clusters []int, level float64) Correlation {
	out := c.Of(x, y, level)
	p := newClustered(x, y, clusters)
	if len(p.x) == p.n || math.IsNaN(out.R) {
		return out
	}
	out.Warnings = nil
	var influence []float64
	switch c {
	case Pearson:
		out.byClusters(p.leftOut(), level)
		return out
	case Spearman:
		influence = influenceOnRho(Kendall.prepare(p.x).order, Kendall.prepare(p.y).order)
	case Kendall:
		influence = influenceOnTau(Kendall.prepare(p.x).order, Kendall.prepare(p.y).order)
	}
	out.byClusters(p.gathered(influence, out.R), level)
	return out
}

// Within is the correlation inside clusters: whether of two headlines for one
// document the one with the higher x has the higher y, whatever the document is like.
// Pearson's r is of the distances to the means of clusters, which is the correlation of
// repeated measures of Bakdash and Marusich (2017); Spearman's rho that of the ranks
// in a cluster; Kendall's tau counts pairs of one cluster only. N is of
// clusters that have two pairs and more. The interval and P are as in OfClusters.
func (c Coefficient) Within(x, y []float64, clusters []int, level float64) Correlation {
	nan := math.NaN()
	p := newClustered(x, y, clusters)
	out := Correlation{Coefficient: c, R: nan, Low: nan, High: nan, P: nan, Dropped: len(x) - len(p.x)}
	members := make([][2][]float64, p.n)
	for i, at := range p.cluster {
		m := &members[at]
		m[0], m[1] = append(m[0], p.x[i]), append(m[1], p.y[i])
	}
	var all products
	var parts []products
	for _, m := range members {
		if len(m[0]) > 1 {
			s := c.inside(m[0], m[1])
			parts = append(parts, s)
			all.add(&s, 1)
			out.N += len(m[0])
		}
	}
	out.R = all.r()
	switch {
	case len(parts) == 0:
		out.Warnings = append(out.Warnings, ErrNotTogether)
	case math.IsNaN(out.R):
		out.Warnings = append(out.Warnings, fmt.Errorf("inside clusters: %w", ErrConstant))
	default:
		out.byClusters(jackknife(&all, parts), level)
	}
	return out
}

// inside are the products of one cluster that Within adds up.
func (c Coefficient) inside(x, y []float64) products {
	kx, ky := Kendall.prepare(x), Kendall.prepare(y)
	switch c {
	case Kendall:
		k := newConcordance(&kx.order, &ky.order)
		return products{xx: k.pairs - k.x.pairs, yy: k.pairs - k.y.pairs, xy: k.difference()}
	case Spearman:
		x, y = kx.order.shares(), ky.order.shares()
	}
	var s products
	mx, _ := moments(x)
	my, _ := moments(y)
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		if kx.constant { // what is left is rounding
			dx = 0
		}
		if ky.constant {
			dy = 0
		}
		s.xx += float64(dx * dx)
		s.yy += float64(dy * dy)
		s.xy += float64(dx * dy)
	}
	return s
}

// clustered are the pairs of which neither value is absent.
type clustered struct {
	x, y    []float64
	cluster []int // of each pair; those that have pairs are numbered from 0
	n       int   // clusters that have pairs
	places  []int // of those, in what the caller numbered
}

func newClustered(x, y []float64, clusters []int) *clustered {
	if len(x) != len(y) || len(x) != len(clusters) {
		panic("stat: columns of different lengths")
	}
	p := &clustered{}
	number := map[int]int{}
	for i, v := range x {
		if score.IsAbsent(v) || score.IsAbsent(y[i]) {
			continue
		}
		at, ok := number[clusters[i]]
		if !ok {
			at = p.n
			number[clusters[i]] = at
			p.places = append(p.places, clusters[i])
			p.n++
		}
		p.x, p.y, p.cluster = append(p.x, v), append(p.y, y[i]), append(p.cluster, at)
	}
	return p
}

// products are sums that Pearson's r is made of. Those of distances to a mean that stays
// what it is have neither n nor x nor y.
type products struct{ n, x, y, xx, yy, xy float64 }

func (s *products) add(t *products, times float64) {
	s.n += times * t.n
	s.x += times * t.x
	s.y += times * t.y
	s.xx += times * t.xx
	s.yy += times * t.yy
	s.xy += times * t.xy
}

// r is Pearson's. It is NaN where a column does not vary.
func (s *products) r() float64 {
	n := max(s.n, 1)
	xx, yy, xy := s.xx-float64(s.x*s.x)/n, s.yy-float64(s.y*s.y)/n, s.xy-float64(s.x*s.y)/n
	if xx <= rounding*s.xx || yy <= rounding*s.yy {
		return math.NaN()
	}
	r := xy / math.Sqrt(xx) / math.Sqrt(yy)
	if 1-math.Abs(r) < rounding { // on a line
		return math.Copysign(1, r)
	}
	return r
}

// leftOut is the jackknife of Pearson's r.
func (p *clustered) leftOut() []float64 {
	vx, vy := Pearson.prepare(p.x), Pearson.prepare(p.y)
	var all products
	parts := make([]products, p.n)
	for i, x := range vx.centred {
		y := vy.centred[i]
		s := products{1, x, y, float64(x * x), float64(y * y), float64(x * y)}
		all.add(&s, 1)
		parts[p.cluster[i]].add(&s, 1)
	}
	return jackknife(&all, parts)
}

// jackknife is what each cluster contributes to atanh(r), so that the sum of squares is
// the variance.
func jackknife(all *products, parts []products) []float64 {
	out := make([]float64, len(parts))
	for i := range parts {
		rest := *all
		rest.add(&parts[i], -1)
		out[i] = math.Atanh(rest.r())
	}
	mean, _ := moments(out)
	n := float64(len(parts))
	for i := range out {
		out[i] = (mean - out[i]) * math.Sqrt((n-1)/n)
	}
	return out
}

// gathered is what each cluster contributes to atanh(r), given what each pair
// contributes to r.
func (p *clustered) gathered(influence []float64, r float64) []float64 {
	out := make([]float64, p.n)
	for i, v := range influence {
		out[p.cluster[i]] += v
	}
	n := float64(p.n)
	scale := math.Sqrt(n/(n-1)) / float64(len(influence)) / (1 - r) / (1 + r)
	for i := range out {
		out[i] *= scale
	}
	return out
}

// influenceOnRho is how much each pair moves Spearman's rho, the correlation of
// ranks a and b of which the means are 0. A pair counts by its own ranks, and by what it
// does to those of others: with it, every rank above grows.
func influenceOnRho(ox, oy order) []float64 {
	a, b := ox.shares(), oy.shares()
	n := float64(len(a))
	ab, aa, bb := vec.Dot64(a, b)/n, vec.Dot64(a, a)/n, vec.Dot64(b, b)/n
	xb, xa, yb, ya := ox.above(b), ox.above(a), oy.above(b), oy.above(a)
	root := math.Sqrt(aa * bb)
	rho := ab / root
	out := make([]float64, len(a))
	for i := range out {
		onAB := float64(a[i]*b[i]) + xb[i] + ya[i] - 3*ab
		onAA := float64(a[i]*a[i]) + 2*xa[i] - 3*aa
		onBB := float64(b[i]*b[i]) + 2*yb[i] - 3*bb
		out[i] = onAB/root - rho/2*(onAA/aa+onBB/bb)
	}
	return out
}

// shares are the parts of the values that are below each, ties for half, less
// 1/2: ranks whose mean is 0.
func (o *order) shares() []float64 {
	out := make([]float64, len(o.rows))
	n := float64(len(out))
	o.groups(func(first, end int) {
		for _, row := range o.rows[first:end] {
			out[row] = (float64(first+end) - n) / 2 / n
		}
	})
	return out
}

// above is, for each row, the sum of the values of the rows above it and of half those of
// the rows beside it, over the number of rows.
func (o *order) above(values []float64) []float64 {
	n := float64(len(values))
	rest, _ := moments(values)
	rest *= n
	out := make([]float64, len(values))
	o.groups(func(first, end int) {
		beside := 0.0
		for _, row := range o.rows[first:end] {
			beside += values[row]
		}
		rest -= beside
		for _, row := range o.rows[first:end] {
			out[row] = (rest + beside/2) / n
		}
	})
	return out
}

func (o *order) groups(group func(first, end int)) {
	groups(len(o.rows), func(i int) bool { return o.places[o.rows[i]] == o.places[o.rows[i-1]] }, group)
}

// influenceOnTau is how much each pair moves Kendall's tau: twice what the pairs of
// rows that it belongs to have above what they have on average, in the numerator and
// in the two parts of the denominator.
func influenceOnTau(ox, oy order) []float64 {
	alike, ux, uy := concordant(&ox, &oy), ox.untied(), oy.untied()
	mean := func(v []float64) float64 { m, _ := moments(v); return m }
	s, dx, dy := mean(alike), mean(ux), mean(uy)
	root := math.Sqrt(dx * dy)
	tau := s / root
	out := make([]float64, len(alike))
	for i := range out {
		out[i] = 2*(alike[i]-s)/root - tau*((ux[i]-dx)/dx+(uy[i]-dy)/dy)
	}
	return out
}

// untied counts, for each row, the rows that have another value.
func (o *order) untied() []float64 {
	out := make([]float64, len(o.rows))
	o.groups(func(first, end int) {
		for _, row := range o.rows[first:end] {
			out[row] = float64(len(out) - (end - first))
		}
	})
	return out
}

// concordant is, for each row, how many others both columns order alike with it, less
// those that they order otherwise. It walks up x and keeps what it passed in a
// binary indexed tree over y.
func concordant(x, y *order) []float64 {
	n := len(x.rows)
	out := make([]float64, n)
	tree := make([]int32, n+1)
	// balance is how many of what is in the tree are below a place of y, less those above.
	balance := func(place int32, inside int) float64 {
		count := func(places int32) (sum int32) {
			for ; places > 0; places &= places - 1 {
				sum += tree[places]
			}
			return sum
		}
		below, notAbove := count(place), count(place+1)
		return float64(below - (int32(inside) - notAbove))
	}
	x.groups(func(first, end int) {
		for _, row := range x.rows[first:end] { // those below in x
			out[row] += balance(y.places[row], first)
		}
		for _, row := range x.rows[first:end] {
			for at := y.places[row] + 1; int(at) < len(tree); at += at & -at {
				tree[at]++
			}
		}
		for _, row := range x.rows[first:end] { // those above: all less those not above
			out[row] += balance(y.places[row], end)
		}
	})
	for row := range out {
		out[row] -= balance(y.places[row], n)
	}
	return out
}

// fewestClusters is from where clusters say how much they vary: of four the variance is often
// far too small by chance.
const fewestClusters = 5

// byClusters sets the interval and P, given what each cluster contributes to atanh(R).
func (c *Correlation) byClusters(parts []float64, level float64) {
	c.Clusters = len(parts)
	df := float64(len(parts) - 1)
	se := math.Sqrt(vec.Dot64(parts, parts))
	z := math.Atanh(c.R)
	c.Low, c.High, c.P = math.NaN(), math.NaN(), math.NaN()
	switch {
	case len(parts) < fewestClusters:
		c.Warnings = append(c.Warnings, fmt.Errorf("%d clusters are too few for a confidence interval", len(parts)))
	case math.IsInf(z, 0): // all on a line, whatever is left out
		c.Low, c.High, c.P = c.R, c.R, 0
	case math.IsNaN(se) || math.IsInf(se, 0):
		c.Warnings = append(c.Warnings, errors.New("without one of the clusters the correlation is undefined or perfect, so there is no confidence interval"))
	default:
		half := float64(StudentT(level, df) * se)
		c.Low, c.High = math.Tanh(z-half), math.Tanh(z+half)
		t := z / se
		c.P = mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
	}
}
