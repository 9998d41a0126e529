// Package sentence splits text into sentences.
//
// There is one algorithm, Punkt (Kiss and Strunk, "Unsupervised Multilingual
// Sentence Boundary Detection", Computational Linguistics 32, 2006), in the
// form it has in NLTK 3.8.1, because published recipes call
// nltk.sent_tokenize. A language is a set of parameters: [English] has those
// that NLTK learned from the Wall Street Journal, [List] makes them of a list of
// abbreviations. Learning parameters from text is not here.
//
// Tokenizers that work sentence by sentence, such as token.NLTK, take a
// text.Splitter and do not import this package.
package sentence
