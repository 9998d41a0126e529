package page

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"

	"github.com/klauspost/compress/gzip"
)

var (
	runLine   = []byte(`<script type="application/json" id="run">`)
	endLine   = []byte(`<script type="application/json" id="end">`)
	indexLine = regexp.MustCompile(`^(?:<script type="text/plain" data-piece="index" data-first="(\d+)" data-count="(\d+)">|hedPiece\("index",(\d+),(\d+),")`)
	lineEnd   = []byte("</script>")
)

// errNoPage is what is not a page of Write.
var errNoPage = errors.New("it does not have the headlines where they are in a page that hed wrote")

// Find reads some documents of a page that Write has written, by their places, with the
// names of the systems in the order of their headlines. Articles and scores are left
// out. Documents for which the page had no room are not in the map. open opens a file beside the page.
func Find(r io.Reader, open func(name string) (io.ReadCloser, error), docs []int) (systems []string, found map[int]*Example, err error) {
	f := finder{docs: docs, found: map[int]*Example{}}
	if err := f.read(r); err != nil {
		return nil, nil, err
	}
	if f.systems == nil {
		return nil, nil, errNoPage
	}
	for i, file := range f.end.Beside {
		if file.Text || !f.wants(file.First, file.Count) {
			continue
		}
		r, err := open(besideName(i + 1))
		if err != nil {
			return nil, nil, err
		}
		err = f.read(r)
		r.Close()
		if err != nil {
			return nil, nil, err
		}
	}
	return f.systems, f.found, nil
}

// A finder takes documents out of pages and of files beside them.
type finder struct {
	docs    []int
	systems []string
	found   map[int]*Example
	end     end
}

// wants reports whether one of the documents is among some.
func (f *finder) wants(first, count int) bool {
	return slices.ContainsFunc(f.docs, func(d int) bool { return first <= d && d < first+count })
}

func (f *finder) read(r io.Reader) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := ownLine(in)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = f.line(line)
		}
		if err != nil {
			return err
		}
	}
}

// line takes what a line has.
func (f *finder) line(line []byte) error {
	if rest, ok := bytes.CutPrefix(line, runLine); ok {
		var d data
		if err := json.Unmarshal(bytes.TrimSuffix(rest, lineEnd), &d); err != nil {
			return fmt.Errorf("%w: %w", errNoPage, err)
		}
		f.systems = d.Systems
		return nil
	}
	if rest, ok := bytes.CutPrefix(line, endLine); ok {
		if err := json.Unmarshal(bytes.TrimSuffix(rest, lineEnd), &f.end); err != nil {
			return fmt.Errorf("%w: %w", errNoPage, err)
		}
		return nil
	}
	m := indexLine.FindSubmatch(line)
	first, _ := strconv.Atoi(string(m[1]) + string(m[3])) // they are digits, of one or the other
	count, _ := strconv.Atoi(string(m[2]) + string(m[4]))
	if !f.wants(first, count) {
		return nil
	}
	entries, err := unpack(bytes.TrimSuffix(bytes.TrimSuffix(line[len(m[0]):], lineEnd), []byte(`");`)))
	if err != nil || len(entries) != count {
		return errors.Join(errNoPage, err)
	}
	for _, d := range f.docs {
		if first <= d && d < first+count {
			f.found[d] = entries[d-first]
		}
	}
	return nil
}

// unpack opens a piece of the index.
func unpack(text []byte) ([]*Example, error) {
	zip, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(text)))
	if err != nil {
		return nil, err
	}
	var rows [][5]json.RawMessage
	if err := json.NewDecoder(zip).Decode(&rows); err != nil {
		return nil, err
	}
	entries := make([]*Example, len(rows))
	for i, row := range rows {
		ex := &Example{}
		for k, to := range []any{&ex.ID, &ex.Source, &ex.Date, &ex.References, &ex.Headlines} {
			if err := json.Unmarshal(row[k], to); err != nil {
				return nil, err
			}
		}
		entries[i] = ex
	}
	return entries, nil
}

// ownLine reads the next line that line can take, without its end; the others,
// among which are all charts, are passed over. So are articles, by far the most of a page.
func ownLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	start, keep := true, false
	for {
		part, err := in.ReadSlice('\n')
		if start {
			keep = bytes.HasPrefix(part, runLine) || bytes.HasPrefix(part, endLine) || indexLine.Match(part)
		}
		if keep {
			line = append(line, part...)
		}
		start = err == nil
		switch {
		case err == nil && keep, err == io.EOF && len(line) > 0:
			return bytes.TrimSuffix(line, []byte("\n")), nil
		case err != nil && err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}
