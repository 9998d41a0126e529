package rerank

import (
	"fmt"
	"math"

	"hed/neural/encoder"
	"hed/neural/folder"
	"hed/neural/tokenizer"
	"hed/tensor"
	"hed/tensor/grad"
)

// A net is an encoder with a head, which learn.
type net struct {
	*encoder.Net
	frame *frame
	heads [places]*grad.Var
	most  int // tokens at once, unless one question has more
}

// headName is the name of the weights by which a state counts.
func headName(place int) string {
	return [places]string{"rerank.text.weight", "rerank.answer.weight", "rerank.operand.weight"}[place]
}

func newNet(e *encoder.Net, f *frame, d tensor.Learner) *net {
	n := &net{Net: e, frame: f}
	hidden := e.Config.Hidden
	for i := range n.heads {
		n.heads[i] = e.Params.Add(folder.Part{Name: headName(i), Shape: []int{1, hidden}, Bare: true}, make([]float32, hidden), true)
	}
	// How many numbers a pass keeps of a token, values and gradients, decides how many tokens go together: half a gigabyte's on the processor, and
	// on a card eight, which keep it busy.
	token := 2 * e.Config.Layers * (12*hidden + 2*e.Config.Inner)
	n.most = 1 << 27 / token
	if _, ok := d.(*tensor.CPU); !ok {
		n.most = 1 << 31 / token
	}
	return n
}

// groups cuts questions into groups that are computed at once.
func (n *net) groups(entries []*entry) (groups [][]*entry) {
	if len(entries) == 0 {
		return nil
	}
	tokens, from := 0, 0
	for i, e := range entries {
		if tokens += e.size(n.frame); tokens > n.most && i > from {
			groups = append(groups, entries[from:i])
			from, tokens = i, e.size(n.frame)
		}
	}
	return append(groups, entries[from:])
}

// size is about how many tokens the texts of a question have.
func (e *entry) size(f *frame) int {
	return len(e.options) * min(len(e.article)+len(e.options[0].headline)+8, f.limit)
}

// scores gives a row for each option of the questions.
func (n *net) scores(t *grad.Tape, entries []*entry, l encoder.Lesson) (*grad.Var, error) {
	var texts []*tokenizer.Encoding
	var at [places][]int32
	rows := 0
	for _, e := range entries {
		for i := range e.options {
			text := n.frame.text(e, &e.options[i])
			texts = append(texts, &text.Encoding)
			for k, p := range text.places {
				if p >= 0 {
					p += rows
				}
				at[k] = append(at[k], int32(p))
			}
			rows += len(text.IDs)
		}
	}
	x, _, err := n.States(t, texts, l)
	if err != nil {
		return nil, fmt.Errorf("read a headline and its article: %w", err)
	}
	var sum *grad.Var
	for k, head := range n.heads {
		if y := t.MatMul(t.Embed(x, at[k]), head.T()); sum == nil {
			sum = y
		} else {
			sum = t.Sum(sum, y)
		}
	}
	return sum, nil
}

// loss is the sum of the losses of questions, whose scores stand one after another, and the gradient of each score times by. A question
// without a right option has none.
func loss(entries []*entry, scores []float32, by float64) (total float64, gradient []float32) {
	gradient = make([]float32, len(scores))
	for _, e := range entries {
		n := len(e.options)
		s, g := scores[:n], gradient[len(gradient)-len(scores):][:n]
		scores = scores[n:]
		share, right := shares(e, s, 0, 1), 0.0
		for i := range e.options {
			if e.options[i].right {
				right += share[i]
			}
		}
		if right == 0 {
			continue
		}
		total -= math.Log(right)
		for i := range e.options {
			d := share[i]
			if e.options[i].right {
				d -= share[i] / right
			}
			g[i] = float32(by * d)
		}
	}
	return total, gradient
}

// shares are the softmax of a·prior + b·score over the options of a question.
func shares(e *entry, scores []float32, a, b float64) []float64 {
	p, top, sum := make([]float64, len(scores)), math.Inf(-1), 0.0
	for i, s := range scores {
		p[i] = a*e.options[i].prior + b*float64(s)
		top = max(top, p[i])
	}
	for i := range p {
		p[i] = math.Exp(p[i] - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// rank gives the scores of the options of questions, by question.
func (n *net) rank(t *grad.Tape, entries []*entry) ([][]float32, error) {
	all := make([][]float32, 0, len(entries))
	for _, group := range n.groups(entries) {
		t.Reset()
		s, err := n.scores(t, group, encoder.Lesson{})
		if err != nil {
			return nil, err
		}
		x := make([]float32, s.Value.Rows)
		t.Device.Read(x, s.Value)
		for _, e := range group {
			all = append(all, x[:len(e.options)])
			x = x[len(e.options):]
		}
	}
	return all, nil
}
