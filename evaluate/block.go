package evaluate

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"hed/corpus"
	"hed/generate"
)

// An answer to an engine is a block: its length as 8 bytes, the highest first, and then what lines of Wire say, but for rows. A row
// has all values of a document as they are in memory, since decimals cost both sides more than the metrics that are fast:
//
//	'r', the length of the id, the id, the number of values, each value as 8 bytes with the lowest first
//
// Where metrics are to learn, rows have no values, and some documents are followed by what an Extractor made of them:
//
//	'x', the length of its name, the name, the number of bytes, the bytes, which begin with the number of documents
//
// All numbers are varints. All other lines begin with '{'.

const (
	blockRow     = 'r'
	blockExtract = 'x'
)

// appendBlockRow appends the row of a document.
func appendBlockRow(dst []byte, id string, values []float64) []byte {
	dst = appendText(append(dst, blockRow), id)
	dst = binary.AppendUvarint(dst, uint64(len(values)))
	for _, v := range values {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

// appendExtract appends what an extractor made of so many documents.
func appendExtract(dst []byte, name string, docs int, data []byte) []byte {
	dst = appendText(append(dst, blockExtract), name)
	head := binary.AppendUvarint(nil, uint64(docs))
	dst = append(binary.AppendUvarint(dst, uint64(len(head)+len(data))), head...)
	return append(dst, data...)
}

var errCut = errors.New("the answer of the engine is cut off")

// cutRow takes a row off an answer that begins with one.
func cutRow(answer []byte) (id, values, rest []byte, err error) { return cutNamed(answer, 8) }

// readExtract says whose a record is that an extractor made, and of how many documents.
func readExtract(record []byte) (name string, docs int, data []byte, err error) {
	of, data, _, err := cutNamed(record, 1)
	if err != nil {
		return "", 0, nil, err
	}
	n, head := binary.Uvarint(data)
	if head <= 0 || n > math.MaxInt32 {
		return "", 0, nil, errCut
	}
	return string(of), int(n), data[head:], nil
}

// cutNamed takes off a name and what comes after it, a number of things of some size.
func cutNamed(answer []byte, size uint64) (name, data, rest []byte, err error) {
	field := func(size uint64) (data []byte) {
		n, read := binary.Uvarint(rest)
		if read <= 0 || n > uint64(len(rest)-read)/size {
			err = errCut
			return nil
		}
		data, rest = rest[read:read+int(n*size)], rest[read+int(n*size):]
		return data
	}
	rest = answer[1:]
	if name = field(1); err == nil {
		data = field(size)
	}
	return name, data, rest, err
}

// cutRecord takes a row, an extract or a line off an answer.
func cutRecord(answer []byte) (record, rest []byte, err error) {
	switch answer[0] {
	case blockRow:
		_, _, rest, err = cutRow(answer)
	case blockExtract:
		_, _, rest, err = cutNamed(answer, 1)
	default:
		end := bytes.IndexByte(answer, '\n')
		if end < 0 {
			err = errCut
		}
		rest = answer[end+1:]
	}
	return answer[:len(answer)-len(rest)], rest, err
}

// records are the rows, extracts and lines of an answer, as far as it is whole.
func records(answer []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(answer) > 0 {
			record, rest, err := cutRecord(answer)
			if err != nil || !yield(record) {
				return
			}
			answer = rest
		}
	}
}

// recordID is the id of the document that a record is of.
func recordID(record []byte) (string, error) {
	if record[0] == blockRow {
		id, _, _, err := cutRow(record)
		return string(id), err
	}
	var of struct {
		ID       string `json:"id"`
		Document string `json:"document"` // of a failure
	}
	if err := json.Unmarshal(record, &of); err != nil || of.ID+of.Document == "" {
		return "", fmt.Errorf("the engine answered %.200s", record)
	}
	return of.ID + of.Document, nil
}

// readBlock takes an answer apart: values of the cases, which get the headlines of generators,
// and failures by the places of their cases. What is missing, or of something else, is
// an error: an answer is whole or of no use.
func readBlock(answer []byte, cases []*corpus.Case, generators []generate.Named, form rowForm, values []float64) (failures []located, err error) {
	width := len(values) / len(cases)
	for i, c := range cases {
		failed := func(f Failure) { failures = append(failures, located{i, f}) }
		if answer, err = readCase(answer, c, generators, failed, form, values[i*width:(i+1)*width]); err != nil {
			return nil, fmt.Errorf("score document %s: %w", c.Doc.ID, err)
		}
	}
	if len(answer) > 0 {
		return nil, fmt.Errorf("the engine answered more than it was asked: %.200q", answer)
	}
	return failures, nil
}

func readCase(answer []byte, c *corpus.Case, generators []generate.Named, failed func(Failure), form rowForm, values []float64) (rest []byte, err error) {
	for systems := len(c.Outputs) + len(generators); ; answer = rest {
		if len(answer) == 0 {
			return nil, errors.New("the engine did not answer it")
		}
		var line []byte
		if line, rest, err = cutRecord(answer); err != nil {
			return nil, err
		}
		var other struct {
			Failure
			Error    string  `json:"error"`
			Headline *string `json:"headline"`
		}
		switch {
		case line[0] == blockRow && len(c.Outputs) == systems:
			return rest, form.readRow(line, c.Doc.ID, values)
		case json.Unmarshal(line, &other) != nil:
			return nil, fmt.Errorf("the engine answered %.200q", line)
		case other.Headline != nil && len(c.Outputs) < systems:
			c.Outputs = append(c.Outputs, corpus.Output{System: other.System, Doc: c.Doc.ID, Text: *other.Headline, Reason: other.Reason})
		case other.Error != "":
			return nil, fmt.Errorf("the engine refuses it: %s", other.Error)
		case other.Metric != "" && other.Document == c.Doc.ID:
			failed(other.Failure)
		default:
			return nil, fmt.Errorf("the engine answered %.200s", line)
		}
	}
}

// A rowForm says where the values that workers give of a headline are among all of it.
type rowForm struct {
	all   int
	given []int // nil where they give all
}

// form is that of rows of workers, which know nothing of metrics that were left out.
func (s *Scorer) form() rowForm {
	f := rowForm{all: s.all}
	if len(s.Unfit) == 0 {
		return f
	}
	var counts []int
	column, count := 0, s.columns
	for _, p := range s.parts {
		for range p.columns {
			if !p.left {
				f.given = append(f.given, column)
			}
			column++
		}
		for range p.width - p.columns {
			if !p.left {
				counts = append(counts, count)
			}
			count++
		}
	}
	f.given = append(f.given, counts...)
	return f
}

// readRow reads the values of a document, which must be as many as are given. The others are absent.
func (f rowForm) readRow(row []byte, want string, values []float64) error {
	id, data, _, err := cutRow(row)
	given := len(values)
	if f.given != nil {
		given = len(values) / f.all * len(f.given)
	}
	switch {
	case err != nil:
		return err
	case string(id) != want:
		return fmt.Errorf("the engine answered document %s", id)
	case len(data) != 8*given:
		return fmt.Errorf("the engine answered %d values in place of %d", len(data)/8, given)
	}
	if f.given != nil {
		absent(values)
	}
	for i := range given {
		at := i
		if n := len(f.given); n > 0 {
			at = i/n*f.all + f.given[i%n]
		}
		values[at] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return nil
}

// A reply writes what a worker answers: lines at once, blocks when they are complete.
type reply struct {
	out    io.Writer
	blocks bool
	data   []byte // behind room for the length, in a block
}

const blockHead = 8

func newReply(out io.Writer, blocks bool) *reply {
	r := &reply{out: out, blocks: blocks}
	r.clear()
	return r
}

func (r *reply) clear() {
	r.data = r.data[:0]
	if r.blocks {
		r.data = append(r.data, make([]byte, blockHead)...)
	}
}

// flush writes the lines so far.
func (r *reply) flush() error {
	if r.blocks || len(r.data) == 0 {
		return nil
	}
	_, err := r.out.Write(r.data)
	r.clear()
	return err
}

// close writes what nobody has asked for by an empty line.
func (r *reply) close() error {
	if r.blocks && len(r.data) > blockHead {
		return r.end()
	}
	return nil
}

// end ends an answer.
func (r *reply) end() error {
	if !r.blocks {
		r.data = append(r.data, '\n')
		return r.flush()
	}
	binary.BigEndian.PutUint64(r.data, uint64(len(r.data)-blockHead))
	_, err := r.out.Write(r.data)
	r.clear()
	return err
}
