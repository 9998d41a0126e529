package vector_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"hed/text/vector"
)

// cached returns the only file of a cache folder.
func cached(t *testing.T, cache string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the cache has %v, %v", files, err)
	}
	return files[0]
}

func TestCache(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "not", "yet", "there")
	path := write(t, "a.txt", "the 1 2\nOF 3 4\nthe 5 6\n")
	first := open(t, path, cache)
	file := cached(t, cache)
	second := open(t, path, cache)
	for _, table := range []*vector.Table{first, second} {
		if rows(table) != "the:1,2 OF:3,4" || table.Duplicates() != 1 || !table.Cased() || table.Hash() != first.Hash() {
			t.Errorf("got %s, %d duplicates, cased %v", rows(table), table.Duplicates(), table.Cased())
		}
		if row, ok := table.Find("OF"); !ok || row != 1 {
			t.Errorf("OF is %d, %v", row, ok)
		}
		if _, ok := table.Find("of"); ok {
			t.Error("there is an of")
		}
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if _, ok := second.Find("the"); ok {
		t.Error("a closed table has words")
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}

	// The cache is what is read: another table under its name shows.
	other := write(t, "b.txt", "x 1\n")
	otherCache := t.TempDir()
	open(t, other, otherCache)
	data, err := os.ReadFile(cached(t, otherCache))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := rows(open(t, path, cache)); got != "the:1,2 OF:3,4" {
		t.Errorf("a cache of another file gave %s", got)
	}
}

// A damaged cache is made anew: every byte that is changed is noticed.
func TestDamagedCache(t *testing.T) {
	cache := t.TempDir()
	path := write(t, "a.txt", "the 1 2\nof 3 4\n")
	open(t, path, cache)
	file := cached(t, cache)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damage := [][]byte{nil, whole[:10], whole[:4096], whole[:len(whole)-1], append(append([]byte{}, whole...), 0)}
	for i := 0; i < len(whole); i += 29 {
		bad := append([]byte{}, whole...)
		bad[i] ^= 0x10
		damage = append(damage, bad)
	}
	for i, data := range damage {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := rows(open(t, path, cache)); got != "the:1,2 of:3,4" {
			t.Fatalf("damage %d: got %s", i, got)
		}
		if again, err := os.ReadFile(file); err != nil || string(again) != string(whole) {
			t.Fatalf("damage %d: the cache was not made anew", i)
		}
	}
}

func TestChangedFile(t *testing.T) {
	cache := t.TempDir()
	path := write(t, "a.txt", "the 1 2\n")
	open(t, path, cache)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	// The same size and the same time.
	if err := os.WriteFile(path, []byte("the 1 3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if got := rows(open(t, path, cache)); got != "the:1,3" {
		t.Errorf("got %s", got)
	}
	cached(t, cache) // the old one is gone
}

// What keeps a cache from being written is no error.
func TestNoCache(t *testing.T) {
	path := write(t, "a.txt", "the 1 2\n")
	if got := rows(open(t, path, write(t, "file", ""))); got != "the:1,2" {
		t.Errorf("got %s", got)
	}
	if _, err := vector.Open(write(t, "bad.txt", "the 1 x\n"), t.TempDir()); err == nil {
		t.Error("a bad file was read")
	}
}
