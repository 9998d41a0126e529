package token

import (
	"encoding/binary"
	"math/bits"
)

// scanASCII finds the runs of ASCII letters and digits of s. It appends s in
// lower case to text, where letters outside ASCII stay as they are, and to
// bounds where each run begins and ends in text. It reports whether all of s
// is ASCII.
//
// Note: eight bytes are looked at together, as one word, and sixty-four of
// them become a set of bits, whose changes are the bounds. A loop over
// bytes takes twice as long, most of it for wrong guesses of where words
// end.
func scanASCII(text []byte, bounds []int, s string) (_ []byte, _ []int, ascii bool) {
	first := len(text)
	text = append(text, s...)
	end := len(text)
	text = append(text, 0, 0, 0, 0, 0, 0, 0, 0) // fill the last word, and end the last run
	var odd, before uint64
	for at := first; at <= end; at += 64 {
		var in uint64 // bit i: byte i is part of a run
		for i := 0; i < 64 && at+i <= end; i += 8 {
			word := text[at+i : at+i+8]
			w := binary.LittleEndian.Uint64(word)
			letters, digits, other := classes(w)
			binary.LittleEndian.PutUint64(word, w|letters>>2) // 'A' + 0x20 is 'a'
			odd |= other
			in |= gather(letters|digits) << i
		}
		for change := in ^ (in<<1 | before); change != 0; change &= change - 1 {
			bounds = append(bounds, at+bits.TrailingZeros64(change))
		}
		before = in >> 63
	}
	return text[:end], bounds, odd == 0
}

const (
	tops = 0x8080808080808080 // the highest bit of each byte
	ones = 0x0101010101010101
)

// classes returns the bytes of w that are ASCII letters, ASCII digits and
// not ASCII, each by its highest bit.
func classes(w uint64) (letters, digits, other uint64) {
	other = w & tops
	low := w &^ tops
	// No sum of two bytes below 0x80 carries into the next.
	fold := low | 0x20*ones
	letters = (fold + (0x80-'a')*ones) &^ (fold + (0x80-'z'-1)*ones) & tops &^ other
	digits = (low + (0x80-'0')*ones) &^ (low + (0x80-'9'-1)*ones) & tops &^ other
	return letters, digits, other
}

// gather moves the highest bits of the eight bytes into one byte.
func gather(w uint64) uint64 { return w >> 7 * 0x0102040810204080 >> 56 }
