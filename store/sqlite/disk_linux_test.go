package sqlite_test

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"hed/store"
	"hed/store/sqlite"
	"hed/store/storetest"
	"hed/study"
)

// full saves through many goroutines until room is gone, makes room, and saves what was
// refused.
func full(t *testing.T, s study.Store, want string, makeRoom func()) {
	t.Helper()
	if err := s.(*store.Store).Probe(t.Context()); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	acknowledged, refused := map[string]bool{}, map[string]error{}
	var wg sync.WaitGroup
	for j := range 8 {
		wg.Go(func() {
			judge := fmt.Sprintf("j%03d", j+1)
			for i := range 5000 {
				err := save(t, s, judge, fmt.Sprint(i))
				mu.Lock()
				if err == nil {
					acknowledged[fmt.Sprint(judge, " ", i)] = true
				} else {
					refused[fmt.Sprint(judge, " ", i)] = err
				}
				mu.Unlock()
				if err != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	if len(refused) != 8 {
		t.Fatalf("%d of 8 were refused; the disk is not full", len(refused))
	}
	for id, err := range refused {
		if study.CodeOf(err) != study.Unavailable || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s and %q", id, err, study.Unavailable, want)
		}
	}
	// It said that all is well: its row was as before, and so SQLite wrote nothing.
	if err := s.(*store.Store).Probe(t.Context()); study.CodeOf(err) != study.Unavailable {
		t.Errorf("while no answer can be saved a probe says %v", err)
	}
	check := func() {
		t.Helper()
		there := map[string]int{}
		for a, err := range s.Answers(t.Context(), study.Filter{History: true}) {
			if err != nil {
				t.Fatalf("read while full: %v", err)
			}
			there[a.Judge+" "+a.ID]++
		}
		for id := range acknowledged {
			if there[id] != 1 {
				t.Errorf("answer %s is there %d times", id, there[id])
			}
		}
	}
	check()
	makeRoom()
	for id := range refused {
		judge, n, _ := strings.Cut(id, " ")
		if err := save(t, s, judge, n); err != nil {
			t.Errorf("with room again: %v", err)
		}
		acknowledged[id] = true
	}
	check()
}

// TestFull fills a small disk.
func TestFull(t *testing.T) {
	disk := small(t, "size=1500k")
	_, s := storetest.Filled(t, func(testing.TB) string { return filepath.Join(disk, "study.hed") }, 1, 8)
	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, make([]byte, 600<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	full(t, s, "is full", func() {
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
	})
}

// small mounts a disk, which only root may.
func small(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("no small disk can be mounted: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

// TestLimit lets files grow no further, which anybody may.
func TestLimit(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 8)
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	limit := before
	limit.Cur = uint64(info.Size()) + 900<<10
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skip(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
	full(t, s, "has room", func() { syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before) })
}

// TestReadOnly opens stores on a disk that cannot be written. They can be looked at: one
// that was closed, and one whose server ended without closing it, so that its latest answers
// are in the log. Before, neither could.
func TestReadOnly(t *testing.T) {
	disk := small(t, "size=4m")
	name, s := storetest.Filled(t, func(testing.TB) string { return filepath.Join(disk, "study.hed") }, 1, 1)
	if err := save(t, s, "j001", "x"); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(disk, "left.hed")
	for _, part := range []string{"", "-wal"} {
		data, err := os.ReadFile(name + part)
		if err == nil {
			err = os.WriteFile(left+part, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	// One that was killed left its copy for ever.
	killed := filepath.Join(temp, "hed-look-1")
	if err := os.Mkdir(killed, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lock", "study.db"} {
		if err := os.WriteFile(filepath.Join(killed, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{name, left} {
		_, err := sqlite.Open(t.Context(), name)
		if study.CodeOf(err) != study.Unavailable {
			t.Errorf("got %v, want %s", err, study.Unavailable)
		}
		l, err := sqlite.Look(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Verify(t.Context())
		if err != nil || r.Err() != nil || r.Answers != 1 {
			t.Errorf("%s: got %v, %v; want one answer", filepath.Base(name), r, err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
	if list, _ := os.ReadDir(temp); len(list) > 0 {
		t.Errorf("%v was left behind", list)
	}
}
