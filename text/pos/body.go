package pos

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// body is lexicon and weights in a form that depends on nothing else.
func (t *Tagger) body() []byte {
	b := binary.AppendUvarint(nil, uint64(len(t.lexicon)))
	for _, word := range slices.Sorted(maps.Keys(t.lexicon)) {
		b = binary.AppendUvarint(b, uint64(len(word)))
		b = append(b, word...)
		b = binary.AppendUvarint(b, uint64(t.lexicon[word]))
	}
	b = binary.AppendUvarint(b, uint64(len(t.weights.features)))
	last := key(0)
	for k, r := range t.weights.sorted() {
		b = binary.AppendUvarint(b, uint64(k-last))
		last = k
		used := uint32(0)
		for tag, v := range r {
			if v != 0 {
				used |= 1 << tag
			}
		}
		b = binary.AppendUvarint(b, uint64(used))
		for _, v := range r {
			if v != 0 {
				b = append(b, byte(v))
			}
		}
	}
	return b
}

func parseBody(b []byte) (lexicon, *weights, error) {
	p := &bodyParser{rest: b}
	n := p.count(2) // the length of a word and its class
	lex := make(lexicon, n)
	for range n {
		word := string(p.bytes(p.count(1)))
		lex[word] = uint32(p.uint(1<<Tags - 1))
		if p.bad {
			return nil, nil, errors.New("the tagger is damaged: its words are no words")
		}
	}
	n = p.count(3) // a key, which tags have a weight, and one weight
	w := newWeights(n)
	k := key(0)
	for range n {
		k += key(p.uint(1<<32 - 1))
		used := p.uint(1<<Tags - 1)
		var r row
		for tag := range r {
			if used>>tag&1 != 0 {
				r[tag] = int8(p.byte())
			}
		}
		if p.bad || r == (row{}) || !w.add(k, r) {
			return nil, nil, errors.New("the tagger is damaged: its weights are no weights")
		}
	}
	if p.bad || len(p.rest) > 0 {
		return nil, nil, errors.New("the tagger is damaged: it has another length")
	}
	return lex, w, nil
}

// A bodyParser takes things off the front of a body, and zeros once there is
// something wrong.
type bodyParser struct {
	rest []byte
	bad  bool
}

// uint takes a number that is at most limit.
func (p *bodyParser) uint(limit uint64) uint64 {
	v, n := binary.Uvarint(p.rest)
	if n <= 0 || v > limit {
		p.bad, p.rest = true, nil
		return 0
	}
	p.rest = p.rest[n:]
	return v
}

// count takes the number of things that follow, of at least size bytes each.
func (p *bodyParser) count(size int) int { return int(p.uint(uint64(len(p.rest) / size))) }

func (p *bodyParser) byte() byte {
	if b := p.bytes(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (p *bodyParser) bytes(n int) []byte {
	if n > len(p.rest) {
		p.bad, p.rest = true, nil
		return nil
	}
	b := p.rest[:n]
	p.rest = p.rest[n:]
	return b
}
