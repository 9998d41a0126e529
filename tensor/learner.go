package tensor

// A Learner is a Device with what training needs beside it: gradients of operations,
// the cells of recurrent networks, losses, and the steps of optimisers. Names that begin
// with d are gradients of the loss. Unless a comment says so, gradients are added to what
// is there, so that whatever is used twice gets both.
//
// All that Device promises holds: the same calls give the same bits, on the card too, where
// sums that several threads share are taken in a fixed order.
type Learner interface {
	Device

	// Lay lays out b, which may be transposed, for products until b changes. The Weights may be b itself: nothing is to
	// be freed.
	Lay(b Matrix) *Weights
	// AddLinear adds x·w to y.
	AddLinear(y, x Matrix, w *Weights)
	// Clear sets m to 0.
	Clear(m Matrix)
	// Combine sets z to a·x + b·y; of a matrix whose factor is 0 the numbers do not matter.
	// z may be x or y.
	Combine(z Matrix, a float32, x Matrix, b float32, y Matrix)
	// Multiply sets z to x∘y + beta·z, number by number; with beta 0, whatever z was.
	// z may be x or y.
	Multiply(z, x, y Matrix, beta float32)
	// ActivateGrad adds dy∘f′(x) to dx.
	ActivateGrad(dx, dy, x Matrix, f Activation)
	// SumRows adds the sum of the rows of x to y, which has one row.
	SumRows(y, x Matrix)
	// Scatter adds row i of x to row rows[i] of table, for every i in order, but where rows[i] is −1.
	Scatter(table Matrix, rows []int32, x Matrix)
	// Dropout sets y to x with some numbers replaced by 0, a share rate of them on average,
	// and the others divided by 1 − rate. Which ones depends on seed and on the place in y
	// alone, so the gradient is the same call on dy. y may be x.
	Dropout(y, x Matrix, rate float32, seed uint64)

	// Cell is a step of an LSTM. gates has, side by side, what goes into the input gate,
	// the forget gate, the candidate and the output gate; each is replaced by its
	// activation. c is set to forget∘prev + input∘candidate, h to output∘tanh(c). prev may
	// have fewer rows than the others: the missing ones are 0. prev may be c.
	Cell(h, c, gates, prev Matrix)
	// CellGrad sets dgates to the gradients of what went into the gates, and adds that of prev to
	// dprev. gates has the activations. dc is what comes from the next step, and may have fewer rows.
	// dgates may be gates.
	CellGrad(dgates, dprev, dh, dc, gates, c, prev Matrix)

	// Additive sets row i of context to the values that query i looks at, weighted by
	// share, which is set too; see Look.
	Additive(context, share, query Matrix, l Look)
	// AdditiveGrad adds to the gradients of the Look's keys, values and coverage, and sets
	// those of query, and of vector and weight for each query by itself. dshare is
	// what share has by other ways; it may be the zero Matrix. A Sequencer may be given Scores in place of Keys and Values.
	AdditiveGrad(d LookGrad, dcontext, dshare, share, query Matrix, l Look)

	// AttentionGrad adds the gradients of Attention, which gave y for the same arguments.
	AttentionGrad(d HeadsGrad, dy, y, q, k, v Matrix, h Heads)
	// LayerNormGrad adds the gradients of LayerNorm.
	LayerNormGrad(dx, dgain, dbias, dy, x, gain Matrix, epsilon float32)
	// RMSNormGrad adds the gradients of RMSNorm.
	RMSNormGrad(dx, dgain, dy, x, gain Matrix, epsilon float32)
	// SoftmaxGrad adds that of Softmax, which gave y, to dx: scale·y∘(dy − Σ dy·y).
	SoftmaxGrad(dx, dy, y Matrix, scale float32)
	// MaxRows sets row s of y to the greatest numbers of rows bounds[s] up to bounds[s+1] of x, column by column, and to
	// 0 where there are none.
	MaxRows(y, x Matrix, bounds []int)
	// MaxRowsGrad adds the gradient of MaxRows, which gave y: that of a number goes to the first row that has it.
	MaxRowsGrad(dx, dy, y, x Matrix, bounds []int)

	// LogSum sets row i of sum, which has one column, to log Σ exp of row i of x, and
	// of pick to x(i, at[i]) − sum, or to 0 where at[i] is negative.
	LogSum(sum, pick, x Matrix, at []int32)
	// LogSumGrad replaces x by the gradient of pick weighted by d, which has one column:
	// d(i)·(1 at at[i], less the softmax). A row whose at is negative becomes 0.
	LogSumGrad(x, sum, d Matrix, at []int32)
	// Match sets row i of sum, which has one column, to the sum of share(i, j) over the
	// places j of sequence of[i] of p where words, by row of p, is at[i].
	Match(sum, share Matrix, p Packing, words, of, at []int32)
	// MatchGrad sets dshare to the gradient of share: d(i) where Match took share(i, j), 0
	// elsewhere.
	MatchGrad(dshare, d Matrix, p Packing, words, of, at []int32)
	// Mix is the loss of a pointer-generator, for rows of one column: −log of
	// σ(gate)·exp(pick) + (1 − σ(gate))·copied, times weight. Where known is 0 the
	// first term is left out. loss is set, and the gradients replace pick, gate and copied.
	Mix(loss, pick, gate, copied, known, weight Matrix)
	// Cover sets row i of loss, which has one column, to weight(i) times the sum over j of the
	// lesser of share and coverage, and adds its gradients to dshare and dcoverage.
	Cover(loss, dshare, dcoverage, share, coverage, weight Matrix)

	// Mixture sets p to probabilities, as Mix has them: row i of p has, in the columns of scores,
	// σ(gate)·softmax(scores) and, where words of sequence of[i] say so, (1 − σ(gate)) times the shares of
	// the places that have the word, which may be a column behind those of scores. gate may be the zero Matrix: it then counts
	// as +∞, and nothing is copied. scores may be the first columns of p.
	Mixture(p, scores, gate, share Matrix, places Packing, words, of []int32)
	// Set sets number (rows[i], cols[i]) of x to v, for every i.
	Set(x Matrix, rows, cols []int32, v float32)
	// Top finds the greatest numbers of each row of x, as many as values has columns, the first first; of equal
	// ones that of the lesser column. columns is where they are, row after row. It waits for the device.
	Top(values []float32, columns []int32, x Matrix, k int)

	// Squares adds the sum of the squares of x to the one number of sum.
	Squares(sum, x Matrix)
	// Adam is a step of Adam, or of AdamW if s.Decay is above 0: it changes w and the
	// moments m and v by the gradient g.
	Adam(w, g, m, v, squares Matrix, s AdamStep)
	// Adagrad is a step of Adagrad: it changes w and the sums of squares a.
	Adagrad(w, g, a, squares Matrix, s AdagradStep)
}

// A Look is additive attention (Bahdanau et al. 2015): what query i sees of sequence
// Of[i] of a Packing. Place j of that has the score
//
//	Vector · tanh(keys(j) + query(i) + coverage(i, j)·Weight)
//
// and share(i, j) is the softmax over the places, 0 behind the last. share has as
// many columns as Places has steps. Of one AdditiveGrad no two queries see one sequence.
type Look struct {
	Keys, Values   Matrix // by rows of Places
	Vector, Weight Matrix // rows; Weight is the zero Matrix without coverage
	Coverage       Matrix // the zero Matrix for none
	Places         Packing
	Of             []int32
}

// A LookGrad has the gradients of a Look. Vector and Weight have a row for each query, which are
// set; SumRows makes one of them. Weight and Coverage are zero Matrices where the Look has none. Scores, for a Sequencer, has the shape of
// share and is set to the gradients of scores, from which AdditiveGrads makes those of Keys and Values for all steps.
type LookGrad struct {
	Query, Keys, Values, Vector, Weight, Coverage Matrix
	Scores                                        Matrix
}

// A HeadsGrad has the gradients of queries, keys and values, and of Heads.Bias, which is the zero Matrix where nobody
// asks for it.
type HeadsGrad struct {
	Query, Key, Value, Bias Matrix
}

// An AdamStep is what a step of Adam depends on (Kingma and Ba 2015).
type AdamStep struct {
	Rate, Beta1, Beta2, Epsilon float32
	Decay                       float32 // of the weights, times Rate (Loshchilov and Hutter 2019)
	Step                        int     // from 1
	Clip                        float32 // gradients whose norm, the root of squares, is above it are scaled down to it; 0 for no limit
}

// An AdagradStep is what a step of Adagrad depends on (Duchi et al. 2011).
type AdagradStep struct {
	Rate, Epsilon float32
	Clip          float32 // as in AdamStep
}
