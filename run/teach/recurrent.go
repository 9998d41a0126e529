package teach

import (
	"context"
	"encoding/hex"
	"path/filepath"

	generators "hed/generate/all"
	"hed/generate/seq2seq"
	"hed/neural/train"
	"hed/text/vector"
)

// Recurrent is the networks S2S, PN and PNC.
type Recurrent struct {
	Lesson seq2seq.Lesson // without its Plan, Init and Vectors
	Init   string         // folder of a model to begin with; "" for none
}

// Open implements Pupil.
func (r *Recurrent) Open(p *train.Plan, card *Card) (_ []string, err error) {
	l := &r.Lesson
	if err := l.Options.Settle(); err != nil {
		return nil, err
	}
	card.Options = l.Options
	l.Rank = generators.Ranker()
	if r.Init != "" {
		if l.Init, err = seq2seq.Open(r.Init, p.Device); err != nil {
			return nil, err
		}
		card.Init = &Origin{filepath.Base(r.Init), l.Init.Sum}
	}
	if file := l.Options.Vectors; file != "" {
		if l.Vectors, err = vector.Open(file, ""); err != nil {
			return nil, err
		}
		sum := l.Vectors.Hash()
		card.Vectors = &Origin{filepath.Base(file), hex.EncodeToString(sum[:])[:12]}
	}
	return nil, nil
}

// Close implements Pupil.
func (r *Recurrent) Close() error {
	if r.Lesson.Vectors != nil {
		return r.Lesson.Vectors.Close()
	}
	return nil
}

// Teach implements Pupil.
func (r *Recurrent) Teach(ctx context.Context, p train.Plan) (*Taught, error) {
	r.Lesson.Plan = p
	out, err := r.Lesson.Teach(ctx)
	if err != nil {
		return nil, err
	}
	return &Taught{
		Outcome: Outcome{Documents: out.Read, Read: out.Read.Read, Weights: out.Model.Weights(), Curve: out.Curve, Best: out.Best},
		Files:   func(half bool) (Files, error) { return out.Model.Files(p.Device, half), nil },
		Writer:  func(string) (Writer, error) { return seq2seq.With(p.Device, out.Model, r.Lesson.Rank) },
	}, nil
}
