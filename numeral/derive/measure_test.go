package derive_test

import (
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"hed/corpus"
	"hed/numeral"
	"hed/numeral/derive"
)

// A verdict is what a model makes of one question.
type verdict struct {
	reached    bool    // the answer is among the candidates
	right      bool    // the first answer is right
	reasoning  bool    // the question takes reasoning
	confidence float64 // of the first answer
	known      bool    // the annotation can be read
	operator   bool    // the first derivation of the gold has its operator
	exact      bool    // and its operands
	support    float64 // of the gold
	alarm      bool    // the gold is flagged
	// What the three changes of Changed get; NaN where there is none.
	changed [3]float64
	caught  [3]bool
}

// measure asks a model all questions.
func measure(t *testing.T, m *derive.Model, questions []derive.Question) []verdict {
	t.Helper()
	all := make([]verdict, len(questions))
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(questions); i += workers {
				all[i] = judge(t, m, &questions[i], &questions[(i+7)%len(questions)], uint64(i))
			}
		})
	}
	wg.Wait()
	return all
}

func judge(t *testing.T, m *derive.Model, q, other *derive.Question, seed uint64) verdict {
	v := verdict{reached: derive.Reach(q), reasoning: *q.Reasoning}
	a := derive.Read(q.Article)
	answers, err := m.Solve(a, q.Cloze.Question, 1)
	if err != nil {
		t.Error(err)
	}
	if len(answers) > 0 {
		v.right, v.confidence = answers[0].Text == q.Answer, answers[0].Confidence
	}
	e, ok := explain(m, a, q, q.Answer)
	v.support, v.alarm = e.Support, !ok || !e.Supported()
	v.operator, v.exact, v.known = follows(e, q.Derivation)
	for c, text := range derive.Changed(q, other, seed) {
		v.changed[c] = math.NaN()
		if text != "" {
			e, ok := explain(m, a, q, text)
			v.changed[c], v.caught[c] = e.Support, ok && !e.Supported()
		}
	}
	return v
}

// explain explains the numeral in the blank of a question. One that is passed
// over counts against the model both ways: as flagged where it is right, and
// as not caught where it is wrong.
func explain(m *derive.Model, a *derive.Article, q *derive.Question, text string) (derive.Explanation, bool) {
	left, right, _ := strings.Cut(q.Cloze.Question, corpus.Blank)
	for _, e := range m.Explain(a, left+text+right) {
		if e.Numeral.Start == len(left) {
			return e, true
		}
	}
	return derive.Explanation{}, false
}

// follows compares the first derivation with what annotators wrote.
func follows(e derive.Explanation, annotation string) (op, exact, known bool) {
	readings, err := numeral.ParseExpr(annotation)
	if err != nil {
		return false, false, false
	}
	if len(e.Derivations) == 0 {
		return false, false, true
	}
	got := e.Derivations[0].Expr.Canonical()
	for _, want := range readings {
		want = want.Canonical()
		op = op || want.Op == got.Op
		exact = exact || want.String() == got.String()
	}
	return op, exact, true
}

// share is how many of the verdicts that are asked for are yes.
func share(all []verdict, asked, yes func(*verdict) bool) float64 {
	n, k := 0.0, 0.0
	for i := range all {
		if asked(&all[i]) {
			n++
			if yes(&all[i]) {
				k++
			}
		}
	}
	return k / n
}

// shares are the figures of english.json, by name.
func shares(all []verdict) map[string]float64 {
	any := func(*verdict) bool { return true }
	copied := func(v *verdict) bool { return !v.reasoning }
	reasoning := func(v *verdict) bool { return v.reasoning }
	known := func(v *verdict) bool { return v.known }
	right := func(v *verdict) bool { return v.right }
	s := map[string]float64{
		"questions": float64(len(all)),
		"reached":   share(all, any, func(v *verdict) bool { return v.reached }),
		"overall":   share(all, any, right), "copy": share(all, copied, right), "reasoning": share(all, reasoning, right),
		"calibration_error":  calibrationError(bins(all)),
		"operator":           share(all, known, func(v *verdict) bool { return v.operator }),
		"operator_reasoning": share(all, func(v *verdict) bool { return v.known && v.reasoning }, func(v *verdict) bool { return v.operator }),
		"operands":           share(all, known, func(v *verdict) bool { return v.exact }),
		"false_alarms":       share(all, any, func(v *verdict) bool { return v.alarm }),
	}
	for c, name := range []string{"caught_foreign", "caught_fifth", "caught_swap"} {
		s[name] = share(all, func(v *verdict) bool { return !math.IsNaN(v.changed[c]) }, func(v *verdict) bool { return v.caught[c] })
	}
	for name, x := range s {
		s[name] = math.Round(x*1e4) / 1e4
	}
	return s
}

// A bin is the answers whose confidence is in one tenth of the scale.
type bin struct{ n, right, confidence float64 }

func bins(all []verdict) (b [10]bin) {
	for i := range all {
		v := &all[i]
		k := &b[min(int(v.confidence*10), 9)]
		k.n++
		k.confidence += v.confidence
		if v.right {
			k.right++
		}
	}
	return b
}

// calibrationError is by how much confidences are off on average, the
// expected calibration error over ten bins.
func calibrationError(all [10]bin) float64 {
	sum, n := 0.0, 0.0
	for _, b := range all {
		sum += math.Abs(b.confidence - b.right)
		n += b.n
	}
	return sum / n
}
