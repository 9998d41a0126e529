package encoder

// An architecture is what tells one kind of encoder from another.
type architecture struct {
	prefix  string // of all names in files that also have a head for some task
	names   *names
	padding int // the id of padding, where config.json does not say
	// Positions begin after the id of padding, and padding itself has that
	// position. transformers takes it from fairseq.
	shifted      bool
	fixedPadding bool // whatever config.json says
	typed        bool // the tokenizer's token types count
}

// names are those of the tensors, less ".weight" and ".bias". In those of a layer
// {} is its number.
type names struct {
	words, positions, kinds, norm string
	query, key, value, out        string
	outNorm                       string
	wide, narrow, narrowNorm      string
	distance                      string // the bias by distance
}

var (
	bertNames = names{
		words: "embeddings.word_embeddings", positions: "embeddings.position_embeddings",
		kinds: "embeddings.token_type_embeddings", norm: "embeddings.LayerNorm",
		query: "encoder.layer.{}.attention.self.query", key: "encoder.layer.{}.attention.self.key",
		value: "encoder.layer.{}.attention.self.value", out: "encoder.layer.{}.attention.output.dense",
		outNorm: "encoder.layer.{}.attention.output.LayerNorm",
		wide:    "encoder.layer.{}.intermediate.dense", narrow: "encoder.layer.{}.output.dense",
		narrowNorm: "encoder.layer.{}.output.LayerNorm",
	}
	distilbertNames = names{
		words: "embeddings.word_embeddings", positions: "embeddings.position_embeddings", norm: "embeddings.LayerNorm",
		query: "transformer.layer.{}.attention.q_lin", key: "transformer.layer.{}.attention.k_lin",
		value: "transformer.layer.{}.attention.v_lin", out: "transformer.layer.{}.attention.out_lin",
		outNorm: "transformer.layer.{}.sa_layer_norm",
		wide:    "transformer.layer.{}.ffn.lin1", narrow: "transformer.layer.{}.ffn.lin2",
		narrowNorm: "transformer.layer.{}.output_layer_norm",
	}
	mpnetNames = names{
		words: "embeddings.word_embeddings", positions: "embeddings.position_embeddings", norm: "embeddings.LayerNorm",
		query: "encoder.layer.{}.attention.attn.q", key: "encoder.layer.{}.attention.attn.k",
		value: "encoder.layer.{}.attention.attn.v", out: "encoder.layer.{}.attention.attn.o",
		outNorm: "encoder.layer.{}.attention.LayerNorm",
		wide:    "encoder.layer.{}.intermediate.dense", narrow: "encoder.layer.{}.output.dense",
		narrowNorm: "encoder.layer.{}.output.LayerNorm",
		distance:   "encoder.relative_attention_bias",
	}
)

// architectures by model_type. Tokenizers of RoBERTa and its kin give types that
// the models were not trained with, so type 0 stands for all.
var architectures = map[string]architecture{
	"bert":        {prefix: "bert.", names: &bertNames, typed: true},
	"distilbert":  {prefix: "distilbert.", names: &distilbertNames},
	"roberta":     {prefix: "roberta.", names: &bertNames, padding: 1, shifted: true},
	"xlm-roberta": {prefix: "roberta.", names: &bertNames, padding: 1, shifted: true},
	"camembert":   {prefix: "roberta.", names: &bertNames, padding: 1, shifted: true},
	"mpnet":       {prefix: "mpnet.", names: &mpnetNames, padding: 1, shifted: true, fixedPadding: true},
}
