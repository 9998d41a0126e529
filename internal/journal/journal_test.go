package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"hed/internal/journal"
)

// write makes a journal of some records and returns its bytes and where each ends.
func write(t testing.TB, path string, payloads ...string) (data []byte, ends []int64) {
	t.Helper()
	j, err := journal.Open(path, "work")
	if err != nil {
		t.Fatal(err)
	}
	ends = append(ends, j.End())
	for _, p := range payloads {
		if err := j.Append('a', []byte(p)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, j.End())
	}
	if err := j.Force(); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if data, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return data, ends
}

// read lists the records of a journal, which must be as many as it says.
func read(t testing.TB, j *journal.File) (all []string) {
	t.Helper()
	c := j.Cursor()
	err := c.Next()
	for ; err == nil; err = c.Next() {
		all = append(all, fmt.Sprintf("%c%s", c.Kind, c.Payload))
	}
	if err != io.EOF || len(all) != j.Len() {
		t.Fatalf("%d of %d records, then %v", len(all), j.Len(), err)
	}
	return all
}

// Wherever a journal ends and whichever bit of it turns, the records before are there, and
// what is added comes behind them.
func TestTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	whole, ends := write(t, path, "one", "", "three\n")
	before := func(at int) (n int) {
		for n < len(ends)-1 && int(ends[n+1]) <= at {
			n++
		}
		return n
	}
	for at := range whole {
		turned := bytes.Clone(whole)
		turned[at] ^= 1 << (at % 8)
		for what, data := range map[string][]byte{
			"cut": whole[:at], "turned": turned, "zeros": append(bytes.Clone(whole[:at]), make([]byte, 40)...),
		} {
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
			j, err := journal.Open(path, "work")
			if what != "cut" && int64(at) < ends[0] {
				if !errors.Is(err, journal.ErrOther) {
					t.Fatalf("%s at %d of the identity: %v", what, at, err)
				}
				if left, _ := os.ReadFile(path); !bytes.Equal(left, data) {
					t.Fatalf("%s at %d: it was refused and has changed", what, at)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s at %d: %v", what, at, err)
			}
			if j.Len() != before(at) {
				t.Fatalf("%s at %d: %d records, want %d", what, at, j.Len(), before(at))
			}
			if err := errors.Join(j.Append('b', []byte("last")), j.Flush()); err != nil {
				t.Fatal(err)
			}
			if all := read(t, j); all[len(all)-1] != "blast" {
				t.Fatalf("%s at %d: %q", what, at, all)
			}
			j.Close()
		}
	}
	if _, err := journal.Open(path, "other"); !errors.Is(err, journal.ErrOther) {
		t.Errorf("other work continues it: %v", err)
	}
}

// A cursor reads what was flushed when it was made, and one place alone.
func TestCursor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	_, ends := write(t, path, "one", "two")
	j, err := journal.Open(path, "work")
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if err := j.Append('b', []byte("three")); err != nil {
		t.Fatal(err)
	}
	c := j.Cursor()
	if err := j.Flush(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := c.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Next(); err != io.EOF {
		t.Errorf("%q came later: %v", c.Payload, err)
	}
	if one, err := j.At(ends[1]); err != nil || string(one.Payload) != "two" {
		t.Errorf("%q, %v", one.Payload, err)
	}
	if _, err := j.At(ends[1] + 1); err == nil {
		t.Error("a record begins within another")
	}
	if err := j.Cut(1, ends[1]); err != nil || fmt.Sprint(read(t, j)) != "[aone]" {
		t.Errorf("got %q, %v", read(t, j), err)
	}
}

// FuzzOpen: whatever is in a journal, it is refused, or continues after its last whole
// record and is the same when it is opened again.
func FuzzOpen(f *testing.F) {
	whole, ends := write(f, filepath.Join(f.TempDir(), "seed"), "one", "", "three")
	f.Add(whole)
	f.Add(whole[:ends[2]+3])
	f.Add([]byte("hed journal 1 f 2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "journal")
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := journal.Open(path, "work")
		if errors.Is(err, journal.ErrOther) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(j.Append('b', data), j.Close()); err != nil {
			t.Fatal(err)
		}
		again, err := journal.Open(path, "work")
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if all := read(t, again); again.Len() != j.Len() || all[len(all)-1] != "b"+string(data) {
			t.Fatalf("%d records became %q", j.Len(), all)
		}
	})
}
