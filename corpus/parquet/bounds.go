package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"

	"hed/internal/count"
)

// mostAtOnce bounds what is in memory at a time. Most writers make pages of about 1 MB,
// and some make them of a thousand articles.
const mostAtOnce = 512 << 20

// checkFooter looks whether the footer claims more than there is. What is no
// parquet file at all is left to the library.
func checkFooter(f io.ReaderAt, size int64) error {
	var end [8]byte
	if size < 12 {
		return nil
	}
	if _, err := f.ReadAt(end[:], size-8); err != nil || !bytes.Equal(end[4:], []byte("PAR1")) {
		return nil
	}
	n := int64(binary.LittleEndian.Uint32(end[:]))
	if n > size-12 {
		return errCompact
	}
	c := &compact{data: make([]byte, n)}
	if _, err := f.ReadAt(c.data, size-8-n); err != nil {
		return err
	}
	return c.fields(0, nil, nil)
}

// checkPages refuses a row group of which too much would be in memory at a time: a
// page of each column, the largest one and its dictionary.
func checkPages(f io.ReaderAt, size int64, columns []format.ColumnChunk) error {
	total := int64(0)
	for i := range columns {
		n, err := largest(f, size, &columns[i].MetaData)
		if err != nil {
			return err
		}
		if total += n; total > mostAtOnce {
			return fmt.Errorf("its pages take more than %s at a time; write the file with smaller pages or fewer columns", count.Bytes(mostAtOnce))
		}
	}
	return nil
}

// largest is what the largest page of a column takes, with the dictionary.
func largest(f io.ReaderAt, size int64, m *format.ColumnMetaData) (int64, error) {
	at := m.DataPageOffset
	if m.DictionaryPageOffset > 0 {
		at = min(at, m.DictionaryPageOffset)
	}
	end := min(size, at+m.TotalCompressedSize)
	if at < 0 || end < at {
		return 0, errCompact
	}
	var page, dictionary int64
	buf := make([]byte, 0, 512)
	for at < end {
		p, err := readTop(f, at, end, &buf)
		if err != nil {
			return 0, err
		}
		if p.packed < 0 || p.size < 0 || p.values < 0 || p.packed > end-at-p.top {
			return 0, errCompact
		}
		takes := max(p.size, p.packed) + 4*p.values // and where each value begins
		if p.kind == int64(format.DictionaryPage) {
			dictionary = max(dictionary, takes)
		} else {
			page = max(page, takes)
		}
		at += p.top + p.packed
	}
	return page + dictionary, nil
}

// A top is what the head of a page says of it.
type top struct {
	top                        int64 // its own length
	kind, size, packed, values int64
}

// readTop reads the head of the page at a place. Its length is not known before: it may
// have the least and the greatest value of the page in it.
func readTop(f io.ReaderAt, at, end int64, buf *[]byte) (p top, err error) {
	for n := int64(cap(*buf)); ; n *= 4 {
		n = min(n, end-at)
		if int64(cap(*buf)) < n {
			*buf = make([]byte, n)
		}
		c := &compact{data: (*buf)[:n]}
		if _, err := f.ReadAt(c.data, at); err != nil {
			return p, err
		}
		p = top{}
		err = c.fields(0, make([]int, 0, 4), func(path []int, v int64) {
			switch {
			case len(path) == 1 && path[0] == 1:
				p.kind = v
			case len(path) == 1 && path[0] == 2:
				p.size = v
			case len(path) == 1 && path[0] == 3:
				p.packed = v
			case len(path) == 2 && path[1] == 1 && (path[0] == 5 || path[0] == 7 || path[0] == 8):
				p.values = v
			}
		})
		p.top = int64(c.at)
		if !errors.Is(err, errCompact) || n == end-at {
			return p, err
		}
	}
}
