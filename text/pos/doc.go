// Package pos tags words with the parts of speech of Universal Dependencies.
//
// A [Tagger] goes over a sentence from left to right and gives each word the
// tag with the highest sum of weights over what it sees: the word, its ends and
// its shape, its neighbours, the tags before. The weights come from
// [Train], an averaged perceptron (Collins 2002) over any treebank that
// [ReadCoNLLU] reads; [English] and [Italian] have those that come with hed.
//
// Headlines are no ordinary English: articles and forms of "be" are left out,
// the past is told in the present, and every word may begin with a capital.
// So Train also learns from sentences that it rewrites in that way, and what the
// shape of a word says depends on how the whole sentence is capitalised.
//
// Italian headlines are in sentence case and in whole sentences as a rule; what
// they need is to be learnt from, and treebanks that agree with each other.
//
// Words must be cut as the treebank cuts them; token.UniversalEnglish and
// token.UniversalItalian do.
package pos
