package seq2seq

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hed/corpus"
	"hed/internal/count"
	"hed/neural/recurrent"
	"hed/neural/train"
	"hed/neural/words"
	"hed/tensor"
	"hed/tensor/grad"
	"hed/text/vector"
)

// A Lesson is what a network is taught from, and how long.
type Lesson struct {
	Kind    string // one of Kinds
	Options Options
	train.Plan
	// Init is a model to begin with, nil for random weights. Its vocabulary is kept; its memory on the device is given back.
	Init *Model
	// Vectors are what embeddings begin with; nil for random ones.
	Vectors *vector.Table
	Rank    Ranker // for the option input=textrank

	reading reading
}

// Read is what became of documents.
type Read struct {
	train.Read
	Unknown  int `json:"unknown"`           // words of headlines that neither the vocabulary nor the article has
	Distinct int `json:"distinct"`          // words of all texts
	Vectors  int `json:"vectors,omitempty"` // words of the vocabulary that began with a vector
}

// An Outcome is what a Lesson came to.
type Outcome struct {
	Model *Model
	Read  Read
	// Curve is of all steps; of PNC the points from Covered on are with coverage.
	Curve   []train.Point
	Best    int // the point whose weights they are
	Covered int
}

// longestHeadline is how many words of a headline are learnt.
const longestHeadline = 60

// Teach teaches. It may be stopped at any time; a Lesson with the same settings then continues to the same weights on the
// same kind of device, but for the last bits on a card that other programs share now and did not before (see tensor.Sequencer).
func (l *Lesson) Teach(ctx context.Context) (_ *Outcome, err error) {
	defer tensor.Recover(&err)
	if err := l.Options.Settle(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			l.forget()
		}
	}()
	if l.Options.Precision == "tf32" {
		card, ok := l.Device.(interface{ SetTF32(bool) })
		if !ok {
			return nil, errors.New("precision=tf32 needs an NVIDIA card; leave it out on the processor")
		}
		card.SetTF32(true)
		defer card.SetTF32(false)
	}
	out := new(Outcome)
	model, learn, valid, err := l.prepare(ctx, out)
	if learn != nil {
		defer learn.Close()
		defer valid.Close()
	}
	if err != nil {
		return nil, err
	}
	out.Model = model
	c := &course{Lesson: l, net: model.Net, learn: learn, valid: valid}
	defer c.ahead.Stop()
	return out, c.run(ctx, out)
}

// forget removes what was written if there is no checkpoint to continue from.
func (l *Lesson) forget() {
	if _, err := os.Stat(filepath.Join(l.Folder, "phase1", train.CheckpointFile)); err == nil {
		return
	}
	l.Corpus().Forget()
	os.RemoveAll(filepath.Join(l.Folder, "phase1"))
}

// prepare reads the documents and makes the network.
func (l *Lesson) prepare(ctx context.Context, out *Outcome) (m *Model, learn, valid *train.Pairs, err error) {
	m = &Model{Config: Config{Type: typePrefix + l.Kind, Words: l.Options.Words, Input: l.Options.Input}, Sum: "new"}
	l.reading = reading{l.Options.Input, l.Options.Words, l.Rank}
	if err := errors.Join(l.reading.check(), l.checkVectors()); err != nil {
		return nil, nil, nil, err
	}
	if l.Init != nil {
		defer l.Init.Net.Free(l.Device)
		m.Vocabulary = l.Init.Vocabulary
	} else if m.Vocabulary, err = l.count(ctx, out); err != nil {
		return nil, nil, nil, err
	}
	if learn, valid, err = l.encode(ctx, m.Vocabulary, out); err != nil {
		return nil, nil, nil, err
	}
	m.Config.Config = l.Options.config(l.Kind, m.Vocabulary.Len())
	if m.Net, err = recurrent.New(l.Device, m.Config.Config, rand.New(rand.NewPCG(l.Seed, 0))); err != nil {
		return nil, learn, valid, err
	}
	if l.Init != nil {
		err = m.begin(l.Init, l.Device)
	}
	if l.Vectors != nil {
		out.Read.Vectors = l.setVectors(m)
	}
	return m, learn, valid, err
}

// begin takes the weights of another model, of the same sizes. A network with coverage may begin with one
// without.
func (m *Model) begin(with *Model, d tensor.Learner) error {
	weights := map[string]tensor.Matrix{}
	for _, p := range with.Net.Params() {
		weights[p.Name] = p.Value
	}
	for _, p := range m.Net.Params() {
		w, ok := weights[p.Name]
		if !ok && p.Name == "attention.coverage" {
			continue
		}
		if !ok || w.Rows != p.Value.Rows || w.Cols != p.Value.Cols {
			return fmt.Errorf("the model to begin with is of the type %s, and its weights %q do not fit this network; give the network the same kind and options", with.Type, p.Name)
		}
		d.Combine(p.Value, 1, w, 0, w)
	}
	return nil
}

// pair gives the words of a document, none if it has no headline or no text.
func (l *Lesson) pair(d *corpus.Document) (article, headline []string) {
	if len(d.References) == 0 {
		return nil, nil
	}
	headline = words.Split(clean(d.References[0]))
	if article = l.reading.words(d); len(article) == 0 || len(headline) == 0 {
		return nil, nil
	}
	return article, headline[:min(len(headline), longestHeadline)]
}

// count makes the vocabulary. Words of headlines count twice, since they are what is written.
func (l *Lesson) count(ctx context.Context, out *Outcome) (*words.Vocabulary, error) {
	counts, held := words.Counts{}, l.Corpus().Held
	i := 0
	for d, err := range l.Docs.Documents(ctx) {
		if err != nil {
			return nil, err
		}
		if l.Plan.Read(i); !held(i) {
			article, headline := l.pair(d)
			counts.Add(article, 1)
			counts.Add(headline, 2)
		}
		i++
	}
	out.Read.Distinct = len(counts)
	return words.NewVocabulary(counts.Most(l.Options.Vocabulary - recurrent.FirstWord))
}

// encode writes the pairs of all documents into files.
func (l *Lesson) encode(ctx context.Context, v *words.Vocabulary, out *Outcome) (learn, valid *train.Pairs, err error) {
	fields := map[string]bool{}
	c := l.Corpus()
	c.Pair = func(d *corpus.Document) (train.Pair, error) {
		article, headline := l.pair(d)
		if article == nil {
			for name := range d.Meta {
				fields[name] = true
			}
			return train.Pair{}, nil
		}
		a, h, _ := v.Encode(article, headline)
		for k, w := range h {
			if int(w) >= v.Len() && l.Kind == "s2s" {
				w, h[k] = recurrent.Unknown, recurrent.Unknown // which it cannot copy
			}
			if w == recurrent.Unknown {
				out.Read.Unknown++
			}
		}
		return train.Pair{Article: a, Headline: h}, nil
	}
	out.Read.Read, learn, valid, err = c.Read(ctx)
	if errors.Is(err, train.ErrNoPairs) && l.reading.field() {
		have := "there are no other fields"
		if len(fields) > 0 {
			have = "fields are " + count.Names(slices.Sorted(maps.Keys(fields)))
		}
		err = fmt.Errorf("no document has both a headline and a text in its field %s, as input=%[1]s wants; %s", l.Options.Input, have)
	}
	return learn, valid, err
}

// A course is a Lesson at work.
type course struct {
	*Lesson
	net          *recurrent.Net
	learn, valid *train.Pairs
	ahead        train.Ahead[*recurrent.Batch]
}

// coverShare is the share of the steps of PN that PNC has with coverage after them: an eighth.
const coverShare = 8

func (c *course) run(ctx context.Context, out *Outcome) error {
	sampler := &train.Sampler{N: c.learn.Len(), Batch: c.Batch, Seed: c.Seed, Size: c.learn.Size}
	c.ahead.Make = func(step int) (*recurrent.Batch, error) { return c.batch(c.learn, sampler.At(step)) }
	steps := c.Length(sampler.Steps())
	more := 0
	if c.Kind == "pnc" {
		more = max(1, steps/coverShare)
	}
	// Validations: twice in a pass, but often enough to see something of a short course.
	every := max(1, min(sampler.Steps()/2, steps/4))
	for phase, n := range []int{steps, more} {
		if n == 0 {
			continue
		}
		covered := phase == 1
		if covered {
			c.ahead.Stop()
			out.Covered, every = len(out.Curve), max(1, more/4)
		}
		r, err := c.teach(ctx, n, steps+more, phase*steps, every, covered)
		if err != nil {
			return err
		}
		for _, p := range r.Curve {
			p.Step += phase * steps
			out.Curve = append(out.Curve, p)
		}
		out.Best = len(out.Curve) - len(r.Curve) + r.Best
	}
	return nil
}

// teach is one phase: PNC has one without coverage and one with it.
func (c *course) teach(ctx context.Context, steps, all, before, every int, covered bool) (*train.Result, error) {
	folder := filepath.Join(c.Folder, fmt.Sprintf("phase%d", 1+min(1, before)))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	o := &c.Options
	t := &train.Course{
		Device: c.Device, Params: c.net.Params(), Method: o.method(), Schedule: o.schedule(), Steps: steps, Every: every,
		Folder: folder, Save: time.Minute, Now: c.Now,
	}
	if o.Schedule == "constant" {
		t.Patience = 6 // three passes
	}
	if c.Tell != nil {
		t.Tell = func(m train.Moment) {
			m.Step += before
			c.Tell(train.Progress{Moment: m, Steps: all, PerStep: c.Batch})
		}
	}
	t.Step = func(tape *grad.Tape, step int, sums tensor.Matrix) error {
		b, err := c.ahead.Batch(before + step)
		if err != nil {
			return err
		}
		c.net.Loss(tape, b, recurrent.Lesson{
			Cover: float32(o.Cover), Uncovered: !covered, Dropout: float32(o.Dropout), Seed: rand.NewPCG(c.Seed, uint64(before+step+1)).Uint64(),
			PerPair: o.perPair(c.Kind),
		}, sums)
		return nil
	}
	t.Valid = func(ctx context.Context, tape *grad.Tape) (float64, error) { return c.validate(ctx, tape, covered) }
	r, err := t.Run(ctx)
	if err != nil {
		return nil, c.fitting(err)
	}
	return r, nil
}

// validate gives the mean loss of a word.
func (c *course) validate(ctx context.Context, tape *grad.Tape, covered bool) (float64, error) {
	sums := c.Device.New(1, 2)
	if m, ok := c.Device.(tensor.Memory); ok {
		defer m.Free(sums)
	}
	count, total := 0, 0.0
	for which := range slices.Chunk(c.valid.All(), c.Batch) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		b, err := c.batch(c.valid, which)
		if err != nil {
			return 0, err
		}
		tape.Reset()
		c.Device.Clear(sums)
		c.net.Loss(tape, b, recurrent.Lesson{Cover: float32(c.Options.Cover), Uncovered: !covered}, sums)
		var x [2]float32
		c.Device.Read(x[:], sums)
		total += float64(x[0]) + float64(x[1])
		count += b.Words
	}
	return total / float64(count), nil
}

// batch is of some pairs.
func (c *course) batch(from *train.Pairs, which []int) (*recurrent.Batch, error) {
	var all []recurrent.Pair
	for _, i := range which {
		all = append(all, recurrent.Pair(from.At(i)))
	}
	return recurrent.NewBatch(all, c.net.Vocabulary)
}
