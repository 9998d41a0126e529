package fluency

import (
	"crypto/sha256"
	"slices"
)

// Head is the length of what stands before the body of a state.
const Head = len(magic) + sha256.Size

// Sign makes a state of any body, so that fuzzing gets behind the hash.
func Sign(body []byte) []byte {
	sum := sha256.Sum256(body)
	return slices.Concat([]byte(magic), sum[:], body)
}

// Fold is the part that a document is in.
var Fold = fold
