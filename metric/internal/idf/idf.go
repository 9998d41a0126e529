// Package idf weighs tokens by how few texts have them, as bert-score and MoverScore
// do. The two metrics share it; which texts count beside the references, and what
// special tokens weigh without it, is their own.
package idf

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"

	"hed/neural/tokenizer"
)

// A Table is how many of some texts have a token. The tokens of another text weigh
//
//	ln((texts + 1) / (texts that have it + 1))
//
// so that a token of all of them, as special ones are, weighs nothing, and one of none
// weighs most. The zero value is of no texts.
type Table struct {
	texts  int
	counts map[int32]int
	last   map[int32]int // the text that a token was counted for last
}

// Add counts a text.
func (t *Table) Add(e *tokenizer.Encoding) {
	if t.counts == nil {
		t.counts = map[int32]int{}
	}
	if t.last == nil { // also of a table that was loaded
		t.last = map[int32]int{}
	}
	t.texts++
	for _, id := range e.IDs {
		if t.last[id] != t.texts {
			t.last[id] = t.texts
			t.counts[id]++
		}
	}
}

// Texts is how many were counted.
func (t *Table) Texts() int { return t.texts }

// Weight is what a token weighs, at least 0.
func (t *Table) Weight(id int32) float64 {
	return math.Log(float64(t.texts+1) / float64(t.counts[id]+1))
}

// hash tells tables apart in signatures.
func (t *Table) hash() string {
	h := sha256.New()
	fmt.Fprintln(h, t.texts)
	for _, id := range slices.Sorted(maps.Keys(t.counts)) {
		fmt.Fprintln(h, id, t.counts[id])
	}
	return hex.EncodeToString(h.Sum(nil)[:4])
}
