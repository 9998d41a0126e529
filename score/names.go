package score

import (
	"encoding/binary"
	"iter"
	"slices"
	"strings"
)

// names are a list of texts, of which all but the first and the last are on disk if there
// is a spill.
type names struct {
	memory []string // the first of them, and those behind what is on disk
	parts  []part
	spill  *Spill
	n      int
}

// A part is BlockLen texts on disk.
type part struct {
	at   int64
	size int
}

const keptNames = InMemory

func (l *names) append(text string) {
	if l.spill != nil && len(l.memory) == keptNames+BlockLen {
		var data []byte
		for _, text := range l.memory[keptNames:] {
			data = append(binary.AppendUvarint(data, uint64(len(text))), text...)
		}
		l.parts = append(l.parts, part{l.spill.write(data), len(data)})
		clear(l.memory[keptNames:])
		l.memory = l.memory[:keptNames]
	}
	l.memory = append(l.memory, text)
	l.n++
}

// each yields them in their order.
func (l *names) each(yield func(string) bool) {
	first := l.memory
	if len(l.parts) > 0 {
		first = l.memory[:keptNames]
	}
	for _, text := range first {
		if !yield(text) {
			return
		}
	}
	for _, p := range l.parts {
		for text := range l.spill.texts(p) {
			if !yield(text) {
				return
			}
		}
	}
	for _, text := range l.memory[len(first):] {
		if !yield(text) {
			return
		}
	}
}

// at is text i. For many, in their order, each is quicker.
func (l *names) at(i int) string {
	k := (i - keptNames) / BlockLen // of the part, for those that are not the first
	switch {
	case i < keptNames || len(l.parts) == 0:
		return l.memory[i]
	case k >= len(l.parts):
		return l.memory[i-len(l.parts)*BlockLen]
	}
	left := (i - keptNames) % BlockLen
	for text := range l.spill.texts(l.parts[k]) {
		if left == 0 {
			return text
		}
		left--
	}
	panic("score: a part with too few texts")
}

// texts are those of a part.
func (s *Spill) texts(p part) iter.Seq[string] {
	return func(yield func(string) bool) {
		data := make([]byte, p.size)
		s.read(data, p.at)
		for rest := string(data); rest != ""; {
			size, n := binary.Uvarint([]byte(rest[:min(len(rest), binary.MaxVarintLen64)]))
			end := n + int(size)
			if !yield(strings.Clone(rest[n:end])) {
				return
			}
			rest = rest[end:]
		}
	}
}

func (l *names) all() []string {
	if len(l.parts) == 0 {
		return l.memory
	}
	return slices.Collect(l.each)
}
