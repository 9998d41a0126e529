package encoder

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"hed/neural/tokenizer"
	"hed/tensor"
)

// budget is how many tokens are computed at once, if no text has more. For the
// processor a few rows for each core suffice, and what it works on should stay near its
// cache.
//
// Other devices round by the number of rows (see tensor.Device), so that their batches
// have one and the same number, filled up with padding: 4,096, which keep thousands of
// cores busy, and are not too many for the last batch, which may be almost empty. It
// depends on the model alone and not, say, on the memory that is free, so that a text
// has the same states alone, in any batch, today and on another such card.
func budget(d tensor.Device, c *Config) int {
	if onProcessor(d) {
		return 1024
	}
	return max(4096, c.Tokens)
}

// width is that of the widest states of a token on their way through a layer.
func (c *Config) width() int { return max(3*c.Hidden, c.Inner) }

// onProcessor tells whether the numbers of d lie where Go reads them.
func onProcessor(d tensor.Device) bool {
	_, ok := d.(*tensor.CPU)
	return ok
}

// A batch is the texts at work, and the memory that is kept from one to the next.
type batch struct {
	most  int   // tokens, if no text has more; 0 before the first
	order []int // all texts, those that are the same side by side

	// Of the texts at work, each once: where they and their like begin in order, and
	// where in the rows of states; both with the end of the last.
	starts, bounds []int
	ids, places    []int32 // of their tokens and of padding

	x, y, wide tensor.Matrix // x are the states
	host       []float32     // states of a device with memory of its own
}

// Encode computes the hidden states of texts and hands those of the asked layers,
// from 0 for the embeddings up to Config.Layers, to out: a row for each token, the
// processor's memory on every device, good until out returns. Texts come in the order
// that is quickest, longest first, and each one's layers in rising order. Texts that
// are the same are computed once and handed out one after another. Layers above the
// highest asked for are not computed.
//
// The states of a text have the same bits alone and beside any others. A text of more
// tokens than Config.Tokens, or with a token that the model does not know, is refused
// before anything is computed. An error of out, or the end of ctx, ends Encode and is
// returned; so is a failure of the device, such as want of memory.
func (e *Encoder) Encode(ctx context.Context, texts []*tokenizer.Encoding, layers []int, out func(text, layer int, states tensor.Matrix) error) (err error) {
	defer tensor.Recover(&err)
	last := -1
	for _, l := range layers {
		if l < 0 || l > e.Config.Layers {
			return fmt.Errorf("layer %d is not one of the model's: 0, the embeddings, up to %d", l, e.Config.Layers)
		}
		last = max(last, l)
	}
	for i, t := range texts {
		if err := e.Config.checkText(t); err != nil {
			return fmt.Errorf("text %d: %w", i, err)
		}
	}
	b := &e.batch
	b.sort(texts)
	if b.most == 0 {
		b.most = budget(e.device, &e.Config)
	}
	for at := 0; at < len(texts) && last >= 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		at = e.fill(texts, at)
		give := func(layer int) error { return e.give(layer, out) }
		if err := e.run(layers, last, give); err != nil {
			return err
		}
	}
	return nil
}

// checkText refuses a text that the model cannot read.
func (c *Config) checkText(t *tokenizer.Encoding) error {
	if len(t.IDs) > c.Tokens {
		return fmt.Errorf("it has %d tokens, the model takes %d; truncate it", len(t.IDs), c.Tokens)
	}
	typed := architectures[c.Architecture].typed
	for i, id := range t.IDs {
		if err := c.Check(id); err != nil {
			return err
		}
		if typed && (t.Types[i] < 0 || int(t.Types[i]) >= c.Types) {
			return fmt.Errorf("token type %d is not one of the model's %d; the tokenizer is from another model", t.Types[i], c.Types)
		}
	}
	return nil
}

// sort orders the texts, longest first and same ones together.
func (b *batch) sort(texts []*tokenizer.Encoding) {
	b.order = b.order[:0]
	for i := range texts {
		b.order = append(b.order, i)
	}
	slices.SortFunc(b.order, func(i, j int) int {
		return cmp.Or(compare(texts[i], texts[j]), cmp.Compare(i, j))
	})
}

func compare(s, t *tokenizer.Encoding) int {
	if n := cmp.Compare(len(t.IDs), len(s.IDs)); n != 0 {
		return n
	}
	if n := slices.Compare(s.IDs, t.IDs); n != 0 {
		return n
	}
	return slices.Compare(s.Types, t.Types)
}

// fill takes texts of the order from at on for the next batch, and gives where the
// one after it begins.
func (e *Encoder) fill(texts []*tokenizer.Encoding, at int) (next int) {
	b := &e.batch
	b.bounds, b.starts = append(b.bounds[:0], 0), b.starts[:0]
	b.ids, b.places = b.ids[:0], b.places[:0]
	for ; at < len(b.order); at++ {
		t := texts[b.order[at]]
		if len(b.starts) > 0 {
			if compare(t, texts[b.order[at-1]]) == 0 {
				continue
			}
			if len(b.ids)+len(t.IDs) > b.most {
				break
			}
		}
		b.starts = append(b.starts, at)
		b.ids = append(b.ids, t.IDs...)
		b.bounds = append(b.bounds, len(b.ids))
		e.place(t)
	}
	b.starts = append(b.starts, at)
	if !onProcessor(e.device) && len(b.ids) > 0 {
		e.pad()
	}
	return at
}

// pad fills the batch up to its full size, which alone decides how the device rounds.
// Padding is any token: it belongs to no text, so that nothing attends to it and its
// states go nowhere.
func (e *Encoder) pad() {
	b := &e.batch
	for len(b.ids) < b.most {
		b.ids, b.places = append(b.ids, 0), append(b.places, 0)
	}
}

// place appends the rows of places for the tokens of t.
func (e *Encoder) place(t *tokenizer.Encoding) {
	for i, p := range e.Config.places(t) {
		if e.kind.typed {
			p += t.Types[i] * int32(e.Config.positions)
		}
		e.batch.places = append(e.batch.places, p)
	}
}

// places are the rows of the table of positions for the tokens of a text.
func (c *Config) places(t *tokenizer.Encoding) iter.Seq2[int, int32] {
	shifted := architectures[c.Architecture].shifted
	return func(yield func(int, int32) bool) {
		seen := 0 // tokens but padding, as the text itself may name that
		for i, id := range t.IDs {
			p := i
			if shifted {
				p = c.padding
				if int(id) != c.padding {
					seen++
					p += seen
				}
			}
			if !yield(i, int32(p)) {
				return
			}
		}
	}
}

// grow takes memory for so many tokens, in place of what was there.
func (b *batch) grow(d tensor.Device, tokens int, c *Config) {
	tensor.Free(d, b.x, b.y, b.wide)
	b.x, b.y, b.wide = tensor.Matrix{}, tensor.Matrix{}, tensor.Matrix{}
	// x comes last: that it is large enough tells that the others are.
	b.wide = d.New(tokens, c.width())
	b.y = d.New(tokens, c.Hidden)
	b.x = d.New(tokens, c.Hidden)
}

// run computes the layers of the batch up to the last, and gives those asked for.
func (e *Encoder) run(layers []int, last int, give func(layer int) error) error {
	b, c, d := &e.batch, &e.Config, e.device
	n := len(b.ids)
	if b.x.Rows < max(n, 1) {
		b.grow(d, max(n, b.most), c)
	}
	first := func(m tensor.Matrix, cols int) tensor.Matrix { return m.Part(0, n, 0, cols) }
	x, y, wide := first(b.x, c.Hidden), first(b.y, c.Hidden), first(b.wide, c.Inner)
	// What attention needs has gone when the wide layer comes, so they share memory.
	q, k, v := first(b.wide, c.Hidden), b.wide.Part(0, n, c.Hidden, 2*c.Hidden), b.wide.Part(0, n, 2*c.Hidden, 3*c.Hidden)
	heads := tensor.Heads{
		Count: c.Heads, Scale: float32(1 / math.Sqrt(float64(c.Hidden/c.Heads))),
		Queries: b.bounds, Keys: b.bounds, Bias: e.distance,
	}
	for i := range last + 1 {
		switch {
		case n == 0: // texts without tokens
		case i == 0:
			d.Gather(x, e.words, b.ids)
			d.Gather(y, e.places, b.places)
			d.Add(x, x, y)
			d.LayerNorm(x, x, e.norm.gain, e.norm.bias, c.Epsilon)
		default:
			l := &e.layers[i-1]
			d.Linear(first(b.wide, 3*c.Hidden), x, l.attend.weights, l.attend.bias, tensor.Identity)
			d.Attention(y, q, k, v, heads)
			d.Linear(q, y, l.out.weights, l.out.bias, tensor.Identity)
			d.Add(x, x, q)
			d.LayerNorm(x, x, l.outNorm.gain, l.outNorm.bias, c.Epsilon)
			d.Linear(wide, x, l.wide.weights, l.wide.bias, c.Activation)
			d.Linear(y, wide, l.narrow.weights, l.narrow.bias, tensor.Identity)
			d.Add(x, x, y)
			d.LayerNorm(x, x, l.narrowNorm.gain, l.narrowNorm.bias, c.Epsilon)
		}
		if slices.Contains(layers, i) {
			if err := give(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// give hands the states of the batch to out.
func (e *Encoder) give(layer int, out func(text, layer int, states tensor.Matrix) error) error {
	b, c := &e.batch, &e.Config
	n := b.bounds[len(b.bounds)-1]
	x := b.x.Part(0, n, 0, c.Hidden)
	if !onProcessor(e.device) {
		b.host = slices.Grow(b.host[:0], n*c.Hidden)[:n*c.Hidden]
		e.device.Read(b.host, x)
		x = tensor.Of(n, c.Hidden, b.host)
	}
	for u := range len(b.bounds) - 1 {
		states := x.Part(b.bounds[u], b.bounds[u+1], 0, c.Hidden)
		for _, text := range b.order[b.starts[u]:b.starts[u+1]] {
			if err := out(text, layer, states); err != nil {
				return err
			}
		}
	}
	return nil
}
