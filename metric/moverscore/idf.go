package moverscore

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"

	"hed/neural/tokenizer"
)

// An idf weighs tokens by how many texts have them:
//
//	weight = ln((texts + 1) / (texts that have it + 1))
//
// so that a token of all of them, as special ones are, weighs nothing. A nil one
// weighs all tokens the same.
type idf struct {
	Texts  int           `json:"texts"`
	Counts map[int32]int `json:"counts"`

	last map[int32]int // the text that a token was counted for last
}

func newIDF() *idf { return &idf{Counts: map[int32]int{}, last: map[int32]int{}} }

// add counts a text.
func (f *idf) add(e *tokenizer.Encoding) {
	f.Texts++
	for _, id := range e.IDs {
		if f.last[id] != f.Texts {
			f.last[id] = f.Texts
			f.Counts[id]++
		}
	}
}

// weight is rounded as the program rounds it.
func (f *idf) weight(id int32) float64 {
	if f == nil {
		return 1
	}
	return float64(float32(math.Log(float64(f.Texts+1) / float64(f.Counts[id]+1))))
}

// hash tells weights apart in signatures.
func (f *idf) hash() string {
	h := sha256.New()
	fmt.Fprintln(h, f.Texts)
	for _, id := range slices.Sorted(maps.Keys(f.Counts)) {
		fmt.Fprintln(h, id, f.Counts[id])
	}
	return hex.EncodeToString(h.Sum(nil)[:4])
}

// weights are what tokens weigh: those of references, and those of each system's
// headlines. The zero value weighs all the same.
type weights struct {
	references *idf
	systems    []*idf
}

func (w weights) system(i int) *idf {
	if w.systems == nil {
		return nil
	}
	return w.systems[i]
}
