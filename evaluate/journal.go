package evaluate

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

// A Journal keeps the rows of a run on disk while it goes, so that an
// interrupted run goes on where it stopped. Values are kept bit for bit:
// a resumed run writes the same bytes as one that was never stopped.
//
// The file is a header line with the fingerprint of the run, then one
// record a document: its values, little endian, and their CRC-32. What was
// torn by a crash is cut off when the journal is opened again.
type Journal struct {
	file  *os.File
	in    *bufio.Reader // replays old rows
	out   *bufio.Writer // writes new ones
	rows  int           // that were there when it was opened
	width int
	buf   []byte
}

// ErrOtherRun means that a journal belongs to a run with other inputs or settings.
var ErrOtherRun = errors.New("the unfinished run has other inputs or settings")

// OpenJournal opens or creates the journal at path for rows of width
// values. The fingerprint names everything that the values depend on; a
// journal with another one is left alone and ErrOtherRun is returned.
func OpenJournal(path, fingerprint string, width int) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f, width: width, buf: make([]byte, 8*width+4)}
	if err := j.open(fmt.Sprintf("hed journal 1 %s %d\n", fingerprint, width)); err != nil {
		f.Close()
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return j, nil
}

func (j *Journal) open(header string) error {
	head := make([]byte, len(header))
	switch n, err := io.ReadFull(j.file, head); {
	case err == nil && string(head) == header:
	case n == 0 && err == io.EOF:
		if _, err := j.file.WriteString(header); err != nil {
			return err
		}
	case err == nil || errors.Is(err, io.ErrUnexpectedEOF):
		return ErrOtherRun
	default:
		return err
	}
	// Count whole records, cut off the rest, and stand at the first.
	row := make([]float64, j.width)
	j.in = bufio.NewReader(j.file)
	for j.Read(row) == nil {
		j.rows++
	}
	end := int64(len(header) + j.rows*len(j.buf))
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	j.in = bufio.NewReader(io.NewSectionReader(j.file, int64(len(header)), end-int64(len(header))))
	j.out = bufio.NewWriterSize(io.NewOffsetWriter(j.file, end), 1<<16)
	return nil
}

// Len is the number of rows of the earlier run.
func (j *Journal) Len() int { return j.rows }

// Read fills row with the next row of the earlier run.
func (j *Journal) Read(row []float64) error {
	if _, err := io.ReadFull(j.in, j.buf); err != nil {
		return fmt.Errorf("read journal: %w", err)
	}
	data := j.buf[:8*j.width]
	if crc32.ChecksumIEEE(data) != binary.LittleEndian.Uint32(j.buf[8*j.width:]) {
		return errors.New("read journal: damaged record")
	}
	for i := range row {
		row[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
	}
	return nil
}

// Append adds a row, which is safe after Flush.
func (j *Journal) Append(row []float64) error {
	b := j.buf[:0]
	for _, v := range row {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	if _, err := j.out.Write(b); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	return nil
}

// Flush writes what is buffered.
func (j *Journal) Flush() error {
	if err := j.out.Flush(); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	return nil
}

// Close writes what is buffered and closes the file.
func (j *Journal) Close() error {
	return errors.Join(j.out.Flush(), j.file.Close())
}
