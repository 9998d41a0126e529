// Package seq2seq writes headlines with recurrent networks that it teaches: S2S, a sequence to sequence network with
// attention; PN, a pointer-generator, which can copy words of the article; and PNC, one with coverage, which knows
// where its attention has been. They are the systems of "Human-based evaluation of headline generation" and
// of the style-aware headlines, after See, Liu and Manning 2017; the networks are in neural/recurrent.
//
// A [Lesson] reads a corpus and teaches; what comes out is a folder ([Open]) with the configuration, the weights, the
// vocabulary and a card that says what it was made from.
//
// # The papers
//
// The defaults are theirs: states of 256 a direction, embeddings of 128 that article and headline share, the first 500
// words, Adagrad at 0.15 with an accumulator of 0.1, gradients clipped at 2, no dropout. They used OpenNMT's recipe
// for CNN/DM; ours differs from it in what is fed back to the decoder: there, a linear layer of state and context, here both of
// them, of which that layer is a case.
//
// PNC is taught as PN first and then with coverage for an eighth of the steps, as See et al. did: taught with coverage from the
// beginning it finds no attention to cover with.
package seq2seq

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/spec"
)

// Kinds are the networks.
var Kinds = []string{"s2s", "pn", "pnc"}

// Options are what a network is made of and how it is taught, as a spec names them.
type Options struct {
	Hidden     int      `opt:"hidden" json:"hidden" doc:"size of a state of the encoder in each direction; the decoder's has twice that; default 256"`
	Embedding  int      `opt:"embedding" json:"embedding" doc:"size of the vectors of words; default 128"`
	Vocabulary int      `opt:"vocabulary" json:"vocabulary" doc:"words that can be read and written; default 50000"`
	Words      int      `opt:"words" json:"words" doc:"words of the article that are read; default 500"`
	Tied       bool     `opt:"tied" json:"tied" doc:"use the same vectors for words that are read and written, which makes the network smaller and quicker"`
	Dropout    float64  `opt:"dropout" json:"dropout" doc:"share of the numbers in embeddings and outputs that are set to 0 at random; default 0"`
	Optimiser  string   `opt:"optimiser" json:"optimiser" doc:"adagrad, adam or adamw; default adagrad"`
	Rate       *float64 `opt:"rate" json:"rate" doc:"learning rate; default 0.15 for adagrad, 0.001 for the others"`
	Decay      *float64 `opt:"decay" json:"decay,omitempty" doc:"weight decay, with adamw; default 0.01"`
	Clip       float64  `opt:"clip" json:"clip" doc:"largest norm of the gradients, 0 for no limit; default 2"`
	Schedule   string   `opt:"schedule" json:"schedule" doc:"how the rate falls: constant, linear or cosine; default constant"`
	Warmup     int      `opt:"warmup" json:"warmup" doc:"steps over which the rate rises at the beginning; default 0"`
	Cover      float64  `opt:"cover" json:"cover" doc:"weight of the loss of coverage; default 1"`
	Precision  string   `opt:"precision" json:"precision" doc:"number format of products on an NVIDIA card: float32, or tf32, which is quicker; default float32"`
	Input      string   `opt:"input" json:"input" doc:"what is read of an article: first (its first words), textrank (its best sentences by TextRank, in the order of the text), or the name of a field of the document, such as one with a summary; default first"`
	Vectors    string   `opt:"vectors" json:"-" file:"true" doc:"file of word vectors to begin with, of the size of embedding; other words begin at random"`
}

// Defaults are the options of a kind that nobody chose.
func Defaults() Options {
	return Options{Hidden: 256, Embedding: 128, Vocabulary: 50000, Words: 500, Optimiser: "adagrad", Clip: 2, Schedule: "constant", Cover: 1, Precision: "float32", Input: "first"}
}

// ParseOptions reads options as a spec has them behind its name, as in hidden=128+dropout=0.2, over Defaults.
func ParseOptions(text string) (Options, error) {
	return spec.Over("network", text, Defaults())
}

// Settle fills in what depends on other options and refuses what makes no sense.
func (o *Options) Settle() error {
	if o.Rate == nil && o.Optimiser == "adagrad" {
		o.Rate = new(0.15)
	} else if o.Rate == nil {
		o.Rate = new(0.001)
	}
	switch {
	case o.Optimiser == "adamw" && o.Decay == nil:
		o.Decay = new(0.01)
	case o.Optimiser != "adamw" && o.Decay != nil:
		return fmt.Errorf("decay=%g: only the optimiser adamw has it, not %s", *o.Decay, o.Optimiser)
	}
	for _, n := range []struct {
		name       string
		value, min int
		max        int // what a card can do
	}{
		{"hidden", o.Hidden, 1, 1 << 16}, {"embedding", o.Embedding, 1, 1 << 16}, {"vocabulary", o.Vocabulary, recurrent.FirstWord + 1, 2_000_000},
		{"warmup", o.Warmup, 0, math.MaxInt32},
	} {
		if n.value < n.min || n.value > n.max {
			return fmt.Errorf("%s=%d: want a number from %d to %d", n.name, n.value, n.min, n.max)
		}
	}
	for _, x := range []struct {
		name  string
		value *float64
	}{{"rate", o.Rate}, {"decay", o.Decay}, {"clip", &o.Clip}, {"cover", &o.Cover}} {
		if x.value != nil && *x.value > math.MaxFloat32 {
			return fmt.Errorf("%s=%g: want a smaller number", x.name, *x.value)
		}
	}
	if !(o.Dropout >= 0 && o.Dropout < 1) {
		return fmt.Errorf("dropout=%g: want a share from 0 to below 1", o.Dropout)
	}
	if !(o.Cover >= 0) {
		return fmt.Errorf("cover=%g: want a weight of at least 0", o.Cover)
	}
	if err := checkReading(o.Words, o.Input); err != nil {
		return err
	}
	if o.Precision != "float32" && o.Precision != "tf32" {
		return fmt.Errorf("precision=%s: want float32 or tf32", o.Precision)
	}
	if err := o.method().Check(); err != nil {
		return err
	}
	return o.schedule().Check()
}

// checkReading refuses what no network reads.
func checkReading(words int, input string) error {
	const most = 10_000
	if words < 1 || words > most {
		return fmt.Errorf("words=%d: want a number from 1 to %d", words, most)
	}
	if input == "" || strings.ContainsAny(input, " \t\n") {
		return fmt.Errorf("input=%s: want first, textrank or the name of a field", input)
	}
	return nil
}

func (o *Options) method() train.Method {
	m := train.Method{Name: o.Optimiser, Rate: float32(*o.Rate), Clip: float32(o.Clip)}
	switch o.Optimiser {
	case "adagrad":
		m.Initial = 0.1
	case "adamw":
		m.Decay = float32(*o.Decay)
	}
	return m
}

// perPair says whether a step follows the mean over pairs of the sum over words. OpenNMT does so where nothing is copied; its recipe
// divides the losses of networks that copy by the headline's length. It matters for Adagrad, whose first steps are
// as large as the gradients: of the mean over words, S2S learns next to nothing. Adam's do not depend on it.
func (o *Options) perPair(kind string) bool {
	return kind == "s2s" && o.Optimiser == "adagrad"
}

func (o *Options) schedule() train.Schedule {
	return train.Schedule{Name: o.Schedule, Warmup: o.Warmup}
}

// config is the network of a kind.
func (o *Options) config(kind string, vocabulary int) recurrent.Config {
	copies := slices.Contains([]string{"pn", "pnc"}, kind)
	return recurrent.Config{
		Vocabulary: vocabulary, Embedding: o.Embedding, Hidden: o.Hidden, Tied: o.Tied,
		Bridge: copies, Copy: copies, Coverage: kind == "pnc",
	}
}
