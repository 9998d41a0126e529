package derive

import (
	"hed/numeral"
	"hed/text/pos"
)

// kinds are what a choice is, as places: one for each value that a
// question about it may have.
func (v *view) kinds(c *candidate) []uint16 {
	s, r, b := &v.a.sources[c.a], &v.a.roles[c.a], v.b
	var ks []uint16
	base := 0
	add := func(value, size int) {
		ks = append(ks, uint16(base+min(max(value, 0), size-1)))
		base += size
	}
	add(int(c.way), int(ways))
	add(int(s.Kind), nKinds)
	add(int(s.Unit), nUnits)
	add(int(r.tagLeft), pos.Tags+1)
	add(int(r.tagRight), pos.Tags+1)
	add(int(b.unit), nUnits)
	add(int(b.kind), nKinds)
	add(int(v.role.tagLeft), pos.Tags+1)
	add(int(v.role.tagRight), pos.Tags+1)
	add(int(v.plural), 12)
	add(int(bucket(c)), nBuckets)
	add(charClass(b.before), nChars)
	add(charClass(b.after), nChars)
	return ks
}

const (
	nKinds   = int(numeral.Label) + 1
	nUnits   = int(numeral.Speed) + 1
	nBuckets = 120
	nChars   = 12
	// allKinds is the number of places.
	allKinds = int(ways) + 2*nKinds + 2*nUnits + 4*(pos.Tags+1) + 12 + nBuckets + 2*nChars
)

func charClass(c byte) int {
	switch c {
	case 0:
		return 0
	case ' ':
		return 1
	case '$':
		return 2
	case '\'':
		return 3
	case '-':
		return 4
	case ',':
		return 5
	case '%':
		return 6
	case '.':
		return 7
	case ':':
		return 8
	case '?':
		return 9
	}
	if isLetter(c) {
		return 10
	}
	return 11
}
