package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"hed/internal/crash"
	"hed/internal/near"
	"hed/internal/option"
	"hed/study"
)

// A Difference is what a study is to find.
type Difference struct {
	System string
	// Effect is by how much the headlines of System are better than those of the
	// others, which are alike; 1 is the standard deviation of headlines.
	Effect float64
	// Noise is as in Options.
	Noise float64
	// Judges is how many a case has at most; 0 is twice as many as the study asks for.
	Judges int
	// Runs is how many studies are simulated.
	Runs    int
	Seed    uint64
	Workers int
	// Found tells from how many of the other systems the answers to a question let
	// System be told, by whatever test. It is called at once from several goroutines.
	Found func(q *study.Question, answers []study.Answer) int
}

// SetEffect sets System and Effect from how users write them: SYSTEM=X.
func (x *Difference) SetEffect(text string) error {
	if text == "" {
		return option.Errorf("effect", " is missing: the system that is better, and by how much, as pn=0.3")
	}
	system, by, ok := strings.Cut(text, "=")
	v, err := strconv.ParseFloat(by, 64)
	if !ok || err != nil || v-v != 0 {
		return option.Errorf("effect", " %s: expected SYSTEM=X, as pn=0.3", text)
	}
	x.System, x.Effect = system, v
	return nil
}

func (x *Difference) check() error {
	switch {
	case x.Judges < 0:
		return option.Errorf("most", " must be 1 or more, not %d", x.Judges)
	case x.Runs < 1:
		return option.Errorf("runs", " must be 1 or more, not %d", x.Runs)
	}
	return errors.Join(option.Within("most", x.Judges), option.Within("runs", x.Runs), checkNoise(x.Noise))
}

// Power simulates a study again and again, without a server: all cases are judged, and
// headlines get new qualities each time. It gives for each question, which must be about
// headlines, and for 1, 2, … judges of each case, the share of the other systems that
// System was found to differ from.
//
// It says nothing of what real judges think: only how many it takes if they err so much
// and the difference is so large. The result depends on the seed, not on Workers.
func (x Difference) Power(ctx context.Context, s *study.Study, cases []study.Case, questions []*study.Question) ([][]float64, error) {
	if err := x.check(); err != nil {
		return nil, err
	}
	switch {
	case len(questions) == 0:
		return nil, fmt.Errorf("the protocol %s has no question that compares systems", s.Protocol.Name)
	case !slices.Contains(s.Systems, x.System):
		return nil, fmt.Errorf("the study has no system %q; %s", x.System, near.Hint(x.System, s.Systems))
	}
	if x.Judges == 0 {
		x.Judges = 2 * s.Numbers.Judges
	}
	found := make([][][]int, x.Runs) // other systems, by run, question and judges
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var workers crash.Group
	for range max(1, min(x.Workers, x.Runs)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				run := int(next.Add(1)) - 1
				if run >= x.Runs {
					return
				}
				err := crash.Call(func() (err error) {
					found[run], err = x.once(cases, questions, rand.New(rand.NewPCG(x.Seed, uint64(run))).Uint64())
					return err
				})
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	workers.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	shares := make([][]float64, len(questions))
	for i := range questions {
		for k := range x.Judges {
			sum := 0
			for run := range found {
				sum += found[run][i][k]
			}
			shares[i] = append(shares[i], float64(sum)/float64(x.Runs*(len(s.Systems)-1)))
		}
	}
	return shares, nil
}

// once simulates one study. The same judges answer with each further one added, so that the
// shares rise with their number for the reason that is looked for, and not by chance.
func (x *Difference) once(cases []study.Case, questions []*study.Question, seed uint64) ([][]int, error) {
	found := make([][]int, len(questions))
	for i, q := range questions {
		var all []study.Answer // of one judge, and one more, and one more
		for k := range x.Judges {
			answers, err := x.judge(cases, q, fmt.Sprint("judge ", k), view{seed, x.Noise})
			if err != nil {
				return nil, err
			}
			all = append(all, answers...)
			found[i] = append(found[i], x.Found(q, all))
		}
	}
	return found, nil
}

// judge answers a question in all cases.
func (x *Difference) judge(cases []study.Case, q *study.Question, name string, v view) ([]study.Answer, error) {
	var answers []study.Answer
	for i := range cases {
		c := &cases[i]
		w := &work{Judge: name, Case: c.Number}
		it := &item{Kind: string(q.Kind), From: q.From, To: q.To}
		keys := []string{q.ID}
		if q.Each == study.EachHeadline {
			keys = nil
		}
		for place, h := range c.Headlines {
			letter := study.Letter(place)
			shown := headline{Letter: letter, Text: h.Text}
			if h.System == x.System {
				shown.lift = x.Effect
			}
			w.Headlines = append(w.Headlines, shown)
			it.Options = append(it.Options, struct{ Key string }{letter})
			if q.Each == study.EachHeadline {
				keys = append(keys, study.Key(q.ID, place))
			}
		}
		for _, key := range keys {
			it.Key = key
			value, err := v.choose(w, it)
			if err != nil {
				return nil, err
			}
			answers = append(answers, study.Answer{Judge: name, Case: c.Number, Question: key, Value: value})
		}
	}
	return answers, nil
}
