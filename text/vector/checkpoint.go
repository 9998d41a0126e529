package vector

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"hed/internal/whole"
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
	return whole.Write(filepath.Join(t.opt.Folder, CheckpointFile), func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 1<<16)
		b.Write(t.identity())
		binary.Write(b, binary.LittleEndian, int64(epochs))
		for _, m := range t.rows {
			for i := range t.voc.words {
				b.Write(littleEndian(m.row(i)))
			}
		}
		return b.Flush()
	})
}

// restore returns the number of epochs that are done. What is not of this
// training, or not whole, counts as nothing.
func (t *trainer) restore() int {
	if t.opt.Folder == "" {
		return 0
	}
	identity := t.identity()
	data, err := os.ReadFile(filepath.Join(t.opt.Folder, CheckpointFile))
	size := len(identity) + 8
	for _, m := range t.rows {
		size += 4 * len(m.values)
	}
	if err != nil || len(data) != size || !bytes.HasPrefix(data, identity) {
		return 0
	}
	data = data[len(identity):]
	epochs := int(binary.LittleEndian.Uint64(data))
	r := bytes.NewReader(data[8:])
	for _, m := range t.rows {
		binary.Read(r, binary.LittleEndian, m.values) // the size is right
	}
	return epochs
}
