package decoder

// An architecture is what tells one kind of model from another.
type architecture struct {
	prefix string // of names in files that have a head for writing
	shared string // the table of words
	encoder,
	decoder names
	head       string
	headBias   string // "" for none; may be missing in files
	biased     bool   // dense layers have biases
	early      bool   // norms come before a part, not after it
	squared    bool   // norms are by the mean of squares, without a bias
	relative   bool   // attention has a bias by distance; there are no positions
	sinusoidal bool   // positions are computed; files may have them
	offset     int    // rows of the table of positions that no token has
	untied     bool   // where config.json does not say
	shrunk     bool   // tied heads see the states divided by √hidden
}

// names are those of the tensors of one half, less ".weight" and ".bias". In those of a layer {} is its
// number. A name that is "" is of something that the architecture does not have.
type names struct {
	positions, wordNorm string
	distance            string
	self, cross         attentionNames
	wide                []string // several if the layer is gated
	narrow, narrowNorm  string
	last                string
}

type attentionNames struct{ query, key, value, out, norm string }

func bartNames(half string, norms bool) names {
	layer := half + ".layers.{}."
	attention := func(name string) attentionNames {
		part := layer + name
		return attentionNames{part + ".q_proj", part + ".k_proj", part + ".v_proj", part + ".out_proj", part + "_layer_norm"}
	}
	n := names{
		positions: half + ".embed_positions", self: attention("self_attn"), cross: attention("encoder_attn"),
		wide: []string{layer + "fc1"}, narrow: layer + "fc2", narrowNorm: layer + "final_layer_norm",
	}
	if norms {
		n.wordNorm = half + ".layernorm_embedding"
	} else {
		n.last = half + ".layer_norm"
	}
	return n
}

func t5Names(half string, dense string) names {
	attention := func(layer, name string) attentionNames {
		part := half + ".block.{}.layer." + layer
		return attentionNames{part + "." + name + ".q", part + "." + name + ".k", part + "." + name + ".v", part + "." + name + ".o", part + ".layer_norm"}
	}
	layer := half + ".block.{}.layer." + dense
	return names{
		distance: half + ".block.0.layer.0.SelfAttention.relative_attention_bias",
		self:     attention("0", "SelfAttention"), cross: attention("1", "EncDecAttention"),
		wide: []string{layer + ".DenseReluDense.wi"}, narrow: layer + ".DenseReluDense.wo", narrowNorm: layer + ".layer_norm",
		last: half + ".final_layer_norm",
	}
}

// architectures by model_type.
var architectures = map[string]architecture{
	"bart": {
		prefix: "model.", shared: "shared", encoder: bartNames("encoder", true), decoder: bartNames("decoder", true),
		head: "lm_head", headBias: "final_logits_bias", biased: true, offset: 2,
	},
	"pegasus": {
		prefix: "model.", shared: "shared", encoder: bartNames("encoder", false), decoder: bartNames("decoder", false),
		head: "lm_head", headBias: "final_logits_bias", biased: true, early: true, sinusoidal: true,
	},
	"t5": t5(false), "mt5": t5(true),
}

func t5(untied bool) architecture {
	return architecture{
		shared: "shared", encoder: t5Names("encoder", "1"), decoder: t5Names("decoder", "2"),
		head: "lm_head", early: true, squared: true, relative: true, shrunk: true, untied: untied,
	}
}
