package embed

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// numbered is what the tests keep under a key.
func numbered(i int) (key, []float32) {
	k := key{byte(i), byte(i >> 8), 1}
	numbers := make([]float32, i%5)
	for j := range numbers {
		numbers[j] = float32(i*10 + j)
	}
	return k, numbers
}

// filled makes a store of n records and gives the bytes of its only segment.
func filled(t testing.TB, dir string, n int) (file string, data []byte) {
	t.Helper()
	s := openStore(dir, mostBytes)
	for i := range n {
		s.put(numbered(i))
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	names := segments(dir)
	if len(names) != 1 {
		t.Fatalf("segments %v", names)
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return names[0], data
}

// check opens the store and fails if it gives numbers that were not kept. It gives
// how many it has, and then keeps all anew, which must succeed.
func check(t testing.TB, dir string, n int) (has int) {
	t.Helper()
	s := openStore(dir, mostBytes)
	defer s.close()
	for i := range n {
		k, want := numbered(i)
		got := make([]float32, len(want))
		if s.get(k, got) {
			has++
			if !slices.Equal(got, want) {
				t.Fatalf("record %d: %v, kept %v", i, got, want)
			}
		}
		s.put(k, want)
		if !s.get(k, got) || !slices.Equal(got, want) {
			t.Fatalf("record %d is not kept anew", i)
		}
	}
	if err := s.complaint(); err != nil {
		t.Fatal(err)
	}
	return has
}

// TestDamage changes every byte, and cuts the file at every byte.
func TestDamage(t *testing.T) {
	const n = 7
	dir := t.TempDir()
	file, data := filled(t, dir, n)
	try := func(what string, at int, damaged []byte) {
		t.Helper()
		for _, name := range segments(dir) {
			if name != file {
				os.Remove(name)
			}
		}
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if has := check(t, dir, n); has == n {
			t.Errorf("%s at %d: nothing is lost", what, at)
		}
		if has := check(t, dir, n); has != n {
			t.Errorf("%s at %d: %d of %d are there afterwards", what, at, has, n)
		}
	}
	for i := range data {
		for _, bit := range []byte{1, 0x80} {
			damaged := slices.Clone(data)
			damaged[i] ^= bit
			try("a bit", i, damaged)
		}
		try("the end", i, data[:i])
	}
}

// FuzzScan reads segments of any bytes: the records that it finds lie side by side.
func FuzzScan(f *testing.F) {
	_, data := filled(f, f.TempDir(), 9)
	f.Add(data)
	f.Add(append(slices.Clone(data), data[3:50]...))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &store{index: map[key]place{}}
		end := s.scan(bytes.NewReader(data), int64(len(data)), 0)
		if end < 0 || end > int64(len(data)) {
			t.Fatalf("%d of %d bytes are whole", end, len(data))
		}
		for k, p := range s.index {
			if p.at < 0 || p.at+headSize+4*int64(p.count) > end {
				t.Errorf("%x lies at %+v, behind the end", k, p)
			}
		}
	})
}

// TestBound keeps no more than it may, and what is new in place of what is oldest.
func TestBound(t *testing.T) {
	const most = 1 << 16
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 1))
	next := 0
	for run := range 12 {
		s := openStore(dir, most)
		for i := range next { // those of the first runs have gone
			k, want := numbered(i)
			if s.get(k, make([]float32, len(want))) && run > 9 && i < 100 {
				t.Fatalf("record %d is there in run %d", i, run)
			}
		}
		for range 200 + rng.IntN(400) {
			s.put(numbered(next))
			next++
		}
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
		var total int64
		for _, name := range segments(dir) {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			total += info.Size()
		}
		if total > most {
			t.Fatalf("run %d: %d bytes", run, total)
		}
	}
}

// TestFull ends the keeping without a word when the bound is reached, and keeps
// what it has.
func TestFull(t *testing.T) {
	s := openStore(t.TempDir(), 200)
	defer s.close()
	for i := range 20 {
		s.put(numbered(i))
	}
	k, want := numbered(1)
	if got := make([]float32, len(want)); !s.get(k, got) || !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if k, want = numbered(19); s.get(k, make([]float32, len(want))) || s.complaint() != nil {
		t.Errorf("the last is kept, or it complains: %v", s.complaint())
	}
}

// TestRoom takes the oldest segment away after something found no room, and only
// then.
func TestRoom(t *testing.T) {
	const most = 4000
	dir := t.TempDir()
	run := func(from, to int) []string {
		t.Helper()
		s := openStore(dir, most)
		for i := range to {
			k, want := numbered(i)
			if got := make([]float32, len(want)); i < from && !s.get(k, got) {
				t.Errorf("record %d has gone", i)
			}
			s.put(k, want)
		}
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
		return segments(dir)
	}
	// Records of 40 bytes in the mean, 25 of them in a segment: the last finds room.
	full := run(0, 98)
	if size := bytesOf(full); len(full) != 4 || size < most-most/16 {
		t.Fatalf("%d bytes in %v", size, full)
	}
	if got := run(98, 98); !slices.Equal(got, full) {
		t.Errorf("nothing new came, and of %v there are %v", full, got)
	}
	if got := run(98, 120); !slices.Equal(got, full[1:]) {
		t.Errorf("after too much came, of %v there are %v", full, got)
	}
}

// TestFailed has no record that could not be written, as on a disk that is full, and
// complains.
func TestFailed(t *testing.T) {
	s := openStore(t.TempDir(), mostBytes)
	s.put(numbered(1))
	if err := s.files[0].Close(); err != nil {
		t.Fatal(err)
	}
	k, want := numbered(2)
	s.put(k, want)
	if _, ok := s.index[k]; ok || s.complaint() == nil {
		t.Errorf("it is there: %v; it complains: %v", ok, s.complaint())
	}
	s.close()
}

// TestSweep empties the stores that were used longest ago, but none in use.
func TestSweep(t *testing.T) {
	all := t.TempDir()
	var dirs []string
	for i := range 5 {
		dir := filepath.Join(all, fmt.Sprint(i))
		filled(t, dir, 10)
		used := time.Unix(int64(1000*(i*3%5)), 0) // in the order 0, 2, 4, 1, 3
		if err := os.Chtimes(lockOf(dir), used, used); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	left := func() (list []int) {
		for i, dir := range dirs {
			if len(segments(dir)) > 0 {
				list = append(list, i)
			}
		}
		return list
	}
	size := bytesOf(segments(dirs[0]))
	inUse := openStore(dirs[2], mostBytes)
	used := time.Unix(1000, 0)
	if err := os.Chtimes(lockOf(dirs[2]), used, used); err != nil {
		t.Fatal(err)
	}
	if sweep(all, 5*size); !slices.Equal(left(), []int{0, 1, 2, 3, 4}) {
		t.Errorf("%v are left of all", left())
	}
	if sweep(all, 4*size+1); !slices.Equal(left(), []int{1, 2, 3, 4}) {
		t.Errorf("%v are left of a store too many", left())
	}
	if sweep(all, 2*size); !slices.Equal(left(), []int{2, 3}) {
		t.Errorf("%v are left; 2 is in use", left())
	}
	inUse.close()
	if sweep(all, 0); len(left()) > 0 {
		t.Errorf("%v are left", left())
	}
	s := openStore(dirs[0], mostBytes) // which is young again
	s.put(numbered(1))
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	filled(t, dirs[1], 1)
	if err := os.Chtimes(lockOf(dirs[1]), used, used); err != nil {
		t.Fatal(err)
	}
	if sweep(all, 40); !slices.Equal(left(), []int{0}) {
		t.Errorf("%v are left", left())
	}
}

// TestTwo lets one process write and another one read.
func TestTwo(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir, 3)
	writer, reader := openStore(dir, mostBytes), openStore(dir, mostBytes)
	for i := range 6 {
		writer.put(numbered(i))
		reader.put(numbered(i + 10))
	}
	for i := range 20 {
		k, want := numbered(i)
		got := make([]float32, len(want))
		if writer.get(k, got) != (i < 6) || reader.get(k, got) != (i < 3) {
			t.Errorf("record %d is there, or is not", i)
		}
	}
	if writer.complaint() != nil || reader.complaint() != nil {
		t.Error("it complains")
	}
	writer.close()
	reader.close()
	if has := check(t, dir, 6); has != 6 {
		t.Errorf("%d records are left", has)
	}
}

// TestReadOnly reads a folder that it may not write to, complains only if something
// new comes, and leaves the lock to those who may.
func TestReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("skipped: root may write everything")
	}
	dir := t.TempDir()
	file, _ := filled(t, dir, 3)
	if err := os.Chmod(file, 0o400); err != nil {
		t.Fatal(err)
	}
	s := openStore(dir, mostBytes)
	defer s.close()
	for i := range 3 {
		k, want := numbered(i)
		if got := make([]float32, len(want)); !s.get(k, got) || !slices.Equal(got, want) {
			t.Errorf("record %d is not read", i)
		}
		s.put(k, want)
	}
	if err := s.complaint(); err != nil {
		t.Errorf("nothing new came: %v", err)
	}
	s.put(numbered(3))
	if s.complaint() == nil {
		t.Error("what is new is not kept, without a word")
	}
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if has := check(t, dir, 4); has != 3 {
		t.Errorf("%d records are there", has)
	}
}
