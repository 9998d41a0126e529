package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const (
	bufferSize = 64 << 10
	headSize   = 4 << 10
)

type compression struct {
	ending, magic string
	open          func(io.Reader) (io.ReadCloser, error)
}

// compressions are told by their first bytes, whatever the file is
// called; a file that is called one and is not one is refused.
var compressions = []compression{
	{".gz", "\x1f\x8b", openGzip},
	{".zst", "\x28\xb5\x2f\xfd", openZstd},
}

func openGzip(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }

// openZstd decodes in the reader's own goroutine, so that nothing is left
// running when a caller drops the reader.
func openZstd(r io.Reader) (io.ReadCloser, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// compressionOf returns nil for what is not compressed.
func compressionOf(text *bufio.Reader) *compression {
	for i, c := range compressions {
		if begins(text, c.magic) {
			return &compressions[i]
		}
	}
	return nil
}

// An ended reader is not read again after an error, which bufio forgets: whoever ends the input at a terminal does so once.
type ended struct {
	io.Reader
	err error
}

func (e *ended) Read(p []byte) (n int, err error) {
	if e.err == nil {
		n, e.err = e.Reader.Read(p)
	}
	return n, e.err
}

// begins looks no further than it must: somebody who sends one empty line and waits for the answer has sent one byte.
func begins(text *bufio.Reader, sign string) bool {
	for n := 1; n <= len(sign); n++ {
		if b, err := text.Peek(n); err != nil || b[n-1] != sign[n-1] {
			return false
		}
	}
	return true
}

// TrimCompression takes .gz or .zst off the end of a name, for looking
// at the ending of what is inside.
func TrimCompression(name string) string {
	for _, c := range compressions {
		if len(name) > len(c.ending) && strings.EqualFold(name[len(name)-len(c.ending):], c.ending) {
			return name[:len(name)-len(c.ending)]
		}
	}
	return name
}

// decoded is the text of an open source.
type decoded struct {
	name    string
	text    *bufio.Reader
	packed  bool
	closers []io.Closer
}

// decode finds out how raw is compressed and what byte order mark its
// text has.
func decode(name string, raw io.ReadCloser) (*decoded, error) {
	d := &decoded{name: name, text: bufio.NewReaderSize(&ended{Reader: raw}, bufferSize), closers: []io.Closer{raw}}
	c := compressionOf(d.text)
	if ending := name[len(TrimCompression(name)):]; ending != "" && (c == nil || !strings.EqualFold(ending, c.ending)) {
		magic, _ := d.text.Peek(4)
		return nil, &SyntaxError{File: name, Msg: fmt.Sprintf(
			"is named %s but begins with %q, which is something else; rename it, or fetch it again if it was a download", ending, magic)}
	}
	if c != nil {
		d.packed = true
		z, err := c.open(d.text)
		if err != nil {
			return nil, d.wrap(err)
		}
		d.text = bufio.NewReaderSize(z, bufferSize)
		d.closers = append(d.closers, z)
	}
	return d, d.skipMark()
}

// skipMark takes off a UTF-8 byte order mark and refuses a UTF-16 one.
func (d *decoded) skipMark() error {
	switch {
	case begins(d.text, "\xef\xbb\xbf"):
		d.text.Discard(3)
	case begins(d.text, "\xfe\xff"), begins(d.text, "\xff\xfe"):
		return &SyntaxError{File: d.name, Line: 1, Msg: "begins with the byte order mark of UTF-16; convert the file to UTF-8 (iconv -f UTF-16 -t UTF-8)"}
	}
	return nil
}

func (d *decoded) head() ([]byte, error) {
	b, err := d.text.Peek(headSize)
	if len(b) == 0 && err != nil && err != io.EOF {
		return nil, d.wrap(err)
	}
	return bytes.Clone(b), nil
}

func (d *decoded) Read(p []byte) (int, error) {
	n, err := d.text.Read(p)
	if err != nil && err != io.EOF {
		err = d.wrap(err)
	}
	return n, err
}

// wrap tells what is wrong with the compressed data from what is wrong with
// the disk.
func (d *decoded) wrap(err error) error {
	var onDisk *fs.PathError
	if changed, ok := errors.AsType[*SyntaxError](err); ok {
		return changed
	}
	switch {
	case !d.packed, errors.As(err, &onDisk):
		return fmt.Errorf("reading %s: %w", d.name, err)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &SyntaxError{File: d.name, Msg: "the compressed data is cut short; fetch or make the file again"}
	}
	return &SyntaxError{File: d.name, Msg: "the compressed data is damaged; fetch or make the file again"}
}

// Close closes from the inside out.
func (d *decoded) Close() error {
	var errs []error
	for i := len(d.closers) - 1; i >= 0; i-- {
		errs = append(errs, d.closers[i].Close())
	}
	return errors.Join(errs...)
}
