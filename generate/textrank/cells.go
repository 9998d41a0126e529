package textrank

import (
	"math"
	"slices"
)

// build makes the cells. Terms are less than size.
func (o *overlap) build(size int) {
	o.classify()
	o.weigh()
	o.sort()
	o.count = zeros(o.count, size)
	for _, t := range o.terms {
		o.count[t]++
	}
	o.number(size)
	o.gather()
}

// classify finds the lengths of sentences.
func (o *overlap) classify() {
	n := o.sentences()
	o.lengths = o.lengths[:0]
	for i := range n {
		o.lengths = append(o.lengths, o.length(i))
	}
	slices.Sort(o.lengths)
	o.lengths = slices.Compact(o.lengths)
	o.class = grow(o.class, n)
	for i := range n {
		c, _ := slices.BinarySearch(o.lengths, o.length(i))
		o.class[i] = int32(c)
	}
}

// weigh computes what a term of two sentences adds to the weight of their
// edge: nothing where both have one term.
func (o *overlap) weigh() {
	k := len(o.lengths)
	o.weights = zeros(o.weights, k*k)
	for a, la := range o.lengths {
		for b, lb := range o.lengths {
			if la > 0 && lb > 0 && la+lb > 2 {
				o.weights[a*k+b] = 1 / (math.Log(float64(la)) + math.Log(float64(lb)))
			}
		}
	}
}

// sort orders the sentences by length.
func (o *overlap) sort() {
	place := zeros(o.latest, len(o.lengths)+1)
	for _, c := range o.class {
		place[c+1]++
	}
	for c := range o.lengths {
		place[c+1] += place[c]
	}
	o.order = grow(o.order, o.sentences())
	for i, c := range o.class {
		o.order[place[c]] = int32(i)
		place[c]++
	}
	o.latest = place
}

// number numbers the cells of each shared term, from 0, and then finds where
// each term's begin. It goes through sentences by length, so that a cell is
// new when the length is not that of the latest.
func (o *overlap) number(size int) {
	o.first = zeros(o.first, size+1)
	o.latest = grow(o.latest, size)
	for t := range o.latest {
		o.latest[t] = -1
	}
	o.cells = grow(o.cells, len(o.terms))
	for _, i := range o.order {
		for p := o.start[i]; p < o.start[i+1]; p++ {
			t := o.terms[p]
			if o.count[t] < 2 {
				o.cells[p] = none
				continue
			}
			if o.latest[t] != o.class[i] {
				o.latest[t] = o.class[i]
				o.first[t+1]++
			}
			o.cells[p] = o.first[t+1] - 1
		}
	}
	for t := range size {
		o.first[t+1] += o.first[t]
	}
}

// gather makes the list of each sentence's cells.
func (o *overlap) gather() {
	n, k := o.sentences(), len(o.lengths)
	total := int(o.first[len(o.first)-1])
	o.cellClass = grow(o.cellClass, total)
	o.in, o.out = grow(o.in, total), grow(o.out, total)
	o.self = grow(o.self, n)
	o.cellStart = append(o.cellStart[:0], 0)
	kept := o.cells[:0] // over what has been read already
	for i, c := range o.class {
		for p := o.start[i]; p < o.start[i+1]; p++ {
			if o.cells[p] == none {
				continue
			}
			cell := o.first[o.terms[p]] + o.cells[p]
			o.cellClass[cell] = c
			kept = append(kept, cell)
		}
		shared := len(kept) - int(o.cellStart[i])
		o.self[i] = float64(shared) * o.weights[int(c)*k+int(c)]
		o.cellStart = append(o.cellStart, int32(len(kept)))
	}
	o.cells = kept
}
