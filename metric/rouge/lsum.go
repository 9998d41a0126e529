package rouge

// lsum returns the hits of the summary-level longest common subsequence,
// as rouge-score counts them: for each sentence of the reference the union
// of its subsequences with all sentences of the candidate, where a term
// counts at most as often as either side has it.
func (w *worker) lsum(ref, cand *sequence) int {
	if len(ref.ends) == 1 && len(cand.ends) == 1 {
		// One subsequence, which has no term more often than either side.
		return w.ref.lcs(cand.ids)
	}
	w.left = grow(w.left, w.index.Size())
	for _, id := range ref.ids {
		w.left[id] = [2]int32{}
	}
	for _, id := range cand.ids {
		w.left[id] = [2]int32{}
	}
	for _, id := range ref.ids {
		w.left[id][0]++
	}
	for _, id := range cand.ids {
		w.left[id][1]++
	}
	var many *sharing
	if len(ref.ends)*len(cand.ends) > manyPairs {
		many = newSharing(cand)
	}
	hits := 0
	for i := range ref.ends {
		sent := ref.sentence(i)
		w.union = grow(w.union, words(len(sent)))
		if many != nil {
			many.unite(&w.sentence, sent, w.index.Size(), w.union)
		} else {
			w.sentence.load(sent, w.index.Size())
			clear(w.union)
			for j := range cand.ends {
				w.sentence.trace(cand.sentence(j), w.union)
			}
		}
		for k, id := range sent {
			if w.union[k/wordBits]>>(k%wordBits)&1 == 0 {
				continue
			}
			if left := &w.left[id]; left[0] > 0 && left[1] > 0 {
				hits++
				left[0]--
				left[1]--
			}
		}
	}
	return hits
}
