// Package token holds the tokenizers of hed.
//
// Each follows one reference program to the byte, named in its comment,
// because every score computed from the tokens depends on it:
//
//   - [Google]: rouge-score, the ROUGE of most papers since 2019;
//   - [NLTK]: word_tokenize, used by the numeral metrics and by recipes
//     that write tokenised text;
//   - [Unicode]: words of any language by Unicode Standard Annex 29, for
//     metrics that follow no program.
//
// Stemming and stop words are filters and live in stem and stop; sentences
// in sentence.
package token
