// Package textrank ranks the words and the sentences of an article by
// TextRank (Mihalcea and Tarau 2004, "TextRank: Bringing Order into Text")
// and makes headlines of the best.
//
// [Ranker] is the algorithm for those who want keywords or a summary; the two
// generators are WTextRank and STextRank of HEvAS (Litvak et al. 2019,
// section 3.3): the nine best words, and the first nine words of the best
// sentence.
//
// # Graphs
//
// Words are in lower case. Nouns, proper nouns and adjectives are vertices,
// and an edge joins two that stand side by side somewhere in the article: the
// paper's window of two words, over the running text, where words that are no
// vertices and marks keep others apart. In a language without a tagger all
// words but stop words are vertices.
//
// Sentences are vertices, and the edge of two has the weight
//
//	|common terms| / (ln|A| + ln|B|)
//
// where A and B are their sets of terms. The paper leaves open which words
// count; here they are the stems of all words but stop words. There is no edge
// where both sentences have one term and the weight is not defined.
//
// # Scores
//
// Scores solve the paper's formula S = (1-d) + d·ΣwS/Σw with d = 0.85 and are
// then divided by their sum. This is what networkx.pagerank defines, and they
// agree to 1e-9. For there a vertex gets the same amount b from random jumps
// and from vertices without edges, so that its scores solve x = b + d·Σwx/Σw;
// by linearity x = S·b/(1-d), a multiple of the paper's scores, and the order
// is the same.
//
// Scores that differ by less than a billionth count as equal, since vertices
// in the same position differ by what rounding makes of sums in another
// order. Of equals the one that comes first in the article is first.
//
// No edge between sentences is ever stored, so that a book needs no more than
// a few times the memory of its text; see overlap.
package textrank
