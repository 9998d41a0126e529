package seq2seq

import (
	"errors"
	"fmt"
	"slices"

	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/grad"
)

// fitting adds to the failure of a device without enough memory which batch it has memory for.
func (c *course) fitting(err error) error {
	_, own := c.Device.(tensor.Memory)
	if failure, failed := errors.AsType[*tensor.Failure](err); !own || !failed || !failure.Memory {
		return err
	}
	// Any batch takes less than one whose pairs all have the longest article and the longest headline.
	article, headline := 0, 0
	for _, part := range []*train.Pairs{c.learn, c.valid} {
		for i := range part.Len() {
			p := part.At(i)
			article, headline = max(article, len(p.Article)), max(headline, len(p.Headline))
		}
	}
	longest := recurrent.Pair{
		Article:  slices.Repeat([]int32{recurrent.Unknown}, article),
		Headline: slices.Repeat([]int32{recurrent.Unknown}, headline),
	}
	for n := c.Batch / 2; n >= 1; n /= 2 {
		pairs := min(n, max(c.learn.Len(), c.valid.Len()))
		if c.fits(slices.Repeat([]recurrent.Pair{longest}, pairs)) {
			return fmt.Errorf("%w; a batch of %d fits", err, n)
		}
	}
	return fmt.Errorf("%w; a batch of 1 does not fit either: make the network smaller, by hidden, embedding or vocabulary, or read fewer words", err)
}

// fits tells whether there is memory for a step and a validation with the given pairs, beside what the optimiser and the best weights take.
func (c *course) fits(pairs []recurrent.Pair) (ok bool) {
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
	b, err := recurrent.NewBatch(pairs, c.net.Vocabulary)
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
