package derive

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
)

// Test reports whether an article is in the fifth of all articles that the
// weights of hed never learnt from, on which they are measured. It goes by
// the text alone, blanks apart: the first eight bytes of its SHA-256, as a
// number, leave no remainder by 5. So an article that comes twice is on one
// side, and so it is in every corpus.
func Test(article string) bool { return fingerprint(article)%5 == 0 }

// folds is how many parts the questions have while training.
const folds = 5

// fold is the part that an article is in. It has nothing to do with Test.
func fold(article string) int { return int(fingerprint(article) / 5 % folds) }

func fingerprint(article string) uint64 {
	h := sha256.Sum256([]byte(strings.Join(strings.Fields(article), " ")))
	return binary.BigEndian.Uint64(h[:])
}
