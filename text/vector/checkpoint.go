package vector

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path/filepath"

	"hed/internal/modelfile"
)

// CheckpointFile is what Train keeps in Training.Folder.
const CheckpointFile = "vectors.checkpoint"

// identity names what vectors depend on: the texts, and how they are learnt.
func (t *trainer) identity() []byte {
	o := &t.opt
	h := sha256.New()
	fmt.Fprintln(h, o.Seed, o.Dim, o.Window, o.Negative, o.MinCount, o.Epochs, o.Sample, o.Rate)
	fmt.Fprintf(h, "%q\n%d\n", t.voc.words, t.texts.ends)
	binary.Write(h, binary.LittleEndian, t.texts.all)
	return h.Sum(nil)
}

// save keeps the vectors as they are after so many epochs.
func (t *trainer) save(epochs int) error {
	if t.opt.Folder == "" {
		return nil
	}
	numbers := [][]byte{binary.LittleEndian.AppendUint64(nil, uint64(epochs))}
	for _, m := range t.rows {
		numbers = append(numbers, littleEndian(m.values))
	}
	return modelfile.Keep(filepath.Join(t.opt.Folder, CheckpointFile), t.identity(), numbers...)
}

// restore returns the number of epochs that are done.
func (t *trainer) restore() int {
	if t.opt.Folder == "" {
		return 0
	}
	numbers, ok := modelfile.Kept(filepath.Join(t.opt.Folder, CheckpointFile), t.identity())
	if !ok {
		return 0
	}
	r := bytes.NewReader(numbers[8:])
	for _, m := range t.rows {
		binary.Read(r, binary.LittleEndian, m.values) // there are as many: the identity has the words and dimensions
	}
	return int(binary.LittleEndian.Uint64(numbers))
}
