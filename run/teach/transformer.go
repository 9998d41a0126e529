package teach

import (
	"context"
	"fmt"
	"path/filepath"

	"hed/corpus"
	"hed/generate/transformer"
	"hed/metric/rouge"
	"hed/neural/train"
)

// Transformer is BART, T5 and Pegasus.
type Transformer struct {
	Lesson transformer.Lesson // without its Plan; Init may be any name that Find knows
	// Find gives the folder of a model.
	Find func(name string) (dir string, err error)
}

// Open implements Pupil.
func (r *Transformer) Open(p *train.Plan, card *Card) (warnings []string, err error) {
	l := &r.Lesson
	l.Plan, l.Rouge = *p, rouges()
	name := filepath.Base(l.Init)
	if l.Init, err = r.Find(l.Init); err != nil {
		return nil, err
	}
	if err := l.Open(); err != nil {
		return nil, err
	}
	card.Options = l.Options()
	card.Init = &Origin{name, l.Sum}
	if l.Drawn {
		hint := ""
		if !l.Training.Relative {
			hint = "; a T5 needs relative=true and a rate such as 0.02 for that"
		}
		warnings = []string{fmt.Sprintf("%s has no weights: they are drawn at random, and the model learns from nothing%s", l.Init, hint)}
	}
	return warnings, nil
}

// documents are what became of them, and of their sentences where a SEASON learns.
type documents struct {
	train.Read
	Degrees *transformer.Degrees `json:"degrees,omitempty"`
}

// rouges gives the F of ROUGE-1, ROUGE-2 and ROUGE-Lsum of two texts, as rouge-score does.
func rouges() func(text, reference string) (one, two, long float64) {
	m, err := rouge.New(rouge.Options{Types: []string{"1", "2", "Lsum"}})
	if err != nil {
		panic(err) // of options that are written here
	}
	var out [9]float64 // precision, recall and F of each
	return func(text, reference string) (one, two, long float64) {
		c := corpus.NewCase(&corpus.Document{References: []string{reference}}, text)
		if err := m.Score(context.Background(), c, out[:]); err != nil {
			panic(err) // ROUGE has a value for every text
		}
		return out[2], out[5], out[8]
	}
}

// Close implements Pupil.
func (r *Transformer) Close() error {
	return r.Lesson.Close()
}

// Teach implements Pupil.
func (r *Transformer) Teach(ctx context.Context, p train.Plan) (*Taught, error) {
	r.Lesson.Plan = p
	out, err := r.Lesson.Teach(ctx)
	if err != nil {
		return nil, err
	}
	taught := &Taught{Outcome: Outcome{Documents: documents{out.Read, out.Degrees}, Read: out.Read, Weights: out.Weights(), Curve: out.Curve, Best: out.Best}}
	taught.Files = func(half bool) (Files, error) { return r.Lesson.Files(out, half) }
	taught.Writer = func(folder string) (Writer, error) { return r.Lesson.Writer(out, folder) }
	return taught, nil
}
