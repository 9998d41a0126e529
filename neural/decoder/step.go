package decoder

import "hed/tensor"

// writing is the memory of the decoder, kept from one batch to the next.
type writing struct {
	x, y, z, q, wide, logits tensor.Matrix
	sum, pick                tensor.Matrix
	bias                     tensor.Matrix   // by distance, that of 0 last
	cache                    []tensor.Matrix // for each layer keys and values, side by side
	used                     int             // rows of it
	most                     int             // that are ever used
	padded                   int             // rows of a step, if all have as many
	kept                     []*tensor.Kept  // for each layer those of the texts that are read
	paths                    []*path
	queries                  []int // where those of each text begin
	// at has for each path the rows of the cache that it comes from; before is at of the last step.
	at, before []int32
	steps      int // that at has room for

	tokens, places, none, rows, cols, columns []int32
	values, sums                              []float32
}

func (w *writing) all() []*tensor.Matrix {
	return []*tensor.Matrix{&w.x, &w.y, &w.z, &w.q, &w.wide, &w.logits, &w.sum, &w.pick}
}

func (w *writing) free(d tensor.Device) {
	for _, m := range append(w.all(), &w.bias) {
		tensor.Free(d, *m)
		*m = tensor.Matrix{}
	}
	for i, k := range w.kept {
		tensor.Free(d, w.cache[i], k.Own)
	}
	w.cache, w.kept = nil, nil
}

// begin makes room for so many rows and steps. More rows than go together are those of one text.
func (m *Model) begin(rows, steps int) {
	w, c, d, s := &m.writing, &m.Config, m.device, &m.decoder
	if m.padded {
		rows = max(rows, together)
		w.padded = rows
	}
	if w.x.Rows < rows {
		all := w.all()
		for _, to := range all {
			tensor.Free(d, *to)
			*to = tensor.Matrix{}
		}
		// x comes last: that it is large enough tells that the others are.
		for i, cols := range []int{1, 1, c.Vocabulary, max(s.Width, c.gates()*s.Inner), s.Width, c.Hidden, c.Hidden, c.Hidden} {
			*all[len(all)-1-i] = d.New(rows, cols)
		}
	}
	if w.cache == nil {
		w.cache = make([]tensor.Matrix, s.Layers)
		w.kept = make([]*tensor.Kept, s.Layers)
		for i := range w.kept {
			w.kept[i] = &tensor.Kept{Count: s.Heads}
		}
	}
	for _, k := range w.kept {
		k.Clear()
	}
	w.used, w.most, w.steps = 0, rows*steps, steps
	w.at, w.before = grow(w.at, rows*steps), grow(w.before, rows*steps)
	if m.kind.relative && w.bias.Cols < steps {
		x := make([]float32, 0, s.Heads*steps)
		for head := range s.Heads {
			for j := range steps {
				x = append(x, s.distance[c.bucket(j-(steps-1), false)*s.Heads+head])
			}
		}
		tensor.Free(d, w.bias)
		w.bias = d.New(s.Heads, steps)
		d.Write(w.bias, x)
	}
}

// gates is how many products a dense layer begins with.
func (c *Config) gates() int {
	if c.Gated {
		return 2
	}
	return 1
}

// place makes room in the cache for so many more rows, of which some may be padding, and lists for every path the rows that it comes from.
func (m *Model) place(rows, step int) {
	w, d, s := &m.writing, m.device, &m.decoder
	if need := w.used + rows; w.cache[len(w.cache)-1].Rows < need {
		need = max(need, min(max(2*w.cache[0].Rows, 16*rows), w.most)) // no more than all steps take
		for i, old := range w.cache {
			w.cache[i] = d.New(need, 2*s.Width)
			if w.used > 0 {
				from := old.Part(0, w.used, 0, old.Cols)
				d.Combine(w.cache[i].Part(0, w.used, 0, old.Cols), 1, from, 0, from)
			}
			tensor.Free(d, old)
		}
	}
	w.at, w.before = w.before, w.at
	for i, p := range w.paths {
		own := w.at[i*w.steps:]
		copy(own[:step], w.before[p.row*w.steps:])
		own[step] = int32(w.used + i)
	}
}

// step sets the logits that follow the paths at work, whose last tokens are at position step.
func (m *Model) step(step int) {
	w, c, d, s := &m.writing, &m.Config, m.device, &m.decoder
	n := len(w.paths)
	rows := n
	if m.padded {
		rows = w.padded
	}
	m.place(rows, step)
	w.tokens, w.places = w.tokens[:0], w.places[:0]
	for _, p := range w.paths {
		w.tokens, w.places = append(w.tokens, p.tokens[step]), append(w.places, int32(step))
	}
	for len(w.tokens) < rows {
		w.tokens, w.places = append(w.tokens, -1), append(w.places, -1)
	}
	part := func(of tensor.Matrix) tensor.Matrix { return of.Part(0, rows, 0, of.Cols) }
	x, y, z, q, wide, logits := part(w.x), part(w.y), part(w.z), part(w.q), part(w.wide), part(w.logits)
	seen := wide.Part(0, rows, 0, s.Width)
	live := func(of tensor.Matrix) tensor.Matrix { return of.Part(0, n, 0, s.Width) }
	before := tensor.Rows{Count: s.Heads, Scale: m.kind.scaled(&s.Half), At: w.at, Stride: w.steps, Length: step + 1}
	if m.kind.relative {
		before.Bias = w.bias.Part(0, s.Heads, w.bias.Cols-step-1, w.bias.Cols)
	}
	m.embed(x, y, s, w.tokens, w.places)
	for i := range s.layers {
		l, cache := &s.layers[i], w.cache[i]
		m.around(x, y, z, l.self.norm, func(y, x tensor.Matrix) {
			d.Linear(q, x, l.self.query.weights, l.self.query.bias, tensor.Identity)
			d.Linear(cache.Part(w.used, w.used+rows, 0, cache.Cols), x, l.self.memory.weights, l.self.memory.bias, tensor.Identity)
			d.Recall(live(seen), live(q), cache.Part(0, w.used+n, 0, s.Width), cache.Part(0, w.used+n, s.Width, 2*s.Width), before)
			d.Linear(y, seen, l.self.out.weights, l.self.out.bias, tensor.Identity)
		})
		m.around(x, y, z, l.cross.norm, func(y, x tensor.Matrix) {
			d.Linear(q, x, l.cross.query.weights, l.cross.query.bias, tensor.Identity)
			d.Attend(live(seen), live(q), w.kept[i], before.Scale, w.queries)
			d.Linear(y, seen, l.cross.out.weights, l.cross.out.bias, tensor.Identity)
		})
		m.around(x, y, z, l.norm, m.inner(l, &s.Half, wide))
	}
	w.used += n
	if s.last.gain.Rows > 0 {
		m.normalise(x, x, s.last)
	}
	if c.Tied && m.kind.shrunk {
		d.Combine(x, 1/root(c.Hidden), x, 0, x)
	}
	d.Linear(logits, x, m.head.weights, m.head.bias, tensor.Identity)
}
