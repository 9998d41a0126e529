package evaluate

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"

	"hed/corpus"
)

// A corpus that is read in parts, some of them perhaps by other machines, has no bytes that one could sum. Its sum is that of the
// documents: SHA-256 over those of every document, in their order. A document's is over all of it that scores and
// the page depend on, each text with its length before it, so that it does not matter in which format and by whom the document was read.

// appendDigest appends the sum of a document, with the headlines of the first systems.
func appendDigest(dst []byte, c *corpus.Case, systems int) []byte {
	var b []byte
	text := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	d := c.Doc
	for _, s := range []string{d.ID, d.Dateline, d.Body, d.Source, d.Date, d.Lang} {
		text(s)
	}
	b = binary.AppendUvarint(b, uint64(len(d.References)))
	for _, r := range d.References {
		text(r)
	}
	for _, o := range c.Outputs[:systems] {
		text(o.System)
		text(o.Text)
	}
	sum := sha256.Sum256(b)
	return append(dst, sum[:]...)
}

// digests are those of documents so far.
type digests struct{ hash.Hash }

func newDigests() digests { return digests{sha256.New()} }

func (d digests) String() string { return hex.EncodeToString(d.Sum(nil)) }
