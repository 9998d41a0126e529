package token

import (
	"encoding/binary"
	"unsafe"
)

// lowerASCII returns s with the letters A to Z in lower case and all other
// bytes as they are, so that offsets stay. It allocates only if there is
// such a letter.
//
// Note: strings.ToLower would do for ASCII, but changes other letters too.
// Eight bytes at a time make this disappear from the profile of Google.
func lowerASCII(s string) string {
	b := unsafe.Slice(unsafe.StringData(s), len(s)) // read only
	i := 0                                          // the first capital, or up to 7 bytes before it
	for i+8 <= len(b) && capitals(binary.LittleEndian.Uint64(b[i:])) == 0 {
		i += 8
	}
	for i < len(b) && i+8 > len(b) && !isCapital(b[i]) {
		i++
	}
	if i == len(b) {
		return s
	}
	low := make([]byte, len(b))
	copy(low, b[:i])
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		binary.LittleEndian.PutUint64(low[i:], w|capitals(w)>>2)
	}
	for ; i < len(b); i++ {
		low[i] = b[i]
		if isCapital(b[i]) {
			low[i] |= 0x20
		}
	}
	return unsafe.String(unsafe.SliceData(low), len(low)) // nobody writes to it again
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// capitals returns a word with the high bit of each byte set that is a
// letter from A to Z in w.
func capitals(w uint64) uint64 {
	const ones = 0x0101010101010101
	const high = 0x80 * ones
	rest := w &^ high                  // additions do not carry to the next byte
	atLeastA := rest + (0x80-'A')*ones // high bit set from A
	aboveZ := rest + (0x80-'Z'-1)*ones // high bit set above Z
	return (atLeastA ^ aboveZ) &^ w & high
}
