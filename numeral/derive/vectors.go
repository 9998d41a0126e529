package derive

import (
	"context"
	"math"
	"slices"

	"hed/text/vector"
)

// vectors are of unit length, by stem.
type vectors struct {
	dim  int
	rows map[uint32]int32
	data []float32
}

func (v *vectors) row(stem uint32) []float32 {
	i, ok := v.rows[stem]
	if !ok {
		return nil
	}
	return v.data[int(i)*v.dim : (int(i)+1)*v.dim]
}

// like is the cosine of two stems, 1 for the same and 0 for unknown ones.
func (v *vectors) like(a, b uint32) float32 {
	if a == b {
		return 1
	}
	return dot(v.row(a), v.row(b))
}

func dot(a, b []float32) float32 {
	if a == nil || b == nil {
		return 0
	}
	var s0, s1, s2, s3 float32
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float32(a[0] * b[0])
		s1 += float32(a[1] * b[1])
		s2 += float32(a[2] * b[2])
		s3 += float32(a[3] * b[3])
		a, b = a[4:], b[4:]
	}
	return s0 + s1 + s2 + s3
}

// trainVectors learns vectors of stems from articles and their headlines.
func trainVectors(ctx context.Context, articles []*Article, heads [][]word, o vector.Training) (*vectors, error) {
	texts := vector.NewTexts()
	add := func(w *word) {
		if w.kind == plain || w.kind == function {
			texts.Add(spell(w.stem))
		}
	}
	for i, a := range articles {
		for j := range a.words {
			add(&a.words[j])
		}
		texts.End()
		for j := range heads[i] {
			add(&heads[i][j])
		}
		// The headline stands beside the lead, which says the same in
		// other words.
		for j := range min(len(a.words), 30) {
			add(&a.words[j])
		}
		texts.End()
	}
	table, err := vector.Train(ctx, texts, o)
	if err != nil {
		return nil, err
	}
	v := &vectors{dim: table.Dim(), rows: map[uint32]int32{}}
	for i := range table.Len() {
		row := slices.Clone(table.Row(i))
		norm := 0.0
		for _, x := range row {
			norm += float64(float64(x) * float64(x))
		}
		norm = math.Sqrt(norm)
		for j := range row {
			row[j] = float32(float64(row[j]) / norm)
		}
		v.rows[unspell(table.Word(i))] = int32(i)
		v.data = append(v.data, row...)
	}
	return v, nil
}

// spell and unspell pass a stem's hash through a table of words.
func spell(h uint32) string {
	return string([]byte{'a' + byte(h>>28), 'a' + byte(h>>24&15), 'a' + byte(h>>20&15), 'a' + byte(h>>16&15),
		'a' + byte(h>>12&15), 'a' + byte(h>>8&15), 'a' + byte(h>>4&15), 'a' + byte(h&15)})
}

func unspell(s string) (h uint32) {
	for i := range len(s) {
		h = h<<4 | uint32(s[i]-'a')
	}
	return h
}
