package vector

import (
	"math"
	"math/rand/v2"
)

// A trainer is what all lanes share, and read only while they run.
type trainer struct {
	opt   Training
	texts *Texts
	voc   *vocabulary
	rows  [2]matrix
	keep  []uint32 // of 2^32, the chance that a word is not passed over
	noise []int32  // random words, each as often as it should be drawn
	work  int      // words to go through
}

// The two vectors of a word: as context, which is the result, and as target.
const (
	input = iota
	output
)

type matrix struct {
	dim    int
	values []float32
}

func (m *matrix) row(i int) []float32 { return m.values[i*m.dim : (i+1)*m.dim : (i+1)*m.dim] }

// noiseSize is what word2vec has 10^8 for, where it is slow to look into; a word
// that would fill less than one place gets one.
const noiseSize = 1 << 18

func newTrainer(texts *Texts, voc *vocabulary, opt Training) *trainer {
	n := len(voc.words)
	t := &trainer{opt: opt, texts: texts, voc: voc, work: opt.Epochs * len(texts.all)}
	for i := range t.rows {
		t.rows[i] = matrix{opt.Dim, make([]float32, n*opt.Dim)}
	}
	rng := rand.New(rand.NewPCG(opt.Seed, math.MaxUint64)) // no piece has that number
	for i := range t.rows[input].values {
		t.rows[input].values[i] = (rng.Float32() - 0.5) / float32(opt.Dim)
	}
	power := 0.0
	weight := func(i int) float64 { // count to the power of 3/4, the same on all processors
		root := math.Sqrt(float64(voc.count[i]))
		return root * math.Sqrt(root)
	}
	t.keep = make([]uint32, n)
	for i := range n {
		power += weight(i)
		ratio := opt.Sample * float64(voc.total) / float64(voc.count[i])
		t.keep[i] = uint32(min(math.Sqrt(ratio)+ratio, 1) * math.MaxUint32)
	}
	size := max(noiseSize, 16*n)
	t.noise = make([]int32, 0, size+n)
	sum := 0.0
	for i := range n {
		t.noise = append(t.noise, int32(i))
		sum += weight(i)
		for float64(len(t.noise)) < sum/power*float64(size) {
			t.noise = append(t.noise, int32(i))
		}
	}
	return t
}

// merge brings the copies of lanes together. Each row is the work of one
// worker, and lanes are added in their order.
func (t *trainer) merge(lanes []*lane, workers int) {
	for m := range t.rows {
		share := max(workers, 1)
		parallel(share, share, func(w int) {
			for i, l := range lanes {
				for local, row := range l.touched[m] {
					if int(row)%share == w && !anyHas(lanes[:i], m, row) {
						t.add(lanes[i:], m, row, local)
					}
				}
			}
		})
	}
	parallel(len(lanes), workers, func(i int) { lanes[i].forget() })
}

func anyHas(lanes []*lane, m int, row int32) bool {
	for _, l := range lanes {
		if l.where[m][row] != 0 {
			return true
		}
	}
	return false
}

// add changes a row by the changes of all lanes that have it. The first one
// does, under the number local.
func (t *trainer) add(lanes []*lane, m int, row int32, local int) {
	to, sum := t.rows[m].row(int(row)), lanes[0].local(m, int32(local))
	for _, l := range lanes[1:] {
		if at := l.where[m][row]; at != 0 {
			for i, v := range l.local(m, at-1) {
				sum[i] += v - to[i]
			}
		}
	}
	copy(to, sum)
}
