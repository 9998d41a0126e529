package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// A Random is an open source that can be read at any place, for formats
// whose table of contents stands at the end.
type Random struct {
	Size int64

	file  *os.File
	of    *Source  // nil where it was read to its end for unpacking
	count *counter // nil likewise: unpacking has counted the bytes already
	temp  bool
}

// OpenAt opens the source for reading at any place. A plain file is read
// where it lies; a compressed one or a stream is first unpacked into a
// temporary file, which Close removes.
func (s *Source) OpenAt() (*Random, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.begun; d != nil {
		s.begun = nil
		return unpack(d, s.Room)
	}
	raw, err := s.openRaw()
	if err != nil {
		return nil, err
	}
	if raw.file != nil && TrimCompression(s.name) == s.name {
		if compressionOf(bufio.NewReaderSize(io.NewSectionReader(raw.file, 0, 4), 16)) == nil {
			if err := s.stamp(raw.file); err != nil {
				raw.Close()
				return nil, err
			}
			return &Random{Size: raw.size, file: raw.file, of: s, count: s.latest.Load()}, nil
		}
	}
	d, err := decode(s.name, raw)
	if err != nil {
		raw.Close()
		return nil, err
	}
	return unpack(d, s.Room)
}

// unpack copies d to a temporary file, if it has room there, and closes it.
func unpack(d *decoded, room int64) (_ *Random, err error) {
	defer d.Close()
	f, err := os.CreateTemp("", "hed-corpus-*")
	if err != nil {
		return nil, fmt.Errorf("unpacking %s: %w", d.name, err)
	}
	// Where an open file can be removed, nothing is left of it however the process ends.
	r := &Random{file: f, temp: os.Remove(f.Name()) != nil}
	var from io.Reader = d
	if room > 0 {
		from = io.LimitReader(d, room+1)
	}
	if r.Size, err = io.Copy(f, from); err == nil && room > 0 && r.Size > room {
		return nil, errors.Join(&SyntaxError{File: d.name, Msg: fmt.Sprintf("becomes more than %d bytes when it is unpacked, which is the limit here; leave out what you do not need, or let the format compress its columns", room)}, r.Close())
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("unpacking %s: %w", d.name, err), r.Close())
	}
	return r, nil
}

// ReadAt is that of io.ReaderAt.
func (r *Random) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.file.ReadAt(p, off)
	if r.count != nil {
		r.count.read.Add(int64(n))
	}
	return n, err
}

// Same sees that the file is what it was when it was opened first, as far as its size and
// the time of its last change tell.
func (r *Random) Same() error {
	if r.of == nil {
		return nil
	}
	return r.of.stamp(r.file)
}

// Close closes the file.
func (r *Random) Close() error {
	err := r.file.Close()
	if r.temp {
		err = errors.Join(err, os.Remove(r.file.Name()))
	}
	return err
}
