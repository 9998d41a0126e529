package decoder

import (
	"math"

	"hed/tensor/grad"
)

// A Ranking is the loss of BRIO (Liu et al. 2022), by which a model learns to give better headlines the higher scores, without
// forgetting how to write:
//
//	Rank · Σ over d of the mean over i of max(0, s(i+d) − s(i) + Margin·d) + Likelihood · cross-entropy with Smoothing
//
// where s(0), s(1), … are the scores of candidates, the best first, and cross-entropy is the mean over the tokens of the reference.
// The loss of several texts is their mean.
type Ranking struct {
	Alpha      float64 // the score is the logarithm of the probability, divided by tokens^Alpha
	Margin     float64
	Rank       float64
	Likelihood float64
	Smoothing  float64 // the share of the chance that all tokens have alike
}

// Brio is the Ranking of the paper.
var Brio = Ranking{Alpha: 2, Margin: 0.001, Rank: 10, Likelihood: 0.1, Smoothing: 0.1}

// Ranked is a text with what was written for it: candidates, the best first, and a reference, all without the token that writing starts with and
// with their ends.
type Ranked struct {
	Text, Reference []int32
	Candidates      [][]int32
}

// Loss gives the sum of the losses of texts, times weight, and adds its gradients to those of the weights, unless the tape is fixed.
func (r Ranking) Loss(t *grad.Tape, n *Net, texts []Ranked, weight float64, l Lesson) float64 {
	var read, written [][]int32
	var of []int
	var candidates, references, drawn, given []int32 // rows of both, and their tokens
	row := int32(0)
	add := func(rows, tokens *[]int32, text int, list []int32) {
		written, of = append(written, list), append(of, text)
		for _, id := range list {
			*rows, *tokens = append(*rows, row), append(*tokens, id)
			row++
		}
	}
	for i, x := range texts {
		read = append(read, x.Text)
		for _, c := range x.Candidates {
			add(&candidates, &drawn, i, c)
		}
		add(&references, &given, i, x.Reference)
	}
	x := n.Write(t, n.Read(t, read, l), written, of, l)
	// Apart, since the mean over all tokens is wanted of the few rows of references alone.
	chances, _ := n.LogLikelihood(t, t.Embed(x, candidates), drawn, false)
	likely, mean := n.LogLikelihood(t, t.Embed(x, references), given, true)
	picks, own, means := numbers(t, chances), numbers(t, likely), numbers(t, mean)
	total := 0.0
	at, ref := 0, 0
	for _, x := range texts {
		scores := make([]float64, len(x.Candidates))
		from := at
		for k, c := range x.Candidates {
			for _, v := range picks[at : at+len(c)] {
				scores[k] += float64(v) / r.power(len(c))
			}
			at += len(c)
		}
		loss, slopes := r.rank(scores)
		total += weight * r.Rank * loss
		for k, c := range x.Candidates {
			for i := range c {
				picks[from+i] = float32(weight * r.Rank * slopes[k] / r.power(len(c)))
			}
			from += len(c)
		}
		by := weight * r.Likelihood / float64(len(x.Reference))
		for range x.Reference {
			total -= by * ((1-r.Smoothing)*float64(own[ref]) + r.Smoothing*float64(means[ref]))
			own[ref], means[ref] = float32(-by*(1-r.Smoothing)), float32(-by*r.Smoothing)
			ref++
		}
	}
	if !t.Fixed {
		t.Device.Write(chances.Grad, picks)
		t.Device.Write(likely.Grad, own)
		t.Device.Write(mean.Grad, means)
		t.Backward()
	}
	return total
}

// power is what the sum of so many tokens is divided by.
func (r Ranking) power(tokens int) float64 { return math.Pow(float64(tokens), r.Alpha) }

// rank gives the loss of the order of scores, and its slope by each.
func (r Ranking) rank(scores []float64) (loss float64, slopes []float64) {
	slopes = make([]float64, len(scores))
	for apart := 1; apart < len(scores); apart++ {
		each := 1 / float64(len(scores)-apart)
		for i := range len(scores) - apart {
			if over := scores[i+apart] - scores[i] + r.Margin*float64(apart); over > 0 {
				loss += each * over
				slopes[i+apart] += each
				slopes[i] -= each
			}
		}
	}
	return loss, slopes
}

// numbers are those of a variable, row after row.
func numbers(t *grad.Tape, v *grad.Var) []float32 {
	x := make([]float32, v.Value.Rows*v.Value.Cols)
	t.Device.Read(x, v.Value)
	return x
}
