package grad

import (
	"slices"

	"hed/tensor"
)

// chunk is how many numbers the scores of words have at once. Where those of all rows fit, they are kept for the way back; else
// they are computed again there.
const chunk = 16 << 20

// LogLikelihood gives, for each row of x, the log of the probability of word at[i], and with all the mean over words of the logs of
// their probabilities, else nil. Probabilities are the softmax of x·wᵀ + bias: w has a row for each word, and bias, which does
// not learn, one number; it may be nil. Both results have one column, so any function of them can be a loss: cross-entropy is
// −pick, label smoothing has a share of −mean.
func (t *Tape) LogLikelihood(x, w, bias *Var, at []int32, all bool) (pick, mean *Var) {
	l := &likelihood{Tape: t, x: x, w: w, bias: bias, at: at, sum: t.New(len(at), 1)}
	pick = t.Var(len(at), 1)
	if all {
		mean = t.Var(len(at), 1)
	}
	words := w.Value.Rows
	each := max(1, min(len(at), chunk/words))
	l.scores = t.New(each, words)
	for from := 0; from < len(at); from += each {
		l.chunk(from, min(from+each, len(at)), func(scores tensor.Matrix, rows func(tensor.Matrix) tensor.Matrix, at []int32) {
			l.score(scores, rows(x.Value))
			t.Device.LogSum(rows(l.sum), rows(pick.Value), scores, at)
			if all {
				t.Device.MatMul(rows(mean.Value), 1/float32(words), scores, l.ones(words, 1), 0)
				t.Device.Combine(rows(mean.Value), 1, rows(mean.Value), -1, rows(l.sum))
			}
		})
	}
	t.Record(func() {
		d := pick.Grad
		if all {
			d = t.New(len(at), 1)
			t.Device.Add(d, pick.Grad, mean.Grad)
		}
		for from := 0; from < len(at); from += each {
			l.chunk(from, min(from+each, len(at)), func(scores tensor.Matrix, rows func(tensor.Matrix) tensor.Matrix, at []int32) {
				if each < len(l.at) {
					l.score(scores, rows(x.Value))
				}
				t.Device.LogSumGrad(scores, rows(l.sum), rows(d), at)
				if all {
					t.Device.MatMul(scores, 1/float32(words), rows(mean.Grad), l.ones(1, words), 1)
				}
				if x.learns() {
					t.Device.MatMul(rows(x.Grad), 1, scores, w.Value, 1)
				}
				if w.learns() {
					t.Device.MatMul(w.Grad, 1, scores.T(), rows(x.Value), 1)
				}
			})
		}
		if all {
			l.level(mean.Grad)
		}
	})
	return pick, mean
}

// likelihood is a LogLikelihood at work.
type likelihood struct {
	*Tape
	x, w, bias  *Var
	at          []int32
	sum, scores tensor.Matrix
}

// chunk does something with some rows.
func (l *likelihood) chunk(from, to int, f func(scores tensor.Matrix, rows func(tensor.Matrix) tensor.Matrix, at []int32)) {
	f(l.scores.Part(0, to-from, 0, l.scores.Cols), func(m tensor.Matrix) tensor.Matrix { return m.Part(from, to, 0, m.Cols) }, l.at[from:to])
}

// score sets the scores of all words for rows of x.
func (l *likelihood) score(scores, x tensor.Matrix) {
	l.Device.MatMul(scores, 1, x, l.w.Value.T(), 0)
	if l.bias != nil {
		l.Device.AddBias(scores, l.bias.Value)
	}
}

func (l *likelihood) ones(rows, cols int) tensor.Matrix {
	m := l.New(rows, cols)
	l.Device.Write(m, slices.Repeat([]float32{1}, rows*cols))
	return m
}

// level takes off what LogSumGrad, for which pick and mean had one gradient, gave to the words at, of which mean has no
// more than of others.
func (l *likelihood) level(d tensor.Matrix) {
	device, cols := l.Device, l.x.Value.Cols
	by, product := l.New(len(l.at), cols), l.New(len(l.at), cols)
	device.MatMul(by, -1, d, l.ones(1, cols), 0)
	if l.x.learns() {
		device.Gather(product, l.w.Value, l.at)
		device.Multiply(product, product, by, 0)
		device.Add(l.x.Grad, l.x.Grad, product)
	}
	if l.w.learns() {
		device.Multiply(product, l.x.Value, by, 0)
		device.Scatter(l.w.Grad, l.at, product)
	}
}
