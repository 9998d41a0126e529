// Package answer lets a model behind an endpoint answer the questions of a study.
//
// The model is asked what people are asked: about every case, page by page, in the words of the protocol and in the order
// in which the case shows its headlines, which are letters to it as they are to people. What it says passes the checks that
// people's answers pass, and is kept as that of a judge of its own kind, which counts for nothing that people do.
package answer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"hed/generate/remote"
	"hed/internal/ordered"
	"hed/spec"
	"hed/study"
)

// A Model is who answers.
type Model struct {
	Name string // what the study calls it
	ask  *remote.Endpoint
}

// NewModel is the model that a user names by a spec: remote:url=URL+model=NAME, with the options of an endpoint. Another
// name, as=NAME, makes another judge of the same model.
func NewModel(c *remote.Client, text string) (*Model, error) {
	specs, err := spec.Parse(text)
	if err != nil {
		return nil, err
	}
	if len(specs) != 1 || specs[0].Name != "remote" {
		return nil, errors.New("want one model behind an endpoint, such as remote:url=URL+model=NAME")
	}
	var o remote.EndpointOptions
	if err := spec.Decode(specs[0].Options, &o); err != nil {
		return nil, fmt.Errorf("remote: %w", err)
	}
	e, err := c.Endpoint(&o)
	if err != nil {
		return nil, fmt.Errorf("remote: %w", err)
	}
	return &Model{cmp.Or(specs[0].As, o.Model), e}, nil
}

// token is what the judge of a model is found by. Nobody can make a link of it: with a bit flipped it is the hash of nothing
// that anybody knows.
func (m *Model) token() [32]byte {
	t := sha256.Sum256(fmt.Appendf(nil, "model\x00%s\x00%s\x00%s", m.Name, m.ask.Model, m.ask.URL))
	t[0] ^= 1
	return t
}

// note says who it is, in the history of the study and in its report.
func (m *Model) note() string {
	text := m.ask.Model + " at " + m.ask.URL
	if m.Name != m.ask.Model {
		text = m.Name + ": " + text
	}
	return text
}

// Options say how it is asked.
type Options struct {
	Seed uint64
	Now  func() time.Time
	By   string                // who lets it answer, for the history
	Tell func(done, cases int) // after each case; nil tells nobody
}

// Done says what came of it.
type Done struct {
	Judge   string // of the study, which the model is
	Cases   int    // that it has answered now
	Before  int    // that it had answered before
	Failed  int    // that it gave no answer to
	Reasons []string
}

// mostReasons is how many cases without an answer are listed with the reason.
const mostReasons = 5

// Run lets a model answer the cases of a study that it has not answered. A case that it gives no proper answers to is left
// out, with the reason; all others are asked. What was answered is kept, also if it ends with an error.
func Run(ctx context.Context, st study.Store, m *Model, o Options) (*Done, error) {
	s, err := st.Study(ctx)
	if err != nil {
		return nil, err
	}
	if err := Fits(s.Protocol); err != nil {
		return nil, err
	}
	running, err := st.Running(ctx)
	if err != nil {
		return nil, err
	}
	if !running { // before anything is paid for
		return nil, study.Errorf(study.Stopped, "the study is stopped and takes no answers")
	}
	desk := study.NewDesk(st, o.Now)
	judge, err := m.judge(ctx, st, o)
	if err != nil {
		return nil, err
	}
	tasks, err := tasks(ctx, st, s, judge.ID, o.Now())
	if err != nil {
		return nil, err
	}
	done := &Done{Judge: judge.ID}
	open := slices.DeleteFunc(slices.Clone(tasks), func(t study.Task) bool { return t.State == study.Finished })
	done.Before = len(tasks) - len(open)
	for i := range tasks {
		if t := &tasks[i]; t.State == study.Finished {
			if err := m.count(ctx, desk, s, t, o.Seed); err != nil {
				return nil, err
			}
		}
	}
	answer := func(ctx context.Context, t study.Task) (*sheet, error) {
		c, err := desk.Case(ctx, t.Case)
		if err != nil {
			return nil, err
		}
		sh := newSheet(s, c, &t)
		sh.redact = m.ask.Redact
		for a, err := range st.Answers(ctx, study.Filter{Judge: judge.ID, Case: &t.Case}) {
			if err != nil {
				return nil, err
			}
			sh.answers[a.Question] = a.Value
		}
		sh.before = maps.Clone(sh.answers)
		err = sh.fill(o.Seed, func(r *remote.Request) (*remote.Answer, error) { return m.ask.Ask(ctx, r) })
		if failure, ok := errors.AsType[*remote.Failure](err); ok {
			sh.failed = failure.Reason
			return sh, nil
		}
		return sh, err
	}
	for sh, err := range ordered.Map(ctx, m.ask.Concurrency(), each(open), answer) {
		if err != nil {
			return done, err
		}
		if sh.failed != "" {
			if done.Failed++; done.Failed <= mostReasons {
				done.Reasons = append(done.Reasons, fmt.Sprintf("case %d: %s", sh.of.Number, sh.failed))
			}
		} else {
			if err := sh.save(ctx, desk, judge); err != nil {
				return done, fmt.Errorf("keep the answers of %s to case %d: %w", m.Name, sh.of.Number, err)
			}
			done.Cases++
		}
		if o.Tell != nil {
			o.Tell(done.Before+done.Cases+done.Failed, len(tasks))
		}
	}
	return done, nil
}

func each(tasks []study.Task) iter.Seq2[study.Task, error] {
	return func(yield func(study.Task, error) bool) {
		for _, t := range tasks {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// Fits refuses a protocol that only people can answer.
func Fits(p *study.Protocol) error {
	for _, step := range p.Steps {
		for _, q := range step.Questions {
			if q.Kind == study.Numeral {
				return fmt.Errorf("the protocol %s is for people: its question %s wants a derivation that the page checks while it is written, until the missing number comes out", p.Name, q.ID)
			}
		}
	}
	return nil
}

// judge is the one that the model is in the study, added if it is not there.
func (m *Model) judge(ctx context.Context, st study.Store, o Options) (*study.Judge, error) {
	j, err := st.JudgeOf(ctx, m.token())
	if study.CodeOf(err) == study.NotFound {
		return st.AddModel(ctx, m.token(), study.Event{At: o.Now(), By: o.By, What: "model", Note: m.note()})
	}
	if err == nil && j.State != study.Active {
		return nil, fmt.Errorf("%s is judge %s of this study, which is %s; give it another name, as=NAME, to ask it again", m.Name, j.ID, j.State)
	}
	return j, err
}

// tasks are those of the model: every case, in the order of the forms.
func tasks(ctx context.Context, st study.Store, s *study.Study, judge string, now time.Time) ([]study.Task, error) {
	err := st.Assign(ctx, func(b *study.Board) (added []study.Task, err error) {
		has, at := map[int]bool{}, 0
		for _, t := range b.Tasks {
			if t.Judge == judge {
				has[t.Case], at = true, max(at, t.Position+1)
			}
		}
		for _, form := range s.Forms {
			for _, number := range form {
				if !has[number] {
					added = append(added, study.Task{Judge: judge, Case: number, Position: at, State: study.Open, Given: now, Touched: now})
					at++
				}
			}
		}
		return added, nil
	})
	if err != nil {
		return nil, err
	}
	return st.Tasks(ctx, judge)
}

// A sheet is a case with the answers of the model.
type sheet struct {
	study   *study.Study
	of      *study.Case
	task    study.Task
	answers map[string]string
	before  map[string]string // that were kept before
	pages   [][]given         // by step
	failed  string
	redact  func(string) string // takes the key out
}

type given struct{ key, value string }

func newSheet(s *study.Study, c *study.Case, t *study.Task) *sheet {
	return &sheet{study: s, of: c, task: study.Task{Judge: t.Judge, Case: t.Case, Position: t.Position, State: study.Open}, answers: map[string]string{}, redact: func(s string) string { return s }}
}

// count counts what a case has cost before, for a cap.
func (m *Model) count(ctx context.Context, desk *study.Desk, s *study.Study, t *study.Task, seed uint64) error {
	c, err := desk.Case(ctx, t.Case)
	if err != nil {
		return err
	}
	newSheet(s, c, t).fill(seed, func(r *remote.Request) (*remote.Answer, error) {
		if a := m.ask.Count(r); a != nil {
			return a, nil
		}
		return nil, &remote.Failure{} // which ends it
	})
	return nil
}

// save keeps the answers as a page does: one after another, and then closes the page.
func (sh *sheet) save(ctx context.Context, desk *study.Desk, j *study.Judge) error {
	for step, page := range sh.pages {
		for _, a := range page {
			if sh.before[a.key] == a.value {
				continue
			}
			sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s", sh.of.Number, a.key, a.value))
			_, err := desk.Save(ctx, j, study.Answer{ID: hex.EncodeToString(sum[:16]), Case: sh.of.Number, Question: a.key, Value: a.value})
			if err != nil {
				return err
			}
		}
		if err := desk.Close(ctx, j, sh.of.Number, step); err != nil {
			return err
		}
	}
	return nil
}
