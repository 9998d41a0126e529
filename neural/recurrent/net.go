package recurrent

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"hed/neural/words"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Config says what a network is made of.
type Config struct {
	Vocabulary int  `json:"vocabulary"` // words that can be read and written
	Embedding  int  `json:"embedding"`
	Hidden     int  `json:"hidden"`   // of each direction of the encoder; the decoder has twice as many
	Bridge     bool `json:"bridge"`   // whether the decoder's first state goes through a layer
	Copy       bool `json:"copy"`     // whether words of the article can be copied: PN
	Coverage   bool `json:"coverage"` // whether attention knows where it has been: PNC
	Tied       bool `json:"tied"`     // whether the words that are written have the weights of those that are read
}

// Words that every vocabulary begins with, and the first behind them.
const (
	Unknown   = words.Unknown
	Begin     = words.Begin
	End       = words.End
	FirstWord = words.FirstWord
)

// A Net is a network: its weights on a device.
type Net struct {
	Config
	params []*grad.Param

	words                           *grad.Var
	forward, backward               grad.LSTM
	bridgeH, bridgeHBias            *grad.Var
	bridgeC, bridgeCBias            *grad.Var
	keys, query, queryBias, vector  *grad.Var
	covered                         *grad.Var
	input, joined, gatesBias        *grad.Var // of the decoder: of the word before, of state and context, and a bias
	out, outBias                    *grad.Var
	vocabulary, vocabularyBias      *grad.Var
	gateJoined, gateInput, gateBias *grad.Var

	tight atomic.Bool // a card had no room for two groups of articles at a time
}

// New makes a network with random weights. All have gradients.
func New(d tensor.Learner, c Config, rng *rand.Rand) (*Net, error) {
	return build(c, func(_ string, rows, cols int, reach float64) (grad.Var, error) {
		v := grad.Var{Value: d.New(rows, cols), Grad: d.New(rows, cols)}
		x := make([]float32, rows*cols)
		for i := range x {
			x[i] = float32((2*rng.Float64() - 1) * reach)
		}
		d.Write(v.Value, x)
		return v, nil
	})
}

// Open makes a network of weights that load gives, each of so many rows and columns. It writes, and does not learn: there are no gradients.
func Open(d tensor.Device, c Config, load func(name string, rows, cols int) (tensor.Matrix, error)) (*Net, error) {
	n, err := build(c, func(name string, rows, cols int, _ float64) (v grad.Var, err error) {
		v.Value, err = load(name, rows, cols)
		return v, err
	})
	if err != nil && n != nil {
		n.Free(d)
		return nil, err
	}
	return n, err
}

// Free gives back the memory of a device that has its own. The network is not to be used afterwards.
func (n *Net) Free(d tensor.Device) {
	m, own := d.(tensor.Memory)
	for _, p := range n.params {
		if own {
			m.Free(p.Value)
		}
		if own && p.Grad.Rows > 0 {
			m.Free(p.Grad)
		}
	}
	n.params = nil
}

// build makes a network of what weight gives for each of its weights: reach is how large random ones are, uniform within
// 1/√(rows), as PyTorch begins layers with, but for embeddings and biases. Where weight fails, the network has what was made so far.
func build(c Config, weight func(name string, rows, cols int, reach float64) (grad.Var, error)) (_ *Net, err error) {
	if c.Vocabulary <= FirstWord || c.Embedding < 1 || c.Hidden < 1 {
		return nil, fmt.Errorf("a network of %d words, embeddings of %d and states of %d; all must be above 0, and words above %d",
			c.Vocabulary, c.Embedding, c.Hidden, FirstWord)
	}
	if c.Coverage && !c.Copy {
		return nil, fmt.Errorf("coverage is of networks that copy words")
	}
	n := &Net{Config: c}
	param := func(name string, rows, cols int, reach float64) *grad.Var {
		p := &grad.Param{Name: name}
		if err == nil {
			if p.Var, err = weight(name, rows, cols, reach); err == nil {
				n.params = append(n.params, p)
			}
		}
		return &p.Var
	}
	weights := func(name string, rows, cols int) *grad.Var {
		return param(name, rows, cols, 1/math.Sqrt(float64(rows)))
	}
	bias := func(name string, cols int) *grad.Var { return param(name, 1, cols, 0) }
	lstm := func(name string, in, hidden int) grad.LSTM {
		reach := 1 / math.Sqrt(float64(hidden))
		return grad.LSTM{Input: param(name+".input", in, 4*hidden, reach), Hidden: param(name+".hidden", hidden, 4*hidden, reach), Bias: bias(name+".bias", 4*hidden)}
	}
	state, wide := 2*c.Hidden, 2*c.Hidden // of the decoder, and of what the encoder gives
	n.words = param("words", c.Vocabulary, c.Embedding, math.Sqrt(3)*0.1)
	n.forward, n.backward = lstm("encoder.forward", c.Embedding, c.Hidden), lstm("encoder.backward", c.Embedding, c.Hidden)
	if c.Bridge {
		n.bridgeH, n.bridgeHBias = weights("bridge.h", wide, state), bias("bridge.h.bias", state)
		n.bridgeC, n.bridgeCBias = weights("bridge.c", wide, state), bias("bridge.c.bias", state)
	}
	n.keys, n.query, n.queryBias = weights("attention.keys", wide, state), weights("attention.query", state, state), bias("attention.query.bias", state)
	n.vector = param("attention.vector", 1, state, 1/math.Sqrt(float64(state)))
	if c.Coverage {
		n.covered = param("attention.coverage", 1, state, 1/math.Sqrt(float64(state)))
	}
	reach := 1 / math.Sqrt(float64(state))
	n.input, n.joined = param("decoder.input", c.Embedding, 4*state, reach), param("decoder.joined", state+wide, 4*state, reach)
	n.gatesBias = bias("decoder.bias", 4*state)
	n.out, n.outBias = weights("out", state+wide, n.outWidth()), bias("out.bias", n.outWidth())
	n.vocabulary = n.words
	if !c.Tied {
		n.vocabulary = param("vocabulary", c.Vocabulary, n.outWidth(), 1/math.Sqrt(float64(n.outWidth())))
	}
	n.vocabularyBias = bias("vocabulary.bias", c.Vocabulary)
	if c.Copy {
		n.gateJoined, n.gateInput, n.gateBias = weights("gate.joined", state+wide, 1), weights("gate.input", c.Embedding, 1), bias("gate.bias", 1)
	}
	return n, err
}

// outWidth is the size of what the vocabulary is multiplied by.
func (n *Net) outWidth() int {
	if n.Tied {
		return n.Embedding
	}
	return 2 * n.Hidden
}

// Words are the embeddings, a row for each word.
func (n *Net) Words() *grad.Var { return n.words }

// Params are the weights, in a fixed order.
func (n *Net) Params() []*grad.Param { return n.params }
