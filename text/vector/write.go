package vector

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteText writes the table as word2vec does, in text that reads back to
// the same numbers.
func (t *Table) WriteText(w io.Writer) error {
	return t.write(w, func(line []byte, row []float32) []byte {
		for i, v := range row {
			if i > 0 {
				line = append(line, ' ')
			}
			line = strconv.AppendFloat(line, float64(v), 'g', -1, 32)
		}
		return append(line, '\n')
	})
}

// WriteBinary writes the table as word2vec does with -binary 1.
func (t *Table) WriteBinary(w io.Writer) error {
	return t.write(w, func(line []byte, row []float32) []byte {
		return append(append(line, littleEndian(row)...), '\n')
	})
}

func (t *Table) write(w io.Writer, values func([]byte, []float32) []byte) error {
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(b, "%d %d\n", t.Len(), t.dim)
	var line []byte
	for row := range t.Len() {
		word := t.Word(row)
		if strings.ContainsAny(word, " \t\r\n") {
			return fmt.Errorf("write word vectors: the word %q has a blank in it, which the format cannot say", word)
		}
		line = append(append(line[:0], word...), ' ')
		if _, err := b.Write(values(line, t.Row(row))); err != nil {
			return err
		}
	}
	return b.Flush()
}
