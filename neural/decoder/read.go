package decoder

import (
	"context"

	"hed/tensor"
)

// reading is the memory of the encoder, kept from one batch to the next.
type reading struct {
	x, y, z, q, kv, wide tensor.Matrix
	bias                 tensor.Matrix // by distance
	tokens, places       []int32
	bounds               []int
}

func (r *reading) all() []*tensor.Matrix {
	return []*tensor.Matrix{&r.x, &r.y, &r.z, &r.q, &r.kv, &r.wide}
}

func (r *reading) free(d tensor.Device) {
	for _, m := range append(r.all(), &r.bias) {
		tensor.Free(d, *m)
		*m = tensor.Matrix{}
	}
}

// A chunk is how many tokens are read at once, if no text has more. A few rows for each core suffice, and what is
// worked on should stay near the cache; a card has more to do at once, and pays for rows without a token.
const (
	chunk     = 1024
	cardChunk = 2048
)

func (m *Model) chunk() int {
	if m.padded {
		return cardChunk
	}
	return chunk
}

// read reads texts and keeps, for each layer of the decoder, the keys and values of their tokens. An error is that of ctx.
func (m *Model) read(ctx context.Context, texts [][]int32, kept []*tensor.Kept) error {
	r := &m.reading
	for len(texts) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.tokens, r.places, r.bounds = r.tokens[:0], r.places[:0], append(r.bounds[:0], 0)
		n := 0
		for ; n < len(texts) && (n == 0 || len(r.tokens)+len(texts[n]) <= m.chunk()); n++ {
			for p, id := range texts[n] {
				r.tokens, r.places = append(r.tokens, id), append(r.places, int32(p))
			}
			r.bounds = append(r.bounds, len(r.tokens))
		}
		for m.padded && len(r.tokens) < m.chunk() {
			r.tokens, r.places = append(r.tokens, -1), append(r.places, -1)
		}
		m.encode(texts[:n])
		x := r.x.Part(0, len(r.tokens), 0, m.Config.Hidden)
		w := m.decoder.Width
		kv := r.kv.Part(0, x.Rows, 0, 2*w)
		degrees := m.judge(x, texts[:n])
		for i := range m.decoder.layers {
			l := &m.decoder.layers[i].cross.memory
			m.device.Linear(kv, x, l.weights, l.bias, tensor.Identity)
			degrees.stress(kv.Part(0, x.Rows, 0, w), i)
			m.device.Keep(kept[i], kv.Part(0, x.Rows, 0, w), kv.Part(0, x.Rows, w, 2*w), r.bounds)
		}
		degrees.free()
		texts = texts[n:]
	}
	return nil
}

// encode sets the states of the tokens of texts.
func (m *Model) encode(texts [][]int32) {
	r, c, d, s := &m.reading, &m.Config, m.device, &m.encoder
	n := len(r.tokens)
	if r.x.Rows < n {
		m.grow(n)
	}
	part := func(of tensor.Matrix, cols int) tensor.Matrix { return of.Part(0, n, 0, cols) }
	x, y, z, q, wide := part(r.x, c.Hidden), part(r.y, c.Hidden), part(r.z, c.Hidden), part(r.q, s.Width), part(r.wide, r.wide.Cols)
	k, v := part(r.kv, s.Width), r.kv.Part(0, n, s.Width, 2*s.Width)
	heads := tensor.Heads{Count: s.Heads, Scale: m.kind.scaled(&s.Half), Queries: r.bounds, Keys: r.bounds}
	if m.kind.relative {
		longest := 1
		for _, t := range texts {
			longest = max(longest, len(t))
		}
		heads.Bias = m.spread(longest)
	}
	m.embed(x, y, s, r.tokens, r.places)
	for i := range s.layers {
		l := &s.layers[i]
		m.around(x, y, z, l.self.norm, func(y, x tensor.Matrix) {
			d.Linear(q, x, l.self.query.weights, l.self.query.bias, tensor.Identity)
			d.Linear(part(r.kv, 2*s.Width), x, l.self.memory.weights, l.self.memory.bias, tensor.Identity)
			seen := part(r.wide, s.Width)
			d.Attention(seen, q, k, v, heads)
			d.Linear(y, seen, l.self.out.weights, l.self.out.bias, tensor.Identity)
		})
		m.around(x, y, z, l.norm, m.inner(l, &s.Half, wide))
	}
	if s.last.gain.Rows > 0 {
		m.normalise(x, x, s.last)
	}
}

// grow takes memory for so many tokens, in place of what was there.
func (m *Model) grow(tokens int) {
	r, c := &m.reading, &m.Config
	tokens = max(tokens, m.chunk())
	width := max(c.Encoder.Width, c.Decoder.Width)
	all := r.all()
	for _, to := range all {
		tensor.Free(m.device, *to)
		*to = tensor.Matrix{}
	}
	for i, cols := range []int{max(c.gates()*c.Encoder.Inner, width), 2 * width, width, c.Hidden, c.Hidden, c.Hidden} {
		// x comes last: that it is large enough tells that the others are.
		*all[len(all)-1-i] = m.device.New(tokens, cols)
	}
}

// spread is the bias of the encoder's attention by distance, as tensor.Heads wants it, for texts of so many tokens.
func (m *Model) spread(tokens int) tensor.Matrix {
	r, s := &m.reading, &m.encoder
	if r.bias.Cols >= 2*tokens-1 {
		return r.bias
	}
	tensor.Free(m.device, r.bias)
	r.bias = tensor.Matrix{}
	reach := tokens - 1
	x := make([]float32, 0, s.Heads*(2*reach+1))
	for head := range s.Heads {
		for d := -reach; d <= reach; d++ {
			x = append(x, s.distance[m.Config.bucket(d, true)*s.Heads+head])
		}
	}
	r.bias = m.device.New(s.Heads, 2*reach+1)
	m.device.Write(r.bias, x)
	return r.bias
}
