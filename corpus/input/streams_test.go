package input_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/corpus/input"
)

// A stream passes by once, unless there is a folder that keeps it until it is forgotten.
func TestStreams(t *testing.T) {
	p := &input.Paths{Docs: "-", Streams: input.Streams{Stdin: strings.NewReader(records), Folder: t.TempDir()}}
	d, err := p.Open(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := shown(d.Reader); err != nil || got != "a One. [1]\nb Two. [2]\n" {
			t.Errorf("got %s, %v", got, err)
		}
	}
	file, name := p.Local("-")
	if kept, err := os.ReadFile(file); err != nil || string(kept) != records || name != "-" || d.File != "stdin" {
		t.Errorf("%s keeps %q as %s, shown as %s; %v", file, kept, name, d.File, err)
	}
	r, err := p.Record(t.Context())
	if err != nil || len(r) != 1 || r[0].Name != "-" || len(r[0].SHA256) != 64 {
		t.Errorf("got %+v, %v", r, err)
	}
	p.Forget()
	if left, err := os.ReadDir(p.Folder); err != nil || len(left) > 0 {
		t.Errorf("what is left: %v, %v", left, err)
	}

	p = &input.Paths{Docs: "-", Streams: input.Streams{Stdin: strings.NewReader(records)}}
	t.Setenv("TMPDIR", t.TempDir())
	// A run that was killed while it kept a stream left the folder for ever, and an empty
	// one where there was no stream.
	killed := filepath.Join(os.TempDir(), "hed-streams-1")
	if err := os.Mkdir(killed, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lock", "stream1"} {
		if err := os.WriteFile(filepath.Join(killed, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	done := p.Again()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) != 1 {
		t.Errorf("nothing is kept yet, and there are %v, %v", left, err)
	}
	if _, err := p.Open(t.Context(), true); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) != 1 || left[0].Name() == "hed-streams-1" {
		t.Errorf("beside a stream there are %v, %v", left, err)
	}
	done()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) != 0 {
		t.Errorf("the folder of streams stays: %v, %v", left, err)
	}
}

// Nobody waits for a stream that sends nothing when the work is to end, and nothing of
// it is left.
func TestStoppedStream(t *testing.T) {
	silent, w := io.Pipe()
	defer w.Close()
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	p := &input.Paths{Docs: "-", Streams: input.Streams{Stdin: silent, Folder: t.TempDir()}}
	go func() {
		io.WriteString(w, records) // returns when it is read
		cancel(stop)
	}()
	if _, err := p.Open(ctx, true); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(p.Folder); err != nil || len(left) > 0 {
		t.Errorf("what is left: %v, %v", left, err)
	}
}
