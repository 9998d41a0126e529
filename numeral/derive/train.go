package derive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"hed"
	"hed/corpus"
	"hed/internal/crash"
	"hed/numeral"
	"hed/text/vector"
)

// A Question is what a model learns from: an article and a cloze question
// with its answer, and where known its derivation.
type Question struct {
	Article string
	corpus.Cloze
}

// Training is how a model is trained.
type Training struct {
	Seed    uint64
	Workers int // 1 if 0; it changes no number
	// Folder, if not "", keeps vectors, weights and nets as they are learnt, so that
	// training on the same questions that was stopped goes on after them.
	Folder string
	// Progress, if not nil, is told what is being done and which of how
	// many parts of it are finished.
	Progress func(doing string, done, all int)
	// Held, if not nil, is handed the likeliest answers to every question, as the parts of the model have them that
	// did not learn from it, at most [HeldAnswers]; which way to an answer comes first is by a part that did. It is called in the order of the questions.
	Held func(i int, answers []Answer)
}

// HeldAnswers is how many answers Training.Held is handed.
const HeldAnswers = 6

// What turned out well on the articles outside Test.
var (
	vectorTraining = vector.Training{Dim: 48, Epochs: 5, MinCount: 5, Rate: 0.02}
	lexicalTuning  = linearOptions{epochs: 12, rate: 0.03, l2: 5e-3}
	netTuning      = netOptions{wide: 96, deep: 48, epochs: 12, batch: 64, rate: 2e-3, decay: 1e-2, drop: 0.3, workers: 1}
	howTuning      = netOptions{wide: 32, deep: 16, epochs: 8, batch: 64, rate: 2e-3, decay: 1e-2, drop: 0.2, workers: 1}
)

// Train learns a model from all questions that have an answer. The same
// questions and seed give the same bytes, whatever the workers.
//
// The questions are cut into five parts by article. Weights of lexical
// features are learnt five times, each time without one part, and rank the
// answers of that part for the nets, which so see scores as they will be on
// new articles. Nets are learnt five times in the same way, and their
// verdicts on the part that they have not seen give the confidences.
func Train(ctx context.Context, questions []Question, o Training) (*Model, error) {
	o.Workers = max(o.Workers, 1)
	t := &trainer{Training: o, ctx: ctx}
	for i := range questions {
		if q := &questions[i]; q.Answer != "" {
			t.lessons = append(t.lessons, &lesson{Question: q, index: i, fold: fold(q.Article)})
		}
	}
	if len(t.lessons) < 2*netTuning.batch {
		return nil, fmt.Errorf("train numerals: %d questions with an answer are too few; give at least %d", len(t.lessons), 2*netTuning.batch)
	}
	t.about = Learns(questions, o.Seed)
	m := &Model{About: t.about}
	for _, step := range []func(*Model) error{t.read, t.words, t.look, t.linear, t.choose, t.nets, t.calibrate, t.ways, t.held, t.alarm} {
		if err := step(m); err != nil {
			return nil, fmt.Errorf("train numerals: %w", err)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return m, nil
}

// A lesson is a question while training.
type lesson struct {
	*Question
	index   int // among the questions
	fold    int
	article *Article
	blank   *blank
	list    list
	r       ranking
	net     netList
}

type trainer struct {
	Training
	ctx     context.Context
	about   About // what is learnt from
	lessons []*lesson
}

// Learns is what is known before Train of the model that it gives.
func Learns(questions []Question, seed uint64) About {
	about, h := About{Version: hed.Version, Seed: seed}, sha256.New()
	for _, q := range questions {
		if q.Answer != "" {
			about.Questions++
			fmt.Fprintf(h, "%q %q %q %q\n", q.Article, q.Cloze.Question, q.Answer, q.Derivation)
		}
	}
	about.SHA256 = hex.EncodeToString(h.Sum(nil))
	return about
}

// each calls f for each of n parts.
func (t *trainer) each(doing string, n int, f func(i int)) {
	var next, done atomic.Int64
	var mu sync.Mutex
	var wg crash.Group
	for range t.Workers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && t.ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				f(i)
				if d := done.Add(1); t.Progress != nil && (d%256 == 0 || int(d) == n || n <= folds) {
					mu.Lock()
					t.Progress(doing, int(d), n)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
}

func (t *trainer) random(stream uint64) *rand.Rand { return rand.New(rand.NewPCG(t.Seed, stream)) }

func (t *trainer) read(*Model) error {
	var bad atomic.Int64
	t.each("read", len(t.lessons), func(i int) {
		l := t.lessons[i]
		left, right, ok := question(l.Cloze.Question)
		if !ok {
			bad.Add(1)
		}
		l.article, l.blank = Read(l.Article), newBlank(left, right)
	})
	if bad.Load() > 0 {
		return fmt.Errorf("%d questions have no blank; write it as %s", bad.Load(), corpus.Blank)
	}
	return nil
}

// words learns vectors and rarities.
func (t *trainer) words(m *Model) error {
	o := vectorTraining
	o.Seed, o.Workers, o.Folder = t.Seed, t.Workers, t.Folder
	if t.Progress != nil {
		o.Progress = func(done, all int) {
			if done%(1<<16) < 1<<13 {
				t.Progress("vectors", done, all)
			}
		}
	}
	var articles []*Article
	var heads [][]word
	count := map[uint32]int{}
	for _, l := range t.lessons {
		articles, heads = append(articles, l.article), append(heads, l.blank.words)
		for s := range l.article.places {
			count[s]++
		}
	}
	v, err := trainVectors(t.ctx, articles, heads, o)
	if err != nil {
		return err
	}
	n := float64(len(t.lessons))
	m.lex = &lexicon{vectors: *v, rarity: make([]float32, len(v.rows)), most: float32(math.Log(n / 3))}
	for s, i := range v.rows {
		m.lex.rarity[i] = float32(math.Log(n / float64(1+count[s])))
	}
	m.lex.quantise()
	return nil
}

// look lists candidates and their lexical features.
func (t *trainer) look(m *Model) error {
	t.each("features", len(t.lessons), func(i int) {
		l := t.lessons[i]
		l.r = ranking{view: m.lex.newView(l.article, l.blank), cs: l.article.candidates(l.blank)}
		for j := range l.r.cs {
			l.list.keys = append(l.list.keys, l.r.view.lexical(nil, &l.r.cs[j]))
			l.list.gold = append(l.list.gold, l.r.cs[j].text == l.Answer)
		}
	})
	return nil
}

// linear learns the lexical weights, and scores each part by those that
// were learnt without it.
func (t *trainer) linear(m *Model) error {
	learnt, errs := make([][]float32, folds), make([]error, folds)
	t.each("lexical weights", folds, func(k int) {
		var lists []*list
		for _, l := range t.lessons {
			if l.fold != k {
				lists = append(lists, &l.list)
			}
		}
		learnt[k], errs[k] = t.keep(fmt.Sprintf("weights%d", k+1), func() ([]float32, error) {
			return trainLinear(lists, lexicalTuning, t.random(1)), nil
		})
		quantise(learnt[k])
	})
	if err := errors.Join(errs...); err != nil || t.ctx.Err() != nil {
		return err
	}
	for _, l := range t.lessons {
		l.r.score = scores(nil, learnt[l.fold], l.list.keys)
	}
	// A mean of linear models is the linear model of the mean weights.
	m.lexical = make([]float32, 1<<lexicalBits)
	for i := range m.lexical {
		for k := range learnt {
			m.lexical[i] += learnt[k][i] / folds
		}
	}
	quantise(m.lexical)
	return nil
}

// choose describes answers for the nets.
func (t *trainer) choose(*Model) error {
	t.each("answers", len(t.lessons), func(i int) {
		l := t.lessons[i]
		l.list.keys = nil // no more needed, and large
		if len(l.r.cs) == 0 {
			return
		}
		l.r.all = choices(l.r.cs, l.r.score, "")
		l.r.view.describe(l.r.all, l.r.cs, l.r.score)
		for k := range l.r.all {
			l.net.in = append(l.net.in, l.r.all[k].in)
			l.net.right = append(l.net.right, l.r.all[k].text == l.Answer)
		}
	})
	return nil
}

// nets learns the nets, and lets each judge the part that it has not seen.
func (t *trainer) nets(m *Model) error {
	m.nets = make([]*net, folds)
	errs := make([]error, folds)
	t.each("nets", folds, func(k int) {
		var lists []*netList
		for _, l := range t.lessons {
			if l.fold != k && anyTrue(l.net.right) {
				lists = append(lists, &l.net)
			}
		}
		if len(lists) < netTuning.batch {
			errs[k] = errors.New("too few answers can be derived from their articles")
			return
		}
		m.nets[k], errs[k] = t.net(fmt.Sprintf("net%d", k+1), lists, netTuning, t.Seed+uint64(k))
	})
	if err := errors.Join(errs...); err != nil || t.ctx.Err() != nil {
		return err
	}
	for _, n := range m.nets {
		n.quantise()
	}
	t.each("verdicts", len(t.lessons), func(i int) {
		l := t.lessons[i]
		one := &Model{nets: m.nets[l.fold : l.fold+1], heat: 1}
		one.judge(&l.r)
	})
	return nil
}

func anyTrue(all []bool) bool {
	for _, b := range all {
		if b {
			return true
		}
	}
	return false
}

// ways learns to tell which way to an answer was meant, from derivations
// that people wrote.
func (t *trainer) ways(m *Model) error {
	lists := make([]*netList, len(t.lessons))
	t.each("ways", len(t.lessons), func(i int) { lists[i] = t.lessons[i].waysOf() })
	var known []*netList
	for _, l := range lists {
		if l != nil {
			known = append(known, l)
		}
	}
	if len(known) < howTuning.batch {
		return fmt.Errorf("%d questions have a derivation that can be followed; give at least %d", len(known), howTuning.batch)
	}
	n, err := t.net("ways", known, howTuning, t.Seed+folds)
	if err != nil {
		return err
	}
	n.quantise()
	m.how = n
	return nil
}

// waysOf lists the ways to the answer, those that read as the derivation
// does right. It returns nil if none does.
func (l *lesson) waysOf() *netList {
	readings, err := numeral.ParseExpr(l.Derivation)
	if err != nil {
		return nil
	}
	want := map[string]bool{}
	for _, e := range readings {
		want[e.Canonical().String()] = true
	}
	list := &netList{}
	for _, c := range l.r.all {
		if c.text != l.Answer {
			continue
		}
		for _, w := range c.ways {
			d := l.article.derivation(l.blank, &l.r.cs[w])
			list.in = append(list.in, l.r.view.wayInput(&l.r.cs[w], l.r.score[w]))
			list.right = append(list.right, want[d.Expr.Canonical().String()])
		}
	}
	if !anyTrue(list.right) {
		return nil
	}
	return list
}

// held hands out the answers by parts that did not learn from their questions. Only the order of the ways to an answer is by the
// net that learnt from all.
func (t *trainer) held(m *Model) error {
	if t.Held == nil {
		return nil
	}
	answers := make([][]Answer, len(t.lessons))
	t.each("answers held", len(t.lessons), func(i int) {
		r, sum := &t.lessons[i].r, 0.0
		for _, p := range r.p {
			sum += p
		}
		p := make([]float64, len(r.p)) // calibration leaves chances that are not divided by their sum
		for k := range p {
			p[k] = r.p[k] / sum
		}
		answers[i] = m.answers(r, r.all, p, HeldAnswers)
	})
	for i, l := range t.lessons {
		if t.ctx.Err() == nil {
			t.Held(l.index, answers[i])
		}
	}
	return nil
}
