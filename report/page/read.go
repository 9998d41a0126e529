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
	indexLine = regexp.MustCompile(`^<script type="text/plain" data-piece="index" data-first="(\d+)" data-count="(\d+)">`)
	lineEnd   = []byte("</script>")
)

// errNoPage is what is not a page of Write.
var errNoPage = errors.New("it does not have the headlines where they are in a page that hed wrote")

// Find reads some documents of a page that Write has written, by their places, with the
// names of the systems in the order of their headlines. Articles and scores are left
// out. Documents for which the page had no room are not in the map.
func Find(r io.Reader, docs []int) (systems []string, found map[int]*Example, err error) {
	found = map[int]*Example{}
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := ownLine(in)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		if rest, ok := bytes.CutPrefix(line, runLine); ok {
			var d data
			if err := json.Unmarshal(bytes.TrimSuffix(rest, lineEnd), &d); err != nil {
				return nil, nil, fmt.Errorf("%w: %w", errNoPage, err)
			}
			systems = d.Systems
			continue
		}
		m := indexLine.FindSubmatch(line)
		if m == nil {
			continue
		}
		first, _ := strconv.Atoi(string(m[1])) // they are digits
		count, _ := strconv.Atoi(string(m[2]))
		if !slices.ContainsFunc(docs, func(d int) bool { return first <= d && d < first+count }) {
			continue
		}
		entries, err := unpack(bytes.TrimSuffix(line[len(m[0]):], lineEnd))
		if err != nil || len(entries) != count {
			return nil, nil, errors.Join(errNoPage, err)
		}
		for _, d := range docs {
			if first <= d && d < first+count {
				found[d] = entries[d-first]
			}
		}
	}
	if systems == nil {
		return nil, nil, errNoPage
	}
	return systems, found, nil
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

// ownLine reads the next line that begins with a script, without its end; the others,
// among which are all charts, are passed over. So are articles, by far the most of a page.
func ownLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	start, keep := true, false
	for {
		part, err := in.ReadSlice('\n')
		if start {
			keep = bytes.HasPrefix(part, runLine) || indexLine.Match(part)
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
