package derive

import (
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math"
	"slices"

	"hed/internal/modelfile"
)

// A model file is a line that says what it is, a line of JSON, About, and
// the body, compressed: words with their rarity and vector, lexical
// weights, nets, calibration. Numbers are little-endian.

// FileName is what a model is called in the folder that training makes.
const FileName = "numerals.model"

// The English body has 3 MB.
var kind = modelfile.Kind{What: "model of numerals", Magic: "hed numerals 1\n", File: FileName, Most: 64 << 20}

// Open reads a model from a file, or from the folder that training made.
func Open(path string) (*Model, error) {
	data, path, err := kind.Open(path)
	if err != nil {
		return nil, err
	}
	m, err := decode(data)
	if err != nil {
		return nil, &modelfile.Error{What: kind.What, File: path, Err: err}
	}
	return m, nil
}

// Write writes the model as Open reads it.
func (m *Model) Write(w io.Writer) error { return kind.Write(w, m.About, m.body()) }

func (m *Model) body() []byte {
	var b []byte
	u32 := func(n int) { b = binary.LittleEndian.AppendUint32(b, uint32(n)) }
	f64 := func(x float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x)) }
	l := m.lex
	u32(len(l.rows))
	u32(l.dim)
	b = append(b, byte(math.Round(float64(l.most)/rarityGrain)))
	for _, stem := range slices.Sorted(maps.Keys(l.rows)) {
		i := l.rows[stem]
		b = binary.LittleEndian.AppendUint32(b, stem)
		b = append(b, byte(math.Round(float64(l.rarity[i])/rarityGrain)))
		for _, x := range l.row(stem) {
			b = append(b, byte(int8(math.Round(float64(x)/vectorGrain))))
		}
	}
	for _, w := range m.lexical {
		b = append(b, byte(int8(math.Round(float64(w)/grain))))
	}
	u32(len(m.nets))
	for _, n := range append(slices.Clone(m.nets), m.how) {
		u32(n.numbers)
		u32(n.kinds)
		u32(n.wide)
		u32(n.deep)
		for i := range n.numbers {
			u32(int(math.Float32bits(n.mean[i])))
			u32(int(math.Float32bits(n.scale[i])))
		}
		s := n.step()
		u32(int(math.Float32bits(s)))
		for _, x := range n.params {
			b = binary.LittleEndian.AppendUint16(b, uint16(int16(math.Round(float64(x/s)))))
		}
	}
	f64(m.heat)
	for _, w := range m.alarm.Weights {
		f64(w)
	}
	f64(m.alarm.Least)
	return b
}

var errDamaged = errors.New("the model is damaged")

func decode(data []byte) (*Model, error) {
	m := &Model{}
	body, err := kind.Read(data, &m.About)
	if err != nil {
		return nil, err
	}
	r := &reader{body: body}
	m.read(r)
	if r.failed || len(r.body) > 0 {
		return nil, errDamaged
	}
	return m, nil
}

// A reader takes numbers off a body. After its end it gives zeros.
type reader struct {
	body   []byte
	failed bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.body) {
		r.failed = true
		return make([]byte, min(max(n, 0), 8))
	}
	b := r.body[:n]
	r.body = r.body[n:]
	return b
}

func (r *reader) u32() uint32  { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *reader) f32() float32 { return math.Float32frombits(r.u32()) }
func (r *reader) f64() float64 { return math.Float64frombits(binary.LittleEndian.Uint64(r.take(8))) }

// size is a number of things that take at least so many bytes each.
func (r *reader) size(each int) int {
	n := int(r.u32())
	if n > len(r.body)/each {
		r.failed = true
		return 0
	}
	return n
}

func (m *Model) read(r *reader) {
	n, dim := r.size(1), r.size(1)
	if n*(5+dim) > len(r.body) { // before there is room for so many
		r.failed = true
		return
	}
	l := &lexicon{vectors: vectors{dim: dim, rows: make(map[uint32]int32, n)}}
	l.most = float32(float64(r.take(1)[0]) * rarityGrain)
	for i := range n {
		l.rows[r.u32()] = int32(i)
		l.rarity = append(l.rarity, float32(float64(r.take(1)[0])*rarityGrain))
		for _, x := range r.take(dim) {
			l.data = append(l.data, float32(float64(int8(x))*vectorGrain))
		}
	}
	m.lex = l
	weights := r.take(1 << lexicalBits)
	if r.failed {
		return
	}
	m.lexical = make([]float32, len(weights))
	for i, x := range weights {
		m.lexical[i] = float32(int8(x)) * grain
	}
	for range r.size(16) {
		m.nets = append(m.nets, readNet(r))
	}
	m.how = readNet(r)
	m.heat = r.f64()
	for i := range m.alarm.Weights {
		m.alarm.Weights[i] = r.f64()
	}
	m.alarm.Least = r.f64()
	r.failed = r.failed || len(m.nets) == 0 || !(m.heat > 0)
}

func readNet(r *reader) *net {
	numbers, kinds, wide, deep := r.size(8), r.size(1), r.size(1), r.size(1)
	if kinds != allKinds || (numbers+kinds+deep)*wide > len(r.body) {
		r.failed = true
		return newNet(0, 0, 0, 0)
	}
	n := newNet(numbers, kinds, wide, deep)
	for range numbers {
		n.mean = append(n.mean, r.f32())
		n.scale = append(n.scale, r.f32())
	}
	s := r.f32()
	bytes := r.take(2 * len(n.params))
	for i := range n.params {
		if 2*i+1 < len(bytes) {
			n.params[i] = float32(int16(binary.LittleEndian.Uint16(bytes[2*i:]))) * s
		}
	}
	return n
}
