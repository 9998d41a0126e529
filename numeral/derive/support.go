package derive

import "math"

// evidence is what speaks for a number at a place: how it fares against
// the others, and what kind of derivation it has.
type evidence [nEvidence]float64

const nEvidence = 10 + 8 + 6 + 4 + 3

// What a lead, a chance or a share is worth changes along the way, so each
// counts anew from these places on.
var (
	leadKnots   = [...]float64{-8, -5, -3, -1.5, 0, 1.5, 3, 5}
	chanceKnots = [...]float64{-8, -5, -3, -2, -1, -0.3}
	shareKnots  = [...]float64{-4, -2, 0, 2}
)

// evidence of choice k.
func (r *ranking) evidence(k int) evidence {
	c := &r.all[k]
	first := &r.cs[c.ways[0]]
	plain := 0.0
	for _, w := range c.ways {
		if r.cs[w].way.plainWay() {
			plain++
		}
	}
	best := 0.0
	for j := range r.all {
		if j != k {
			best = max(best, r.all[j].share)
		}
	}
	lead, chance := r.lead(k), math.Max(-12, math.Log(r.p[k]+1e-9))
	share := math.Log(c.share+1e-5) - math.Log(best+1e-5)
	rank := math.Min(float64(k), 5)
	e := evidence{1, lead, chance, share, rank, float64(flag(plain > 0)), math.Log1p(plain), float64(flag(first.way.rounding())),
		float64(r.view.dense[first.a][fUnit]), math.Log(r.p[0] + 1e-9)}
	at := 10
	hinges := func(x float64, knots []float64) {
		for _, k := range knots {
			e[at] = max(0, x-k)
			at++
		}
	}
	hinges(lead, leadKnots[:])
	hinges(chance, chanceKnots[:])
	hinges(share, shareKnots[:])
	for i := range 3 {
		e[at+i] = float64(flag(k == i))
	}
	return e
}

// A logistic turns evidence into the chance that a number is supported. It
// counts as supported from Least on.
type logistic struct {
	Weights evidence
	Least   float64
}

func (l *logistic) at(e *evidence) float64 {
	sum := 0.0
	for i, x := range e {
		sum += float64(x * l.Weights[i])
	}
	return 1 / (1 + math.Exp(-sum))
}

// fit finds the likeliest weights with Newton's method, held back a little
// from large ones.
func (l *logistic) fit(examples []evidence, right []bool) {
	for range 25 {
		var gradient evidence
		var hessian [nEvidence]evidence
		for k := range examples {
			e := &examples[k]
			p := l.at(e)
			d := p
			if right[k] {
				d--
			}
			w := p * (1 - p)
			for i, x := range e {
				gradient[i] += float64(d * x)
				for j := range i + 1 {
					hessian[i][j] += float64(float64(w*x) * e[j])
				}
			}
		}
		for i := range hessian {
			for j := range i {
				hessian[j][i] = hessian[i][j]
			}
			gradient[i] += l.Weights[i]
			hessian[i][i]++
		}
		for i, x := range solve(hessian, gradient) {
			l.Weights[i] -= x
		}
	}
	for i, w := range l.Weights {
		l.Weights[i] = math.Round(w*1e4) / 1e4
	}
}

// solve returns the x of a·x = b by elimination; a is positive definite.
func solve(a [nEvidence]evidence, b evidence) evidence {
	for i := range a {
		for j := i + 1; j < nEvidence; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < nEvidence; k++ {
				a[j][k] -= float64(f * a[i][k])
			}
			b[j] -= float64(f * b[i])
		}
	}
	for i := nEvidence - 1; i >= 0; i-- {
		for k := i + 1; k < nEvidence; k++ {
			b[i] -= float64(a[i][k] * b[k])
		}
		b[i] /= a[i][i]
	}
	return b
}
