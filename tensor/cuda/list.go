//go:build cuda && linux && (amd64 || arm64)

package cuda

import (
	stdbytes "bytes"
	"slices"
)

// A known is a list that lies on the card.
type known struct {
	bytes []byte
	at    uintptr
}

// knownLists is how many the device remembers: those of a step of training or of writing.
const knownLists = 32

// list gives where a list lies on the card, until as many others have been asked for: the lengths and words of a batch are used again and
// again, and to copy them takes as long as a kernel. A list that begins another one is found too.
func (d *Device) list(x []int32) uintptr { return d.kept(bytes(x)) }

// kept is list for anything.
func (d *Device) kept(want []byte) uintptr {
	if len(want) == 0 {
		return 0
	}
	for i, k := range d.lists {
		if stdbytes.HasPrefix(k.bytes, want) {
			if i > 0 { // the last ones asked for come first
				copy(d.lists[1:i+1], d.lists[:i])
				d.lists[0] = k
			}
			return k.at
		}
	}
	k := known{bytes: slices.Clone(want), at: d.index(want)}
	if len(d.lists) == knownLists {
		d.pool.give(d.lists[knownLists-1].at)
		d.lists = d.lists[:knownLists-1]
	}
	d.lists = slices.Insert(d.lists, 0, k)
	return k.at
}
