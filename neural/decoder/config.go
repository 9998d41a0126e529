package decoder

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hed/neural/folder"
	"hed/tensor"
)

// A Config says what a model is. Counts are at least 1.
type Config struct {
	Architecture string // model_type of config.json: bart, t5, …
	Vocabulary   int    // tokens it knows
	Hidden       int    // length of a state
	Encoder      Half
	Decoder      Half
	Tokens       int // the most that a text it reads should have, special ones included
	Activation   tensor.Activation
	Gated        bool    // the dense layers multiply two products
	Tied         bool    // words that are written have the vectors of those that are read
	Epsilon      float32 // of norms
	Dropout      float32 // share of numbers that are left out at random where the model learns
	Season       *Season // nil for none

	positions int     // rows of tables of positions that tokens have; 0 without such tables
	buckets   int     // distances that attention tells apart
	farthest  int     // distance from which on all are one
	scale     float32 // of the vectors of words
	padding   int32   // a token whose vector does not learn where it is read; −1 for none
	spread    float64 // of weights that are drawn
}

// A Half is the encoder or the decoder.
type Half struct {
	Layers int
	Heads  int
	Width  int // of all heads together
	Inner  int // width of the dense layers
}

// ReadConfig reads config.json of a model folder. It does not look at the weights.
func ReadConfig(dir string) (Config, error) { return folder.Config(dir, parseConfig) }

// Architectures are the values of model_type that Open takes, sorted.
func Architectures() []string { return slices.Sorted(maps.Keys(architectures)) }

// fields are those of config.json: first what all have, then those of BART and Pegasus, then those of T5.
type fields struct {
	ModelType  string `json:"model_type"`
	Vocabulary int    `json:"vocab_size"`
	Hidden     int    `json:"d_model"`
	Tied       *bool  `json:"tie_word_embeddings"`
	Padding    *int32 `json:"pad_token_id"`

	EncoderLayers int      `json:"encoder_layers"`
	DecoderLayers int      `json:"decoder_layers"`
	EncoderHeads  int      `json:"encoder_attention_heads"`
	DecoderHeads  int      `json:"decoder_attention_heads"`
	EncoderInner  int      `json:"encoder_ffn_dim"`
	DecoderInner  int      `json:"decoder_ffn_dim"`
	Positions     int      `json:"max_position_embeddings"`
	Activation    string   `json:"activation_function"`
	Scaled        bool     `json:"scale_embedding"`
	Dropout       *float32 `json:"dropout"`
	Spread        *float64 `json:"init_std"`

	Layers    int      `json:"num_layers"`
	Second    *int     `json:"num_decoder_layers"`
	Heads     int      `json:"num_heads"`
	Head      int      `json:"d_kv"`
	Inner     int      `json:"d_ff"`
	Dense     string   `json:"feed_forward_proj"`
	Epsilon   *float32 `json:"layer_norm_epsilon"`
	Buckets   int      `json:"relative_attention_num_buckets"`
	Farthest  int      `json:"relative_attention_max_distance"`
	NPosition int      `json:"n_positions"`
	Rate      *float32 `json:"dropout_rate"`
	Factor    *float64 `json:"initializer_factor"`
}

func parseConfig(data []byte) (Config, error) {
	var f fields
	if err := json.Unmarshal(data, &f); err != nil {
		return Config{}, err
	}
	a, ok := architectures[f.ModelType]
	if !ok {
		return Config{}, folder.Unknown(f.ModelType, "is not one of a model that writes", Architectures())
	}
	c := Config{Architecture: f.ModelType, Vocabulary: f.Vocabulary, Hidden: f.Hidden, Tied: !a.untied, scale: 1}
	if f.Tied != nil {
		c.Tied = *f.Tied
	}
	name := f.Activation
	if a.relative {
		name = c.relative(&f)
	} else {
		c.absolute(&f)
	}
	var err error
	if c.Activation, err = folder.Activation(name); err != nil {
		return Config{}, err
	}
	if err := c.check(a.relative); err != nil {
		return Config{}, err
	}
	c.Season, err = parseSeason(data, c.Vocabulary)
	return c, err
}

// absolute takes what models with positions have.
func (c *Config) absolute(f *fields) {
	c.Encoder = Half{f.EncoderLayers, f.EncoderHeads, f.Hidden, f.EncoderInner}
	c.Decoder = Half{f.DecoderLayers, f.DecoderHeads, f.Hidden, f.DecoderInner}
	c.Tokens, c.positions, c.Epsilon = f.Positions, f.Positions, 1e-5
	c.Dropout, c.padding, c.spread = or(f.Dropout, 0.1), or(f.Padding, -1), or(f.Spread, 0.02)
	if f.Scaled {
		c.scale = root(c.Hidden)
	}
}

// relative takes what models without positions have, and gives the name of the activation. Such a model reads texts of any
// length; 512 tokens is what the first was trained with.
func (c *Config) relative(f *fields) (activation string) {
	c.Encoder = Half{f.Layers, f.Heads, f.Heads * f.Head, f.Inner}
	c.Decoder = c.Encoder
	if f.Second != nil {
		c.Decoder.Layers = *f.Second
	}
	c.Epsilon, c.buckets, c.farthest, c.Tokens = 1e-6, 32, 128, 512
	c.Dropout, c.padding, c.spread = or(f.Rate, 0.1), -1, or(f.Factor, 1)
	if f.Epsilon != nil {
		c.Epsilon = *f.Epsilon
	}
	if f.Buckets != 0 {
		c.buckets = f.Buckets
	}
	if f.Farthest != 0 {
		c.farthest = f.Farthest
	}
	if f.NPosition != 0 {
		c.Tokens = f.NPosition
	}
	if activation, c.Gated = strings.CutPrefix(f.Dense, "gated-"); c.Gated && activation == "gelu" {
		return "gelu_new" // which is what is meant
	}
	if activation == "" {
		return "relu"
	}
	return activation
}

// Longest is how many tokens it can write.
func (c *Config) Longest() int {
	if c.positions > 0 {
		return c.positions
	}
	return longest
}

// longest is more tokens than any model reads. No tensor need confirm how many it is, so it must not be what memory runs out by.
const longest = 1 << 16

// Check refuses a token that the model does not know.
func (c *Config) Check(id int32) error {
	if id < 0 || int(id) >= c.Vocabulary {
		return fmt.Errorf("token %d is not one of the model's %d", id, c.Vocabulary)
	}
	return nil
}

// check refuses what no model has before it is computed with.
func (c *Config) check(relative bool) error {
	type count struct {
		what  string
		value int
	}
	counts := []count{{"vocab_size", c.Vocabulary}, {"d_model", c.Hidden}}
	if relative {
		counts = append(counts, count{"num_layers", c.Encoder.Layers}, count{"num_decoder_layers", c.Decoder.Layers},
			count{"num_heads", c.Encoder.Heads}, count{"num_heads times d_kv", c.Encoder.Width}, count{"d_ff", c.Encoder.Inner},
			count{"relative_attention_num_buckets", c.buckets}, count{"n_positions", c.Tokens})
	} else {
		counts = append(counts, count{"encoder_layers", c.Encoder.Layers}, count{"decoder_layers", c.Decoder.Layers},
			count{"encoder_attention_heads", c.Encoder.Heads}, count{"decoder_attention_heads", c.Decoder.Heads},
			count{"encoder_ffn_dim", c.Encoder.Inner}, count{"decoder_ffn_dim", c.Decoder.Inner},
			count{"max_position_embeddings", c.positions})
	}
	for _, n := range counts {
		if n.value < 1 || n.value > 1<<30 {
			return fmt.Errorf("%s is missing or not a count (%d)", n.what, n.value)
		}
	}
	if c.Tokens > longest {
		return fmt.Errorf("texts of %d tokens (%s): no known model reads more than %d", c.Tokens, counts[len(counts)-1].what, longest)
	}
	for _, h := range []Half{c.Encoder, c.Decoder} {
		if h.Width%h.Heads != 0 {
			return fmt.Errorf("a d_model of %d cannot be shared by %d heads", h.Width, h.Heads)
		}
	}
	if !(c.Dropout >= 0 && c.Dropout < 1) {
		return fmt.Errorf("a dropout of %g; want a share from 0 to below 1", c.Dropout)
	}
	if relative && (c.buckets < 4 || c.buckets%4 != 0 || c.farthest <= c.buckets/2) {
		return fmt.Errorf("%d buckets for distances up to %d are not known from any model", c.buckets, c.farthest)
	}
	return nil
}
