package evaluate

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// A log is a file to which records are added while a run goes: a line that says
// what it is of, then every record with its CRC-32. What was torn by a crash is
// cut off when the log is opened again.
type log struct {
	file  *os.File
	out   *bufio.Writer
	fixed int // bytes of a record; 0 if each begins with its length
	start int64
	known int   // records that were there when it was opened, or settled
	end   int64 // of those
	added int   // records since then
	grown int64 // and their bytes
	torn  bool  // something was cut off when it was opened
	buf   []byte
}

// ErrOtherRun means that a journal belongs to a run with other inputs or settings, or of
// another version, whose values are not to be mixed with those of this one.
var ErrOtherRun = errors.New("the unfinished run has different inputs or settings, or is from another version of hed")

// maxRecord bounds what a damaged length can ask for.
const maxRecord = 1 << 28

// openLog opens or creates the log at path. One with another header is left
// alone, and ErrOtherRun is returned.
func openLog(path, header string, fixed int) (*log, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	l := &log{file: f, fixed: fixed, start: int64(len(header))}
	if err := l.open(header); err != nil {
		f.Close()
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return l, nil
}

func (l *log) open(header string) error {
	head := make([]byte, len(header))
	switch n, err := io.ReadFull(l.file, head); {
	case err == nil && string(head) == header:
	case n < len(header) && string(head[:n]) == header[:n]: // it is new, or the power went when it was
		if _, err := l.file.WriteAt([]byte(header), 0); err != nil {
			return err
		}
	case err == nil || errors.Is(err, io.ErrUnexpectedEOF):
		return ErrOtherRun
	default:
		return err
	}
	// Count whole records, cut off the rest, and go on behind them.
	info, err := l.file.Stat()
	if err != nil {
		return err
	}
	all := l.cursor(info.Size())
	for l.end = l.start; all.next() == nil; l.end = all.at {
		l.known++
	}
	l.torn = l.end < info.Size()
	return l.cut(l.end)
}

// keep leaves the first records of a log whose records are all as long.
func (l *log) keep(records int) error {
	l.known = records
	return l.cut(l.start + int64(records)*int64(l.fixed+crc32.Size))
}

// cut ends the log there.
func (l *log) cut(end int64) error {
	if err := l.file.Truncate(end); err != nil {
		return err
	}
	l.end = end
	l.out = bufio.NewWriterSize(io.NewOffsetWriter(l.file, end), 1<<16)
	return nil
}

// append adds a record, which is safe after flush.
func (l *log) append(record []byte) error {
	b := l.buf[:0]
	if l.fixed == 0 {
		b = binary.AppendUvarint(b, uint64(len(record)))
	}
	b = append(b, record...)
	l.buf = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(record))
	if _, err := l.out.Write(l.buf); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	l.added++
	l.grown += int64(len(l.buf))
	return nil
}

func (l *log) flush() error {
	if err := l.out.Flush(); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	return nil
}

func (l *log) close() error { return errors.Join(l.out.Flush(), l.file.Close()) }

// A cursor reads the records of a log from the first, while others are added.
type cursor struct {
	record []byte // the current one, until the next
	at     int64  // behind the current one
	in     *bufio.Reader
	fixed  int
}

// cursor reads up to the given end.
func (l *log) cursor(end int64) *cursor {
	return &cursor{in: bufio.NewReader(io.NewSectionReader(l.file, l.start, end-l.start)), at: l.start, fixed: l.fixed}
}

// next reads a record; io.EOF means that there is none.
func (c *cursor) next() error {
	size, length := c.fixed, 0
	if size == 0 {
		n, err := binary.ReadUvarint(c.in)
		if err == io.EOF {
			return io.EOF
		}
		// A record is never empty; after a power cut there may be zeros where nothing
		// was written, which would be one with the right checksum.
		if err != nil || n > maxRecord || n == 0 {
			return errors.New("read journal: damaged record")
		}
		size, length = int(n), len(binary.AppendUvarint(nil, n))
	}
	if cap(c.record) < size+4 {
		c.record = make([]byte, size+4)
	}
	c.record = c.record[:size+4]
	if n, err := io.ReadFull(c.in, c.record); err != nil {
		if n == 0 && length == 0 && err == io.EOF {
			return io.EOF
		}
		return fmt.Errorf("read journal: %w", err)
	}
	data := c.record[:size]
	if crc32.ChecksumIEEE(data) != binary.LittleEndian.Uint32(c.record[size:]) {
		return errors.New("read journal: damaged record")
	}
	c.record = data
	c.at += int64(length + size + 4)
	return nil
}
