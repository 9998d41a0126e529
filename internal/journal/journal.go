// Package journal has the one format of files to which long work adds records while it
// goes, so that it continues where it was stopped.
//
// A journal begins with a line that names the format, and a record with the identity of
// the work. Each record is
//
//	length of the payload  4 bytes, little endian
//	kind                   1 byte, which whoever writes gives a meaning
//	payload
//	CRC-32C                4 bytes, of all that comes before it in the record
//
// A kind is never 0: after a power cut there may be zeros where nothing was written. What
// is behind the last whole record is cut off when a journal is opened again.
package journal

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
)

const (
	magic    = "hed journal 2\n"
	identity = 'i' // the kind of the first record
	head     = 5   // bytes before a payload
	frame    = head + crc32.Size
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrOther means that a journal is of other work, or of another version of hed.
var ErrOther = errors.New("it is of other work, or of another version of hed")

// errDamaged means that there is no whole record.
var errDamaged = errors.New("read journal: damaged record")

// A File is a journal. One goroutine adds to it; cursors may read meanwhile.
type File struct {
	file    *os.File
	out     *bufio.Writer
	start   int64 // of the first record behind the identity
	end     int64 // of the last record, which may be buffered
	flushed int64 // up to where the file is written
	records int
	buf     []byte
}

// Open opens or creates the journal of some work, whose identity names all that its
// records depend on, and cuts off what is torn. One of other work is left alone, and
// ErrOther is returned.
func Open(path, of string) (*File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &File{file: f}
	if err := j.open(appendRecord([]byte(magic), identity, []byte(of))); err != nil {
		f.Close()
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return j, nil
}

func (j *File) open(first []byte) error {
	j.start = int64(len(first))
	found := make([]byte, len(first))
	switch n, err := io.ReadFull(j.file, found); {
	case err == nil && string(found) == string(first):
	case n < len(first) && string(found[:n]) == string(first[:n]): // it is new, or the power went when it was
		if _, err := j.file.WriteAt(first, 0); err != nil {
			return err
		}
	case err == nil || errors.Is(err, io.ErrUnexpectedEOF):
		return ErrOther
	default:
		return err
	}
	info, err := j.file.Stat()
	if err != nil {
		return err
	}
	all := j.cursor(j.start, info.Size())
	records := 0
	for all.Next() == nil {
		records++
	}
	return j.Cut(records, all.End)
}

// Len is the number of records.
func (j *File) Len() int { return j.records }

// End is where the next record will begin.
func (j *File) End() int64 { return j.end }

// Cut keeps the first records, the last of which has the given end. Without any, that is
// the End of a new Cursor.
func (j *File) Cut(records int, end int64) error {
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	j.records, j.end, j.flushed = records, end, end
	j.out = bufio.NewWriterSize(io.NewOffsetWriter(j.file, end), 1<<16)
	return nil
}

// Append adds a record. A process that is killed after Flush has not lost it, a machine
// whose power goes after Force.
func (j *File) Append(kind byte, payload []byte) error {
	if len(payload) > math.MaxInt32 {
		return fmt.Errorf("write journal: a record of %d bytes is too long", len(payload))
	}
	j.buf = appendRecord(j.buf[:0], kind, payload)
	if _, err := j.out.Write(j.buf); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	j.records, j.end = j.records+1, j.end+int64(len(j.buf))
	return nil
}

func appendRecord(b []byte, kind byte, payload []byte) []byte {
	from := len(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(payload)))
	b = append(append(b, kind), payload...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[from:], castagnoli))
}

// Flush writes what is buffered.
func (j *File) Flush() error {
	if err := j.out.Flush(); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	j.flushed = j.end
	return nil
}

// Force writes what is buffered, and returns when it is on disk.
func (j *File) Force() error {
	if err := j.Flush(); err != nil {
		return err
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	return nil
}

// Close writes what is buffered and closes the file.
func (j *File) Close() error { return errors.Join(j.Flush(), j.file.Close()) }

// A Cursor reads records, while others are added.
type Cursor struct {
	Kind    byte
	Payload []byte // until the next record
	End     int64  // of the record

	in    *bufio.Reader
	limit int64
	buf   []byte
}

// Cursor reads all records that are flushed now.
func (j *File) Cursor() *Cursor { return j.cursor(j.start, j.flushed) }

// At reads the record that begins there.
func (j *File) At(start int64) (*Cursor, error) {
	c := j.cursor(start, j.flushed)
	return c, c.Next()
}

func (j *File) cursor(start, end int64) *Cursor {
	return &Cursor{in: bufio.NewReader(io.NewSectionReader(j.file, start, end-start)), End: start, limit: end}
}

// Next reads a record; io.EOF means that there is none.
func (c *Cursor) Next() error {
	left := c.limit - c.End
	if left <= 0 {
		return io.EOF
	}
	first, err := c.in.Peek(4)
	if err != nil {
		return fmt.Errorf("read journal: %w", err)
	}
	// A damaged length asks for no more than the file has.
	size := int64(binary.LittleEndian.Uint32(first)) + frame
	if size > left {
		return errDamaged
	}
	if int64(cap(c.buf)) < size {
		c.buf = make([]byte, size)
	}
	c.buf = c.buf[:size]
	if _, err := io.ReadFull(c.in, c.buf); err != nil {
		return fmt.Errorf("read journal: %w", err)
	}
	body := c.buf[:size-crc32.Size]
	if body[head-1] == 0 || crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(c.buf[len(body):]) {
		return errDamaged
	}
	c.Kind, c.Payload = body[head-1], body[head:]
	c.End += size
	return nil
}
