package page

import (
	"bytes"
	"fmt"
	"io"
)

// SelfContained is how many documents a page has in itself. Of an evaluation with more, the first of them are in the page, so
// that it opens at once and shows something where it is alone, and all others beside it.
const SelfContained = 20_000

// Sizes of what lies beside a page.
const (
	firstInside  = 2_000   // documents that are in the page all the same
	besideSize   = 4 << 20 // of a file
	besideBudget = 1 << 30 // of all of them
)

// Folder is where files lie that are beside a page.
const Folder = "report"

// besideName is the name of a file, by its number.
func besideName(n int) string { return fmt.Sprintf("%s/%03d.js", Folder, n) }

// beside reports whether there are files beside the page.
func (r *Run) beside() bool { return r.Beside != nil && r.Found.Documents > SelfContained }

// beside packs pieces into scripts, which are what a page that was opened from a disk can open. Each line of a script gives
// the page a piece. Headlines and scores, which a page needs for all documents to find and to order them, are in other
// files than articles, of which it needs a few.
type beside struct {
	write        func(name string, write func(io.Writer) error) error
	index, texts bytes.Buffer
	open         [2]besideFile // what is in the buffers
	files        []besideFile
	n            int // bytes that were written
}

// A besideFile is what a file has: the articles of some documents, or else their headlines and scores.
type besideFile struct {
	Text  bool `json:"text,omitempty"`
	First int  `json:"first"`
	Count int  `json:"count"`
}

// lineStart begins a line of a file.
const lineStart = `hedPiece(`

func (b *beside) put(kind string, first, count int, pack func(io.Writer) error) error {
	buffer, at := &b.index, &b.open[0]
	if kind == "text" {
		buffer, at = &b.texts, &b.open[1]
		at.Text = true
	}
	if buffer.Len() == 0 {
		at.First, at.Count = first, 0
	}
	fmt.Fprintf(buffer, "%s%q,%d,%d,\"", lineStart, kind, first, count)
	if err := pack(buffer); err != nil {
		return err
	}
	buffer.WriteString("\");\n")
	at.Count = first + count - at.First
	if buffer.Len() < besideSize || kind == "index" { // its scores follow
		return nil
	}
	return b.flush(buffer, *at)
}

// flush writes a file.
func (b *beside) flush(buffer *bytes.Buffer, of besideFile) error {
	b.files = append(b.files, of)
	b.n += buffer.Len()
	err := b.write(besideName(len(b.files)), func(w io.Writer) error {
		_, err := w.Write(buffer.Bytes())
		return err
	})
	buffer.Reset()
	return err
}

// close writes what is left.
func (b *beside) close() error {
	for i, buffer := range []*bytes.Buffer{&b.index, &b.texts} {
		if buffer.Len() > 0 {
			if err := b.flush(buffer, b.open[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
