package line

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// FuzzReader compares with splitting the whole text, whatever the size of
// the reads.
func FuzzReader(f *testing.F) {
	f.Add("a\r\n\nb\r\r\n\r")
	f.Fuzz(check)
}

func check(t *testing.T, text string) {
	var want []string
	if text != "" {
		want = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	}
	for i := range want {
		want[i] = strings.TrimSuffix(want[i], "\r")
	}
	for _, r := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
		if got := read(t, NewReader(r)); !slices.Equal(got, want) {
			t.Errorf("%.100q: got %d lines, want %d", text, len(got), len(want))
		}
	}
}

// A line longer than a block makes the buffer grow for itself alone.
func TestLongLine(t *testing.T) {
	text := strings.Repeat("x", 2*blockSize) + "\ny\n" + strings.Repeat("z\n", blockSize)
	check(t, text)
	r := NewReader(strings.NewReader(text))
	if read(t, r); len(r.buf) != blockSize {
		t.Errorf("the buffer stayed at %d bytes after a long line", len(r.buf))
	}
}

func read(t *testing.T, r *Reader) (lines []string) {
	for {
		block, err := r.Block()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		for len(block) > 0 {
			end, next := Next(block)
			lines = append(lines, string(block[:end]))
			block = block[next:]
		}
	}
}

func TestErrors(t *testing.T) {
	r := NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(io.ErrClosedPipe)))
	if block, err := r.Block(); string(block) != "a\n" || err != nil {
		t.Errorf("got %q, %v", block, err)
	}
	if block, err := r.Block(); block != nil || err != io.ErrClosedPipe {
		t.Errorf("got %q, %v", block, err)
	}
}
