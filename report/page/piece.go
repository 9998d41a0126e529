package page

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/gzip"
)

// Sizes of what lies in the page. In Chromium on two shared cores, 20,000
// documents of 3 KB by eight systems in 18 columns make a page of 60 MB that
// paints in 0.1 s and can be sorted and searched after 1.1 s. An article opens in about 10 ms.
const (
	textSize  = 512 << 10 // of the articles of a piece, as JSON
	indexSize = 1 << 20   // of the headlines and scores of a piece
	budget    = 128 << 20 // of all pieces, as they stand in the file
)

// pieces packs examples into script elements that are not scripts: JSON or
// numbers, gzipped, in base64. No text of a corpus can end the element, and the
// browser does not look inside until our module asks.
//
// There are three kinds. "index" has for each document its id, source,
// date, references and headlines, and the marks on their numbers if there are
// any; "scores" the values of the same documents by system, column and document,
// as 32-bit floats, which is more digits than anybody is shown; "text" the articles.
type pieces struct {
	out              *counter
	beside           *beside // nil where all are in the page
	zip              *gzip.Writer
	systems, columns int

	count       int // of examples so far
	index, text array
	scores      []float32 // by document, system and column
}

// An array is JSON under way, and which documents it is of.
type array struct {
	json  bytes.Buffer
	first int
	count int
}

func newPieces(w *bufio.Writer, run *Run) *pieces {
	zip, err := gzip.NewWriterLevel(nil, 3) // on English text 1.6 times as quick as 6, and 5% larger
	if err != nil {
		panic("page: " + err.Error()) // the level is a constant
	}
	p := &pieces{out: &counter{w: w}, zip: zip, systems: len(run.Found.Systems), columns: len(run.Found.Columns)}
	if run.beside() {
		p.beside = &beside{write: run.Beside}
	}
	return p
}

// full reports whether the page and what is beside it should not become larger.
func (p *pieces) full() bool {
	if p.beside != nil {
		return p.out.n+p.beside.n >= besideBudget
	}
	return p.out.n >= budget
}

// add packs an example, and writes pieces that are large enough.
func (p *pieces) add(ex *Example) error {
	if len(ex.Headlines) != p.systems || len(ex.Scores) != p.systems {
		return fmt.Errorf("document %q has %d headlines and scores of %d for %d systems", ex.ID, len(ex.Headlines), len(ex.Scores), p.systems)
	}
	for _, row := range ex.Scores {
		if len(row) != p.columns {
			return fmt.Errorf("document %q has %d scores for %d columns", ex.ID, len(row), p.columns)
		}
		for _, v := range row {
			p.scores = append(p.scores, float32(v))
		}
	}
	row := []any{ex.ID, ex.Source, ex.Date, list(ex.References), list(ex.Headlines)}
	if all := marks(ex); all != nil {
		row = append(row, all)
	}
	p.index.add(row, p.count)
	p.text.add(ex.Article, p.count)
	p.count++
	first := p.beside != nil && p.count == firstInside // what comes now lies elsewhere
	if p.text.json.Len() >= textSize || first {
		if err := p.flushText(); err != nil {
			return err
		}
	}
	if p.index.json.Len()+4*len(p.scores) >= indexSize || first {
		return p.flushIndex()
	}
	return nil
}

// add appends the entry of the document with that number.
func (a *array) add(v any, at int) {
	b, err := json.Marshal(v)
	if err != nil {
		panic("page: " + err.Error()) // strings always marshal
	}
	if a.count == 0 {
		a.first = at
		a.json.WriteByte('[')
	} else {
		a.json.WriteByte(',')
	}
	a.json.Write(b)
	a.count++
}

func (p *pieces) flushText() error { return p.flush("text", &p.text) }

// flushIndex writes the index and, of the same documents, the scores.
func (p *pieces) flushIndex() error {
	first, count := p.index.first, p.index.count
	if err := p.flush("index", &p.index); err != nil {
		return err
	}
	// By column, values resemble each other and a reader needs one column.
	raw := make([]byte, 0, 4*len(p.scores))
	width := p.systems * p.columns
	for cell := range width {
		for doc := range count {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(p.scores[doc*width+cell]))
		}
	}
	p.scores = p.scores[:0]
	return p.put("scores", first, count, raw)
}

// flush writes an array and begins another.
func (p *pieces) flush(kind string, a *array) error {
	a.json.WriteByte(']')
	err := p.put(kind, a.first, a.count, a.json.Bytes())
	a.json.Reset()
	a.count = 0
	return err
}

// put writes a piece: its kind, its documents, and its bytes gzipped in base64.
func (p *pieces) put(kind string, first, count int, raw []byte) error {
	if p.beside != nil && first >= firstInside {
		return p.beside.put(kind, first, count, func(w io.Writer) error { return p.pack(w, raw) })
	}
	if _, err := fmt.Fprintf(p.out, "<script type=\"text/plain\" data-piece=%q data-first=\"%d\" data-count=\"%d\">", kind, first, count); err != nil {
		return err
	}
	if err := p.pack(p.out, raw); err != nil {
		return err
	}
	_, err := fmt.Fprint(p.out, "</script>\n")
	return err
}

// pack writes bytes gzipped in base64.
func (p *pieces) pack(w io.Writer, raw []byte) error {
	text := base64.NewEncoder(base64.StdEncoding, w)
	p.zip.Reset(text)
	if _, err := p.zip.Write(raw); err != nil {
		return err
	}
	if err := p.zip.Close(); err != nil {
		return err
	}
	return text.Close()
}

// close writes what is left, and says how many documents there are, which
// nobody knew when the page began.
func (p *pieces) close() error {
	if p.text.count > 0 {
		if err := p.flushText(); err != nil {
			return err
		}
	}
	if p.index.count > 0 {
		if err := p.flushIndex(); err != nil {
			return err
		}
	}
	last := end{Documents: p.count}
	if p.beside != nil {
		if err := p.beside.close(); err != nil {
			return err
		}
		last.Beside = p.beside.files
	}
	text, err := json.Marshal(last)
	if err == nil {
		_, err = fmt.Fprintf(p.out, "%s%s</script>\n", endLine, text)
	}
	return err
}

// An end is the last thing in a page.
type end struct {
	Documents int          `json:"documents"`
	Beside    []besideFile `json:"beside,omitempty"` // in the order of their numbers, from 1 on
}

// A counter knows how much went through it.
type counter struct {
	w *bufio.Writer
	n int
}

func (c *counter) Write(b []byte) (int, error) {
	c.n += len(b)
	return c.w.Write(b)
}
