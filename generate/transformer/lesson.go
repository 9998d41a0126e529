package transformer

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hed/corpus"
	"hed/internal/count"
	"hed/neural/decoder"
	"hed/neural/tokenizer"
	"hed/neural/train"
	"hed/tensor"
	"hed/tensor/grad"
)

// A Lesson is what a model is taught. Open opens what it begins with.
type Lesson struct {
	train.Plan
	Training Training
	Init     string // folder of the model to begin with
	// Order and Salience make it a lesson of BRIO or SEASON; at most one is set.
	Order    *Order
	Salience *Salience
	// Rouge gives ROUGE-1, ROUGE-2 and ROUGE-Lsum of a text with a reference, the F of each, for these two.
	Rouge func(text, reference string) (one, two, long float64)

	// Drawn tells that the folder has no weights, so that they are drawn at random.
	Drawn bool
	// Sum names what the lesson begins with by its numbers and files.
	Sum string

	folder *decoder.Folder
	reader *Generator // reads articles as it does in writing
	short  *tokenizer.Worker
	net    *decoder.Net
	season *decoder.Season // of Salience, or of the model
	task   task
}

// A task is what is learnt of pairs.
type task interface {
	// units is what the mean of losses is taken over: tokens, say.
	units(from *train.Pairs, which []int) int
	// loss adds the losses of some pairs, each unit's times weight, to sums, a row of two numbers, and unless the tape is fixed their
	// gradients to those of the weights.
	loss(t *grad.Tape, n *decoder.Net, from *train.Pairs, which []int, weight float32, how decoder.Lesson, sums tensor.Matrix) error
}

// An Outcome is what a Lesson came to.
type Outcome struct {
	Net   *decoder.Net
	Read  train.Read
	Curve []train.Point
	Best  int // the point whose weights they are
	// Degrees is what became of sentences; nil without Salience.
	Degrees *Degrees
}

// Weights is how many numbers have learnt.
func (o *Outcome) Weights() (n int) {
	for _, p := range o.Net.Learning() {
		n += p.Value.Rows * p.Value.Cols
	}
	return n
}

// Open reads what the lesson begins with, and refuses what does not fit before any work.
func (l *Lesson) Open() (err error) {
	if err := l.Training.Settle(); err != nil {
		return err
	}
	if l.folder, err = decoder.Begin(l.Init); err != nil {
		return err
	}
	f, o := l.folder, &l.Training
	l.Drawn = f.Weights == nil
	if l.Drawn && o.Rank > 0 {
		return fmt.Errorf("%s has no weights, beside which adapters could learn; leave out rank", l.Init)
	}
	const mostDrawn = 4_000_000_000 // more than memory has room for beside gradients and moments
	if n := f.Config.Weights(); l.Drawn && n > mostDrawn {
		return fmt.Errorf("%s describes a model of %d weights or more, which are to be drawn at random; make it smaller, %d at most", filepath.Join(l.Init, "config.json"), n, mostDrawn)
	}
	t, err := words(l.Init, f)
	if err != nil {
		return err
	}
	if tokens := or1(o.Tokens, f.Config.Tokens); tokens > f.Config.Tokens {
		return fmt.Errorf("tokens=%d: the model reads %d at most", tokens, f.Config.Tokens)
	}
	if err := o.adapter().Check(&f.Config); err != nil {
		return err
	}
	l.reader = &Generator{model: &decoder.Model{Config: f.Config}, words: t.WithTruncation(tokenizer.Truncation{Max: or1(o.Tokens, f.Config.Tokens)}), prefix: o.Prefix}
	l.reader.worker = l.reader.words.Worker()
	l.season = f.Config.Season
	if err := l.check(t); err != nil {
		return err
	}
	if l.reader.marks, err = newMarking(l.season, t); err != nil {
		return err
	}
	l.short = t.WithTruncation(tokenizer.Truncation{Max: min(o.Headline, f.Config.Longest())}).Worker()
	l.Sum, err = digest(l.Init, f)
	return err
}

// check refuses what BRIO and SEASON cannot do.
func (l *Lesson) check(words *tokenizer.Tokenizer) (err error) {
	switch {
	case l.Order != nil && l.Drawn:
		return fmt.Errorf("%s has no weights, but candidates are written by a model that has learnt to write; teach it first", l.Init)
	case l.Order != nil:
		return l.Order.check(l.folder)
	case l.Salience == nil:
		return nil
	case l.Training.Rank > 0:
		return errors.New("rank: the head and the tables of a SEASON learn, and not adapters alone; leave it out")
	}
	l.season, err = l.Salience.begin(&l.folder.Config, words)
	return err
}

// Close gives back what Open opened and, if it taught, the memory of the model.
func (l *Lesson) Close() error {
	if l.net != nil {
		l.net.Free()
		l.net = nil
	}
	if l.folder == nil {
		return nil
	}
	return l.folder.Close()
}

// pair makes tokens of a document.
func (l *Lesson) pair(d *corpus.Document) (p train.Pair, err error) {
	if len(d.References) == 0 || !strings.ContainsFunc(d.References[0], letter) || !strings.ContainsFunc(d.Body, letter) {
		return p, nil
	}
	text, err := l.reader.read(d)
	if err != nil {
		return p, fmt.Errorf("document %s: %w", d.ID, err)
	}
	var e tokenizer.Encoding
	if err := l.short.Encode(&e, d.References[0]); err != nil {
		return p, fmt.Errorf("document %s: its headline: %w", d.ID, err)
	}
	return train.Pair{Article: text.Tokens, Headline: l.reader.known(e.IDs)}, nil
}

// checkpoints is the folder of checkpoints in Folder.
const checkpoints = "checkpoints"

// Teach teaches. It may be stopped at any time; a Lesson with the same settings then continues to the same weights on the
// same kind of device.
func (l *Lesson) Teach(ctx context.Context) (_ *Outcome, err error) {
	defer tensor.Recover(&err)
	folder := filepath.Join(l.Folder, checkpoints)
	c := l.Corpus()
	defer func() {
		if err == nil {
			return
		}
		if _, there := os.Stat(filepath.Join(folder, train.CheckpointFile)); there != nil { // nothing to continue from
			c.Forget()
			os.RemoveAll(folder)
		}
	}()
	if l.Training.Precision == "tf32" {
		card, ok := l.Device.(interface{ SetTF32(bool) })
		if !ok {
			return nil, errors.New("precision=tf32 needs an NVIDIA card; leave it out on the processor")
		}
		card.SetTF32(true)
		defer card.SetTF32(false)
	}
	if err := l.room(); err != nil {
		return nil, err
	}
	c.Pair = l.pair
	out := new(Outcome)
	var learn, valid *train.Pairs
	if out.Read, learn, valid, err = c.Read(ctx); err != nil {
		return nil, err
	}
	defer learn.Close()
	defer valid.Close()
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	l.task = likelihood{float32(l.Training.Smooth)}
	var salience *salience
	switch {
	case l.Order != nil:
		o, err := l.ordering(ctx, learn, valid)
		if err != nil {
			return nil, l.fitting(err)
		}
		defer o.close()
		l.task = o
	case l.Salience != nil:
		if salience, err = l.salience(ctx, learn, valid); err != nil {
			return nil, err
		}
		l.task = salience
	}
	if err := l.load(); err != nil {
		return nil, l.fitting(err)
	}
	out.Net = l.net
	r, err := l.run(ctx, folder, learn, valid)
	if err != nil {
		return nil, l.fitting(err)
	}
	out.Curve, out.Best = r.Curve, r.Best
	if salience != nil {
		out.Degrees = salience.judge(l, valid)
	}
	return out, nil
}

// room refuses a model that a device of little memory cannot learn, before documents are read.
func (l *Lesson) room() error {
	d, own := l.Device.(tensor.Memory)
	if !own {
		return nil
	}
	// Beside each weight that learns there are its gradient, two moments and the best one so far. What a step takes is not known yet.
	need := l.folder.Config.Weights()
	if l.Training.Rank == 0 {
		need *= 5
	}
	if have := d.Available(); need > have {
		return fmt.Errorf("learning the %d weights of %s takes %s of the card's memory before the first step, and %s are free; use a smaller model, rank=8, with which only adapters learn, or the processor",
			l.folder.Config.Weights(), l.Init, count.Bytes(4*int64(need)), count.Bytes(4*int64(have)))
	}
	return nil
}

// load takes the weights to the device.
func (l *Lesson) load() (err error) {
	defer tensor.Recover(&err)
	rng := rand.New(rand.NewPCG(l.Seed, 0))
	if l.Drawn {
		l.net = decoder.Draw(l.folder.Config, l.folder.Settings, l.Device, rng)
	} else {
		l.net = l.folder.Learn(l.Device, l.Training.adapter(), rng)
	}
	if l.Salience != nil {
		l.net.Season(*l.season, rng)
	}
	return nil
}

// fitting adds to the failure of a device without enough memory what would take less.
func (l *Lesson) fitting(err error) error {
	if f, ok := errors.AsType[*tensor.Failure](err); !ok || !f.Memory {
		return err
	}
	return fmt.Errorf("%w; to need less, use parts=%d, which splits each batch, again=true, or rank=8, with which only adapters learn", err, 2*l.Training.Parts)
}

func (l *Lesson) run(ctx context.Context, folder string, learn, valid *train.Pairs) (*train.Result, error) {
	o := &l.Training
	sampler := &train.Sampler{N: learn.Len(), Batch: l.Batch, Seed: l.Seed, Size: learn.Size}
	steps := l.Length(sampler.Steps())
	dropout := l.net.Config.Dropout
	if o.Dropout != nil {
		dropout = float32(*o.Dropout)
	}
	c := &train.Course{
		Device: l.Device, Params: l.net.Learning(), Method: o.method(), Schedule: train.Schedule{Name: o.Schedule, Warmup: o.Warmup}, Steps: steps,
		// Validations: once in a pass, but often enough to see something of a short course.
		Every:  max(1, min(sampler.Steps(), steps/4)),
		Folder: folder, Now: l.Now,
		Save: time.Minute * time.Duration(1+(&Outcome{Net: l.net}).Weights()/30_000_000), // a checkpoint has four times as many numbers
	}
	if l.Tell != nil {
		c.Tell = func(m train.Moment) { l.Tell(train.Progress{Moment: m, Steps: steps, PerStep: l.Batch}) }
	}
	c.Step = func(t *grad.Tape, step int, sums tensor.Matrix) error {
		which := sampler.At(step)
		weight := 1 / float32(l.task.units(learn, which))
		how := decoder.Lesson{Dropout: dropout, Again: o.Again}
		seeds := rand.NewPCG(l.Seed, uint64(step+1))
		for part := range slices.Chunk(which, (len(which)+o.Parts-1)/o.Parts) {
			t.Reset()
			how.Seed = seeds.Uint64()
			if err := l.task.loss(t, l.net, learn, part, weight, how, sums); err != nil {
				return err
			}
		}
		return nil
	}
	c.Valid = func(ctx context.Context, t *grad.Tape) (float64, error) { return l.validate(ctx, t, valid) }
	return c.Run(ctx)
}

// validate gives the mean loss of a unit.
func (l *Lesson) validate(ctx context.Context, t *grad.Tape, valid *train.Pairs) (float64, error) {
	sums := l.Device.New(1, 2)
	defer tensor.Free(l.Device, sums)
	total, units := 0.0, 0
	for which := range slices.Chunk(valid.All(), max(1, l.Batch/l.Training.Parts)) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		t.Reset()
		l.Device.Clear(sums)
		if err := l.task.loss(t, l.net, valid, which, 1, decoder.Lesson{}, sums); err != nil {
			return 0, err
		}
		var x [2]float32
		l.Device.Read(x[:], sums)
		total += float64(x[0]) + float64(x[1])
		units += l.task.units(valid, which)
	}
	return total / float64(units), nil
}

// likelihood is the task of writing the headline: cross-entropy, of which a share is smoothed in learning.
type likelihood struct{ smooth float32 }

func (likelihood) units(from *train.Pairs, which []int) (n int) {
	for _, i := range which {
		n += len(from.At(i).Headline)
	}
	return n
}

func (l likelihood) loss(t *grad.Tape, n *decoder.Net, from *train.Pairs, which []int, weight float32, how decoder.Lesson, sums tensor.Matrix) error {
	l.pass(t, n, from, which, weight, how, sums)
	t.Backward()
	return nil
}

// pass is loss but for the way back.
func (l likelihood) pass(t *grad.Tape, n *decoder.Net, from *train.Pairs, which []int, weight float32, how decoder.Lesson, sums tensor.Matrix) *decoder.States {
	var texts, written [][]int32
	var of []int
	for k, i := range which {
		p := from.At(i)
		texts, written, of = append(texts, p.Article), append(written, p.Headline), append(of, k)
	}
	smooth := l.smooth
	if t.Fixed {
		smooth = 0
	}
	s := n.Read(t, texts, how)
	x := n.Write(t, s, written, of, how)
	pick, mean := n.LogLikelihood(t, x, slices.Concat(written...), smooth > 0)
	total(t, pick, -weight*(1-smooth), sums)
	if mean != nil {
		total(t, mean, -weight*smooth, sums)
	}
	return s
}

// total adds the sum of a column, times by, to the first number of sums, and is its gradient.
func total(t *grad.Tape, x *grad.Var, by float32, sums tensor.Matrix) {
	first, own := sums.Part(0, 1, 0, 1), t.Zeros(1, 1)
	t.Device.SumRows(own, x.Value)
	t.Device.Combine(first, 1, first, by, own)
	if x.Grad.Rows > 0 {
		t.Device.Write(x.Grad, slices.Repeat([]float32{by}, x.Grad.Rows))
	}
}
