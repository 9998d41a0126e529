package decoder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"hed/internal/crash"
	"hed/tensor"
)

// A Text is to be read.
type Text struct {
	Tokens []int32 // with those that the tokenizer puts around a text
	Seed   uint64  // of what is drawn at random
	// Allow says whether what is written may begin with tokens; nil allows all. If they end with one of Settings.Ends, no more follow. It is not
	// asked where the settings leave no choice, nor of tokens that are drawn at random. Those of several texts are asked at the same time.
	Allow func(tokens []int32) bool
}

// A Written is a text that was written.
type Written struct {
	Tokens []int32 // without Start; with the end, unless Max came first
	// Score is the logarithm of the probability, divided as Settings.Penalty says.
	Score float64
}

// A path is the beginning of a text: Start, and tokens.
type path struct {
	tokens []int32
	score  float32 // of beam search: the logarithm of the probability
	row    int     // where the path, or before that the one that it continues, was computed
}

// and is the path with one more token.
func (p *path) and(id int32, score float32) *path {
	t := make([]int32, len(p.tokens)+1)
	t[copy(t, p.tokens)] = id
	return &path{t, score, p.row}
}

// written is the path as a result.
func (p *path) written(score float64) Written { return Written{p.tokens[1:], score} }

// A choice is a token that may come next, with the logarithm of its probability.
type choice struct {
	id     int32
	chance float32
}

// A search looks for what to write for a text.
type search interface {
	// paths are those to be computed next; none when the search is done.
	paths() []*path
	// step is given, for each of the paths, the choices, best first.
	step(choices [][]choice)
	// found are the results, best first.
	found() []Written
}

// A step has this many rows at most, and reads no more tokens for them, unless one text has more.
const (
	together = 128
	budget   = 1 << 14
)

// Write writes texts for those that are read: for each as many as there are beams, or fewer, best first. What it writes
// for a text does not depend on the others. Of texts that are drawn at random the first are not those drawn first, but those of
// the highest score.
//
// A text with a token that the model does not know, or with more tokens than it has positions, is refused before
// anything is computed. The end of ctx ends Write; so does a failure of the device.
func (m *Model) Write(ctx context.Context, texts []Text, s Settings) (all [][]Written, err error) {
	defer tensor.Recover(&err)
	if err := s.Check(&m.Config); err != nil {
		return nil, err
	}
	if err := m.fits(texts); err != nil {
		return nil, err
	}
	for at := 0; at < len(texts); {
		n, sum := 0, 0
		for ; at+n < len(texts) && (n == 0 || (n+1)*s.Beams <= together && sum+len(texts[at+n].Tokens) <= budget); n++ {
			sum += len(texts[at+n].Tokens)
		}
		found, err := m.write(ctx, texts[at:at+n], &s)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		at += n
	}
	return all, nil
}

// fits refuses texts that the model cannot read.
func (m *Model) fits(texts []Text) error {
	for i, t := range texts {
		if len(t.Tokens) == 0 {
			return fmt.Errorf("text %d has no tokens; it lacks those that the tokenizer puts around a text", i)
		}
		if n := m.Config.positions; n > 0 && len(t.Tokens) > n {
			return fmt.Errorf("text %d has %d tokens, the model takes %d; truncate it", i, len(t.Tokens), n)
		}
		for _, id := range t.Tokens {
			if err := m.Config.Check(id); err != nil {
				return fmt.Errorf("text %d: %w; the tokenizer is from another model", i, err)
			}
		}
	}
	return nil
}

// write is Write for texts of one batch.
func (m *Model) write(ctx context.Context, texts []Text, s *Settings) ([][]Written, error) {
	w := &m.writing
	m.begin(len(texts)*s.Beams, s.Max)
	lists := make([][]int32, len(texts))
	searches := make([]search, len(texts))
	for i, t := range texts {
		lists[i] = t.Tokens
		searches[i] = s.search(&t)
	}
	if err := m.read(ctx, lists, w.kept); err != nil {
		return nil, err
	}
	w.queries = make([]int, len(texts)+1)
	for step := 0; ; step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w.paths = w.paths[:0]
		for i, h := range searches {
			w.queries[i] = len(w.paths)
			w.paths = append(w.paths, h.paths()...)
		}
		w.queries[len(texts)] = len(w.paths)
		if len(w.paths) == 0 {
			break
		}
		m.step(step)
		choices, err := m.choose(texts, s, step)
		if err != nil {
			return nil, err
		}
		for i, h := range searches {
			if own := choices[w.queries[i]:w.queries[i+1]]; len(own) > 0 {
				for k, p := range h.paths() {
					p.row = w.queries[i] + k
				}
				h.step(own)
			}
		}
	}
	found := make([][]Written, len(texts))
	for i, h := range searches {
		found[i] = h.found()
	}
	return found, nil
}

func (s *Settings) search(t *Text) search {
	start := &path{tokens: []int32{s.Start}}
	switch {
	case s.Sample:
		return newDraw(s, start, t.Seed)
	case s.Beams == 1:
		return &greedy{s: s, live: []*path{start}, ruled: t.Allow != nil}
	case s.Groups > 1:
		return newGroups(s, start)
	}
	return newBeams(s, start)
}

// choose gives what may follow each path, best first: as many as a search can need. Logits that are not numbers are an error.
func (m *Model) choose(texts []Text, s *Settings, step int) ([][]choice, error) {
	w, d := &m.writing, m.device
	rows := len(w.paths)
	logits := w.logits.Part(0, rows, 0, m.Config.Vocabulary)
	choices := make([][]choice, rows)
	if forced := s.forced(step); forced != nil {
		for i := range choices {
			choices[i] = forced
		}
		return choices, nil
	}
	// The sum comes before what is forbidden: chances of others do not grow by that.
	w.none = w.none[:0]
	for range rows {
		w.none = append(w.none, -1)
	}
	d.LogSum(w.sum.Part(0, rows, 0, 1), w.pick.Part(0, rows, 0, 1), logits, w.none)
	w.rows, w.cols = w.rows[:0], w.cols[:0]
	for i, t := range texts {
		for row := w.queries[i]; row < w.queries[i+1]; row++ {
			s.forbid(w.paths[row], t.Tokens, func(id int32) { w.rows, w.cols = append(w.rows, int32(row)), append(w.cols, id) })
		}
	}
	d.Set(logits, w.rows, w.cols, float32(math.Inf(-1)))
	k := min(s.needs(), m.Config.Vocabulary)
	if !s.Sample && slices.ContainsFunc(texts, func(t Text) bool { return t.Allow != nil }) {
		k = min(k+spare, m.Config.Vocabulary)
	}
	w.values, w.columns = grow(w.values, rows*k), grow(w.columns, rows*k)
	if s.Sample && s.TopK == 0 {
		m.sort(logits)
	} else {
		d.Top(w.values, w.columns, logits, k)
	}
	w.sums = grow(w.sums, rows)
	d.Read(w.sums, w.sum.Part(0, rows, 0, 1))
	for _, v := range w.sums {
		if v := float64(v); math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, errors.New("the model gives tokens probabilities that are not numbers: its weights are damaged; fetch it again")
		}
	}
	for i := range choices {
		for j := i * k; j < (i+1)*k && !math.IsInf(float64(w.values[j]), -1); j++ {
			choices[i] = append(choices[i], choice{w.columns[j], w.values[j] - w.sums[i]})
		}
	}
	if !s.Sample {
		w.allow(texts, choices, s.needs())
	}
	return choices, nil
}

// allow leaves the first n choices of each row that Text.Allow allows. Texts are looked at side by side: on a card, which has many of them at once, a rule
// that reads articles takes longer than all else.
func (w *writing) allow(texts []Text, choices [][]choice, n int) {
	if !slices.ContainsFunc(texts, func(t Text) bool { return t.Allow != nil }) {
		return
	}
	var next atomic.Int64
	var workers crash.Group
	for range min(runtime.GOMAXPROCS(0), len(texts)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(texts); i = int(next.Add(1)) - 1 {
				for row := w.queries[i]; row < w.queries[i+1] && texts[i].Allow != nil; row++ {
					choices[row] = w.paths[row].allowed(choices[row], texts[i].Allow, n)
				}
			}
		})
	}
	workers.Wait()
}

// spare is how many tokens of a step Text.Allow may refuse, so that others are left.
const spare = 64

// allowed are the first n of the choices that may follow a path.
func (p *path) allowed(choices []choice, allow func([]int32) bool, n int) (all []choice) {
	if p.score == never {
		return nil // it fills a row
	}
	tokens := append(slices.Clone(p.tokens[1:]), 0)
	for _, c := range choices {
		if len(all) == n {
			break
		}
		if tokens[len(tokens)-1] = c.id; allow(tokens) {
			all = append(all, c)
		}
	}
	return all
}

// sort is Top for all columns.
func (m *Model) sort(logits tensor.Matrix) {
	w := &m.writing
	n := logits.Cols
	row := make([]float32, n)
	for i := range logits.Rows {
		m.device.Read(row, logits.Part(i, i+1, 0, n))
		columns := w.columns[i*n : (i+1)*n]
		for j := range columns {
			columns[j] = int32(j)
		}
		slices.SortFunc(columns, func(a, b int32) int { return cmp.Or(cmp.Compare(row[b], row[a]), cmp.Compare(a, b)) })
		for j, c := range columns {
			w.values[i*n+j] = row[c]
		}
	}
}

// forced are the choices where the settings leave no others; their chance counts as certain.
func (s *Settings) forced(step int) (forced []choice) {
	var ids []int32
	switch {
	case step == s.Max-1 && s.Last != nil:
		ids = s.Last
	case step == 0 && s.First >= 0:
		ids = []int32{s.First}
	}
	for _, id := range ids {
		forced = append(forced, choice{id: id})
	}
	return forced
}

// needs is how many choices of a path a search may take.
func (s *Settings) needs() int {
	most := max(2, 1+len(s.Ends))
	switch {
	case s.Sample && s.TopK == 0:
		return math.MaxInt
	case s.Sample:
		return s.TopK
	case s.Beams == 1:
		return 1
	case s.Groups > 1:
		// Those of a group, and as many as the groups before can have made worse.
		return most*(s.Beams/s.Groups) + s.Beams
	}
	return most * s.Beams
}

func grow[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n)
	}
	return x[:n]
}
