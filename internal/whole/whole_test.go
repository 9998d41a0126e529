package whole_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"hed/internal/whole"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	for _, text := range []string{"one", "two"} { // the second replaces the first
		err := whole.Write(file, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("got %q, %v", got, err)
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o444 == 0 {
		t.Errorf("mode %v", info.Mode())
	}
	only(t, dir, "a.txt")
}

// What fails leaves the old file and nothing else.
func TestFailure(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(file, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	err := whole.Write(file, func(w io.Writer) error {
		io.WriteString(w, "half")
		return boom
	})
	if !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if got, _ := os.ReadFile(file); string(got) != "old" {
		t.Errorf("the file has %q", got)
	}
	only(t, dir, "a.txt")
}

func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	f, err := whole.Create(filepath.Join(dir, "a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	f.Discard()
	f.Discard() // may be deferred as well
	only(t, dir)
	var none *whole.File
	none.Discard()
}

// Of two that write one file at once, the last to commit wins, and neither fails.
func TestTwoAtOnce(t *testing.T) {
	dir := t.TempDir()
	var files []*whole.File
	for _, text := range []string{"the longer one", "short"} {
		f, err := whole.Create(filepath.Join(dir, "a.txt"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Discard()
		io.WriteString(f, text)
		files = append(files, f)
	}
	for i, want := range []string{"the longer one", "short"} {
		if err := files[i].Commit(); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "a.txt")); err != nil || string(got) != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	only(t, dir, "a.txt")
}

func TestNoFolder(t *testing.T) {
	if _, err := whole.Create(filepath.Join(t.TempDir(), "nowhere", "a.txt")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func only(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(want) {
		t.Fatalf("the folder has %v, want %v", entries, want)
	}
	for i, e := range entries {
		if e.Name() != want[i] {
			t.Errorf("the folder has %v, want %v", entries, want)
		}
	}
}

// A link stays a link, and a device a device.
func TestInPlace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: links and devices are other things there")
	}
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.txt"), filepath.Join(dir, "link")
	write := func(name, text string) error {
		return whole.Write(name, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	if err := write(file, "old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.txt", link); err != nil {
		t.Fatal(err)
	}
	if err := write(link, "new"); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(file); string(got) != "new" {
		t.Errorf("the file behind the link has %q", got)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	only(t, dir, "a.txt", "link")
	null := filepath.Join(dir, "null") // a link, so that nothing is lost if it fails
	if err := os.Symlink(os.DevNull, null); err != nil {
		t.Fatal(err)
	}
	if err := write(null, "nothing"); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("the device is no device any more: %v", err)
	}
	f, err := whole.Create(null)
	if err != nil {
		t.Fatal(err)
	}
	f.Discard()
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("the device is no device any more: %v", err)
	}
}

// The names of the process's own streams are written in place though they lead
// to a plain file, which keeps what it has.
func TestStreamName(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	name := fmt.Sprintf("/proc/self/fd/%d", file.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip("skipped: streams have no such names here")
	}
	io.WriteString(file, "old ")
	err = whole.Write(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	})
	if got, _ := os.ReadFile(file.Name()); err != nil || string(got) != "old new" {
		t.Errorf("got %q, %v", got, err)
	}
	if whole.InPlace(file.Name()) {
		t.Error("a plain file would be written in place")
	}
}

// A process that was killed left .a.txt.tmp-… for ever. The next that writes the file
// removes it, but neither one that is being written nor a link.
func TestLeft(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: names are by chance there")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("theirs"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".a.txt.tmp-0"), []byte("half"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, filepath.Join(dir, ".a.txt.tmp-1")); err != nil {
		t.Fatal(err)
	}
	first, err := whole.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Discard()
	io.WriteString(first, "first")
	if err := whole.Write(file, func(w io.Writer) error { _, err := io.WriteString(w, "second"); return err }); err != nil {
		t.Fatal(err)
	}
	if err := first.Commit(); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(file); string(got) != "first" {
		t.Errorf("the file has %q", got)
	}
	if got, _ := os.ReadFile(other); string(got) != "theirs" {
		t.Errorf("the file behind the link has %q", got)
	}
	only(t, dir, ".a.txt.tmp-1", "a.txt")
}

// Files of a batch appear together or not at all.
func TestBatch(t *testing.T) {
	dir := t.TempDir()
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
	}
	var b whole.Batch
	for _, name := range []string{"one", "two"} {
		if err := b.Write(filepath.Join(dir, name), text(name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "one")); err == nil {
		t.Error("a file is there before all are")
	}
	if err := b.Commit(); err != nil {
		t.Fatal(err)
	}
	only(t, dir, "one", "two")
	boom := errors.New("boom")
	if err := b.Write(filepath.Join(dir, "one"), text("new")); err != nil {
		t.Fatal(err)
	}
	if err := b.Write(filepath.Join(dir, "two"), func(io.Writer) error { return boom }); err != boom {
		t.Errorf("got %v", err)
	}
	b.Discard()
	only(t, dir, "one", "two")
	if got, _ := os.ReadFile(filepath.Join(dir, "one")); string(got) != "one" {
		t.Errorf("got %q", got)
	}
}

// A lock that was removed by whoever had it locks nothing, so it is taken again.
func TestLock(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lock")
	first, err := whole.TryLock(file)
	if err != nil || first == nil {
		t.Fatal(first, err)
	}
	if second, err := whole.TryLock(file); err != nil || second != nil {
		t.Fatal("two have the lock", err)
	}
	first.Release()
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file stays: %v", err)
	}
	second, err := whole.TryLock(file)
	if err != nil || second == nil {
		t.Fatal(second, err)
	}
	second.Release()
	// One that is a link is a lock as well.
	if err := os.Symlink(file+"2", file); err != nil {
		t.Skipf("skipped: links cannot be made here: %v", err)
	}
	if linked, err := whole.TryLock(file); err != nil || linked == nil {
		t.Error("a link cannot be locked", err)
	} else {
		linked.Release()
	}
}
