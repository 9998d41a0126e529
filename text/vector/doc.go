// Package vector keeps word vectors: one row of numbers for each word.
//
// Open reads the files people have: word2vec as text or binary, GloVe, fastText
// .vec, the JSON of wink-embeddings, and folders with model.safetensors and
// tokenizer.json. The first bytes tell them apart. With a cache folder the
// second Open of a file maps what the first one wrote there, which takes
// milliseconds. Train learns vectors from texts, the same ones for a seed
// whatever the number of workers.
//
// Nothing is repaired in silence: a row that is short, a value that is not finite or a
// header that counts wrong is an error. Only a word that comes again is passed over
// and counted, since published files have such. Values are float32, read as
// numpy reads them: to the nearest float64, and from there.
//
// Limits: 65,536 dimensions, 2^31-1 words and 4 GB of letters. Vectors of parts
// of words (fastText .bin, pieces of a tokenizer) are not put together.
package vector
