package score

import (
	"encoding/binary"
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

const keptNames = keptBlocks * BlockLen

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
		data := make([]byte, p.size)
		l.spill.read(data, p.at)
		for rest := string(data); rest != ""; {
			size, n := binary.Uvarint([]byte(rest[:min(len(rest), binary.MaxVarintLen64)]))
			end := n + int(size)
			if !yield(strings.Clone(rest[n:end])) {
				return
			}
			rest = rest[end:]
		}
	}
	for _, text := range l.memory[len(first):] {
		if !yield(text) {
			return
		}
	}
}

func (l *names) all() []string {
	if len(l.parts) == 0 {
		return l.memory
	}
	return slices.Collect(l.each)
}
