// Package classify tells by whom a headline was written: a [Classifier] gives each text a probability for each label, such
// as a newspaper. What is taught and how is a [Lesson]; a [Kind] of classifier teaches it, and knows nothing of other kinds.
//
// What all kinds have in common is here: headlines that are set aside and how well they are judged, probabilities that mean
// what they say (calibration), the folder of a model, which words speak for a label ([Classifier.Explain]), and what
// is judged at all: letter case, topic or style ([Check]).
package classify

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"hed/internal/count"
	"hed/internal/exponential"
	"hed/neural/train"
	"hed/tensor"
)

// An Example is a headline whose label is known.
type Example struct {
	Text  string
	Body  string // of its article; "" where nobody knows
	Label string
}

// A Lesson is what a classifier is taught from, and how.
type Lesson struct {
	Learn []Example
	// Valid are other examples, by which probabilities are calibrated and networks know when to stop. Where there are none, Train
	// sets a tenth of Learn aside.
	Valid   []Example
	Labels  []string // sorted; nil for those of Learn
	Options string   // of the kind, as in hidden=64+dropout=0.2
	Seed    uint64
	Workers int
	Device  tensor.Learner // for networks
	// Folder is for what is unfinished, "" for none: the same lesson continues from it.
	Folder string
	Now    func() time.Time                 // for networks, which say how fast they learn; may be nil
	Tell   func(line string, share float64) // how far it is; 0 where nobody knows; may be nil
}

// A Kind is a kind of classifier.
type Kind struct {
	Name    string
	Doc     string // a line
	Options any    // by default, as spec.Options lists them
	Network bool   // it needs a device
	// Check refuses options with which nothing can be taught.
	Check func(options string) error
	// Train teaches. The lesson has Valid and Labels.
	Train func(ctx context.Context, l *Lesson) (*Taught, error)
	// Open reads a model from the files of a folder, and from its Settings as config.json has them.
	Open func(ctx context.Context, dir string, settings json.RawMessage, labels []string, d tensor.Learner) (Model, error)
}

// A Taught is what teaching came to.
type Taught struct {
	Model
	Curve []train.Point // of networks
	Best  int           // the point whose weights they are
	More  any           // what else is worth knowing of it, as JSON; may be nil
	// Again teaches from Valid, too, where it did no more than calibrate; else nil.
	Again func(ctx context.Context) (*Taught, error)
}

// A Model gives scores, of which probabilities are made.
type Model interface {
	// Scores gives for each text a score for each label, in the order of the labels: a logit, as softmax takes them. They are the
	// same alone and in any batch. It is safe for concurrent use.
	Scores(ctx context.Context, texts []string) ([][]float64, error)
	// Settings are what Open needs to know besides the files, as JSON.
	Settings() any
	// Files are those of the folder that have what was learnt, by name.
	Files() map[string]func(io.Writer) error
	// Weights is how many numbers were learnt.
	Weights() int
	// Facts say in pairs what the model is.
	Facts() [][2]string
	Close() error
}

// A Classifier is a model with its labels, whose probabilities are calibrated.
type Classifier struct {
	config
	Model  Model
	closes func() // gives back what was opened for it; may be nil
}

// fewest examples of a label are enough to begin with. Nobody can tell from fewer what is said of the label.
const fewest = 5

// mostLabels keeps fields that are different for each document from being taken for labels.
const mostLabels = 100

// Train teaches a classifier of a kind.
func Train(ctx context.Context, k Kind, l Lesson) (*Classifier, *Taught, error) {
	if k.Check != nil {
		if err := k.Check(l.Options); err != nil {
			return nil, nil, err
		}
	}
	if l.Labels == nil {
		l.Labels = labelsOf(l.Learn)
	}
	if err := l.check(); err != nil {
		return nil, nil, err
	}
	if l.Valid == nil {
		l.Learn, l.Valid = Held(l.Learn, 0.1, l.Seed)
	}
	if l.Tell == nil {
		l.Tell = func(string, float64) {}
	}
	taught, err := k.Train(ctx, &l)
	if err != nil {
		return nil, nil, err
	}
	temperature, err := calibrate(ctx, taught.Model, l.Labels, l.Valid)
	if first := taught; err == nil && first.Again != nil {
		taught, err = first.Again(ctx)
		if e := first.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		return nil, nil, err
	}
	c := &Classifier{Model: taught.Model}
	if c.config, err = newConfig(k.Name, l.Labels, temperature, taught.Model); err != nil {
		taught.Close()
		return nil, nil, err
	}
	return c, taught, nil
}

// labelsOf are the different labels of examples, sorted.
func labelsOf(examples []Example) (labels []string) {
	seen := map[string]bool{}
	for _, e := range examples {
		if !seen[e.Label] {
			seen[e.Label] = true
			labels = append(labels, e.Label)
		}
	}
	slices.Sort(labels)
	return labels
}

// Enough refuses examples from which nothing can be learnt.
func Enough(examples []Example) error {
	l := Lesson{Learn: examples, Labels: labelsOf(examples)}
	return l.check()
}

// check refuses examples from which nothing can be learnt.
func (l *Lesson) check() error {
	switch n := len(l.Labels); {
	case len(l.Learn) == 0:
		return fmt.Errorf("there are no headlines to learn from")
	case n == 1:
		return fmt.Errorf("all %s have the label %q; a classifier needs at least two", count.Of(len(l.Learn), "headline"), l.Labels[0])
	case n > mostLabels:
		return fmt.Errorf("there are %d labels, as %q and %q; at most %d can be told apart, so choose a field with fewer values", n, l.Labels[0], l.Labels[1], mostLabels)
	}
	counts := make([]int, len(l.Labels))
	for _, part := range [][]Example{l.Learn, l.Valid} {
		for _, e := range part {
			if slices.Index(l.Labels, e.Label) < 0 {
				return fmt.Errorf("the headline %q has the label %q, which is none of %s", clip(e.Text), e.Label, count.Names(l.Labels))
			}
		}
	}
	for _, e := range l.Learn {
		counts[slices.Index(l.Labels, e.Label)]++
	}
	for i, n := range counts {
		if n < fewest {
			return fmt.Errorf("the label %q has %s to learn from; at least %d are needed: add some, or leave the label out", l.Labels[i], count.Of(n, "headline"), fewest)
		}
	}
	return nil
}

// clip shortens a text for messages.
func clip(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}

// Kind is the name of the kind.
func (c *Classifier) Kind() string { return strings.TrimPrefix(c.Type, typePrefix) }

// Labels are sorted.
func (c *Classifier) Labels() []string { return c.config.Labels }

// Index is the place of a label among Labels.
func (c *Classifier) Index(label string) (int, error) {
	if i := slices.Index(c.config.Labels, label); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("the classifier knows no label %q; it knows %s", label, count.Names(c.config.Labels))
}

// Probabilities gives for each text the probability of each label, in the order of Labels.
func (c *Classifier) Probabilities(ctx context.Context, texts []string) ([][]float64, error) {
	scores, err := c.Model.Scores(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("judge headlines: %w", err)
	}
	for _, row := range scores {
		softmax(row, c.Temperature)
	}
	return scores, nil
}

// A Judgement is what a classifier says of a text.
type Judgement struct {
	Label         int // the most probable one, the first of equals
	Probabilities []float64
}

// Judge says which label each text has.
func (c *Classifier) Judge(ctx context.Context, texts []string) ([]Judgement, error) {
	rows, err := c.Probabilities(ctx, texts)
	if err != nil {
		return nil, err
	}
	all := make([]Judgement, len(rows))
	for i, row := range rows {
		all[i] = Judgement{best(row), row}
	}
	return all, nil
}

func best(row []float64) (k int) {
	for i, x := range row {
		if x > row[k] {
			k = i
		}
	}
	return k
}

// softmax makes probabilities of scores, in their place.
func softmax(row []float64, temperature float64) {
	most, sum := slices.Max(row), 0.0
	for i, x := range row {
		row[i] = exponential.Exp((x - most) / temperature)
		sum += row[i]
	}
	for i := range row {
		row[i] /= sum
	}
}

// Close gives back what the classifier holds.
func (c *Classifier) Close() error {
	err := c.Model.Close()
	if c.closes != nil {
		c.closes()
	}
	return err
}

// finite tells whether all numbers are.
func finite(row []float64) bool {
	return !slices.ContainsFunc(row, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}
