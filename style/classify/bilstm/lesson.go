package bilstm

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"hed/neural/train"
	"hed/neural/words"
	"hed/style/classify"
	"hed/tensor"
	"hed/tensor/grad"
)

// More is what else is worth knowing of what was taught.
type More struct {
	Options Options `json:"options"`
	Vectors Vectors `json:"vectors"`
	Steps   int     `json:"steps"` // that were taken
}

// teach implements classify.Kind. It may be stopped at any time; the same lesson then continues to the same weights on the same kind of device.
func teach(ctx context.Context, l *classify.Lesson) (_ *classify.Taught, err error) {
	defer tensor.Recover(&err)
	c := &course{Lesson: *l}
	if c.options, err = ParseOptions(l.Options); err != nil {
		return nil, err
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Folder == "" {
		if c.Folder, err = os.MkdirTemp("", "hed-bilstm-"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(c.Folder)
	}
	if len(c.Valid) == 0 {
		return nil, errors.New("there are no headlines for validation, which decide when a network has learnt enough")
	}
	vocabulary, vectors, err := c.words(ctx)
	if err != nil {
		return nil, err
	}
	m := &model{vocabulary: vocabulary, device: c.Device}
	if m.net, err = c.net(vocabulary.Len(), vectors); err != nil {
		return nil, err
	}
	c.reader = newReader(&m.Config, vocabulary)
	c.learn, c.valid = c.read(c.Learn), c.read(c.Valid)
	folder, err := c.unfinished(vocabulary, vectors)
	var r *train.Result
	if err == nil {
		r, err = c.run(ctx, m.net, folder)
	}
	if err != nil {
		m.free(c.Device)
		return nil, err
	}
	return &classify.Taught{Model: m, Curve: r.Curve, Best: r.Best, More: More{c.options, c.vectors, r.Steps}}, nil
}

// A course is a lesson at work.
type course struct {
	classify.Lesson
	options      Options
	vectors      Vectors
	reader       *reader
	learn, valid part
}

// A part is examples in numbers.
type part struct {
	texts  [][]int32
	labels []int32
}

func (c *course) read(examples []classify.Example) (p part) {
	for _, e := range examples {
		p.texts = append(p.texts, c.reader.read(e.Text))
		p.labels = append(p.labels, int32(slices.Index(c.Labels, e.Label)))
	}
	return p
}

// batch is of some examples of a part.
func (c *course) batch(p *part, which []int) *batch {
	texts, labels := make([][]int32, len(which)), make([]int32, len(which))
	for k, i := range which {
		texts[k], labels[k] = p.texts[i], p.labels[i]
	}
	return c.reader.newBatch(texts, labels, 0)
}

// net makes the network, with vectors of so many words, which are nil for random ones.
func (c *course) net(vocabulary int, vectors []float32) (*net, error) {
	o := &c.options
	config := Config{
		Vocabulary: vocabulary, Embedding: o.Embedding, Filters: o.Filters, Width: o.Width, Hidden: o.Hidden, Words: o.Words,
		Characters: characters(c.Learn, o.Words),
	}
	if vectors != nil {
		config.Embedding = len(vectors) / vocabulary
	}
	return newNet(c.Device, config, len(c.Labels), vectors, rand.New(rand.NewPCG(c.Seed, 0)))
}

// unfinished is the folder for checkpoints: another one where words or vectors are others, as of a file that was changed since.
func (c *course) unfinished(v *words.Vocabulary, vectors []float32) (string, error) {
	h := sha256.New()
	if err := errors.Join(v.Write(h), binary.Write(h, binary.LittleEndian, vectors)); err != nil {
		return "", err
	}
	folder := filepath.Join(c.Folder, hex.EncodeToString(h.Sum(nil))[:12])
	return folder, os.MkdirAll(folder, 0o777)
}

// patience is how many validations may come without a better one: three passes of them.
const patience = 6

func (c *course) run(ctx context.Context, n *net, folder string) (*train.Result, error) {
	o := &c.options
	sampler := &train.Sampler{N: len(c.learn.texts), Batch: o.Batch, Seed: c.Seed, Size: func(i int) int { return len(c.learn.texts[i]) }}
	ahead := &train.Ahead[*batch]{Make: func(step int) (*batch, error) { return c.batch(&c.learn, sampler.At(step)), nil }}
	defer ahead.Stop()
	t := &train.Course{
		Device: c.Device, Params: n.learning(), Method: o.method(), Schedule: train.Schedule{Name: "constant"},
		Steps: o.Epochs * sampler.Steps(), Every: max(1, sampler.Steps()/2), Patience: patience,
		Folder: folder, Save: time.Minute, Now: c.Now,
		Step: func(tape *grad.Tape, step int, sums tensor.Matrix) error {
			b, err := ahead.Batch(step)
			if err == nil {
				n.loss(tape, b, dropout{float32(o.Dropout), rand.NewPCG(c.Seed, uint64(step+1)).Uint64()}, sums.Part(0, 1, 0, 1))
			}
			return err
		},
		Valid: func(ctx context.Context, tape *grad.Tape) (float64, error) { return c.validate(ctx, n, tape) },
	}
	t.Tell = func(m train.Moment) {
		line := fmt.Sprintf("step %d of %d at most, loss %.3f", m.Step, t.Steps, m.Loss)
		if !math.IsNaN(m.Valid) {
			line += fmt.Sprintf(", valid %.3f", m.Valid)
		}
		c.Tell(line, 0)
	}
	return t.Run(ctx)
}

// validate gives the mean loss of the examples for validation.
func (c *course) validate(ctx context.Context, n *net, tape *grad.Tape) (float64, error) {
	total := c.Device.New(1, 1)
	defer tensor.Free(c.Device, total)
	order := make([]int, len(c.valid.texts))
	for i := range order {
		order[i] = i
	}
	for which := range slices.Chunk(order, c.options.Batch) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		tape.Reset()
		n.loss(tape, c.batch(&c.valid, which), dropout{}, total)
	}
	var x [1]float32
	c.Device.Read(x[:], total)
	return float64(x[0]) / float64(len(order)), nil
}
