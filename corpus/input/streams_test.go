package input_test

import (
	"context"
	"errors"
	"io"
	"os"
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
	done, err := p.Again()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Open(t.Context(), true); err != nil {
		t.Error(err)
	}
	done()
	if _, err := os.Stat(p.Folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of streams stays: %v", err)
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
