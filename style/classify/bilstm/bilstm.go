// Package bilstm is the classifier of De Mattei et al. 2020, "Invisible to People but not to Machines": a bidirectional LSTM
// reads, for each word, its vector beside what a convolution makes of its characters, and a sigmoid of its last states, a softmax
// where there are more than two labels, says who wrote the headline.
//
// # The paper
//
// It names the parts: vectors of word2vec that were learnt elsewhere, a convolutional network over one-hot characters which
// is learnt, a bidirectional LSTM over both side by side, a sigmoid, binary cross-entropy, Adam, and a tenth of the examples for
// validation. It gives no size, no rate and no number of passes. These are ours, as [Defaults] has them: vectors of 128, as those that
// the paper took are; 64 filters of three characters; states of 128 a direction; Adam at 0.001; batches of 32; half of the numbers that go
// into the LSTM and come out of it left out while it learns (dropout); a validation twice in a pass, of which the best decides
// what is kept, and an end after six without a better one.
//
// Vectors that were learnt from texts stay as they are, as in the paper: it says of the convolution alone that it is learnt. So a word that no
// headline had keeps the meaning that it has elsewhere. Vectors at random are learnt.
package bilstm

import (
	"fmt"
	"math"

	"hed/neural/train"
	"hed/spec"
	"hed/style/classify"
)

// Name is the name of the kind.
const Name = "bilstm"

// Kind is the kind of classifier.
func Kind() classify.Kind {
	return classify.Kind{
		Name: Name, Doc: "a bidirectional LSTM over words and their characters, as in De Mattei et al. 2020",
		Options: Defaults(), Network: true,
		Check: func(options string) error {
			_, err := ParseOptions(options)
			return err
		},
		Train: teach, Open: open,
	}
}

// Options are what a network is made of and how it is taught, as a spec names them.
type Options struct {
	Vectors   string  `opt:"vectors" json:"-" file:"true" doc:"file of word vectors; default: learnt from the articles that the headlines belong to, at random where there are none"`
	Embedding int     `opt:"embedding" json:"embedding" doc:"size of the word vectors that are learnt; default 128"`
	Filters   int     `opt:"filters" json:"filters" doc:"filters of the convolution over characters; default 64"`
	Width     int     `opt:"width" json:"width" doc:"characters that a filter sees; default 3"`
	Hidden    int     `opt:"hidden" json:"hidden" doc:"size of a state in each direction; default 128"`
	Words     int     `opt:"words" json:"words" doc:"words of a text that are read; default 100"`
	Dropout   float64 `opt:"dropout" json:"dropout" doc:"share of the numbers that are set to 0 at random while it learns; default 0.5"`
	Rate      float64 `opt:"rate" json:"rate" doc:"learning rate of Adam; default 0.001"`
	Batch     int     `opt:"batch" json:"batch" doc:"headlines of a step; default 32"`
	Epochs    int     `opt:"epochs" json:"epochs" doc:"passes over the headlines at most; default 20"`
}

// Defaults are the options that nobody chose.
func Defaults() Options {
	return Options{Embedding: 128, Filters: 64, Width: 3, Hidden: 128, Words: 100, Dropout: 0.5, Rate: 0.001, Batch: 32, Epochs: 20}
}

// ParseOptions reads options as in hidden=64+dropout=0.2, over Defaults, and refuses what makes no sense.
func ParseOptions(text string) (Options, error) {
	o, err := spec.Over(Name, text, Defaults())
	if err != nil {
		return o, err
	}
	for _, n := range []struct {
		name       string
		value, max int
	}{
		{"embedding", o.Embedding, mostHidden}, {"filters", o.Filters, mostHidden}, {"width", o.Width, mostWidth}, {"hidden", o.Hidden, mostHidden},
		{"words", o.Words, mostWords}, {"batch", o.Batch, 1 << 14}, {"epochs", o.Epochs, 1 << 14},
	} {
		if n.value < 1 || n.value > n.max {
			return o, fmt.Errorf("%s=%d: want a number from 1 to %d", n.name, n.value, n.max)
		}
	}
	if !(o.Dropout >= 0 && o.Dropout < 1) {
		return o, fmt.Errorf("dropout=%g: want a share from 0 to below 1", o.Dropout)
	}
	if o.Rate > math.MaxFloat32 {
		return o, fmt.Errorf("rate=%g: want a smaller number", o.Rate)
	}
	return o, o.method().Check()
}

func (o *Options) method() train.Method { return train.Method{Name: "adam", Rate: float32(o.Rate)} }
