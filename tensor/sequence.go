package tensor

import "fmt"

// A Sequencer is a Learner that does for whole sequences at once what others do step by step: a card, on which every call
// takes a while to begin.
type Sequencer interface {
	Learner

	// Recur runs LSTMs over packed sequences, one or two side by side. It gives false, and has done nothing, where there
	// is no room for it.
	Recur(p Packing, runs []Recurrence) bool
	// RecurGrad goes back through what Recur did.
	RecurGrad(p Packing, runs []Recurrence) bool
	// AdditiveGrads adds the gradients of keys and values of all steps of a decoder. Its arguments have a row for each query of any
	// step: scores is what AdditiveGrad gave, and several queries may see one sequence.
	AdditiveGrads(dkeys, dvalues, scores, dcontext, share, query Matrix, l Look)
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

func (m *Matrix) shape(what string, rows, cols int) {
	m.plain(what)
	if m.Rows != rows || m.Cols != cols {
		panic(fmt.Sprintf("tensor: %s of %d by %d where %d by %d are needed", what, m.Rows, m.Cols, rows, cols))
	}
}
