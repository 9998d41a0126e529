package tensor

import (
	"fmt"
	"slices"
)

// A Packing says how sequences of different lengths lie in the rows of a matrix, step by
// step: first the first rows of all sequences, then the second rows of those that have one, and so on.
// Sequences are ordered by length, longest first, so step t of sequence s is row Starts[t] + s, and
// whatever is done to a step is done to rows that follow each other.
type Packing struct {
	// Starts has the first row of each step and, last, the number of rows.
	Starts []int32
	// Lives is how many sequences reach each step.
	Lives []int32
}

// Pack lays out sequences of the given lengths, which must not rise, without padding.
func Pack(lengths []int) Packing {
	p := Packing{Starts: []int32{0}}
	for t := 0; len(lengths) > 0 && t < lengths[0]; t++ {
		p.add(lengths, t)
		p.Starts = append(p.Starts, p.Starts[t]+p.Lives[t])
	}
	return p
}

// PackWide lays out sequences with so many steps, not fewer than the longest has, and as many rows
// at each as there are sequences. So shapes, on which the last bits depend on some devices, do not depend on
// lengths.
func PackWide(lengths []int, steps int) Packing {
	p := Packing{Starts: []int32{0}}
	for t := range steps {
		p.add(lengths, t)
		p.Starts = append(p.Starts, p.Starts[t]+int32(len(lengths)))
	}
	if len(lengths) > 0 && lengths[0] > steps {
		panic(fmt.Sprintf("tensor: a sequence of %d for %d steps", lengths[0], steps))
	}
	return p
}

// add counts the sequences that reach step t.
func (p *Packing) add(lengths []int, t int) {
	if t == 0 && (!slices.IsSortedFunc(lengths, func(a, b int) int { return b - a }) || lengths[len(lengths)-1] < 0) {
		panic(fmt.Sprintf("tensor: sequences of lengths %v, which rise or are below 0", lengths))
	}
	live := len(lengths)
	if t > 0 {
		live = int(p.Lives[t-1])
	}
	for live > 0 && lengths[live-1] <= t {
		live--
	}
	p.Lives = append(p.Lives, int32(live))
}

// Steps is how many there are.
func (p Packing) Steps() int { return len(p.Lives) }

// Rows is the number of rows of all sequences.
func (p Packing) Rows() int { return int(p.Starts[len(p.Starts)-1]) }

// Live is how many sequences reach step t.
func (p Packing) Live(t int) int { return int(p.Lives[t]) }

// Step is the rows of m at step t.
func (p Packing) Step(m Matrix, t int) Matrix {
	return m.Part(int(p.Starts[t]), int(p.Starts[t+1]), 0, m.Cols)
}

// length of sequence s.
func (p Packing) length(s int32) int {
	t := p.Steps()
	for t > 0 && p.Lives[t-1] <= s {
		t--
	}
	return t
}
