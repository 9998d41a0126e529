package analysis

import (
	"cmp"
	"math"
	"slices"

	"hed/score"
)

// A Mover is a document whose values changed between two runs.
type Mover struct {
	Doc int // its place among the documents
	// Change is the mean over columns of what it gained, each in the root mean square of
	// what all documents gained or lost there; below 0 where it lost.
	Change float64
	Moves  []Move // what moved it most first
}

// A Move is what became of the value of a document.
type Move struct {
	Column   string
	Old, New float64
}

// Movers are the documents that lost and gained most between two runs, at most so many of
// each, over some columns. Each column counts in the size that its changes usually
// have, so that neither a wide range nor a small one decides. Columns of which nobody
// knows which way is better take no part, nor values that one run lacks.
func Movers(columns []score.Column, old, new []score.Sample, some func(column int) bool, most int) (worse, better []Mover) {
	var of []gaining
	for c := range columns {
		if columns[c].Better == score.Unknown || !some(c) {
			continue
		}
		if g := newGaining(&columns[c], old[c].Values, new[c].Values); g.size > 0 {
			of = append(of, g)
		}
	}
	if len(of) == 0 {
		return nil, nil
	}
	lost, gained := ahead{sign: -1, most: most}, ahead{sign: 1, most: most}
	for k := range of[0].old.NumBlocks() {
		changes := make([]float64, len(of[0].old.Block(k)))
		for _, g := range of {
			before, now := g.old.Block(k), g.new.Block(k)
			for i := range changes {
				changes[i] += g.gain(before[i], now[i]) / float64(len(of))
			}
		}
		for i, change := range changes {
			m := Mover{Doc: k*score.BlockLen + i, Change: change}
			lost.take(m)
			gained.take(m)
		}
	}
	for _, list := range [][]Mover{lost.movers, gained.movers} {
		for i := range list {
			list[i].Moves = movesOf(of, list[i].Doc)
		}
	}
	return lost.movers, gained.movers
}

// A gaining is a column, and what documents usually gain or lose there.
type gaining struct {
	*score.Column
	old, new *score.Series
	size     float64 // root mean square; not above 0 where nothing changed
}

func newGaining(c *score.Column, old, new *score.Series) gaining {
	g := gaining{c, old, new, 1}
	var squares score.Mean
	for k, block := range old.Blocks() {
		now := new.Block(k)
		for i, before := range block {
			if !score.IsAbsent(before) && !score.IsAbsent(now[i]) {
				d := g.gain(before, now[i])
				squares.Add(float64(d * d))
			}
		}
	}
	g.size = math.Sqrt(squares.Value())
	return g
}

// gain is what a document gained, in the usual size; 0 where a value is absent.
func (g *gaining) gain(old, new float64) float64 {
	d := (new - old) * float64(g.Better)
	if score.IsAbsent(d) {
		return 0
	}
	return d / g.size
}

// movesOf are the values of a document that changed.
func movesOf(of []gaining, doc int) (moves []Move) {
	gains := map[string]float64{}
	for _, g := range of {
		m := Move{g.Name, g.old.At(doc), g.new.At(doc)}
		if gains[m.Column] = math.Abs(g.gain(m.Old, m.New)); gains[m.Column] != 0 {
			moves = append(moves, m)
		}
	}
	slices.SortStableFunc(moves, func(a, b Move) int { return cmp.Compare(gains[b.Column], gains[a.Column]) })
	return moves
}

// ahead are the documents that changed most to one side so far, the first of equal ones first.
type ahead struct {
	sign   float64
	most   int
	movers []Mover
}

func (a *ahead) take(m Mover) {
	size, n := a.sign*m.Change, len(a.movers)
	if size < 1e-9 || a.most == 0 || n == a.most && size <= a.sign*a.movers[n-1].Change { // the first is rounding, not a change
		return
	}
	at := n
	for at > 0 && size > a.sign*a.movers[at-1].Change {
		at--
	}
	a.movers = slices.Insert(a.movers, at, m)[:min(n+1, a.most)]
}
