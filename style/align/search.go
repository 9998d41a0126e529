package align

import (
	"context"
	"iter"
	"math"
	"slices"
	"sort"

	"hed/internal/ordered"
)

// A search compares the articles of two newspapers.
type search struct {
	a, b []article
	idf  []float64 // by term; rare ones first
	opt  *Options
}

// slack is what sums may be off by rounding, and more: bounds are not trusted closer.
const slack = 1e-9

// A task is compared at once: every article of a with those of b that are near it.
// Their number bounds the memory of a worker.
type task struct {
	a, b []int32 // in the order of their days
	far  bool    // whatever the days are
}

const (
	tasksA = 1024
	tasksB = 8192
)

// search puts all pairs into a pile that have the least score.
func (s *search) search(ctx context.Context, found *pile) (compared int, err error) {
	articles := 0
	for out, err := range ordered.Map(ctx, s.opt.Workers, s.tasks(), s.compare) {
		if err != nil {
			return 0, err
		}
		compared += out.compared
		if err := found.add(out.pairs); err != nil {
			return 0, err
		}
		if s.opt.Progress != nil {
			articles += out.articles
			s.opt.Progress("comparing", articles)
		}
	}
	return compared, nil
}

// tasks cut the work into pieces.
func (s *search) tasks() iter.Seq2[task, error] {
	return func(yield func(task, error) bool) {
		a, noA := byDay(s.a)
		b, noB := byDay(s.b)
		// cut yields articles of a beside all of b that near lets through.
		cut := func(a []int32, near func(part []int32) []int32, far bool) bool {
			for part := range slices.Chunk(a, tasksA) {
				for other := range slices.Chunk(near(part), tasksB) {
					if !yield(task{part, other, far}, nil) {
						return false
					}
				}
			}
			return true
		}
		within := func(part []int32) []int32 {
			from, to := s.near(b, s.a[part[0]].day, s.a[part[len(part)-1]].day)
			return b[from:to]
		}
		if !cut(a, within, false) || !s.opt.Undated {
			return
		}
		if cut(noA, func([]int32) []int32 { return slices.Concat(b, noB) }, true) {
			cut(a, func([]int32) []int32 { return noB }, true)
		}
	}
}

// byDay are the articles with a day, in its order, and those without.
func byDay(all []article) (dated, others []int32) {
	for i := range all {
		if all[i].day == undated {
			others = append(others, int32(i))
		} else {
			dated = append(dated, int32(i))
		}
	}
	slices.SortStableFunc(dated, func(x, y int32) int { return all[x].day - all[y].day })
	return dated, others
}

// near finds those of b, which is in the order of days, that are within the window of
// the days from first to last.
func (s *search) near(b []int32, first, last int) (from, to int) {
	from = sort.Search(len(b), func(i int) bool { return s.b[b[i]].day >= first-int(s.opt.Window) })
	to = sort.Search(len(b), func(i int) bool { return s.b[b[i]].day > last+int(s.opt.Window) })
	return from, to
}

// A comparison is what came of a task.
type comparison struct {
	pairs              []pair
	compared, articles int
}

// An index finds the articles of a task that have a term.
type index struct {
	articles []weighted
	start    []int // of the postings of a term; its end is the start of the next one
	postings []posting
	// most is the largest rest of any article from a term on.
	most []float64
}

// A weighted article has a length of 1.
type weighted struct {
	terms   []term
	weights []float64
	// rest is the length of what is left from a term on; the last is 0.
	rest []float64
}

type posting struct {
	at     int32 // in articles
	weight float64
}

// weights of an article, in memory that is used again.
func (s *search) weighted(d *article, w weighted) weighted {
	n := len(d.terms)
	w.terms = d.terms
	w.weights = slices.Grow(w.weights[:0], n)[:n]
	w.rest = slices.Grow(w.rest[:0], n+1)[:n+1]
	for k, t := range d.terms {
		w.weights[k] = float64(t.n) * s.idf[t.id] / d.norm
	}
	sum := 0.0
	w.rest[n] = 0
	for k := n - 1; k >= 0; k-- {
		sum += float64(w.weights[k] * w.weights[k])
		w.rest[k] = math.Sqrt(sum)
	}
	return w
}

// newIndex indexes articles of b.
func (s *search) newIndex(b []int32) *index {
	x := &index{articles: make([]weighted, len(b)), start: make([]int, len(s.idf)+1), most: make([]float64, len(s.idf))}
	all := 0
	for i, at := range b {
		d := s.weighted(&s.b[at], weighted{})
		x.articles[i] = d
		all += len(d.terms)
		for k, t := range d.terms {
			x.start[t.id+1]++
			x.most[t.id] = max(x.most[t.id], d.rest[k])
		}
	}
	for id := range s.idf {
		x.start[id+1] += x.start[id]
	}
	for id := len(x.most) - 2; id >= 0; id-- {
		x.most[id] = max(x.most[id], x.most[id+1])
	}
	x.postings = make([]posting, all)
	next := slices.Clone(x.start)
	for i := range x.articles {
		for k, t := range x.articles[i].terms {
			x.postings[next[t.id]] = posting{int32(i), x.articles[i].weights[k]}
			next[t.id]++
		}
	}
	return x
}

// compare does a task.
func (s *search) compare(ctx context.Context, t task) (out comparison, err error) {
	x := s.newIndex(t.b)
	out.articles = len(t.a)
	sums := make([]float64, len(t.b))
	var d weighted
	for _, at := range t.a {
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		from, to := 0, len(t.b)
		if !t.far {
			from, to = s.near(t.b, s.a[at].day, s.a[at].day)
		}
		out.compared += to - from
		if from == to {
			continue
		}
		d = s.weighted(&s.a[at], d)
		clear(sums[from:to])
		done := x.gather(&d, sums, from, to, s.opt.Min)
		for i := from; i < to; i++ {
			if sum := x.complete(&d, done, i, sums[i], s.opt.Min); sum > 0 && sum >= s.opt.Min {
				out.pairs = append(out.pairs, pair{at, t.b[i], sum})
			}
		}
	}
	return out, nil
}

// gather adds to the sums of the articles from one place to another what they have in
// common with d, term by term. It stops before the term from which on no article
// without any sum can reach the least score.
func (x *index) gather(d *weighted, sums []float64, from, to int, least float64) (done int) {
	for k, t := range d.terms {
		if float64(d.rest[k]*x.most[t.id]) < least-slack {
			return k
		}
		list := x.postings[x.start[t.id]:x.start[t.id+1]]
		if from > 0 {
			list = list[sort.Search(len(list), func(i int) bool { return int(list[i].at) >= from }):]
		}
		w := d.weights[k]
		for _, p := range list {
			if int(p.at) >= to {
				break
			}
			sums[p.at] += float64(w * p.weight)
		}
	}
	return len(d.terms)
}

// complete adds to a sum what the terms have from done on, or returns 0 if that
// cannot reach the least score.
func (x *index) complete(d *weighted, done, at int, sum, least float64) float64 {
	if done == len(d.terms) {
		return sum
	}
	if sum == 0 {
		return 0
	}
	other := &x.articles[at]
	i, _ := slices.BinarySearchFunc(other.terms, d.terms[done].id, func(t term, id int32) int { return int(t.id) - int(id) })
	if sum+float64(d.rest[done]*other.rest[i]) < least-slack {
		return 0
	}
	for k := done; k < len(d.terms) && i < len(other.terms); {
		switch mine, its := d.terms[k].id, other.terms[i].id; {
		case mine < its:
			k++
		case mine > its:
			i++
		default:
			sum += float64(d.weights[k] * other.weights[i])
			k, i = k+1, i+1
		}
	}
	return sum
}
