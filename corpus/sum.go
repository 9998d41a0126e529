package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// A file may change between one reading and the next: what was learnt would be of other
// documents than what was scored. So the bytes of a file are summed as they are read,
// and every reading to the end must give the sum of the first.

// Sum is the SHA-256 of a file as it lies on disk, in hexadecimal. Whoever has it knows
// which bytes all readings of the source give, those before and those to come.
func (s *Source) Sum(ctx context.Context) (string, error) {
	raw, err := s.raw()
	if err != nil {
		return "", err
	}
	defer raw.Close()
	if raw.file == nil {
		return "", fmt.Errorf("%s is a stream, which can be read only once; save it to a file first", s.name)
	}
	if err := s.stamp(raw.file); err != nil {
		return "", err
	}
	in, buf := s.summed(raw), make([]byte, 1<<20)
	for {
		_, err := in.Read(buf)
		switch _, changed := errors.AsType[*SyntaxError](err); {
		case err == io.EOF:
			return hex.EncodeToString(s.sum.Load()[:]), nil
		case changed:
			return "", err
		case err != nil:
			return "", fmt.Errorf("read %s: %w", s.name, err)
		case ctx.Err() != nil:
			return "", context.Cause(ctx)
		}
	}
}

// Expect says what the SHA-256 of a file was when it was kept, in hexadecimal, before it is read: a file that has another one now is
// damaged, and advice says what to do about it.
func (s *Source) Expect(sum, advice string) {
	var known [sha256.Size]byte
	hex.Decode(known[:], []byte(sum)) // what is no sum is that of no file
	s.advice = advice
	s.sum.Store(&known)
}

// changed is the error of a source that is not what it was.
func (s *Source) changed() error {
	if s.advice != "" {
		return &SyntaxError{File: s.name, Msg: "is damaged: its bytes are not those that were kept, by their SHA-256; " + s.advice}
	}
	return &SyntaxError{File: s.name, Msg: "has changed while hed read it; run the command again when nobody writes to it"}
}

// summed sums what is read of a file.
func (s *Source) summed(raw rawStream) io.ReadCloser {
	if raw.file == nil {
		return raw.ReadCloser // it is read once
	}
	return &summed{raw.ReadCloser, s, sha256.New()}
}

type summed struct {
	io.ReadCloser
	of   *Source
	hash hash.Hash // nil at the end
}

func (r *summed) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if r.hash == nil {
		return n, err
	}
	r.hash.Write(p[:n])
	if errors.Is(err, io.EOF) {
		sum := [sha256.Size]byte(r.hash.Sum(nil))
		r.hash = nil
		if !r.of.sum.CompareAndSwap(nil, &sum) && !bytes.Equal(r.of.sum.Load()[:], sum[:]) {
			err = r.of.changed()
		}
	}
	return n, err
}

// A state is what can be seen of a file without reading it.
type state struct {
	size, modified int64
}

// stamp compares the state of a file with that of the first time, for what is not read
// from the beginning to the end.
func (s *Source) stamp(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	now := state{info.Size(), info.ModTime().UnixNano()}
	if !s.seen.CompareAndSwap(nil, &now) && *s.seen.Load() != now {
		return s.changed()
	}
	return nil
}
