package derive

import (
	"math"

	"hed/score"
)

// A Model ranks what an article offers for a place of a headline. It does
// not change and is safe for concurrent use.
type Model struct {
	About   About
	lex     *lexicon
	lexical []float32 // weights of lexical features, by key
	nets    []*net    // rank answers; their scores are averaged
	how     *net      // ranks the ways to a given answer
	// heat divides scores before the softmax, so that confidences are
	// right as often as they say.
	heat  float64
	alarm logistic // tells support
}

// About says what a model was trained on and how: all that is needed to
// make it again, and what it came to.
type About struct {
	Version   string  `json:"hed"`
	Questions int     `json:"questions"` // learnt from
	SHA256    string  `json:"sha256"`    // of these questions
	Seed      uint64  `json:"seed"`
	Heat      float64 `json:"heat"`
	// Held tells how the parts of the model fare with questions that they
	// did not learn from, in cross-validation.
	Held Accuracy `json:"held"`
}

// Accuracy is the share of questions answered right, and of those whose
// answer is copied or needs reasoning; absent where there are none of them.
type Accuracy struct {
	Overall   score.Value `json:"overall"`
	Copy      score.Value `json:"copy"`
	Reasoning score.Value `json:"reasoning"`
}

// A ranking is what is made of one question.
type ranking struct {
	view  *view
	cs    []candidate
	score []float64 // lexical, by candidate
	all   []choice  // the likeliest first
	p     []float64 // chance of each choice
}

// rank ranks what the article offers for a blank; the given text is ranked
// in any case.
func (m *Model) rank(a *Article, b *blank, given string) *ranking {
	r := &ranking{cs: a.candidates(b)}
	if len(r.cs) == 0 {
		return r
	}
	r.view = m.lex.newView(a, b)
	r.score = make([]float64, len(r.cs))
	keys := make([]key, 0, 128)
	for i := range r.cs {
		keys = r.view.lexical(keys[:0], &r.cs[i])
		r.score[i] = weigh(m.lexical, keys)
	}
	r.all = choices(r.cs, r.score, given)
	r.view.describe(r.all, r.cs, r.score)
	m.judge(r)
	return r
}

// judge sorts the choices by the nets.
func (m *Model) judge(r *ranking) {
	s := make([]float64, len(r.all))
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	for _, n := range m.nets {
		for k := range r.all {
			s[k] += float64(n.score(&r.all[k].in, room)) / float64(len(m.nets))
		}
	}
	r.p = softmax(s, m.heat)
	order := sorted(r.p)
	all, p := make([]choice, len(order)), make([]float64, len(order))
	for to, from := range order {
		all[to], p[to] = r.all[from], r.p[from]
	}
	r.all, r.p = all, p
}

// softmax returns exp(s/heat), divided by its sum.
func softmax(s []float64, heat float64) []float64 {
	top, sum := math.Inf(-1), 0.0
	for _, x := range s {
		top = max(top, x)
	}
	p := make([]float64, len(s))
	for i, x := range s {
		p[i] = math.Exp((x - top) / heat)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
