package modelfile

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"

	"hed/internal/whole"
)

// A checkpoint is what a part of a training came to, so that training which was
// stopped goes on after it: a seal, and behind it the numbers as the trainer
// writes them. The seal is the SHA-256 of the identity and the numbers. The
// identity names all that the numbers depend on, and is not in the file: whoever
// trains something else, or finds half a file, computes another seal.

// Keep writes a checkpoint. The numbers may come in several pieces.
func Keep(file string, identity []byte, numbers ...[]byte) error {
	return whole.Write(file, func(w io.Writer) error {
		for _, piece := range append([][]byte{seal(identity, numbers...)}, numbers...) {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		return nil
	})
}

// Kept returns the numbers of a checkpoint. ok is false where there is no file, or
// one of another training or that is damaged: all of them count as nothing, since
// the part can be learnt again.
func Kept(file string, identity []byte) (numbers []byte, ok bool) {
	data, err := os.ReadFile(file)
	if err != nil || len(data) < sha256.Size {
		return nil, false
	}
	numbers = data[sha256.Size:]
	return numbers, bytes.Equal(data[:sha256.Size], seal(identity, numbers))
}

func seal(identity []byte, numbers ...[]byte) []byte {
	h := sha256.New()
	h.Write(identity)
	for _, piece := range numbers {
		h.Write(piece)
	}
	return h.Sum(nil)
}
