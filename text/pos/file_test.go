package pos_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/modelfile"
	"hed/text/pos"
)

// put writes a file into a folder and returns its path.
func put(t *testing.T, folder, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpen(t *testing.T) {
	folder := t.TempDir()
	made := train(t, pos.Options{Seed: 3, Folder: t.TempDir(), Workers: 2, Progress: func(int, int) {}})
	data := bytesOf(t, made)
	file := put(t, folder, pos.FileName, data)
	for _, path := range []string{file, folder, folder + string(filepath.Separator)} {
		opened, err := pos.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(bytesOf(t, opened), data) {
			t.Errorf("%s: written again it has other bytes", path)
		}
		if d := cmp.Diff(made.About, opened.About); d != "" {
			t.Errorf("%s: About differs:\n%s", path, d)
		}
		for _, words := range forms(headlines(t)) {
			if got, want := opened.Tag(nil, words), made.Tag(nil, words); !slices.Equal(got, want) {
				t.Errorf("%q: got %v, want %v", words, got, want)
			}
		}
	}
}

func TestWriteEnglish(t *testing.T) {
	want, err := os.ReadFile("english.model")
	if err != nil {
		t.Fatal(err)
	}
	if got := bytesOf(t, pos.English()); !bytes.Equal(got, want) {
		t.Error("the English tagger, written, is not english.model")
	}
}

type full struct{}

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteFails(t *testing.T) {
	if err := train(t, pos.Options{}).Write(full{}); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

func TestOpenFails(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{filepath.Join(folder, "none"), folder} {
		if _, err := pos.Open(path); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v", path, err)
		}
	}
	data := bytesOf(t, train(t, pos.Options{}))
	head := bytes.IndexByte(data, '{')
	body := head + bytes.IndexByte(data[head:], '\n') + 1
	for _, test := range []struct {
		name, want string
		data       []byte
	}{
		{"empty", "this is not a tagger, or it is from another version of hed", nil},
		{"another file", "this is not a tagger, or it is from another version of hed", []byte("Senate passes budget bill\n")},
		{"another version", "this is not a tagger, or it is from another version of hed", bytes.Replace(data, []byte("tagger 1"), []byte("tagger 2"), 1)},
		{"no head", "the beginning of the tagger cannot be read", data[:head]},
		{"half a head", "the beginning of the tagger cannot be read", data[:head+9]},
		{"another head", "the beginning of the tagger cannot be read", slices.Concat(data[:head], []byte("[]\n"), data[body:])},
		{"a head without a hash", "the tagger is damaged: its hash does not match", slices.Concat(data[:head], []byte("{}\n"), data[body:])},
		{"no body", "the tagger is damaged: its hash does not match", data[:body]},
		{"two bodies", "the tagger is damaged: its hash does not match", append(bytes.Clone(data), data[body:]...)},
		{"more behind", "the tagger is damaged: ", append(bytes.Clone(data), "more"...)},
	} {
		path := put(t, folder, "a.model", test.data)
		_, err := pos.Open(path)
		if wrong, ok := errors.AsType[*modelfile.Error](err); !ok || wrong.What != "tagger" || !strings.HasPrefix(err.Error(), path+": "+test.want) {
			t.Errorf("%s:\n got %v\nwant %s: %s", test.name, err, path, test.want)
		}
	}
}

// TestDamaged damages bodies and cuts models.
func TestDamaged(t *testing.T) {
	english, err := os.ReadFile("english.model")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		data []byte
		step int
	}{
		"tiny":    {bytesOf(t, train(t, pos.Options{})), 97},
		"english": {english, len(english)/20 + 1},
	} {
		body := len(test.data) - len(bytes.SplitN(test.data, []byte("\n"), 3)[2])
		for i := body + 4; i < len(test.data); i += test.step {
			for _, bit := range []byte{0x01, 0x80} {
				damaged := bytes.Clone(test.data)
				damaged[i] ^= bit
				checkDamaged(t, fmt.Sprintf("%s, byte %d", name, i), damaged)
			}
		}
		for i := 0; i < len(test.data); i += test.step {
			checkDamaged(t, fmt.Sprintf("%s, cut to %d", name, i), test.data[:i])
		}
		checkDamaged(t, name+", cut by one", test.data[:len(test.data)-1])
	}
}

// The hash in the head is that of the body. Damage to the rest of the head
// may not be found, but the weights are right then.
func TestDamagedHead(t *testing.T) {
	made := train(t, pos.Options{})
	data := bytesOf(t, made)
	for i := range bytes.LastIndexByte(data[:bytes.Index(data, []byte("}\n"))+2], '\n') {
		for _, bit := range []byte{0x01, 0x20, 0x80} {
			damaged := bytes.Clone(data)
			damaged[i] ^= bit
			opened, err := pos.Open(put(t, t.TempDir(), "a.model", damaged))
			if err == nil && opened.About.SHA256 != made.About.SHA256 {
				t.Errorf("byte %d: the tagger is another", i)
			}
		}
	}
}

func checkDamaged(t *testing.T, what string, data []byte) {
	t.Helper()
	path := put(t, t.TempDir(), "a.model", data)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := pos.Open(path)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("%s: got %v, want an error with the name of the file", what, err)
	}
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 100 {
		t.Errorf("%s: %d MB were used", what, mb)
	}
}
