package draft

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"hed/corpus"
	"hed/generate"
	"hed/internal/count"
	"hed/internal/crash"
	"hed/numeral/check"
)

// A Suggestion is a headline that a generator wrote, with what speaks for and against it.
type Suggestion struct {
	By       string // the name of the generator
	Headline string
	How      string // how the generator writes, in a phrase
	// Reasons are sentences on its numbers, its length and its measures, the gravest first.
	Reasons []string
	Report  *Report
	// Problem is why there is no headline; "" where there is one.
	Problem string
}

// candidates is how many headlines a generator is asked for that has several.
const candidates = 3

// mostWriting is how many articles may wait for suggestions. More are refused: what waits holds memory.
const mostWriting = 32

// suggestions are those of an article.
type suggestions struct {
	asked bool
	done  bool
	list  []Suggestion
}

// writing is the generators at work. One article is written for at a time, so that whoever types has the other processors.
type writing struct {
	ctx     context.Context
	cancel  context.CancelFunc
	group   crash.Group
	turn    chan struct{}
	mu      sync.Mutex
	waiting int
}

func (w *writing) start() {
	w.ctx, w.cancel = context.WithCancel(context.Background())
	w.turn = make(chan struct{}, 1)
}

func (w *writing) stop() error {
	w.cancel()
	return crash.Call(func() error {
		w.group.Wait()
		return nil
	})
}

// Suggest has headlines written for the article, in the background, and gives what there is by now; done says that nothing
// more will come. busy says that too many articles wait, and that this one is to be asked for again.
func (a *Article) Suggest() (list []Suggestion, done, busy bool) {
	c := a.checker
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.written.asked {
		if len(c.o.Generators) == 0 || strings.TrimSpace(a.doc.Body) == "" {
			return nil, true, false
		}
		w := &c.writing
		w.mu.Lock()
		busy := w.waiting >= mostWriting
		if !busy {
			w.waiting++
		}
		w.mu.Unlock()
		if busy || w.ctx.Err() != nil {
			return nil, false, true
		}
		a.written.asked = true
		w.group.Go(func() {
			defer func() {
				w.mu.Lock()
				w.waiting--
				w.mu.Unlock()
				a.mu.Lock()
				a.written.done = true
				a.mu.Unlock()
			}()
			select {
			case w.turn <- struct{}{}:
				defer func() { <-w.turn }()
			case <-w.ctx.Done():
				return
			}
			a.write(w.ctx)
		})
	}
	return slices.Clone(a.written.list), a.written.done, false
}

// write asks the generators, one after another.
func (a *Article) write(ctx context.Context) {
	c := a.checker
	seen := map[string]bool{}
	for i, g := range c.o.Generators {
		var found []generate.Candidate
		err := crash.Call(func() error {
			if _, fits := g.Generator.(generate.Fitter); fits && !c.learnt.Load().fitted[i] {
				return fmt.Errorf("it learns from a corpus before it writes, and has not done so yet")
			}
			all, err := generate.Candidates(ctx, g.Generator, []*corpus.Document{a.doc}, candidates)
			if err == nil {
				found = all[0]
			}
			return err
		})
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			a.add(Suggestion{By: g.Name, How: g.Info.Doc, Problem: capital(err.Error())})
			continue
		}
		for _, f := range found {
			s := Suggestion{By: g.Name, How: g.Info.Doc, Headline: strings.Join(strings.Fields(f.Headline), " ")}
			if s.Headline == "" || seen[s.Headline] || len(s.Headline) > MaxHeadline {
				continue
			}
			seen[s.Headline] = true
			if s.Report, err = a.Check(ctx, "", s.Headline); err != nil {
				if ctx.Err() != nil {
					return
				}
				s.Problem = capital(err.Error())
			} else {
				s.Reasons = s.Report.Reasons()
			}
			a.add(s)
		}
	}
}

func (a *Article) add(s Suggestion) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.written.list = append(a.written.list, s)
}

// Reasons say what speaks for and against a headline, in sentences, the gravest first.
func (r *Report) Reasons() (all []string) {
	unsupported, doubtful := r.Problems()
	n := 0
	for i := range r.Numbers {
		if r.Numbers[i].Verdict != check.Unchecked {
			n++
		}
	}
	switch {
	case unsupported > 0:
		all = append(all, fmt.Sprintf("%s not supported by the article.", are(unsupported, n)))
	case doubtful > 0:
		all = append(all, fmt.Sprintf("%s in doubt.", are(doubtful, n)))
	case n > 0:
		all = append(all, fmt.Sprintf("%s supported by the article.", are(n, n)))
	}
	for _, copy := range r.Copies {
		if copy.Same {
			all = append(all, "It was a headline before.")
			break
		}
	}
	var fits, long []string
	for i := range r.Lengths {
		if l := &r.Lengths[i]; l.Fits() {
			fits = append(fits, l.Target.Title)
		} else {
			long = append(long, l.Target.Title)
		}
	}
	length := count.Of(r.Characters, "character")
	switch {
	case len(long) == 0 && len(fits) > 0:
		all = append(all, length+", which fits everywhere.")
	case len(fits) == 0 && len(long) > 0:
		all = append(all, length+", which is too long everywhere.")
	case len(long) > 0:
		all = append(all, length+", which is too long for: "+strings.Join(long, ", ")+".")
	}
	return append(all, r.unusual()...)
}

// are is "1 of 3 numbers is".
func are(k, n int) string {
	switch {
	case n == 1:
		return "Its number is"
	case k == n:
		return fmt.Sprintf("All %d numbers are", n)
	case k == 1:
		return fmt.Sprintf("1 of %d numbers is", n)
	}
	return fmt.Sprintf("%d of %d numbers are", k, n)
}

// unusual says which measures are not where they are for most headlines.
func (r *Report) unusual() (all []string) {
	for i := range r.Values {
		v := &r.Values[i]
		if p := v.Place(r.Words); p != 0 {
			all = append(all, capital(v.Words(r.Words))+", "+[]string{"less", "", "more"}[p+1]+" than usual.")
		}
	}
	return all
}

func capital(text string) string {
	if text == "" {
		return ""
	}
	r := []rune(text)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}
