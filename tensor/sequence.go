package tensor

import "fmt"

// A Sequencer is a Learner that does for whole sequences at once what others do step by step: a card, on which every call
// takes a while to begin.
type Sequencer interface {
	Learner

	// Recur runs LSTMs over packed sequences, one or two side by side. It gives false, and has done nothing, where there
	// is no room for it, as on a card of which others have a part. Whether there is may change from one time to the next, and the last bits with it.
	Recur(p Packing, runs []Recurrence) bool
	// RecurGrad goes back through what Recur did.
	RecurGrad(p Packing, runs []Recurrence) bool
	// AdditiveGrads adds the gradients of keys and values of all steps of a decoder. Its arguments have a row for each query of any
	// step: scores is what AdditiveGrad gave, and several queries may see one sequence.
	AdditiveGrads(dkeys, dvalues, scores, dcontext, share, query Matrix, l Look)
	// SquaresAll, AdamAll and AdagradAll are Squares, Adam and Adagrad for all weights of a network. Steps set the gradients to 0 too.
	// All matrices must be whole.
	SquaresAll(sum Matrix, x []Matrix)
	AdamAll(w, g, m, v []Matrix, squares Matrix, s AdamStep)
	AdagradAll(w, g, a []Matrix, squares Matrix, s AdagradStep)
	// BiasLogSum and BiasLogSumGrad are LogSum and LogSumGrad of x with bias, which has one row, added to each row.
	BiasLogSum(sum, pick, x, bias Matrix, at []int32)
	BiasLogSumGrad(x, bias, sum, d Matrix, at []int32)
	// Choose finds the k likeliest words of each row and their probabilities, best first, as Mixture, Set and Top do one after another,
	// and the first of the places with the greatest share. Where a row has fewer words, the others have a probability of 0; where its scores
	// are not numbers, all are NaN. It waits for the device.
	Choose(c Choice, k int) (chances []float32, words, places []int32)
}

// A Choice is what the words of rows depend on; see Learner.Mixture.
type Choice struct {
	Scores, Bias Matrix // Bias, of one row, is added to the scores of each
	Gate, Share  Matrix // Gate may be the zero Matrix
	Places       Packing
	Words, Of    []int32
	// Words that are not allowed: those of row i are No[NoStarts[i]:NoStarts[i+1]].
	NoStarts, No []int32
}

// A Recurrence is one direction of an LSTM, by rows of a Packing; see Learner.Cell.
type Recurrence struct {
	// Gates is what goes into the gates from the input. Recur replaces it by the activations, RecurGrad these by gradients.
	Gates  Matrix
	Hidden Matrix // the weights of the state before
	// Recur sets these for sequences that have the step.
	States, Cells Matrix
	// What RecurGrad begins with: the gradients of all states and cells by other ways. It leaves them as they are.
	DStates, DCells Matrix
	Reverse         bool // from the ends of sequences
}

// Recur is for Sequencer.Recur and, with back, RecurGrad.
func (Check) Recur(p Packing, runs []Recurrence, back bool) {
	if len(runs) < 1 || len(runs) > 2 {
		panic(fmt.Sprintf("tensor: %d recurrences at once; there may be one or two", len(runs)))
	}
	n := runs[0].Hidden.Rows
	for _, r := range runs {
		r.Hidden.shape("recurrence", n, 4*n)
		r.Gates.shape("recurrence", p.Rows(), 4*n)
		r.Cells.shape("recurrence", p.Rows(), n)
		if back {
			r.DStates.shape("recurrence", p.Rows(), n)
			r.DCells.shape("recurrence", p.Rows(), n)
		} else {
			r.States.shape("recurrence", p.Rows(), n)
		}
	}
}

// AdditiveGrads is for Sequencer.AdditiveGrads.
func (Check) AdditiveGrads(dkeys, dvalues, scores, dcontext, share, query Matrix, l Look) {
	l.check(&dcontext, &share, &query)
	scores.same("attention", &share)
	dkeys.same("attention", &l.Keys)
	dvalues.same("attention", &l.Values)
}

// StepAll is for Sequencer.SquaresAll, AdamAll and AdagradAll.
func (Check) StepAll(squares Matrix, lists ...[]Matrix) {
	for i := range lists[0] {
		var all []Matrix
		for _, l := range lists {
			if m := l[i]; m.Stride != m.Cols {
				panic("tensor: a step of weights that are a part of something")
			}
			all = append(all, l[i])
		}
		Check{}.Step(squares, all[0], all[1:]...)
	}
}

// Choose is for Sequencer.Choose.
func (Check) Choose(c Choice, k int) {
	rows := c.Scores.Rows
	c.Scores.plain("choice")
	c.Bias.vector("choice", c.Scores.Cols)
	c.Share.shape("choice", rows, c.Places.Steps())
	if k < 1 || len(c.NoStarts) != rows+1 || int(c.NoStarts[rows]) > len(c.No) || c.Gate.Rows > 0 && len(c.Of) != rows || c.Gate.Rows > 0 && len(c.Words) != c.Places.Rows() {
		panic(fmt.Sprintf("tensor: a choice of %d words of %d rows, of which %d have sequences, %d words and %d bounds of words that are not allowed", k, rows, len(c.Of), len(c.Words), len(c.NoStarts)))
	}
	if c.Gate.Rows > 0 {
		c.Gate.shape("choice", rows, 1)
		c.Places.check(c.Of)
	}
}

func (m *Matrix) shape(what string, rows, cols int) {
	m.plain(what)
	if m.Rows != rows || m.Cols != cols {
		panic(fmt.Sprintf("tensor: %s of %d by %d where %d by %d are needed", what, m.Rows, m.Cols, rows, cols))
	}
}
