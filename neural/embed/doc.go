// Package embed gives the vectors of a text's tokens: a model folder's
// tokenizer and encoder, opened once for all who use them.
//
//	models := embed.New(embed.Processor(workers), cache)
//	defer models.Close()
//	m, err := models.Open("minilm")
//	w := m.Tokenizer(m.Limit).Worker()
//	…
//	var b embed.Batch
//	err = m.States(ctx, encodings, layer, &b)
//	b.States[i] // a row for each token of text i
//
// Tokenizing is left to the caller, since metrics differ in what they do with
// special tokens and pieces of words, and since it can go on in many goroutines
// while the device computes for one. Package encoder has the computing. Who wants no
// more than the table of words takes OpenWords, which loads no encoder.
//
// What the processor computed is kept in a folder, since it takes far longer to
// compute than to read. What comes from there has the bits that computing gives:
// see store. A device with memory of its own computes as fast as a disk reads, so
// nothing is kept for it.
package embed
