package decoder

import (
	"math"
	"math/rand/v2"
	"slices"

	"hed/tensor/grad"
)

// adjacent is the share of a sentence's degree that its neighbours have where the head learns.
const adjacent = 0.1

// Season makes a SEASON of the net, whose head and tables are drawn, unless it is one.
func (n *Net) Season(s Season, rng *rand.Rand) {
	if n.Config.Season != nil {
		return
	}
	n.Config.Season = &s
	for _, p := range n.Config.seasonParts() {
		x := n.draw(p, rng)
		if p.Shape[0] == 1+Degrees { // whose first row is of no degree
			clear(x[:n.Config.Hidden])
		}
		n.Params.Add(p, x, true)
	}
}

// guide sets the keys of states by the degrees of sentences, those of all texts in turn, or by what the head predicts if there are none.
func (n *Net) guide(t *grad.Tape, s *States, texts [][]int32, degrees []int32) {
	c := &n.Config
	marks, of := c.Season.Sentences(texts, n.ends)
	s.Head = t.Linear(t.Embed(s.X, marks), n.Params.Var(seasonHead+".weight").T(), n.Params.Var(seasonHead+".bias"))
	var shares *grad.Var
	rows := of
	if degrees == nil {
		shares = t.Softmax(s.Head, 1/float32(c.Season.Temperature), nil)
	} else {
		rows = make([]int32, len(of))
		for i, sentence := range of {
			if rows[i] = -1; sentence >= 0 {
				rows[i] = 1 + degrees[sentence]
			}
		}
	}
	for _, name := range c.tables() {
		table := n.Params.Var(name)
		if shares != nil {
			table = t.MatMul(shares, table.Part(1, 1+Degrees, 0, c.Hidden))
		}
		s.Keys = append(s.Keys, t.Sum(s.X, t.Embed(table, rows)))
	}
}

// HeadLoss is the cross-entropy of what the head says with the degrees of sentences, times weight. A tenth of the chance is that of the
// degrees beside the one that a sentence has. The gradients are added to those of head, unless the tape is fixed.
func HeadLoss(t *grad.Tape, head *grad.Var, degrees []int32, weight float64) (loss float64) {
	x := numbers(t, head)
	for i, own := range degrees {
		row := x[i*Degrees : (i+1)*Degrees]
		most, sum := float64(slices.Max(row)), 0.0
		for _, v := range row {
			sum += math.Exp(float64(v) - most)
		}
		for k, v := range row {
			log := float64(v) - most - math.Log(sum)
			want := soft(own, int32(k))
			loss -= weight * want * log
			row[k] = float32(weight * (math.Exp(log) - want))
		}
	}
	if !t.Fixed {
		d := t.New(head.Value.Rows, head.Value.Cols)
		t.Device.Write(d, x)
		t.Device.Add(head.Grad, head.Grad, d)
	}
	return loss
}

// soft is the chance of a degree of which another is the right one.
func soft(own, of int32) float64 {
	switch {
	case own == of:
		return 1 - adjacent
	case own == of-1 || own == of+1:
		if own == 1 {
			return adjacent / 2
		}
		return adjacent
	}
	return 0
}

// Degree is that of a sentence with so much ROUGE-Lsum.
func (s *Season) Degree(rouge float64) int32 {
	switch {
	case rouge < s.Low:
		return 0
	case rouge > s.High:
		return 2
	}
	return 1
}
