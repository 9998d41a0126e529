package teach

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"hed/generate/transformer"
	"hed/neural/train"
	"hed/tensor"
)

// Transformer is BART, T5 and Pegasus.
type Transformer struct {
	Lesson  transformer.Lesson // without its Plan
	Workers int                // where what was learnt on a card is written on the processor

	processor tensor.Device
}

// Open implements Pupil.
func (r *Transformer) Open(p *train.Plan, card *Card) (warnings []string, last string, err error) {
	l := &r.Lesson
	l.Plan = *p
	if err := l.Open(); err != nil {
		return nil, "", err
	}
	card.Options = l.Training
	card.Init = &Origin{filepath.Base(l.Init), l.Sum}
	if l.Drawn {
		warnings = []string{fmt.Sprintf("%s has no weights: they are drawn at random, and the model learns from nothing", l.Init)}
	}
	return warnings, l.Last(), nil
}

// Close implements Pupil.
func (r *Transformer) Close() error {
	err := r.Lesson.Close()
	if r.processor != nil {
		r.processor.Close()
	}
	return err
}

// Teach implements Pupil.
func (r *Transformer) Teach(ctx context.Context, p train.Plan) (*Taught, error) {
	r.Lesson.Plan = p
	out, err := r.Lesson.Teach(ctx)
	if err != nil {
		return nil, err
	}
	taught := &Taught{Outcome: Outcome{Documents: out.Read, Read: out.Read, Weights: out.Weights(), Curve: out.Curve, Best: out.Best}}
	taught.Files = func(half bool) (map[string]func(io.Writer) error, error) { return r.Lesson.Files(out, half) }
	taught.Writer = func(folder string) (Writer, error) {
		return r.Lesson.Writer(out, folder, func() tensor.Device {
			r.processor = tensor.New(r.Workers)
			return r.processor
		})
	}
	return taught, nil
}
