package derive

import "testing"

// FuzzDecode: whatever is in the body of a model, it is refused, or is a model that can be written and read again.
func FuzzDecode(f *testing.F) {
	f.Add(English().body()[:1000])
	small := &Model{lex: &lexicon{vectors: vectors{rows: map[uint32]int32{}}}, lexical: make([]float32, 1<<lexicalBits), nets: []*net{newNet(1, allKinds, 1, 1)}, how: newNet(0, allKinds, 1, 1), heat: 1}
	small.nets[0].mean, small.nets[0].scale = make([]float32, 1), make([]float32, 1)
	f.Add(small.body())
	f.Add([]byte{0xff, 0xff, 0, 0, 0, 0, 0, 0})
	read := func(body []byte) *Model {
		m, r := &Model{}, &reader{body: body}
		if m.read(r); r.failed || len(r.body) > 0 {
			return nil
		}
		return m
	}
	if read(small.body()) == nil {
		f.Fatal("a small model is refused")
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if m := read(body); m != nil && read(m.body()) == nil {
			t.Error("it is refused when it is written and read again")
		}
	})
}
