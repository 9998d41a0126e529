package encoder

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"hed/neural/folder"
	"hed/tensor"
)

// A Config says what a model is. Counts are at least 1.
type Config struct {
	Architecture string // model_type of config.json: bert, roberta, …
	Vocabulary   int    // tokens it knows
	Hidden       int    // length of a hidden state
	Layers       int    // hidden states are numbered from 0, the embeddings, up to Layers
	Heads        int    // parts of a hidden state that attend by themselves
	Inner        int    // width of the dense layers
	Tokens       int    // the most that a text may have, special ones included
	Types        int    // kinds of tokens that are told apart; 1 if there are none
	Activation   tensor.Activation
	Epsilon      float32 // of layer norms

	positions int // rows of the table of positions, some of which no token has
	padding   int // the id of padding, which shifts positions in some models
}

// ReadConfig reads config.json of a model folder. It does not look at the weights.
func ReadConfig(dir string) (Config, error) { return folder.Config(dir, parseConfig) }

// fields are those of config.json. Where two have a meaning, the second is
// DistilBERT's name for it.
type fields struct {
	ModelType string `json:"model_type"`

	Vocabulary int     `json:"vocab_size"`
	Hidden     int     `json:"hidden_size"`
	Dim        int     `json:"dim"`
	Layers     int     `json:"num_hidden_layers"`
	NLayers    int     `json:"n_layers"`
	Heads      int     `json:"num_attention_heads"`
	NHeads     int     `json:"n_heads"`
	Inner      int     `json:"intermediate_size"`
	HiddenDim  int     `json:"hidden_dim"`
	Positions  int     `json:"max_position_embeddings"`
	Act        string  `json:"hidden_act"`
	Activation string  `json:"activation"`
	Epsilon    float32 `json:"layer_norm_eps"`
	Types      *int    `json:"type_vocab_size"`
	Padding    *int    `json:"pad_token_id"`

	PositionKind string `json:"position_embedding_type"`
	Decoder      bool   `json:"is_decoder"`
}

// Architectures are the values of model_type that Open takes, sorted.
func Architectures() []string { return slices.Sorted(maps.Keys(architectures)) }

func parseConfig(data []byte) (Config, error) {
	var f fields
	if err := json.Unmarshal(data, &f); err != nil {
		return Config{}, err
	}
	a, ok := architectures[f.ModelType]
	if !ok {
		return Config{}, folder.Unknown(f.ModelType, "is not known", Architectures())
	}
	if f.PositionKind != "" && f.PositionKind != "absolute" {
		return Config{}, fmt.Errorf("the position_embedding_type %q is not known; known is absolute", f.PositionKind)
	}
	if f.Decoder {
		return Config{}, errors.New("is_decoder is set; only encoders are read")
	}
	// Older files leave out what is as usual. Epsilon is 1e-12 even for RoBERTa,
	// whose own files all say 1e-5.
	act, err := folder.Activation(cmp.Or(f.Act, f.Activation, "gelu"))
	if err != nil {
		return Config{}, err
	}
	c := Config{
		Architecture: f.ModelType,
		Vocabulary:   f.Vocabulary,
		Hidden:       cmp.Or(f.Hidden, f.Dim),
		Layers:       cmp.Or(f.Layers, f.NLayers),
		Heads:        cmp.Or(f.Heads, f.NHeads),
		Inner:        cmp.Or(f.Inner, f.HiddenDim),
		Types:        1,
		Activation:   act,
		Epsilon:      cmp.Or(f.Epsilon, 1e-12),
		positions:    f.Positions,
		padding:      a.padding,
	}
	if f.Padding != nil && !a.fixedPadding {
		c.padding = *f.Padding
	}
	if a.names.kinds != "" {
		c.Types = 2
		if f.Types != nil {
			c.Types = *f.Types
		}
	}
	c.Tokens = c.positions
	if a.shifted {
		c.Tokens -= c.padding + 1
	}
	return c, c.check()
}

// Check refuses a token that the model does not know.
func (c *Config) Check(id int32) error {
	if id < 0 || int(id) >= c.Vocabulary {
		return fmt.Errorf("token %d is not one of the model's %d; the tokenizer is from another model", id, c.Vocabulary)
	}
	return nil
}

// check refuses what no model has before it is computed with.
func (c *Config) check() error {
	for _, n := range []struct {
		what  string
		value int
	}{
		{"vocab_size", c.Vocabulary}, {"hidden_size", c.Hidden}, {"num_hidden_layers", c.Layers},
		{"num_attention_heads", c.Heads}, {"intermediate_size", c.Inner},
		{"max_position_embeddings", c.positions}, {"type_vocab_size", c.Types},
	} {
		if n.value < 1 || n.value > 1<<30 {
			return fmt.Errorf("%s is missing or not a count (%d)", n.what, n.value)
		}
	}
	if c.Hidden%c.Heads != 0 {
		return fmt.Errorf("a hidden_size of %d cannot be shared by %d heads", c.Hidden, c.Heads)
	}
	if c.padding < 0 || c.Tokens < 1 {
		return fmt.Errorf("max_position_embeddings of %d leave no positions with a pad_token_id of %d", c.positions, c.padding)
	}
	if c.Types > 64 {
		return fmt.Errorf("a type_vocab_size of %d is not known from any model", c.Types)
	}
	return nil
}
