package draft

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"hed/corpus"
	"hed/evaluate"
	"hed/generate"
	"hed/internal/count"
	"hed/internal/crash"
	"hed/metric"
	"hed/numeral/derive"
	"hed/score"
	"hed/style/classify"
)

// Options are what a Checker has. All of them may be left out.
type Options struct {
	// Metrics score. One that needs a reference is asked where the draft has one; one that learns from a corpus needs
	// State, and is left out without it.
	Metrics []metric.Selected
	State   *evaluate.State
	// Style tells whose style a headline has. The Checker does not close it.
	Style *classify.Classifier
	// Generators suggest headlines. Those that learn from a corpus wait until Learn has read it. The Checker does not
	// close them.
	Generators []generate.Named
	// Targets are where headlines are shown; nil for those that come with hed.
	Targets []Target
}

// limit is how long a metric has for a headline. Longer is of no use to somebody who types.
const limit = 2 * time.Second

// A Checker says what hed knows of headlines. It is safe for concurrent use.
type Checker struct {
	o       Options
	metrics []measure
	numbers *derive.Model
	// Earlier are the headlines that a new one may be a copy of. Learn adds those of a corpus; who keeps drafts adds theirs.
	Earlier *Earlier
	// Left says which metrics were left out, and why, by name.
	Left map[string]error

	learnt  atomic.Pointer[learnt]
	turns   chan struct{} // as many as headlines are checked at once
	shelf   shelf
	writing writing
}

// A measure is a metric that scores one headline at a time.
type measure struct {
	scorer  *evaluate.Scorer
	needs   metric.Need
	columns []score.Column
}

// learnt is what a corpus taught.
type learnt struct {
	usual  map[string]Range
	fitted []bool // by generator
}

// New makes a Checker.
func New(ctx context.Context, o Options) (*Checker, error) {
	if o.Targets == nil {
		o.Targets = Targets()
	}
	c := &Checker{o: o, numbers: derive.English(), Earlier: NewEarlier(), Left: map[string]error{}, turns: make(chan struct{}, runtime.GOMAXPROCS(0))}
	for _, m := range o.Metrics {
		if m.Info.Name == "numsupport" {
			c.Left[m.Label()] = errors.New("it counts what is said of each number anyway")
			continue
		}
		if _, fits := m.Metric.(metric.Fitter); fits && o.State == nil {
			c.Left[m.Label()] = errors.New("it learns from a corpus before it scores")
			continue
		}
		if _, surveys := m.Metric.(metric.Surveyor); surveys {
			c.Left[m.Label()] = errors.New("it looks at all headlines of a system before it scores one")
			continue
		}
		plan := evaluate.Plan{Systems: []string{"draft"}, Metrics: []metric.Selected{m}, Limit: limit, Strict: true}
		s, err := plan.Fit(ctx, nil, o.State, 1)
		if err != nil {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			c.Left[m.Label()] = err
			continue
		}
		c.metrics = append(c.metrics, measure{s, m.Info.Needs, m.Columns()})
	}
	c.learnt.Store(&learnt{newser, make([]bool, len(o.Generators))})
	c.writing.start()
	return c, nil
}

// Targets are where headlines are shown.
func (c *Checker) Targets() []Target { return c.o.Targets }

// Columns are the measures that may be given, in order.
func (c *Checker) Columns() (all []score.Column) {
	for _, m := range c.metrics {
		all = append(all, m.columns...)
	}
	return all
}

// Close ends suggestions that are being written, and waits for them.
func (c *Checker) Close() error { return c.writing.stop() }

// mostUsual is how many headlines say what is usual. More change nothing that one could see.
const mostUsual = 2000

// Learn reads a corpus, which a name stands for in texts: its headlines are what new ones may be copies of and say what
// is usual, and generators learn from it if they want to. Headlines are checked in the meantime, without all that. Of several
// corpora, which are learnt from one after another, the last says what is usual, and the first teaches generators.
func (c *Checker) Learn(ctx context.Context, name string, docs corpus.Reader) error {
	values := map[string][]float64{}
	n := 0
	for d, err := range docs.Documents(ctx) {
		if err != nil {
			if _, bad := errors.AsType[*corpus.SyntaxError](err); bad {
				continue // whoever evaluates the corpus is told
			}
			return fmt.Errorf("learn from %s: %w", name, err)
		}
		for _, h := range d.References {
			c.Earlier.Add(d.ID, h)
		}
		if len(d.References) > 0 && n < mostUsual {
			n++
			own := *d
			own.References = nil // a headline is not compared with itself
			if err := c.sample(ctx, &own, d.References[0], values); err != nil {
				return err
			}
		}
	}
	before := c.learnt.Load()
	now := &learnt{maps.Clone(before.usual), before.fitted}
	for column, v := range values {
		if r, ok := usual(v, fmt.Sprintf("%s of %s", count.Of(len(v), "headline"), name)); ok {
			now.usual[column] = r
		}
	}
	c.learnt.Store(now)
	for i, g := range c.o.Generators {
		f, ok := g.Generator.(generate.Fitter)
		if !ok || now.fitted[i] {
			continue
		}
		if err := f.Fit(ctx, docs); err != nil {
			return fmt.Errorf("generator %s: %w", g.Name, err)
		}
		next := &learnt{now.usual, slices.Clone(now.fitted)}
		next.fitted[i] = true
		now = next
		c.learnt.Store(now)
	}
	return nil
}

// sample adds the values of a headline to those of others, by column.
func (c *Checker) sample(ctx context.Context, d *corpus.Document, headline string, values map[string][]float64) error {
	done, err := c.turn(ctx) // one headline at a time: somebody may be typing
	if err != nil {
		return err
	}
	defer done()
	return c.score(ctx, d, headline, func(col *score.Column, v float64) { values[col.Name] = append(values[col.Name], v) })
}

// turn waits until a headline may be checked.
func (c *Checker) turn(ctx context.Context) (done func(), err error) {
	select {
	case c.turns <- struct{}{}:
		return func() { <-c.turns }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// score gives the values that there are of a headline. What a metric cannot score has none.
func (c *Checker) score(ctx context.Context, d *corpus.Document, headline string, give func(*score.Column, float64)) error {
	have := metric.Need(0)
	if len(d.References) > 0 {
		have |= metric.References
	}
	if d.Body != "" {
		have |= metric.Body
	}
	for _, m := range c.metrics {
		// Those that compare with both give what they can of one.
		if m.needs != 0 && m.needs&have == 0 {
			continue
		}
		row := make([]float64, m.scorer.Width())
		_, err := m.scorer.Score(ctx, []*corpus.Case{corpus.NewCase(d, headline)}, row)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, broken := errors.AsType[*crash.Error](err); broken {
			return err
		}
		if err != nil {
			continue
		}
		for i := range m.columns {
			if !score.IsAbsent(row[i]) {
				give(&m.columns[i], row[i])
			}
		}
	}
	return nil
}

// A shelf has the articles that were read last.
type shelf struct {
	mu    sync.Mutex
	byKey map[string]*list.Element
	late  list.List // of *Article, the latest first
	bytes int
}

// shelfBytes is how much text the shelf has at most. What is known of a text takes about fifty times as much memory.
const shelfBytes = 4 << 20

func (s *shelf) find(key string) *Article {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.byKey[key]
	if e == nil {
		return nil
	}
	s.late.MoveToFront(e)
	return e.Value.(*Article)
}

func (s *shelf) put(a *Article) *Article {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.byKey[a.Key]; e != nil {
		s.late.MoveToFront(e)
		return e.Value.(*Article)
	}
	if s.byKey == nil {
		s.byKey = map[string]*list.Element{}
	}
	s.byKey[a.Key] = s.late.PushFront(a)
	s.bytes += len(a.doc.Body) + 1
	for s.bytes > shelfBytes && s.late.Len() > 1 {
		old := s.late.Remove(s.late.Back()).(*Article)
		delete(s.byKey, old.Key)
		s.bytes -= len(old.doc.Body) + 1
	}
	return a
}

// Read reads an article, unless that was done before. Of a Draft, the headlines are not looked at.
func (c *Checker) Read(d *Draft) *Article {
	sum := sha256.New()
	for _, part := range []string{d.Article, d.Reference, d.Lang, d.Date} {
		fmt.Fprintf(sum, "%d ", len(part))
		io.WriteString(sum, part)
	}
	key := hex.EncodeToString(sum.Sum(nil))[:32]
	if a := c.shelf.find(key); a != nil {
		return a
	}
	doc := d.Document()
	doc.ID = key // what is found must not depend on which draft asks first
	return c.shelf.put(newArticle(c, key, doc))
}

// Find gives an article that was read lately, by its key; nil if it was not.
func (c *Checker) Find(key string) *Article { return c.shelf.find(strings.ToLower(key)) }
