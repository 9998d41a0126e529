package corpus_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"hed/corpus"
	"hed/corpus/corpustest"
)

func write(t testing.TB, name string, data []byte) *corpus.Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return corpus.File(path)
}

func readAll(src *corpus.Source) (string, error) {
	r, err := src.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	return string(b), err
}

func TestOpen(t *testing.T) {
	const text = "some text\n"
	gz, zst := corpustest.Gzip([]byte(text)), corpustest.Zstd([]byte(text))
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"plain.txt", []byte(text), text},
		{"mark.txt", []byte("\xef\xbb\xbf" + text), text},
		{"a.gz", gz, text},
		{"members.gz", append(bytes.Clone(gz), gz...), text + text},
		{"a.zst", zst, text},
		{"frames.zst", append(bytes.Clone(zst), zst...), text + text},
		{"no-ending", gz, text},
		{"mark.gz", corpustest.Gzip([]byte("\xef\xbb\xbf" + text)), text},
		{"empty", nil, ""},
		{"short", []byte("a"), "a"},
	} {
		src := write(t, c.name, c.data)
		for range 2 {
			if head, err := src.Head(); string(head) != c.want || err != nil {
				t.Errorf("%s: the head is %q, %v; want %q", c.name, head, err, c.want)
			}
			if got, err := readAll(src); got != c.want || err != nil {
				t.Errorf("%s: got %q, %v; want %q", c.name, got, err, c.want)
			}
		}
		if read, size := src.Progress(); read != size || size != int64(len(c.data)) {
			t.Errorf("%s: progress is %d of %d, want %d", c.name, read, size, len(c.data))
		}
	}
}

func TestOpenErrors(t *testing.T) {
	gz := corpustest.Gzip([]byte(strings.Repeat("some text ", 100)))
	zst := corpustest.Zstd([]byte(strings.Repeat("some text ", 100)))
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"text.gz", []byte("text"), `text.gz: is named .gz but begins with "text"`},
		{"other.gz", zst, `other.gz: is named .gz but begins with`},
		{"cut.gz", gz[:len(gz)-4], `cut.gz: the compressed data is cut short`},
		{"cut.zst", zst[:len(zst)-4], `cut.zst: the compressed data is cut short`},
		{"broken.gz", append(gz[:len(gz):len(gz)], "rest"...), `broken.gz: `},
		{"wide.txt", []byte("\xff\xfea\x00"), `wide.txt:1: begins with the byte order mark of UTF-16; convert the file to UTF-8`},
		{"big.txt", []byte("\xfe\xff\x00a"), `big.txt:1: begins with the byte order mark of UTF-16`},
	} {
		src := write(t, c.name, c.data)
		if _, err := readAll(src); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s…", c.name, err, c.want)
		}
	}
	if _, err := readAll(corpus.File("no-such-file")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := readAll(corpus.File(t.TempDir())); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("got %v", err)
	}
}

func TestStream(t *testing.T) {
	src := corpus.Stream("standard input", bytes.NewReader(corpustest.Gzip([]byte("text"))))
	for range 2 {
		if head, err := src.Head(); string(head) != "text" || err != nil {
			t.Errorf("the head is %q, %v", head, err)
		}
	}
	if got, err := readAll(src); got != "text" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	const want = "cannot open standard input again: it is a stream, which can be read only once; save it to a file first"
	if _, err := src.Open(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if read, size := src.Progress(); read == 0 || size != -1 {
		t.Errorf("progress is %d of %d", read, size)
	}
}

func TestOpenAt(t *testing.T) {
	const text = "0123456789"
	for name, src := range map[string]*corpus.Source{
		"in place":   write(t, "a.bin", []byte(text)),
		"compressed": write(t, "a.bin.gz", corpustest.Gzip([]byte(text))),
		"stream":     corpus.Stream("standard input", strings.NewReader(text)),
	} {
		src.Head()
		r, err := src.OpenAt()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		b := make([]byte, 3)
		if _, err := r.ReadAt(b, 4); err != nil || string(b) != "456" || r.Size != int64(len(text)) {
			t.Errorf("%s: got %q of %d, %v", name, b, r.Size, err)
		}
		if err := r.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := write(t, "text.gz", []byte("text")).OpenAt(); err == nil {
		t.Error("text was taken for gzip")
	}
}

// TestUnpackIsBounded has small files that become large ones on disk.
func TestUnpackIsBounded(t *testing.T) {
	for name, pack := range map[string]func([]byte) []byte{"text.gz": corpustest.Gzip, "text.zst": corpustest.Zstd} {
		src := write(t, name, pack(bytes.Repeat([]byte{0}, 1<<20)))
		for room, fits := range map[int64]bool{0: true, 1 << 20: true, 1<<20 - 1: false} {
			src.Room = room
			r, err := src.OpenAt()
			if fits != (err == nil) || err != nil && !strings.Contains(err.Error(), name+": becomes more than 1048575 bytes") {
				t.Errorf("%s with room for %d: %v", name, room, err)
			}
			if err == nil {
				r.Close()
			}
		}
	}
}

func TestProgressWhileReading(t *testing.T) {
	src := write(t, "a.txt", bytes.Repeat([]byte("line\n"), 100_000))
	var wg sync.WaitGroup
	wg.Go(func() { readAll(src) })
	wg.Go(func() {
		for range 1000 {
			if read, size := src.Progress(); size >= 0 && read > size {
				t.Errorf("progress is %d of %d", read, size)
			}
		}
	})
	wg.Wait()
}

func TestTrimCompression(t *testing.T) {
	for name, want := range map[string]string{"a.csv.gz": "a.csv", "A.TXT.GZ": "A.TXT", "a.zst": "a", "a.txt": "a.txt", ".gz": ".gz"} {
		if got := corpus.TrimCompression(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// A file that was changed between two readings was scored by what had been learnt from
// the other bytes. Every whole reading must be of the same ones.
func TestChangedFile(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte("one\ntwo\n"))
	w.Close()
	for name, text := range map[string]string{"a.txt": "one\ntwo\n", "a.txt.gz": packed.String()} {
		file := filepath.Join(t.TempDir(), name)
		write := func(text string) {
			t.Helper()
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		write(text)
		src := corpus.File(file)
		sum, err := src.Sum(t.Context())
		if want := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); err != nil || sum != want {
			t.Errorf("%s: the sum is %s, %v; want %s", name, sum, err, want)
		}
		if got, err := src.ReadAll(); err != nil || string(got) != "one\ntwo\n" {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
		changed := func(what string, err error) {
			t.Helper()
			if e, ok := errors.AsType[*corpus.SyntaxError](err); !ok || e.File != file || e.Msg != "has changed while hed read it; run the command again when nobody writes to it" {
				t.Errorf("%s: %s: got %v", name, what, err)
			}
		}
		write(text + text) // also what is packed may be added to
		_, err = src.ReadAll()
		changed("read", err)
		_, err = src.Sum(t.Context())
		changed("summed", err)
		write(text)
		if _, err := src.ReadAll(); err != nil {
			t.Errorf("%s: with the old bytes: %v", name, err)
		}
	}
}

// What is read at random is compared by size and time.
func TestChangedAtRandom(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.parquet")
	if err := os.WriteFile(file, []byte("PAR1"), 0o666); err != nil {
		t.Fatal(err)
	}
	src := corpus.File(file)
	r, err := src.OpenAt()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Same(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(file, []byte("PAR1PAR1"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := r.Same(); err == nil {
		t.Error("a change is not noticed while the file is read")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := src.OpenAt(); err == nil {
		t.Error("a change is not noticed between two readings")
	}
}

// A file of settings of 60 KB that unpacks to 2 GB took as much memory.
func TestReadAllIsBounded(t *testing.T) {
	src := corpus.Stream("hed.yaml", io.LimitReader(zeros{}, 70<<20))
	if _, err := src.ReadAll(); err == nil || err.Error() != "hed.yaml: is longer than 64 MB, but no file of its kind is; check its name" {
		t.Errorf("got %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
