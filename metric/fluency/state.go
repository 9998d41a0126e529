package fluency

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"slices"

	"hed/text/lang"
	"hed/text/ngram"
)

// A state is what was learnt.
type state struct{ scales map[part]scales }

// scores reports whether a document of the corpus has models.
func (s *state) scores(all []headlines) bool {
	for _, t := range all {
		if s.scales[part{t.lang, t.fold}].words != nil {
			return true
		}
	}
	return false
}

const magic = "hed fluency 1\n"

// encode writes the parts in order: language, fold, whether there are tags, and
// the models; a hash of it all comes first.
func (s *state) encode() []byte {
	body := s.body()
	sum := sha256.Sum256(body)
	return slices.Concat([]byte(magic), sum[:], body)
}

func (s *state) body() []byte {
	var b []byte
	parts := slices.SortedFunc(maps.Keys(s.scales), func(a, b part) int {
		return cmp.Or(cmp.Compare(a.lang, b.lang), cmp.Compare(a.fold, b.fold))
	})
	for _, p := range parts {
		sc := s.scales[p]
		kinds := []*scale{sc.words}
		if sc.tags != nil {
			kinds = append(kinds, sc.tags)
		}
		b = append(b, p.lang...)
		b = append(b, 0, byte(p.fold), byte(len(kinds)))
		for _, kind := range kinds {
			b, _ = kind.model.AppendBinary(b)
			b, _ = kind.unigrams.AppendBinary(b)
		}
	}
	return b
}

// digest is a short name of what was learnt.
func (s *state) digest() string {
	sum := sha256.Sum256(s.body())
	return hex.EncodeToString(sum[:4])
}

var errDamaged = errors.New("the language models are damaged")

func decode(data []byte) (*state, error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok || len(rest) < sha256.Size {
		return nil, errors.New("these are not language models of fluency, or they are from another version of hed")
	}
	if sum := sha256.Sum256(rest[sha256.Size:]); !bytes.Equal(sum[:], rest[:sha256.Size]) {
		return nil, errDamaged
	}
	return decodeBody(rest[sha256.Size:])
}

func decodeBody(rest []byte) (*state, error) {
	s := &state{scales: map[part]scales{}}
	for len(rest) > 0 {
		code, after, ok := bytes.Cut(rest, []byte{0})
		if !ok || len(after) < 2 || after[0] >= folds || after[1] < 1 || after[1] > 2 {
			return nil, errDamaged
		}
		p := part{string(code), int(after[0])}
		if _, err := lang.Get(p.lang); err != nil || s.scales[p].words != nil {
			return nil, errDamaged
		}
		var sc scales
		var err error
		rest = after[2:]
		if sc.words, rest, err = decodeScale(rest); err != nil {
			return nil, err
		}
		if after[1] == 2 {
			if sc.tags, rest, err = decodeScale(rest); err != nil {
				return nil, err
			}
		}
		s.scales[p] = sc
	}
	return s, nil
}

func decodeScale(data []byte) (s *scale, rest []byte, err error) {
	s = new(scale)
	if s.model, rest, err = ngram.Decode(data); err != nil {
		return nil, nil, err
	}
	if s.unigrams, rest, err = ngram.Decode(rest); err != nil {
		return nil, nil, err
	}
	if s.unigrams.Size() != s.model.Size() {
		return nil, nil, errDamaged
	}
	return s, rest, nil
}
