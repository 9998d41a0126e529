package bilstm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"hed/neural/words"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Config says what a network is made of, and what it reads.
type Config struct {
	Vocabulary int    `json:"vocabulary"` // words that have a vector
	Embedding  int    `json:"embedding"`  // size of these
	Filters    int    `json:"filters"`    // of the convolution over characters
	Width      int    `json:"width"`      // characters that a filter sees
	Hidden     int    `json:"hidden"`     // of each direction
	Words      int    `json:"words"`      // of a text that are read
	Characters string `json:"characters"` // that are told apart
}

// The greatest sizes, which are far beyond what helps: files that are damaged say more.
const (
	mostHidden     = 1 << 12
	mostWidth      = 16
	mostWords      = 10_000
	mostVocabulary = 2_000_000
)

func (c *Config) check() error {
	if c.Vocabulary < words.FirstWord || c.Vocabulary > mostVocabulary || c.Words < 1 || c.Words > mostWords || c.Width < 1 || c.Width > mostWidth ||
		min(c.Embedding, c.Filters, c.Hidden) < 1 || max(c.Embedding, c.Filters, c.Hidden) > mostHidden {
		return fmt.Errorf("a network of %d words, vectors of %d, %d filters of %d characters and states of %d that reads %d words, which no training gives",
			c.Vocabulary, c.Embedding, c.Filters, c.Width, c.Hidden, c.Words)
	}
	seen := map[rune]bool{}
	for _, r := range c.Characters {
		if seen[r] || len(seen) == mostCharacters {
			return fmt.Errorf("characters of a network that come twice, or are more than %d", mostCharacters)
		}
		seen[r] = true
	}
	return nil
}

// A net is a network: its weights on a device.
type net struct {
	Config
	labels int
	all    []*grad.Param // in a fixed order

	words                      *grad.Var
	characters, charactersBias *grad.Var // a row for each place of a filter and each character
	forward, backward          grad.LSTM
	out, outBias               *grad.Var
}

// newNet makes a network with random weights, but for words with vectors, which stay as they are: row i has that of word i of the vocabulary.
func newNet(d tensor.Learner, c Config, labels int, vectors []float32, rng *rand.Rand) (*net, error) {
	return build(c, labels, func(name string, rows, cols int, reach float64) (grad.Var, error) {
		v := grad.Var{Value: d.New(rows, cols)}
		x := vectors
		if name != wordsName || vectors == nil {
			v.Grad = d.New(rows, cols)
			x = make([]float32, rows*cols)
			for i := range x {
				x[i] = float32((2*rng.Float64() - 1) * reach)
			}
		}
		d.Write(v.Value, x)
		return v, nil
	})
}

const wordsName = "words"

// build makes a network of what weight gives for each of its weights: reach is how large random ones are, uniform within
// 1/√(rows) as PyTorch begins layers with, but for vectors of words, LSTMs and biases. Where weight fails, the network has what was made so far.
func build(c Config, labels int, weight func(name string, rows, cols int, reach float64) (grad.Var, error)) (_ *net, err error) {
	n := &net{Config: c, labels: labels}
	param := func(name string, rows, cols int, reach float64) *grad.Var {
		p := &grad.Param{Name: name}
		if err == nil {
			if p.Var, err = weight(name, rows, cols, reach); err == nil {
				n.all = append(n.all, p)
			}
		}
		return &p.Var
	}
	seen := c.Width * (1 + utf8.RuneCountInString(c.Characters))
	n.words = param(wordsName, c.Vocabulary, c.Embedding, math.Sqrt(3)*0.1)
	n.characters = param("characters", seen, c.Filters, 1/math.Sqrt(float64(c.Width)))
	n.charactersBias = param("characters.bias", 1, c.Filters, 0)
	lstm := func(name string) grad.LSTM {
		reach := 1 / math.Sqrt(float64(c.Hidden))
		return grad.LSTM{
			Input: param(name+".input", c.Embedding+c.Filters, 4*c.Hidden, reach), Hidden: param(name+".hidden", c.Hidden, 4*c.Hidden, reach),
			Bias: param(name+".bias", 1, 4*c.Hidden, 0),
		}
	}
	n.forward, n.backward = lstm("forward"), lstm("backward")
	outs := labels
	if labels == 2 {
		outs = 1 // a sigmoid
	}
	n.out, n.outBias = param("out", 2*c.Hidden, outs, 1/math.Sqrt(float64(2*c.Hidden))), param("out.bias", 1, outs, 0)
	return n, err
}

// free gives back the memory of a device that has its own.
func (n *net) free(d tensor.Device) {
	for _, p := range n.all {
		tensor.Free(d, p.Value)
		if p.Grad.Rows > 0 {
			tensor.Free(d, p.Grad)
		}
	}
	n.all = nil
}

// learning are the weights that learn.
func (n *net) learning() []*grad.Param {
	return slices.DeleteFunc(slices.Clone(n.all), func(p *grad.Param) bool { return p.Grad.Rows == 0 })
}

// A dropout is which share of the numbers that go into the LSTM and come out of it is left out, and by which seed.
type dropout struct {
	rate float32
	seed uint64
}

// spell gives the vectors of words that come from their characters: a convolution over these, each as zeros with a single one,
// then the greatest number of each filter. A product with such a vector is a row of the weights, so nothing is multiplied.
func (n *net) spell(t *grad.Tape, b *batch) *grad.Var {
	d, w, bias := t.Device, n.characters, n.charactersBias
	rows := b.bounds[len(b.bounds)-1]
	y, one := t.Var(rows, n.Filters), t.New(rows, n.Filters)
	d.Gather(y.Value, w.Value, b.near[0])
	for _, near := range b.near[1:] {
		d.Gather(one, w.Value, near)
		d.Add(y.Value, y.Value, one)
	}
	d.AddBias(y.Value, bias.Value)
	t.Record(func() {
		for _, near := range b.near {
			d.Scatter(w.Grad, near, y.Grad)
		}
		d.SumRows(bias.Grad, y.Grad)
	})
	return t.Activate(t.MaxRows(y, b.bounds), tensor.ReLU)
}

// scores gives a row for each sequence of a batch and a column for each label, of which the softmax are probabilities. Of two
// labels the first has 0, so that the softmax is the sigmoid of the other.
func (n *net) scores(t *grad.Tape, b *batch, drop dropout) *grad.Var {
	rows, half, texts := b.Rows(), n.Hidden, len(b.order)
	x := t.Var(rows, n.Embedding+n.Filters)
	t.Copy(x.Part(0, rows, 0, n.Embedding), t.Embed(n.words, b.words))
	t.Copy(x.Part(0, rows, n.Embedding, n.Embedding+n.Filters), t.Embed(n.spell(t, b), b.spelt))
	x = t.Dropout(x, drop.rate, drop.seed)
	states := t.Var(rows, 2*half)
	last, _ := t.LSTM(x, b.Packing,
		grad.Direction{LSTM: n.forward, Y: states.Part(0, rows, 0, half)},
		grad.Direction{LSTM: n.backward, Y: states.Part(0, rows, half, 2*half), Reverse: true})
	h := t.Var(texts, 2*half)
	for i, l := range last {
		t.Copy(h.Part(0, texts, i*half, (i+1)*half), l)
	}
	s := t.Linear(t.Dropout(h, drop.rate, drop.seed+1), n.out, n.outBias)
	if n.labels > 2 {
		return s
	}
	two := t.Var(texts, 2)
	t.Device.Clear(two.Value)
	t.Copy(two.Part(0, texts, 1, 2), s)
	return two
}

// loss adds −log of the probability of the right labels to a number: on a fixed tape the sum over texts, on others the mean, whose
// gradients are added to those of the weights. Nothing is read from the device, so a card can be steps behind.
func (n *net) loss(t *grad.Tape, b *batch, drop dropout, total tensor.Matrix) {
	d, texts := t.Device, len(b.order)
	s := n.scores(t, b, drop)
	sum, pick, own := t.New(texts, 1), t.New(texts, 1), t.Zeros(1, 1)
	d.LogSum(sum, pick, s.Value, b.labels)
	d.SumRows(own, pick)
	by := float32(-1)
	if !t.Fixed {
		by /= float32(texts)
	}
	d.Combine(total, 1, total, by, own)
	if t.Fixed {
		return
	}
	weight := t.New(texts, 1)
	d.Write(weight, slices.Repeat([]float32{by}, texts))
	d.Combine(s.Grad, 1, s.Value, 0, s.Value)
	d.LogSumGrad(s.Grad, sum, weight, b.labels)
	t.Backward()
}
