// Package token holds the tokenizers of hed.
//
// Most follow one reference program to the byte, because every score
// computed from the tokens depends on it:
//
//   - [Google]: rouge-score, the ROUGE of most papers since 2019;
//   - [NLTK]: word_tokenize, used by the numeral metrics and by recipes
//     that write tokenised text;
//   - [ROUGE155]: the Perl program ROUGE-1.5.5;
//   - [Sklearn]: the vectorizers of scikit-learn, for tf-idf as they have it;
//   - [Unicode]: words of any language by Unicode Standard Annex 29, for
//     metrics that follow no program, and [Elided], which also cuts them at
//     the apostrophes of Italian; to both, ’ and ' are one letter ([text.Straight]);
//   - [UniversalEnglish] and [UniversalItalian]: the tokens of treebanks of
//     Universal Dependencies, for taggers; not a program's but measured
//     against the treebanks, of whose tokens they find 99% and more.
//
// Stemming and stop words are filters and live in stem and stop; sentences
// in sentence.
package token
