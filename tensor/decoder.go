package tensor

import (
	"fmt"

	"hed/tensor/vec"
)

// A Decoder is a Learner with what transformers need beside it when they write, token by token.
type Decoder interface {
	Learner

	// Keep adds sequences of keys and values to those that Attend looks at: sequence s has rows bounds[s]
	// up to bounds[s+1] of k and v, which may change afterwards.
	Keep(to *Kept, k, v Matrix, bounds []int)
	// Attend sets y to what queries see of the sequences that were kept, without a bias: rows queries[s]
	// up to queries[s+1] of q and y belong to sequence s; see Heads.
	Attend(y, q Matrix, of *Kept, scale float32, queries []int)
	// Recall sets y to what each query sees of rows of keys and values that it has to itself.
	Recall(y, q, k, v Matrix, r Rows)
}

// Kept are keys and values that many queries look at, one step after another. Products with them
// are quickest if they are laid out once. Count is the number of heads.
type Kept struct {
	Count int
	slots []slot // of the processor: for each sequence its heads

	// Own is what a device with memory of its own keeps instead: the rows of all sequences, keys and beside them
	// values. Free takes it back.
	Own Matrix
	// Bounds and Cols are what is kept: sequence s has rows Bounds[s] up to Bounds[s+1], of so many columns.
	Bounds []int
	Cols   int
}

// A slot is the keys and values of one head of one sequence, packed.
type slot struct {
	keys, values  Weights
	first, second []float32
	c0, c1        int // columns of the head
}

// Clear forgets all sequences. Their memory is used again.
func (k *Kept) Clear() { k.Bounds = k.Bounds[:0] }

// Sequences is how many there are.
func (k *Kept) Sequences() int { return max(0, len(k.Bounds)-1) }

// Add counts sequences of so many columns as kept, and gives the rows of those before. Devices call it.
func (k *Kept) Add(bounds []int, cols int) (before int) {
	if len(k.Bounds) == 0 {
		k.Bounds = append(k.Bounds, 0)
	}
	before, k.Cols = k.Bounds[len(k.Bounds)-1], cols
	for _, b := range bounds[1:] {
		k.Bounds = append(k.Bounds, before+b-bounds[0])
	}
	return before
}

// Rows say which rows of keys and values a query sees: query i sees rows At[i·Stride] up to
// At[i·Stride+Length], in that order. Heads, their columns and Scale are those of type Heads.
type Rows struct {
	Count  int
	Scale  float32
	At     []int32
	Stride int
	Length int
	// Bias has a row for each head and a column for each of the Length rows. The zero Matrix is no bias.
	Bias Matrix
}

var _ Decoder = (*CPU)(nil)

// Keep adds sequences of keys and values.
func (c *CPU) Keep(to *Kept, k, v Matrix, bounds []int) {
	Check{}.Keep(to, k, v, bounds)
	start, width := to.Sequences()*to.Count, k.Cols/to.Count
	to.Add(bounds, k.Cols)
	n := to.Sequences() * to.Count
	for len(to.slots) < n {
		to.slots = append(to.slots, slot{})
	}
	c.loop(n-start, 2*k.Rows/max(1, len(bounds)-1)*width, func(_ *scratch, i int) {
		s, head, at := i/to.Count, i%to.Count, &to.slots[start+i]
		at.c0, at.c1 = head*width, (head+1)*width
		keys := k.Part(bounds[s], bounds[s+1], at.c0, at.c1).T()
		values := v.Part(bounds[s], bounds[s+1], at.c0, at.c1)
		at.keys, at.values = weights(&keys, &at.first), weights(&values, &at.second)
		at.keys.pack(&keys, 0, panels(keys.Cols))
		at.values.pack(&values, 0, panels(values.Cols))
	})
}

// Attend sets y to what queries see of sequences that were kept.
func (c *CPU) Attend(y, q Matrix, of *Kept, scale float32, queries []int) {
	Check{}.Attend(y, q, of, queries)
	c.loop(of.Sequences()*of.Count, 1<<13, func(s *scratch, n int) {
		at := &of.slots[n]
		i1 := queries[n/of.Count+1]
		for i := queries[n/of.Count]; i < i1; i += blockM {
			end := min(i+blockM, i1)
			scores := Of(end-i, at.keys.Cols, grow(&s.scores, blockM*at.keys.Cols))
			s.multiply(product{c: scores, a: q.Part(i, end, at.c0, at.c1), w: at.keys, alpha: scale})
			for r := range scores.Rows {
				softmax(scores.row(r), scores.row(r), 1)
			}
			s.multiply(product{c: y.Part(i, end, at.c0, at.c1), a: scores, w: at.values, alpha: 1})
		}
	})
}

// Recall sets y to what each query sees of rows of its own.
func (c *CPU) Recall(y, q, k, v Matrix, r Rows) {
	Check{}.Recall(y, q, k, v, r)
	width := q.Cols / r.Count
	c.loop(q.Rows, 8*r.Length*q.Cols, func(s *scratch, i int) {
		scores := grow(&s.scores, r.Count*r.Length)
		q, y, at := q.row(i), y.row(i), r.At[i*r.Stride:][:r.Length]
		for j, row := range at {
			k := k.row(int(row))
			for h := range r.Count {
				scores[h*r.Length+j] = r.Scale * vec.DotFused(q[h*width:(h+1)*width], k[h*width:(h+1)*width])
			}
		}
		for h := range r.Count {
			p := scores[h*r.Length : (h+1)*r.Length]
			if r.Bias.Rows > 0 {
				vec.Add(p, p, r.Bias.row(h))
			}
			softmax(p, p, 1)
		}
		clear(y)
		for j, row := range at {
			v := v.row(int(row))
			for h := range r.Count {
				vec.Axpy(y[h*width:(h+1)*width], scores[h*r.Length+j], v[h*width:(h+1)*width])
			}
		}
	})
}

// Keep is for Decoder.Keep.
func (Check) Keep(to *Kept, k, v Matrix, bounds []int) {
	k.same("attention", &v)
	if to.Count < 1 || k.Cols%to.Count != 0 {
		panic(fmt.Sprintf("tensor: attention of %d heads with %d columns", to.Count, k.Cols))
	}
	if len(bounds) == 0 || !within(bounds, k.Rows) {
		panic(fmt.Sprintf("tensor: attention to sequences that are not rows of %d keys", k.Rows))
	}
	if to.Sequences() > 0 && k.Cols != to.Cols {
		panic(fmt.Sprintf("tensor: keys of %d columns beside some of %d", k.Cols, to.Cols))
	}
}

// Attend is for Decoder.Attend.
func (Check) Attend(y, q Matrix, of *Kept, queries []int) {
	y.same("attention", &q)
	if len(queries) != of.Sequences()+1 || !within(queries, q.Rows) {
		panic(fmt.Sprintf("tensor: attention of %d queries that are not those of %d sequences", q.Rows, of.Sequences()))
	}
	if of.Sequences() > 0 && q.Cols != of.Cols {
		panic(fmt.Sprintf("tensor: attention of queries of %d columns to keys of %d", q.Cols, of.Cols))
	}
}

// Recall is for Decoder.Recall.
func (Check) Recall(y, q, k, v Matrix, r Rows) {
	y.same("attention", &q)
	k.same("attention", &v)
	if r.Count < 1 || q.Cols%r.Count != 0 || k.Cols != q.Cols {
		panic(fmt.Sprintf("tensor: attention of %d heads with %d and %d columns", r.Count, q.Cols, k.Cols))
	}
	if r.Length < 0 || r.Stride < r.Length || q.Rows > 0 && len(r.At) < (q.Rows-1)*r.Stride+r.Length {
		panic(fmt.Sprintf("tensor: %d queries see %d of %d rows each, but %d are named", q.Rows, r.Length, r.Stride, len(r.At)))
	}
	for i := range q.Rows {
		for _, row := range r.At[i*r.Stride:][:r.Length] {
			if row < 0 || int(row) >= k.Rows {
				panic(fmt.Sprintf("tensor: row %d of %d keys", row, k.Rows))
			}
		}
	}
	if r.Bias.Rows > 0 {
		r.Bias.plain("bias")
		if r.Bias.Rows != r.Count || r.Bias.Cols != r.Length {
			panic(fmt.Sprintf("tensor: bias of %d by %d for %d heads and %d rows", r.Bias.Rows, r.Bias.Cols, r.Count, r.Length))
		}
	}
}
