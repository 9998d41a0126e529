package train

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"unsafe"

	"hed/internal/mapped"
	"hed/internal/whole"
)

// A Pair is an article and its headline, or any two texts of which the second is learnt from the first, in numbers of words
// or tokens.
type Pair struct {
	Article, Headline []int32
}

// Pairs are in a file that is mapped into memory, so that a corpus
// of any size can be learnt from. The file is: for each pair, the words of the article and of the headline; then where each
// pair begins, where its headline does, and the end; then how many pairs there are. All are 32 bits of the processor's
// order, the places 64: the file does not leave the machine.
type Pairs struct {
	words  []int32
	places []uint64 // two for each, and the end
	unmap  func() error
}

// A pairWriter writes the file.
type pairWriter struct {
	name   string
	file   *whole.File
	out    *bufio.Writer
	places []uint64
	at     uint64
}

func createPairs(file string) (*pairWriter, error) {
	f, err := whole.Create(file)
	if err != nil {
		return nil, whole.Failed(pairsWhat, file, err)
	}
	return &pairWriter{name: file, file: f, out: bufio.NewWriterSize(f, 1<<16)}, nil
}

func (w *pairWriter) add(article, headline []int32) error {
	for _, list := range [][]int32{article, headline} {
		w.places = append(w.places, w.at)
		w.at += uint64(len(list))
		if err := binary.Write(w.out, binary.NativeEndian, list); err != nil {
			return whole.Failed(pairsWhat, w.name, err)
		}
	}
	return nil
}

// pairsWhat is what messages call the file.
const pairsWhat = "what is learnt from to"

// close completes the file.
func (w *pairWriter) close() error {
	if err := w.complete(); err != nil {
		return whole.Failed(pairsWhat, w.name, err)
	}
	return nil
}

func (w *pairWriter) complete() error {
	if w.at%2 == 1 { // so that places are aligned
		if err := binary.Write(w.out, binary.NativeEndian, int32(0)); err != nil {
			return err
		}
	}
	tail := append(w.places, w.at, uint64(len(w.places)/2))
	if err := binary.Write(w.out, binary.NativeEndian, tail); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	return w.file.Commit()
}

func openPairs(file string) (*Pairs, error) {
	data, unmap, err := mapped.Open(file)
	if err != nil {
		return nil, err
	}
	p := &Pairs{unmap: unmap}
	damaged := func() (*Pairs, error) {
		unmap()
		return nil, fmt.Errorf("%s: %w", file, io.ErrUnexpectedEOF)
	}
	if len(data) < 16 || len(data)%8 != 0 {
		return damaged()
	}
	n := binary.NativeEndian.Uint64(data[len(data)-8:])
	if n > uint64(len(data))/16 {
		return damaged()
	}
	tail := 8 * (2*int(n) + 2)
	if tail > len(data) {
		return damaged()
	}
	head := data[:len(data)-tail]
	p.places = unsafe.Slice((*uint64)(unsafe.Pointer(&data[len(head)])), 2*n+1)
	if len(head) > 0 {
		p.words = unsafe.Slice((*int32)(unsafe.Pointer(&head[0])), len(head)/4)
	}
	if end := p.places[2*n]; end > uint64(len(p.words)) {
		return damaged()
	}
	return p, nil
}

// Len is how many there are.
func (p *Pairs) Len() int { return len(p.places) / 2 }

// All are the numbers of all.
func (p *Pairs) All() []int {
	all := make([]int, p.Len())
	for i := range all {
		all[i] = i
	}
	return all
}

// At is pair i, which is not to be changed nor used after Close.
func (p *Pairs) At(i int) Pair {
	a, h, end := p.places[2*i], p.places[2*i+1], p.places[2*i+2]
	return Pair{Article: p.words[a:h], Headline: p.words[h:end]}
}

// Size orders pairs so that those of one batch are alike: by the length of the headline, then of the article.
func (p *Pairs) Size(i int) int {
	x := p.At(i)
	return len(x.Headline)<<32 | len(x.Article)
}

// Close lets go of the file.
func (p *Pairs) Close() error { return p.unmap() }
