// Package corpustest checks that a format keeps the promises of
// corpus.Reader: that it can be read again and by two at a time, that
// cancelling and breaking off leave nothing behind, and that line ends,
// byte order marks and compression change nothing.
package corpustest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"hed/corpus"
)

// A Sample is a small file of a format.
type Sample struct {
	Format  corpus.Format
	Options corpus.Options
	Data    []byte
	Binary  bool // line ends and byte order marks mean nothing
	// Want are the documents in Data, two at least.
	Want []*corpus.Document
}

// Run checks the format with the sample.
func Run(t *testing.T, s Sample) {
	if len(s.Want) < 2 {
		t.Fatal("corpustest: the sample needs two documents at least")
	}
	t.Run("variants", s.variants)
	t.Run("again", s.again)
	t.Run("together", s.together)
	t.Run("stream", s.stream)
	t.Run("cancelled", s.cancelled)
	t.Run("closed", s.closed)
	t.Run("absent", s.absent)
	t.Run("empty", s.empty)
}

// write puts data in a file with the format's ending and more.
func (s Sample) write(t *testing.T, data []byte, more string) *corpus.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample"+s.Format.Endings[0]+more)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return corpus.File(path)
}

func (s Sample) reader(src *corpus.Source) corpus.Reader {
	return s.Format.Documents(src, s.Options)
}

// check reads everything and compares.
func (s Sample) check(t *testing.T, r corpus.Reader) {
	t.Helper()
	got, err := Collect(r)
	if err != nil {
		t.Errorf("reading: %v", err)
	}
	if !reflect.DeepEqual(strip(got), strip(s.Want)) {
		t.Errorf("got %d documents, want %d:", len(got), len(s.Want))
		for i := range min(len(got), len(s.Want)) {
			t.Errorf("document %d:\n got %+v\nwant %+v", i, *got[i], *s.Want[i])
		}
	}
}

// strip leaves out the lines, which a sample need not count.
func strip(docs []*corpus.Document) []corpus.Document {
	var out []corpus.Document
	for _, d := range docs {
		d := *d
		d.Line = 0
		out = append(out, d)
	}
	return out
}

// Collect reads all documents, and joins the errors.
func Collect(r corpus.Reader) (docs []*corpus.Document, err error) {
	for doc, e := range r.Documents(context.Background()) {
		if e != nil {
			err = errors.Join(err, e)
			continue
		}
		docs = append(docs, doc)
	}
	return docs, err
}

func (s Sample) variants(t *testing.T) {
	t.Run("plain", func(t *testing.T) { s.check(t, s.reader(s.write(t, s.Data, ""))) })
	t.Run("gzip", func(t *testing.T) { s.check(t, s.reader(s.write(t, Gzip(s.Data), ".gz"))) })
	t.Run("gzip members", func(t *testing.T) {
		half := len(s.Data) / 2
		data := append(Gzip(s.Data[:half]), Gzip(s.Data[half:])...)
		s.check(t, s.reader(s.write(t, data, ".gz")))
	})
	t.Run("gzip by another name", func(t *testing.T) { s.check(t, s.reader(s.write(t, Gzip(s.Data), ""))) })
	t.Run("zstd", func(t *testing.T) { s.check(t, s.reader(s.write(t, Zstd(s.Data), ".zst"))) })
	if s.Binary {
		return
	}
	crlf := bytes.ReplaceAll(s.Data, []byte("\n"), []byte("\r\n"))
	mark := []byte("\xef\xbb\xbf")
	t.Run("CRLF", func(t *testing.T) { s.check(t, s.reader(s.write(t, crlf, ""))) })
	t.Run("mark", func(t *testing.T) { s.check(t, s.reader(s.write(t, append(mark, s.Data...), ""))) })
	t.Run("no last newline", func(t *testing.T) {
		s.check(t, s.reader(s.write(t, bytes.TrimRight(s.Data, "\n"), "")))
	})
}

func (s Sample) again(t *testing.T) {
	r := s.reader(s.write(t, s.Data, ""))
	s.check(t, r)
	s.check(t, r)
}

func (s Sample) together(t *testing.T) {
	r := s.reader(s.write(t, s.Data, ""))
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { s.check(t, r) })
	}
	wg.Wait()
}

// Gzip compresses.
func Gzip(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// Zstd compresses.
func Zstd(data []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic("corpustest: " + err.Error())
	}
	defer w.Close()
	return w.EncodeAll(data, nil)
}
