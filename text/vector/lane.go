package vector

import (
	"math/rand/v2"

	"hed/internal/exponential"
	"hed/tensor/vec"
)

// A lane learns from one piece at a time, on copies of the rows.
type lane struct {
	*trainer
	rng     *rand.PCG
	where   [2][]int32 // from a row to 1 + the number of its copy; 0 for none
	touched [2][]int32 // the rows that have a copy, by number
	pages   [2][][]float32
	text    []int32
	outs    [][]float32 // rows of the target and of random words
	change  []float32   // of the input row
}

// pageRows is a power of two. Copies do not move when there are more of them.
const pageRows = 256

func newLane(t *trainer) *lane {
	l := &lane{trainer: t, change: make([]float32, t.opt.Dim)}
	for m := range l.where {
		l.where[m] = make([]int32, len(t.voc.words))
	}
	return l
}

func (l *lane) local(m int, n int32) []float32 {
	at := int(n%pageRows) * l.opt.Dim
	return l.pages[m][n/pageRows][at : at+l.opt.Dim : at+l.opt.Dim]
}

// row returns the lane's copy of a row.
func (l *lane) row(m int, row int32) []float32 {
	if n := l.where[m][row]; n != 0 {
		return l.local(m, n-1)
	}
	n := int32(len(l.touched[m]))
	if int(n/pageRows) == len(l.pages[m]) {
		l.pages[m] = append(l.pages[m], make([]float32, pageRows*l.opt.Dim))
	}
	l.touched[m] = append(l.touched[m], row)
	l.where[m][row] = n + 1
	to := l.local(m, n)
	copy(to, l.rows[m].row(int(row)))
	return to
}

func (l *lane) forget() {
	for m := range l.touched {
		for _, row := range l.touched[m] {
			l.where[m][row] = 0
		}
		l.touched[m] = l.touched[m][:0]
	}
}

// learn goes through a piece, before which so many words lie.
func (l *lane) learn(piece []span, before int) {
	for _, s := range piece {
		progress := float64(before) / float64(l.work)
		rate := float32(l.opt.Rate * max(1-progress, 1e-4))
		l.text = l.text[:0]
		for _, id := range l.texts.all[s.start:s.end] {
			if word := l.voc.ids[id]; word >= 0 && uint32(l.rng.Uint64()) <= l.keep[word] {
				l.text = append(l.text, word)
			}
		}
		before += s.end - s.start
		for i, target := range l.text {
			l.draw(target)
			reach := 1 + int(l.rng.Uint64()%uint64(l.opt.Window))
			for j := max(i-reach, 0); j <= min(i+reach, len(l.text)-1); j++ {
				if j != i {
					l.pair(l.row(input, l.text[j]), rate)
				}
			}
		}
	}
}

// draw chooses the random words to set a target against. word2vec draws them
// for each word beside the target, hed once for all of them, as fast programs
// do (Ji et al. 2016): the rows are then at hand, and the vectors as good.
func (l *lane) draw(target int32) {
	l.outs = append(l.outs[:0], l.row(output, target))
	for range l.opt.Negative {
		word := l.noise[(l.rng.Uint64()>>32)*uint64(len(l.noise))>>32]
		if word != target {
			l.outs = append(l.outs, l.row(output, word))
		}
	}
}

// pair makes the target likelier, and the random words less likely, beside a
// context. Here training spends its time. The kernels are exact, so that the same
// texts give the same vectors on every processor.
func (l *lane) pair(in []float32, rate float32) {
	clear(l.change)
	label := float32(1)
	for _, out := range l.outs {
		g := (label - sigmoid(vec.Dot(in, out))) * rate
		vec.AxpyChain(l.change, out, in, g)
		label = 0
	}
	vec.Add(in, in, l.change)
}

// sigmoid is word2vec's: from a table, and 0 or 1 beyond 6.
func sigmoid(x float32) float32 {
	switch {
	case !(x > -sigmoidEnd):
		return 0
	case x >= sigmoidEnd:
		return 1
	}
	return sigmoids[int((x+sigmoidEnd)*(sigmoidSize/(2*sigmoidEnd)))]
}

const (
	sigmoidEnd  = 6
	sigmoidSize = 1024
)

var sigmoids = func() (s [sigmoidSize + 1]float32) {
	for i := range s {
		x := (float64(i)+0.5)*(2*sigmoidEnd)/sigmoidSize - sigmoidEnd
		s[i] = float32(1 / (1 + exponential.Exp(-x)))
	}
	return s
}()
