package rouge

import "fmt"

// maxBytes is how much memory a pair of texts may take: more than any
// headline or article needs, and less than makes the program fall over.
// Pairs of words and tables of subsequences grow with the square of the text.
const maxBytes = 1 << 30

// check refuses texts that are too long for what is to be computed.
func (w *worker) check() error {
	for _, v := range w.variants {
		for i := range w.refs {
			for j := range w.cands {
				ref, cand := &w.refs[i], &w.cands[j]
				if w.bytes(v, ref, cand) > maxBytes {
					return fmt.Errorf("texts of %d and %d words are too long for ROUGE-%s of profile %s; shorten them, or leave the type out with types=", len(ref.ids), len(cand.ids), v.name, w.profile.name)
				}
			}
		}
	}
	return nil
}

// bytes is about what computing v takes, 0 if it is linear in the texts.
func (w *worker) bytes(v variant, ref, cand *sequence) int {
	const gramBytes, wordBytes = 16, 8
	switch {
	case v.kind == skip, v.kind == skipUni, v.kind == skipW:
		return gramBytes * (w.pairs(len(ref.ids)) + w.pairs(len(cand.ids)))
	case v.kind == lcsW, v.kind == lcs && w.profile.name == r155:
		return ref.longest() * cand.longest()
	case v.kind == lcsSum && len(ref.ends)+len(cand.ends) > 2:
		return wordBytes * words(ref.longest()) * cand.longest()
	}
	return 0
}

// pairs is how many skip-bigrams a text of n words has at most.
func (w *worker) pairs(n int) int {
	if w.skip == anySkip {
		return n * n / 2
	}
	return n * min(n, w.skip+1)
}

// longest is the length of the longest sentence.
func (t *sequence) longest() int {
	n := 0
	for i := range t.ends {
		n = max(n, len(t.sentence(i)))
	}
	return n
}
