package decoder

import "context"

// Logits are those that follow each token of forced, and Start before them, when a text is read.
func (m *Model) Logits(text, forced []int32) [][]float32 {
	w := &m.writing
	m.begin(1, len(forced)+1)
	if err := m.read(context.Background(), [][]int32{text}, w.kept); err != nil {
		panic(err) // of a context without an end
	}
	w.queries = []int{0, 1}
	p := &path{tokens: append([]int32{m.Settings.Start}, forced...)}
	w.paths = append(w.paths[:0], p)
	var all [][]float32
	for step := range p.tokens {
		m.step(step)
		row := make([]float32, m.Config.Vocabulary)
		m.device.Read(row, w.logits.Part(0, 1, 0, m.Config.Vocabulary))
		all = append(all, row)
	}
	return all
}

// Shares are the probabilities that tokens are drawn with after those that are forced.
func (m *Model) Shares(text, forced []int32, s Settings) map[int32]float64 {
	m.Logits(text, forced)
	all, err := m.choose([]Text{{Tokens: text}}, &s, len(forced))
	if err != nil {
		panic(err) // of weights that are whole
	}
	choices := all[0]
	shares := map[int32]float64{}
	for i, p := range s.shares(nil, choices) {
		shares[choices[i].id] = p
	}
	return shares
}

// Bucket is that of a distance.
func Bucket(buckets, farthest, d int, both bool) int {
	c := Config{buckets: buckets, farthest: farthest}
	return c.bucket(d, both)
}
