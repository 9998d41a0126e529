// Package decoder runs transformers that read a text and write another: BART, T5 with its gated kin (Flan-T5,
// mT5) and Pegasus, in the model folders of the Hugging Face Hub (config.json, generation_config.json,
// safetensors). What comes out is, token for token, what generate of transformers writes in float32: greedily, by beam
// search, or by diverse beam search. What is drawn at random has the same probabilities.
//
//	m, err := decoder.Open("bart-large-cnn", device)
//	found, err := m.Write(ctx, []decoder.Text{{Tokens: tokens}}, m.Settings)
//
// The three differ in where norms are, what a position is, which layers have biases, and the names of
// tensors. Those are a table; the computing is written once, on tensor.Decoder.
//
// A text is read once. Then all beginnings of all texts at work are rows of one matrix, and a step is one product for each
// weight. The keys and values of a token that was written stay where they are: a beam has a list of the rows that it comes
// from, so that nothing moves when beams change places. Rows of texts that are done drop out.
//
// A [Net] is the same model on a tape, which learns; [Net.Params] are its weights under the names of the folder.
//
// No text changes what is written for another: it is the same alone and in any batch.
//
// Where the two best continuations are closer than float32 can tell, another order of sums may choose the other one;
// transformers itself does so from one version of PyTorch to the next.
package decoder
