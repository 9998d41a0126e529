package corpus

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
)

// A Source is a named stream of bytes that a reader opens, as often as it
// needs to. It may be opened by several goroutines at a time. A file that is not the same
// each time is an error.
type Source struct {
	// Room is how many bytes may be unpacked into a temporary file, by OpenAt; 0 for any number. A
	// file that somebody else has sent can be a thousand times as large when it is unpacked.
	Room int64

	name string
	raw  func() (rawStream, error)

	mu    sync.Mutex
	spent bool     // a stream that cannot be had again was handed out
	begun *decoded // opened by Head, for the next Open to take

	latest atomic.Pointer[counter]

	sum    atomic.Pointer[[sha256.Size]byte] // of a file that was read to its end
	seen   atomic.Pointer[state]             // of one that is read at random, or was summed
	advice string                            // what to do if sum, which it had when it was kept, is another now; "" if nobody knows what it had
}

// rawStream is the source as it lies on disk, before any decompression.
type rawStream struct {
	io.ReadCloser
	size int64    // -1 if unknown
	file *os.File // set for a regular file, which alone can be opened again
}

// File is the source of a file. A named pipe or a device, such as the
// shell's <(command), can be read only once; a regular file any number of
// times.
func File(path string) *Source {
	return FileAs(path, path)
}

// FileAs is the source of a file that messages call by another name, where
// the user knows it by that.
func FileAs(path, name string) *Source {
	return &Source{name: name, raw: func() (rawStream, error) {
		r, err := openFile(path)
		if wrong, ok := errors.AsType[*fs.PathError](err); ok {
			err = &fs.PathError{Op: wrong.Op, Path: name, Err: wrong.Err}
		}
		return r, err
	}}
}

func openFile(path string) (rawStream, error) {
	f, err := os.Open(path)
	if err != nil {
		return rawStream{}, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("is a folder; name a file in it")}
	}
	if err != nil {
		f.Close()
		return rawStream{}, err
	}
	if !info.Mode().IsRegular() {
		return rawStream{ReadCloser: f, size: -1}, nil
	}
	return rawStream{f, info.Size(), f}, nil
}

// Stream is the source of something already open, such as standard input.
// It can be read only once and is not closed: whoever opened r closes it.
func Stream(name string, r io.Reader) *Source {
	return &Source{name: name, raw: func() (rawStream, error) {
		return rawStream{ReadCloser: io.NopCloser(r), size: -1}, nil
	}}
}

// Name is what messages call the source: the path of a file.
func (s *Source) Name() string { return s.name }

// Open starts at the beginning of the text: decompressed, and without a
// byte order mark.
func (s *Source) Open() (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.begun; d != nil {
		s.begun = nil
		return d, nil
	}
	d, _, err := s.open()
	if err != nil {
		return nil, err
	}
	return d, nil
}

// longest is what ReadAll reads at most.
const longest = 64 << 20

// ReadAll reads the text in one go, for what is small: settings, lists. What is
// longer than 64 MB is refused, since a small compressed file can be anything.
func (s *Source) ReadAll() ([]byte, error) {
	r, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, longest+1))
	if err == nil && len(data) > longest {
		err = &SyntaxError{File: s.name, Msg: "is longer than 64 MB, but no file of its kind is; check its name"}
	}
	return data, err
}

// Head shows the first bytes of the text, at most 4 KB of them, for
// telling the format. It takes nothing away from the next Open.
func (s *Source) Head() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun != nil {
		return s.begun.head()
	}
	d, again, err := s.open()
	if err != nil {
		return nil, err
	}
	if again {
		defer d.Close()
	} else {
		s.begun = d
	}
	return d.head()
}

// open must be called with the lock held.
func (s *Source) open() (d *decoded, again bool, err error) {
	raw, err := s.openRaw()
	if err != nil {
		return nil, false, err
	}
	d, err = decode(s.name, raw)
	if err != nil {
		raw.Close()
		return nil, false, err
	}
	return d, raw.file != nil, nil
}

// openRaw must be called with the lock held.
func (s *Source) openRaw() (rawStream, error) {
	if s.spent {
		return rawStream{}, fmt.Errorf("cannot open %s again: it is a stream, which can be read only once; save it to a file first", s.name)
	}
	raw, err := s.raw()
	if err != nil {
		return rawStream{}, err
	}
	s.spent = raw.file == nil
	c := &counter{size: raw.size}
	s.latest.Store(c)
	raw.ReadCloser = counted{s.summed(raw), c}
	return raw, nil
}

// Progress says how far the latest Open has come, in bytes as they lie on
// disk, and how many there are: -1 if that is unknown. It may be called
// while another goroutine reads.
func (s *Source) Progress() (read, size int64) {
	c := s.latest.Load()
	if c == nil {
		return 0, -1
	}
	read = c.read.Load()
	if c.size >= 0 {
		read = min(read, c.size) // reading at random may come by twice
	}
	return read, c.size
}

// Share is how much of the largest source was read, 0 if nobody knows. How many documents
// there are is not known before the end, how many bytes is.
func Share(sources []*Source) (share float64) {
	var largest float64
	for _, s := range sources {
		if read, size := s.Progress(); size > 0 && float64(size) > largest {
			largest = float64(size)
			share = float64(read) / largest
		}
	}
	return share
}

type counter struct {
	read atomic.Int64
	size int64
}

type counted struct {
	io.ReadCloser
	*counter
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.read.Add(int64(n))
	return n, err
}
