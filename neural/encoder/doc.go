// Package encoder runs transformer encoders in the model folders of the Hugging
// Face Hub (config.json and safetensors): BERT with MiniLM, DistilBERT, RoBERTa
// with XLM-R and CamemBERT, and MPNet. Text goes in as the tokens of package
// tokenizer; what comes out are the hidden states of any layer, a vector for each
// token, those of transformers in float32 to 1e-5. (Of 21 million numbers of MiniLM
// two were further off, by 1.1e-5 and 2e-5; at the latter transformers is 9e-6 from
// its own result in float64, on the other side.)
//
//	e, err := encoder.Open("minilm", device)
//	t, err := tokenizer.Open("minilm/tokenizer.json")
//	t = t.WithTruncation(tokenizer.Truncation{Max: e.Config.Tokens})
//	…
//	err = e.Encode(ctx, texts, []int{e.Config.Layers}, func(text, layer int, states tensor.Matrix) error {
//		…
//	})
//
// The five differ in little: what a position is, whether there are token types, a
// bias by distance, and the names of tensors. Those are a table; the computing is
// written once, on tensor.Device, and is the same on every device. Pooling and heads
// for tasks are not here.
//
// No text changes another's numbers: the states of a text have the same bits alone and
// in any batch, so that they can be kept, computed again after a stop, or computed by
// another worker. Texts of different lengths lie side by side without padding between
// them, each attending to itself, so there is no need to sort them into buckets by
// length. The processor computes a row in one way, whatever stands beside it. A card
// rounds by the number of rows, so its batches are filled up to one size.
//
// A [Net] is the same model while it learns: it computes the states on a tape, with the
// losses and gradients of PyTorch.
//
// A folder that does not fit is refused with the file, the tensor and the shape
// that was expected.
package encoder
