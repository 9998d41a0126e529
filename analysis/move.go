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
	var of []int
	var gains [][]float64 // by column, in its usual size; 0 where there is none
	for c := range columns {
		if columns[c].Better == score.Unknown || !some(c) {
			continue
		}
		if g := gainsOf(columns[c].Better, old[c].Values.Values(), new[c].Values.Values()); g != nil {
			of, gains = append(of, c), append(gains, g)
		}
	}
	if len(of) == 0 {
		return nil, nil
	}
	all := make([]Mover, len(gains[0]))
	for doc := range all {
		all[doc].Doc = doc
		for _, g := range gains {
			all[doc].Change += g[doc] / float64(len(gains))
		}
	}
	pick := func(sign float64) (picked []Mover) {
		slices.SortFunc(all, func(a, b Mover) int {
			return cmp.Or(cmp.Compare(sign*b.Change, sign*a.Change), cmp.Compare(a.Doc, b.Doc))
		})
		for _, m := range all[:min(len(all), most)] {
			if sign*m.Change < 1e-9 { // which is rounding, not a change
				break
			}
			order := make([]int, 0, len(of))
			for k := range of {
				if gains[k][m.Doc] != 0 {
					order = append(order, k)
				}
			}
			slices.SortFunc(order, func(a, b int) int {
				return cmp.Or(cmp.Compare(math.Abs(gains[b][m.Doc]), math.Abs(gains[a][m.Doc])), cmp.Compare(a, b))
			})
			for _, k := range order {
				m.Moves = append(m.Moves, Move{columns[of[k]].Name, old[of[k]].Values.At(m.Doc), new[of[k]].Values.At(m.Doc)})
			}
			picked = append(picked, m)
		}
		return picked
	}
	return pick(-1), pick(1)
}

// gainsOf is what each document gained, in the root mean square of all; nil where nothing
// changed.
func gainsOf(better score.Better, old, new []float64) []float64 {
	gains := make([]float64, len(old))
	var squares score.Mean
	for i := range old {
		d := (new[i] - old[i]) * float64(better)
		if score.IsAbsent(d) {
			continue
		}
		gains[i] = d
		squares.Add(float64(d * d))
	}
	size := math.Sqrt(squares.Value())
	if !(size > 0) {
		return nil
	}
	for i := range gains {
		gains[i] /= size
	}
	return gains
}
