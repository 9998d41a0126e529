package page

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
)

var (
	runLine   = []byte(`<script type="application/json" id="run">`)
	endLine   = []byte(`<script type="application/json" id="end">`)
	pieceLine = regexp.MustCompile(`^(?:<script type="text/plain" data-piece="(index|text)" data-first="(\d+)" data-count="(\d+)">|hedPiece\("(index|text)",(\d+),(\d+),")`)
	lineEnd   = []byte("</script>")
	callEnd   = []byte(`");`)
)

// errNoPage is what is not a page of Write.
var errNoPage = errors.New("it does not have the headlines where they are in a page that hed wrote")

// A Reader reads the documents of a page that Write has written, with their articles and without their scores.
type Reader struct {
	// Systems are in the order of the headlines of documents.
	Systems []string
	// Documents is how many the page has; there was no room for those after them.
	Documents int
	// Marked is how many of them, from the first on, have marks on the numbers of headlines.
	Marked int

	open  func(name string) (io.ReadSeekCloser, error)
	name  string
	texts []piece // articles that are in the page itself
	files []besideFile
}

// A piece is where some documents are.
type piece struct {
	kind         string
	first, count int
	at           int64 // in the file, of what is packed
	size         int
}

func (p *piece) has(document int) bool { return p.first <= document && document < p.first+p.count }

// NewReader reads what a page is of. open opens the page, by the name that is given here, and the files beside it, by theirs.
func NewReader(name string, open func(name string) (io.ReadSeekCloser, error)) (*Reader, error) {
	r := &Reader{open: open, name: name}
	var d *data
	var last *end
	err := r.lines(name, func(line *line) error {
		switch {
		case line.run:
			d = new(data)
			return line.decode(d)
		case line.end:
			last = new(end)
			return line.decode(last)
		case line.kind == "text":
			r.texts = append(r.texts, line.piece)
		}
		return nil
	}, func(p *piece) bool { return false })
	if err != nil {
		return nil, err
	}
	if d == nil || last == nil {
		return nil, errNoPage
	}
	r.Systems, r.Documents, r.files = d.Systems, last.Documents, last.Beside
	if r.Marked = d.Marked; r.Marked == 0 {
		r.Marked = r.Documents
	}
	return r, nil
}

// An Entry is what a page has of a document but for its article and scores, as it is there.
type Entry []byte

// A Mark is what a page says of a number in a headline.
type Mark struct {
	Class      string // "found", "derived", "doubtful" or "unsupported"
	Start, End int    // of the number in the headline
	Message    string

	from, to int // of what shows it, in the article, as browsers count
}

// Evidence is where the sentence begins and ends in the article that shows what Message says. They are equal where there is none.
func (m *Mark) Evidence(article string) (start, end int) {
	return bytesAt(article, m.from), bytesAt(article, m.to)
}

// bytesAt is the place in bytes that is n in UTF-16.
func bytesAt(text string, n int) int {
	for i, r := range text {
		if n <= 0 {
			return i
		}
		n -= utf16.RuneLen(r)
	}
	return len(text)
}

// UnmarshalJSON reads a mark as the module takes it. Start and End are as browsers count, too.
func (m *Mark) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&m.Class, &m.Start, &m.End, &m.Message, &m.from, &m.to})
}

// Example opens an entry. Marks are those on the numbers of its headlines, by system; nil where there are none.
func (e Entry) Example() (ex *Example, marks [][]Mark, err error) {
	ex = &Example{}
	row := []any{&ex.ID, &ex.Source, &ex.Date, &ex.References, &ex.Headlines, &marks}
	if err := json.Unmarshal(e, &row); err != nil || len(row) < 5 || marks != nil && len(marks) != len(ex.Headlines) {
		return nil, nil, errors.Join(errNoPage, err)
	}
	for s, list := range marks {
		for i := range list {
			m := &list[i]
			m.Start, m.End = bytesAt(ex.Headlines[s], m.Start), bytesAt(ex.Headlines[s], m.End)
		}
	}
	return ex, marks, nil
}

// Find reads some documents, by their places. Those that the page does not have are not in the map.
func (r *Reader) Find(docs []int) (map[int]*Example, error) {
	found := map[int]*Example{}
	wants := func(p *piece) bool { return p.kind == "index" && slices.ContainsFunc(docs, p.has) }
	err := r.entries(wants, func(first int, entries []Entry) error {
		for _, d := range docs {
			if d < first || d >= first+len(entries) {
				continue
			}
			var err error
			if found[d], _, err = entries[d-first].Example(); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// Entries are all documents, in their order.
func (r *Reader) Entries(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		stopped := errors.New("nobody wants more")
		n := 0
		err := r.entries(func(p *piece) bool { return p.kind == "index" }, func(first int, entries []Entry) error {
			if first != n {
				return errNoPage
			}
			n += len(entries)
			for _, e := range entries {
				if !yield(e, nil) {
					return stopped
				}
			}
			return context.Cause(ctx)
		})
		if err == nil && n != r.Documents {
			err = errNoPage
		}
		if err != nil && err != stopped {
			yield(nil, err)
		}
	}
}

// entries gives what pieces of the index have, those that are wanted.
func (r *Reader) entries(want func(*piece) bool, take func(first int, entries []Entry) error) error {
	each := func(line *line) error {
		if line.kind != "index" || line.text == nil {
			return nil
		}
		var rows []json.RawMessage
		if err := unpack(line.text, &rows); err != nil || len(rows) != line.count {
			return errors.Join(errNoPage, err)
		}
		entries := make([]Entry, len(rows))
		for i, row := range rows {
			entries[i] = Entry(row)
		}
		return take(line.first, entries)
	}
	if err := r.lines(r.name, each, want); err != nil {
		return err
	}
	for i, file := range r.files {
		if file.Text || !want(&piece{kind: "index", first: file.First, count: file.Count}) {
			continue
		}
		if err := r.lines(besideName(i+1), each, want); err != nil {
			return err
		}
	}
	return nil
}

// Article reads that of a document, by its place.
func (r *Reader) Article(document int) (string, error) {
	var texts []string
	first := 0
	for _, p := range r.texts {
		if p.has(document) {
			packed, err := r.at(p)
			if err == nil {
				err = unpack(packed, &texts)
			}
			if err != nil {
				return "", err
			}
			first = p.first
		}
	}
	for i, file := range r.files {
		if !file.Text || document < file.First || document >= file.First+file.Count {
			continue
		}
		err := r.lines(besideName(i+1), func(line *line) error {
			if line.text == nil {
				return nil
			}
			first = line.first
			return unpack(line.text, &texts)
		}, func(p *piece) bool { return p.kind == "text" && p.has(document) })
		if err != nil {
			return "", err
		}
	}
	if document < first || document-first >= len(texts) {
		return "", fmt.Errorf("%w: there is no article of document %d", errNoPage, document+1)
	}
	return texts[document-first], nil
}

// Articles are some documents that follow one another, of which the first is number First.
type Articles struct {
	First  int
	packed []byte
}

// Open opens them.
func (a *Articles) Open() (texts []string, err error) {
	err = unpack(a.packed, &texts)
	return texts, err
}

// Articles are those of all documents, packed, in parts that can be opened one beside the other.
func (r *Reader) Articles(ctx context.Context) iter.Seq2[*Articles, error] {
	return func(yield func(*Articles, error) bool) {
		stopped := errors.New("nobody wants more")
		give := func(first int, packed []byte) error {
			if !yield(&Articles{first, packed}, nil) {
				return stopped
			}
			return context.Cause(ctx)
		}
		var err error
		for _, p := range r.texts {
			var packed []byte
			if packed, err = r.at(p); err == nil {
				err = give(p.first, packed)
			}
			if err != nil {
				break
			}
		}
		for i := 0; err == nil && i < len(r.files); i++ {
			if r.files[i].Text {
				err = r.lines(besideName(i+1), func(line *line) error { return give(line.first, line.text) }, func(p *piece) bool { return p.kind == "text" })
			}
		}
		if err != nil && err != stopped {
			yield(nil, err)
		}
	}
}

// at reads what is packed in a piece of the page itself.
func (r *Reader) at(p piece) ([]byte, error) {
	f, err := r.open(r.name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := f.Seek(p.at, io.SeekStart); err != nil {
		return nil, err
	}
	packed := make([]byte, p.size)
	_, err = io.ReadFull(f, packed)
	return packed, err
}

// A line is one that a page or a file beside it has for programs.
type line struct {
	run, end bool
	piece
	// text is what is between head and tail: all of it, or nil for a piece that is not wanted.
	text       []byte
	head, tail []byte
}

func (l *line) decode(to any) error {
	if err := json.Unmarshal(l.text, to); err != nil {
		return fmt.Errorf("%w: %w", errNoPage, err)
	}
	return nil
}

// newLine is the line that begins so; nil where it is not for programs.
func newLine(part []byte) *line {
	switch {
	case bytes.HasPrefix(part, runLine):
		return &line{run: true, head: runLine, tail: lineEnd}
	case bytes.HasPrefix(part, endLine):
		return &line{end: true, head: endLine, tail: lineEnd}
	}
	m := pieceLine.FindSubmatch(part)
	if m == nil {
		return nil
	}
	l := &line{head: bytes.Clone(m[0]), tail: lineEnd}
	if m[4] != nil {
		l.tail = callEnd
	}
	l.kind = string(m[1]) + string(m[4])                   // of one or the other
	l.first, _ = strconv.Atoi(string(m[2]) + string(m[5])) // they are digits
	l.count, _ = strconv.Atoi(string(m[3]) + string(m[6]))
	return l
}

// lines reads a file and gives the lines that are for programs. Of pieces it keeps what is packed where that is wanted: all
// else, by far the most of a page, is passed over.
func (r *Reader) lines(name string, take func(*line) error, want func(*piece) bool) error {
	f, err := r.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<16)
	for at := int64(0); ; {
		l, size, err := nextLine(in, want)
		if err != nil && err != io.EOF {
			return err
		}
		if l != nil {
			l.at = at + int64(len(l.head))
			if err := take(l); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		at += size
	}
}

// nextLine reads a line, and how long it is with its end; it is nil where it is not for programs.
func nextLine(in *bufio.Reader, want func(*piece) bool) (l *line, size int64, err error) {
	var kept, last []byte // all of it, and what it ends with
	keep := false
	for start := true; ; start = false {
		part, err := in.ReadSlice('\n')
		size += int64(len(part))
		if start {
			l = newLine(part)
			keep = l != nil && (l.kind == "" || want(&l.piece))
		}
		if keep {
			kept = append(kept, part...)
		}
		if l != nil {
			last = append(last, part...)
			last = last[max(0, len(last)-len(lineEnd)-1):]
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case l == nil || err != nil && err != io.EOF:
			return nil, size, err
		}
		end := len(last) - len(bytes.TrimSuffix(last, []byte("\n")))
		l.size = int(size) - end - len(l.head) - len(l.tail)
		if l.size < 0 || !bytes.HasSuffix(last[:len(last)-end], l.tail) {
			return nil, size, errNoPage
		}
		if keep {
			l.text = kept[len(l.head):][:l.size]
		}
		return l, size, err
	}
}

// unpack opens what a piece has.
func unpack(packed []byte, to any) error {
	zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(packed)))
	if err == nil {
		err = json.NewDecoder(zip).Decode(to)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errNoPage, err)
	}
	return nil
}
