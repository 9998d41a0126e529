package tokenizer

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// precompiled is the normalisation table of a SentencePiece model: a double
// array (Aoe's, in the layout of the Darts-clone library) from strings to
// offsets into a text of replacements that end in a zero byte.
type precompiled struct {
	units        []uint32
	replacements string
}

func newPrecompiled(encoded string) (*precompiled, error) {
	data, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return nil, err
	}
	if len(data) < 4 {
		return nil, errors.New("precompiled_charsmap is too short")
	}
	size := binary.LittleEndian.Uint32(data)
	data = data[4:]
	if uint64(size) > uint64(len(data)) || size < 4 {
		return nil, errors.New("precompiled_charsmap has a trie that is longer than itself, or none")
	}
	p := &precompiled{units: make([]uint32, size/4), replacements: string(data[size/4*4:])}
	for i := range p.units {
		p.units[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	if !utf8.ValidString(p.replacements) {
		return nil, errors.New("precompiled_charsmap has replacements that are not UTF-8")
	}
	return p, nil
}

// lookup returns the replacement of the shortest entry that b starts with.
func (p *precompiled) lookup(b []byte) (string, bool) {
	offset := func(u uint32) uint32 { return u >> 10 << (u & (1 << 9) >> 6) }
	at := offset(p.units[0])
	for _, c := range b {
		if c == 0 {
			break
		}
		at ^= uint32(c)
		if int64(at) >= int64(len(p.units)) {
			return "", false
		}
		u := p.units[at]
		if u&(1<<31|0xff) != uint32(c) {
			return "", false
		}
		at ^= offset(u)
		if u>>8&1 == 0 {
			continue
		}
		if int64(at) >= int64(len(p.units)) {
			return "", false
		}
		start := int(p.units[at] & (1<<31 - 1))
		if start > len(p.replacements) || start < len(p.replacements) && !utf8.RuneStart(p.replacements[start]) {
			return "", false
		}
		s := p.replacements[start:]
		if end := strings.IndexByte(s, 0); end >= 0 {
			s = s[:end]
		}
		return s, true
	}
	return "", false
}

// apply replaces whole graphemes of less than six bytes, else characters. The
// table matches by prefix, so that a short grapheme may lose its marks: so
// does the library, and so it must be here.
func (p *precompiled) apply(w *Worker, dst *aligned, src aligned) {
	w.changes = w.changes[:0]
	modified := false
	replace := func(old []byte) bool {
		s, ok := p.lookup(old)
		if !ok {
			return false
		}
		modified = true
		before := utf8.RuneCount(old)
		for _, r := range s {
			by := 0
			if before--; before < 0 {
				by = 1
			}
			w.changes = append(w.changes, change{r, by})
		}
		// What is swallowed is charged to the last character, even to one
		// that a grapheme before this left.
		if n := len(w.changes); before > 0 && n > 0 {
			w.changes[n-1].by -= before
		}
		return true
	}
	for g := graphemes.FromBytes(src.b); g.Next() && len(w.changes) <= w.most; {
		b := g.Value()
		if len(b) < 6 && replace(b) {
			continue
		}
		for i := 0; i < len(b); {
			r, n := utf8.DecodeRune(b[i:])
			if !replace(b[i : i+n]) {
				w.changes = append(w.changes, change{r, 0})
			}
			i += n
		}
	}
	if modified {
		dst.transform(src, w.changes, 0)
	} else {
		dst.append(src)
	}
}
