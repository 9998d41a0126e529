package input_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

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

// A reader that waits for the end of a long line asks for 64 MB at a time, and a pipe gives
// 64 KB of it:
//
//	yes | tr -d '\n' | head -c 200M | hed score --docs - --format jsonl --hyp ref.txt
//
// took a minute, since each read made memory for what was asked for.
func TestPipeGivesLittle(t *testing.T) {
	const reads = 200
	asked := 0
	from := iotest.OneByteReader(strings.NewReader(strings.Repeat("x", reads)))
	r := input.Stoppable(t.Context(), readerFunc(func(p []byte) (int, error) {
		asked = max(asked, len(p))
		return from.Read(p)
	}))
	large := make([]byte, 64<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range reads {
		if n, err := r.Read(large); n != 1 || err != nil || large[0] != 'x' {
			t.Fatalf("got %d bytes, %v", n, err)
		}
	}
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; made > uint64(len(large)) || asked > 1<<20 {
		t.Errorf("%d reads made %d bytes of memory and asked for up to %d", reads, made, asked)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }
