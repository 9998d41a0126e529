package seq2seq

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"hed/neural/recurrent"
	"hed/tensor"
	"hed/tensor/grad"
)

// fitting adds to the failure of a device without enough memory which batch it has memory for.
func (c *course) fitting(err error) error {
	_, own := c.Device.(tensor.Memory)
	if _, failed := errors.AsType[*tensor.Failure](err); !own || !failed {
		return err
	}
	size := func(i int) int {
		p := c.learn.at(i)
		return len(p.Article) + len(p.Headline)
	}
	longest := make([]int, c.learn.len())
	for i := range longest {
		longest[i] = i
	}
	slices.SortFunc(longest, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	for n := c.Batch / 2; n >= 1; n /= 2 {
		if c.fits(longest[:min(n, len(longest))]) {
			return fmt.Errorf("%w; a batch of %d fits", err, n)
		}
	}
	return fmt.Errorf("%w; a batch of 1 does not fit either: make the network smaller, by hidden, embedding or vocabulary, or read fewer words", err)
}

// fits tells whether there is memory for a step and a validation with the given pairs, beside what the optimiser and the best weights take.
func (c *course) fits(pairs []int) (ok bool) {
	var failed error // it does not fit then
	defer tensor.Recover(&failed)
	d := c.Device.(tensor.Memory)
	var taken []tensor.Matrix
	tape, fixed := &grad.Tape{Device: c.Device}, &grad.Tape{Device: c.Device, Fixed: true} // as a course has both
	defer func() {
		tape.Close()
		fixed.Close()
		for _, m := range taken {
			d.Free(m)
		}
	}()
	copies := 3 // of Adam's moments and the best
	if c.Options.Optimiser == "adagrad" {
		copies = 2
	}
	for range copies {
		for _, p := range c.net.Params() {
			taken = append(taken, d.New(p.Value.Rows, p.Value.Cols))
		}
	}
	sums := d.New(1, 2)
	taken = append(taken, sums)
	var all []recurrent.Pair
	for _, i := range pairs {
		all = append(all, c.learn.at(i))
	}
	b, err := recurrent.NewBatch(all, c.net.Vocabulary)
	if err != nil {
		return false
	}
	lesson := recurrent.Lesson{Cover: float32(c.Options.Cover)}
	c.net.Loss(fixed, b, lesson, sums)
	lesson.Dropout = float32(c.Options.Dropout)
	c.net.Loss(tape, b, lesson, sums)
	fixed.Reset() // which takes what the next one may need
	tape.Reset()
	return true
}
