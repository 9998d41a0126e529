package textrank

// overlap is the graph of sentences, without its edges.
//
// Note: the weight of two sentences is a sum over their common terms of a
// number that depends on the lengths of the two alone. So for a term it is
// enough to know the sum of x over the sentences of each length that have it;
// and what the term brings to a sentence is the same for all sentences of one
// length. A term and a length are a cell here. A pass takes two steps for each
// term of each sentence and one for each pair of cells of a term, which is
// little even where a term is in every one of 50,000 sentences: they have a few
// dozen lengths. At worst, in sentences of all lengths with the same words, it
// grows with the power 1.5 of the text. The sum has the sentence itself in it,
// which is taken off.
//
// Terms of a single sentence join nothing and are left out. In a short article
// that is most of them, so that it is quick without a way of its own.
type overlap struct {
	terms []int32 // of all sentences in turn, each once in a sentence
	start []int32 // sentence i has terms[start[i]:start[i+1]]

	lengths []int32   // numbers of terms, in order, each once
	class   []int32   // of a sentence: the place of its length among lengths
	weights []float64 // of a common term, by two classes
	self    []float64 // the weight of a sentence with itself

	first     []int32   // term t has the cells from first[t] to first[t+1]
	cellClass []int32   // by cell
	in, out   []float64 // by cell
	cells     []int32   // sentence i has cells[cellStart[i]:cellStart[i+1]]
	cellStart []int32

	// While it is built:
	order         []int32 // sentences by length
	count, latest []int32 // by term
}

// reset makes a graph without sentences.
func (o *overlap) reset() {
	o.terms = o.terms[:0]
	o.start = append(o.start[:0], 0)
}

// add adds a sentence. Its terms are those appended to o.terms since the
// last one was added.
func (o *overlap) add() { o.start = append(o.start, int32(len(o.terms))) }

// sentences is how many there are.
func (o *overlap) sentences() int { return len(o.start) - 1 }

// length is the number of terms of a sentence.
func (o *overlap) length(i int) int32 { return o.start[i+1] - o.start[i] }

// multiply implements graph.
func (o *overlap) multiply(dst, x []float64) {
	clear(o.in)
	for i := range dst {
		for _, c := range o.cells[o.cellStart[i]:o.cellStart[i+1]] {
			o.in[c] += x[i]
		}
	}
	for t := range len(o.first) - 1 {
		o.exchange(int(o.first[t]), int(o.first[t+1]))
	}
	for i := range dst {
		sum := 0.0
		for _, c := range o.cells[o.cellStart[i]:o.cellStart[i+1]] {
			sum += o.out[c]
		}
		dst[i] = sum - float64(x[i]*o.self[i]) // the conversion keeps it from being fused
	}
}

// exchange computes what each cell of a term gets from all of them.
func (o *overlap) exchange(from, to int) {
	k := len(o.lengths)
	in, classes := o.in[from:to], o.cellClass[from:to]
	for a, class := range classes {
		row := o.weights[int(class)*k : int(class)*k+k]
		sum := 0.0
		for b, x := range in {
			sum += float64(x * row[classes[b]])
		}
		o.out[from+a] = sum
	}
}
