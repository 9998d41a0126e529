package recurrent

import (
	"fmt"
	"math"
	"math/rand/v2"

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

// Words that every vocabulary begins with.
const (
	Unknown = iota
	Begin
	End
	Special // how many there are
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
}

// New makes a network with random weights. All have gradients.
func New(d tensor.Learner, c Config, rng *rand.Rand) (*Net, error) {
	if c.Vocabulary <= Special || c.Embedding < 1 || c.Hidden < 1 {
		return nil, fmt.Errorf("a network of %d words, embeddings of %d and states of %d; all must be above 0, and words above %d",
			c.Vocabulary, c.Embedding, c.Hidden, Special)
	}
	if c.Coverage && !c.Copy {
		return nil, fmt.Errorf("coverage is of networks that copy words")
	}
	n := &Net{Config: c}
	// Uniform within 1/√(rows), as PyTorch begins layers with, but for embeddings and biases.
	param := func(name string, rows, cols int, reach float64) *grad.Var {
		p := &grad.Param{Name: name, Var: grad.Var{Value: d.New(rows, cols), Grad: d.New(rows, cols)}}
		x := make([]float32, rows*cols)
		for i := range x {
			x[i] = float32((2*rng.Float64() - 1) * reach)
		}
		d.Write(p.Value, x)
		n.params = append(n.params, p)
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
	return n, nil
}

// outWidth is the size of what the vocabulary is multiplied by.
func (n *Net) outWidth() int {
	if n.Tied {
		return n.Embedding
	}
	return 2 * n.Hidden
}

// Params are the weights, in a fixed order.
func (n *Net) Params() []*grad.Param { return n.params }
