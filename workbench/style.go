package workbench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"hed/internal/crash"
	"hed/internal/option"
	"hed/run"
	"hed/run/model"
	"hed/run/teach"
	"hed/spec"
	"hed/style/classify"
	styles "hed/style/classify/all"
)

// style is the classifier of style of a project: its newest, or else the one that a run had a measure of; nil where there is none, or
// where it cannot be had now.
func (b *Bench) style(ctx context.Context, project string) (*classify.Classifier, error) {
	models, err := b.ready(ctx, project)
	if err != nil {
		return nil, err
	}
	runs, err := b.Runs(ctx, project)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, m := range models {
		if m.Card.Labels != nil {
			paths = append(paths, b.ModelPath(m))
		}
	}
	for _, r := range runs {
		for _, text := range r.Settings.Metrics {
			if specs, err := spec.Parse(text); err == nil && len(specs) == 1 && specs[0].Name == "style" {
				if path := specs[0].Options["model"]; !strings.HasPrefix(path, refMark) { // those are above
					paths = append(paths, path)
				}
			}
		}
	}
	for _, path := range paths {
		c, err := styles.Open(ctx, path, nil)
		if err == nil {
			return c, nil
		}
		b.Log(err)
	}
	return nil, nil
}

// A StyleLesson is what a classifier of style is taught from: corpora of a project, which have a name each, or one corpus
// whose documents say in a field who wrote them.
type StyleLesson struct {
	Corpora []string `json:"corpora"` // by id
	Label   string   `json:"label"`   // the field; "" for the names of the corpora
	Seed    uint64   `json:"seed"`
}

// classifier is the kind that is taught: it judges as well as the network, and needs no card.
const classifier = "linear"

// lessons are the classifiers that are taught now, one at a time.
type lessons struct {
	turn chan struct{} // has one place
	mu   sync.Mutex
	at   map[string]*lesson // by model
	// learnt is told of the project of a lesson that has ended; may be nil
	learnt func(project string)
}

// OnLearnt lets f know of each project that has a new classifier of style.
func (b *Bench) OnLearnt(f func(project string)) {
	b.lessons.mu.Lock()
	defer b.lessons.mu.Unlock()
	b.lessons.learnt = f
}

type lesson struct {
	stop  context.CancelFunc
	ended chan struct{}
	mu    sync.Mutex
	line  string
	share float64
}

// Teach adds a classifier of style, which is then taught in the background.
func (b *Bench) Teach(ctx context.Context, project string, m Meta, l StyleLesson) (*Model, error) {
	if err := b.modelName(ctx, project, "", &m); err != nil {
		return nil, err
	}
	if err := b.roomIn(ctx, project, 1); err != nil {
		return nil, err
	}
	switch {
	case len(l.Corpora) == 0:
		return nil, option.Errorf("docs", " is missing: choose the corpora")
	case len(l.Corpora) == 1 && l.Label == "":
		return nil, option.Errorf("label", " is missing: name the field that says who wrote a headline, or choose two corpora")
	case len(l.Corpora) > 1:
		l.Label = ""
	}
	if _, err := b.papers(ctx, project, &l); err != nil {
		return nil, err
	}
	body := modelBody{File: File{Name: m.Name, ID: newID()}, Lesson: &l, State: Waiting}
	t, err := b.addModel(ctx, project, m, body)
	if err != nil {
		return nil, err
	}
	made := &Model{t, body}
	b.teach(made)
	return made, nil
}

// papers are the corpora of a lesson.
func (b *Bench) papers(ctx context.Context, project string, l *StyleLesson) (all []teach.Paper, err error) {
	for _, id := range l.Corpora {
		c, err := b.Corpus(ctx, id)
		if err != nil && !errors.Is(err, ErrNone) {
			return nil, err
		}
		if err != nil || c.Parent != project {
			return nil, option.Errorf("docs", ": there is none with the id %s in this project", id)
		}
		p := teach.Paper{Paths: b.Paths(c)}
		if l.Label == "" {
			p.Label = c.Name
		}
		all = append(all, p)
	}
	return all, nil
}

// teach teaches a model in the background.
func (b *Bench) teach(m *Model) {
	ctx, stop := context.WithCancel(b.ctx)
	at := &lesson{stop: stop, ended: make(chan struct{}), line: "waiting"}
	b.lessons.mu.Lock()
	b.lessons.at[m.ID] = at
	b.lessons.mu.Unlock()
	b.runs.Go(func() {
		defer close(at.ended)
		defer stop()
		defer func() {
			b.lessons.mu.Lock()
			delete(b.lessons.at, m.ID)
			b.lessons.mu.Unlock()
		}()
		select {
		case b.lessons.turn <- struct{}{}:
			defer func() { <-b.lessons.turn }()
		case <-ctx.Done():
			return
		}
		if err := b.lesson(ctx, m, at); err != nil && !errors.Is(err, ErrNone) && ctx.Err() == nil {
			b.Log(fmt.Errorf("model %s: %w", m.ID, err))
		}
	})
}

// lesson teaches a model, and keeps how that ended. Where the database is away it tries again. Its own error is that this could not be kept: the
// workbench ends, and the model is taught when it is opened again, or nobody wants it any more.
func (b *Bench) lesson(ctx context.Context, m *Model, at *lesson) error {
	for {
		var card *model.Card
		err := crash.Call(func() (err error) { card, err = b.learnStyle(ctx, m, at); return err })
		if err != nil && ctx.Err() != nil {
			return err
		}
		_, away := errors.AsType[*Away](err)
		if !away {
			err = b.setModel(context.WithoutCancel(ctx), m.ID, func(body *modelBody) {
				if body.State, body.Card = Done, card; err != nil {
					body.State, body.Error = Failed, err.Error()
				}
				body.File.Size = weight(b.path(body.File))
			})
			if err == nil || errors.Is(err, ErrNone) {
				b.lessons.mu.Lock()
				tell := b.lessons.learnt
				b.lessons.mu.Unlock()
				if tell != nil {
					tell(m.Parent)
				}
				return err
			}
		}
		b.Log(fmt.Errorf("model %s: %w", m.ID, err))
		if !b.rest() {
			return err
		}
	}
}

// learnStyle teaches a classifier into its folder.
func (b *Bench) learnStyle(ctx context.Context, m *Model, at *lesson) (*model.Card, error) {
	papers, err := b.papers(ctx, m.Parent, m.Lesson)
	if err != nil {
		return nil, err
	}
	if b.MaxTime > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeoutCause(ctx, b.MaxTime, fmt.Errorf("learning took longer than %s, which is the limit of this server", b.MaxTime))
		defer end()
	}
	folder := b.ModelPath(m)
	if err := os.RemoveAll(folder); err != nil { // what a process that was killed has left
		return nil, err
	}
	var warnings []string
	s := teach.Style{
		Lesson: teach.Lesson{Paths: papers[0].Paths, Place: teach.Place{Folder: folder, Seed: m.Lesson.Seed, Tell: func(e run.Event) {
			if e.Kind == run.Warning {
				warnings = append(warnings, e.Text)
			}
		}}},
		Classifier: classifier, Label: m.Lesson.Label, Paper: papers[0].Label, Papers: papers[1:], Workers: max(b.Workers, 1), Now: b.Now,
		Progress: func(line string, share float64) {
			at.mu.Lock()
			defer at.mu.Unlock()
			at.line, at.share = line, share
		},
	}
	if _, err := s.Teach(ctx); err != nil {
		return nil, because(ctx, err)
	}
	card, err := model.Look(ctx, folder)
	if err != nil {
		return nil, err
	}
	card.Warnings = append(card.Warnings, warnings...)
	return card, nil
}

// Learning says how far a lesson is; ok is false where none is under way.
func (b *Bench) Learning(id string) (line string, share float64, ok bool) {
	b.lessons.mu.Lock()
	at := b.lessons.at[id]
	b.lessons.mu.Unlock()
	if at == nil {
		return "", 0, false
	}
	at.mu.Lock()
	defer at.mu.Unlock()
	return at.line, at.share, true
}

// dismiss ends a lesson, and waits until it has ended.
func (b *Bench) dismiss(id string) {
	b.lessons.mu.Lock()
	at := b.lessons.at[id]
	b.lessons.mu.Unlock()
	if at != nil {
		at.stop()
		<-at.ended
	}
}

// teachAgain teaches what the end of the workbench has interrupted.
func (b *Bench) teachAgain(ctx context.Context) error {
	models, err := b.Models(ctx, "")
	for _, m := range models {
		if m.State == Waiting {
			b.teach(m)
		}
	}
	return err
}

// StyleCard is what a classifier that hed has taught came to; nil where its folder does not say so.
func (b *Bench) StyleCard(m *Model) *teach.StyleCard {
	data, err := os.ReadFile(filepath.Join(b.ModelPath(m), teach.CardFile))
	if err != nil {
		return nil
	}
	card := &teach.StyleCard{}
	if json.Unmarshal(data, card) != nil || card.StyleOutcome == nil || card.HeldOut == nil || card.Check == nil {
		return nil
	}
	return card
}

// A Likeness is how probable it is that a headline is of some style.
type Likeness struct {
	Label       string
	Probability float64
}

// Judge says of each label of a classifier how probable it is that a headline is in that style, the most probable first.
func (b *Bench) Judge(ctx context.Context, m *Model, headline string) ([]Likeness, error) {
	c, err := styles.Open(ctx, b.ModelPath(m), nil)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	rows, err := c.Probabilities(ctx, []string{headline})
	if err != nil {
		return nil, err
	}
	var all []Likeness
	for i, label := range c.Labels() {
		all = append(all, Likeness{label, rows[0][i]})
	}
	slices.SortStableFunc(all, func(x, y Likeness) int { return cmp.Compare(y.Probability, x.Probability) })
	return all, nil
}
