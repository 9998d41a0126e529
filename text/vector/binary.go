package vector

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"hed/corpus"
)

// ReadBinary reads what WriteBinary writes, from a stream that messages call name.
func ReadBinary(r io.Reader, name string) (*Table, error) { return readBinary(r, name, -1) }

// readBinary reads what word2vec writes with -binary 1: a header, then for each
// word its letters, a blank and the values. word2vec.c ends each with a new
// line, gensim does not.
func readBinary(in io.Reader, name string, size int64) (*Table, error) {
	wrong := func(format string, args ...any) error {
		return &corpus.SyntaxError{File: name, Msg: fmt.Sprintf(format, args...)}
	}
	r := bufio.NewReaderSize(in, blockSize)
	line, err := r.ReadSlice('\n')
	rows, dim, ok := header(line)
	if err != nil || !ok {
		return nil, wrong("no header; expected the numbers of words and of dimensions")
	}
	if dim < 1 || dim > maxDim {
		return nil, wrong("%d dimensions; expected 1 to %d", dim, maxDim)
	}
	room := 0
	if size >= 0 { // whatever the header says
		room = int(min(int64(rows), size/int64(4*dim)+1))
	}
	b := newBuilder(dim, room)
	raw, row := make([]byte, 4*dim), make([]float32, dim)
	var word []byte
	for n := range rows {
		word, err = readWord(r)
		if err == nil {
			_, err = io.ReadFull(r, raw)
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil, wrong("the file ends inside word %d; its header announces %d", n+1, rows)
		} else if err != nil {
			return nil, fmt.Errorf("read %s: word %d: %w", name, n+1, err)
		}
		for i := range row {
			row[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
			if !finite(row[i]) {
				return nil, wrong("value %d of word %d, %.40q, is %v; expected a finite number", i+1, n+1, word, row[i])
			}
		}
		if err := b.add(word, row); err != nil {
			return nil, wrong("word %d: %v", n+1, err)
		}
	}
	if rest, _ := io.ReadAll(io.LimitReader(r, 2)); len(bytes.Trim(rest, "\n")) > 0 {
		return nil, wrong("more than the %d words that its header announces", rows)
	}
	t, err := b.finish()
	if err != nil {
		return nil, wrong("%v", err)
	}
	return t, nil
}

func readWord(r *bufio.Reader) ([]byte, error) {
	word, err := r.ReadSlice(' ')
	if err == bufio.ErrBufferFull {
		return nil, errors.New("a word without an end; expected a blank behind it")
	}
	if err != nil {
		return nil, err
	}
	word = bytes.TrimLeft(word[:len(word)-1], "\n")
	return bytes.Clone(word), nil // reading on writes over it
}
