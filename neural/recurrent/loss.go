package recurrent

import (
	"slices"

	"hed/tensor"
	"hed/tensor/grad"
)

// An Encoding is what the encoder gives for articles.
type Encoding struct {
	places tensor.Packing
	states *grad.Var // by row of places
	keys   *grad.Var
	h, c   *grad.Var // the decoder's first state, by article
}

// encode reads the articles.
func (n *Net) encode(t *grad.Tape, p *packed, l Lesson) *Encoding {
	e := &Encoding{places: p.Packing}
	words := t.Dropout(t.Embed(n.words, p.known), l.Dropout, l.Seed)
	rows, half := p.Rows(), n.Hidden
	e.states = t.Var(rows, 2*half)
	articles := int(p.Starts[1])
	h, c := t.Var(articles, 2*half), t.Var(articles, 2*half)
	lastH, lastC := t.LSTM(words, p.Packing,
		grad.Direction{LSTM: n.forward, Y: e.states.Part(0, rows, 0, half)},
		grad.Direction{LSTM: n.backward, Y: e.states.Part(0, rows, half, 2*half), Reverse: true})
	for i := range lastH {
		t.Copy(h.Part(0, articles, i*half, (i+1)*half), lastH[i])
		t.Copy(c.Part(0, articles, i*half, (i+1)*half), lastC[i])
	}
	e.keys = t.MatMul(e.states, n.keys)
	e.h, e.c = h, c
	if n.Bridge {
		e.h = t.Activate(t.Linear(h, n.bridgeH, n.bridgeHBias), tensor.ReLU)
		e.c = t.Activate(t.Linear(c, n.bridgeC, n.bridgeCBias), tensor.ReLU)
	}
	return e
}

// A Lesson is what a step of training depends on beside the batch.
type Lesson struct {
	Cover float32 // weight of the loss of coverage
	// Uncovered leaves coverage out, of a network that has it: it is taught without first.
	Uncovered bool
	// Dropout is the share of the numbers of embeddings and outputs that are left out, which ones by Seed.
	Dropout float32
	Seed    uint64
	// PerPair makes gradients those of the mean over pairs of the sum over words, not of the mean over words.
	PerPair bool
}

// Loss adds the loss of a batch to sums, a row of two numbers: −log of the probability of the
// words, and how much attention comes back, times Lesson.Cover. On a fixed tape they are sums over words, on
// others means, whose gradients (see Lesson.PerPair) are then added to those of the weights. Nothing is read from the
// device, so a card can be steps behind.
func (n *Net) Loss(t *grad.Tape, b *Batch, l Lesson, sums tensor.Matrix) {
	d := t.Device
	e := n.encode(t, &b.source, l)
	words := t.Dropout(t.Embed(n.words, b.target.known), l.Dropout, l.Seed+1)
	covered := n.Coverage && !l.Uncovered
	s := n.decode(t, e, b, words, covered)
	out := t.Dropout(t.Linear(s.joined, n.out, n.outBias), l.Dropout, l.Seed+2)
	by := float32(1)
	if !t.Fixed && l.PerPair {
		by /= float32(len(b.of))
	} else if !t.Fixed {
		by /= float32(b.Words)
	}
	weight := column(t, b.Words, by)
	head := &head{weight: weight, at: n.known(b.next)}
	if n.Copy {
		head.gate = t.Sum(t.Linear(s.joined, n.gateJoined, n.gateBias), t.MatMul(words, n.gateInput))
		head.copied = t.Match(s.share, b.source.Packing, b.source.words, b.article, b.next)
	}
	loss := t.New(b.Words, 1)
	n.write(t, loss, out, head)
	own := t.Zeros(1, 2)
	d.SumRows(own.Part(0, 1, 0, 1), loss)
	if covered {
		d.SumRows(own.Part(0, 1, 1, 2), n.cover(t, s, column(t, b.Words, by*l.Cover)))
	}
	scale := float32(1)
	if !t.Fixed && l.PerPair {
		scale = float32(len(b.of)) / float32(b.Words)
	}
	d.Combine(sums, 1, sums, scale, own)
	t.Backward()
}

// known are words of the vocabulary, −1 for others.
func (n *Net) known(words []int32) []int32 {
	at := make([]int32, len(words))
	for i, w := range words {
		if at[i] = w; int(w) >= n.Vocabulary {
			at[i] = -1
		}
	}
	return at
}

// column is a column of one number.
func column(t *grad.Tape, rows int, x float32) tensor.Matrix {
	m := t.New(rows, 1)
	t.Device.Write(m, slices.Repeat([]float32{x}, rows))
	return m
}
