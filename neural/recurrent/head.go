package recurrent

import (
	"hed/tensor"
	"hed/tensor/grad"
)

// A head is what the loss of words depends on beside the network's outputs, by row.
type head struct {
	at     []int32 // the word in the vocabulary, −1 for others
	weight tensor.Matrix
	// Of networks that copy: how much the vocabulary counts, before its sigmoid, and the share of
	// places that have the word.
	gate, copied *grad.Var
}

// chunk is how many numbers the scores of the words of a vocabulary have at once: they are never there for
// all words of a batch.
const chunk = 32 << 20

// write sets loss to that of each row of out and adds the gradients of their sum to those of out, of
// the vocabulary and of the head. The scores are made once, for the loss and its gradients.
func (n *Net) write(t *grad.Tape, loss tensor.Matrix, out *grad.Var, h *head) {
	d := t.Device
	rows := loss.Rows
	each := min(rows, max(1, chunk/n.Vocabulary))
	all := t.New(each, n.Vocabulary)
	sums, picks := t.New(rows, 1), t.New(rows, 1)
	known := t.New(rows, 1)
	if n.Copy {
		is := make([]float32, rows)
		for i, w := range h.at {
			if w >= 0 {
				is[i] = 1
			}
		}
		d.Write(known, is)
		if t.Fixed { // Mix writes gradients, for which there is no other place
			h.gate.Grad, h.copied.Grad = t.New(rows, 1), t.New(rows, 1)
		}
		d.Combine(h.gate.Grad, 1, h.gate.Value, 0, h.gate.Value)
		d.Combine(h.copied.Grad, 1, h.copied.Value, 0, h.copied.Value)
	}
	whole, _ := d.(tensor.Sequencer)
	for from := 0; from < rows; from += each {
		end := min(rows, from+each)
		part := func(m tensor.Matrix) tensor.Matrix { return m.Part(from, end, 0, m.Cols) }
		scores, at := all.Part(0, end-from, 0, n.Vocabulary), h.at[from:end]
		d.MatMul(scores, 1, part(out.Value), n.vocabulary.Value.T(), 0)
		pick, weight := part(picks), part(h.weight)
		if whole != nil {
			whole.BiasLogSum(part(sums), pick, scores, n.vocabularyBias.Value, at)
		} else {
			d.AddBias(scores, n.vocabularyBias.Value)
			d.LogSum(part(sums), pick, scores, at)
		}
		if n.Copy {
			d.Mix(part(loss), pick, part(h.gate.Grad), part(h.copied.Grad), part(known), weight)
		} else {
			d.Multiply(part(loss), pick, weight, 0)
			d.Combine(part(loss), -1, part(loss), 0, part(loss))
			d.Combine(pick, -1, weight, 0, weight)
		}
		if t.Fixed {
			continue
		}
		if whole != nil {
			whole.BiasLogSumGrad(scores, n.vocabularyBias.Value, part(sums), pick, at)
		} else {
			d.LogSumGrad(scores, part(sums), pick, at)
		}
		d.MatMul(part(out.Grad), 1, scores, n.vocabulary.Value, 1)
		d.MatMul(n.vocabulary.Grad, 1, scores.T(), part(out.Value), 1)
		d.SumRows(n.vocabularyBias.Grad, scores)
	}
}

// cover gives the loss of attention that comes back to where it has been, and adds its gradients.
func (n *Net) cover(t *grad.Tape, s *decoding, weight tensor.Matrix) tensor.Matrix {
	if t.Fixed {
		s.share.Grad, s.coverage.Grad = t.New(s.share.Value.Rows, s.share.Value.Cols), t.New(s.share.Value.Rows, s.share.Value.Cols)
	}
	loss := t.New(weight.Rows, 1)
	t.Device.Cover(loss, s.share.Grad, s.coverage.Grad, s.share.Value, s.coverage.Value, weight)
	return loss
}
