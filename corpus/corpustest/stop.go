package corpustest

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"hed/corpus"
)

// stream reads what can be read only once.
func (s Sample) stream(t *testing.T) {
	r := s.reader(corpus.Stream("standard input", bytes.NewReader(s.Data)))
	s.check(t, r)
	if docs, err := Collect(r); err == nil || len(docs) > 0 {
		t.Errorf("a second reading of a stream gave %d documents and the error %v", len(docs), err)
	}
}

func (s Sample) cancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	var last error
	for _, err := range s.reader(s.write(t, s.Data, "")).Documents(ctx) {
		n++
		last = err
		cancel()
	}
	if n > 2 || !errors.Is(last, context.Canceled) {
		t.Errorf("after cancelling at the first document came %d more, the last with the error %v", n-1, last)
	}
}

// closed breaks off at the first document, and looks whether the process
// still holds the file.
func (s Sample) closed(t *testing.T) {
	src := s.write(t, s.Data, "")
	for range s.reader(src).Documents(context.Background()) {
		break
	}
	const dir = "/proc/self/fd"
	fds, err := os.ReadDir(dir)
	if err != nil {
		t.Skip("open files cannot be listed on this system")
	}
	for _, fd := range fds {
		if path, _ := os.Readlink(filepath.Join(dir, fd.Name())); path == src.Name() {
			t.Errorf("%s is still open after breaking off", path)
		}
	}
}

func (s Sample) absent(t *testing.T) {
	src := corpus.File(filepath.Join(t.TempDir(), "no-such-file"))
	if _, err := Collect(s.reader(src)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("reading a file that does not exist: %v", err)
	}
}

func (s Sample) empty(t *testing.T) {
	src := s.write(t, nil, "")
	_, err := Collect(s.reader(src))
	if syntax, ok := errors.AsType[*corpus.SyntaxError](err); !ok || syntax.File != src.Name() {
		t.Errorf("reading an empty file: %v", err)
	}
}
