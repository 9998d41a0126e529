package sqlite

import (
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"hed/store/internal/database"
)

// TestCutShort cuts the moving of the log to the file short, by a disk that takes no more in the
// middle of it, and by a process that ends there. The file is half new then, which looks as if
// somebody had written to it; but the log has it all, and nothing is lost or refused.
func TestCutShort(t *testing.T) {
	name := filepath.Join(t.TempDir(), "study.hed")
	ctx := t.Context()
	begin := func() (*engine, *database.Store) {
		t.Helper()
		info, _ := os.Stat(name)
		e, err := enter(ctx, name, info, ofStudy, true)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		return e, database.New(e)
	}
	e, s := begin()
	fill := func(name string) {
		t.Helper()
		if err := s.SetSecret(ctx, name, make([]byte, 400_000)); err != nil {
			t.Fatal(err)
		}
	}
	have := func(names ...string) {
		t.Helper()
		for _, n := range names {
			if data, err := s.Secret(ctx, n); err != nil || len(data) != 400_000 {
				t.Errorf("%s has %d bytes, %v", n, len(data), err)
			}
		}
	}
	fill("one")
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	limit := before
	limit.Cur = 200_000
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skip(err)
	}
	if err := e.gate.take(ctx); err != nil {
		t.Fatal(err)
	}
	_, err := e.gate.checkpoint(ctx, e.conn, "PASSIVE")
	e.gate.release()
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
	if err == nil {
		t.Fatal("the disk was not full")
	}
	have("one")
	fill("two")
	have("one", "two")

	// A process that is killed there leaves its record, and does not mark the file.
	kill := func() {
		t.Helper()
		killed, _ := begin()
		if err := killed.gate.take(ctx); err != nil {
			t.Fatal(err)
		}
		err := killed.gate.put(killed.gate.seen.Load(), moving, true)
		if err == nil {
			_, _, _, err = pragma(ctx, killed.conn, "PASSIVE")
		}
		killed.gate.release()
		if err != nil {
			t.Fatal(err)
		}
	}
	kill()
	have("one", "two")
	fill("three") // one that has the store open continues
	kill()
	_, s = begin() // one that opens it then
	fill("four")
	have("one", "two", "three", "four")
}

// TestBetween puts a copy over the file after the look and before the log is moved to it, where
// the mark that follows would hide it.
func TestBetween(t *testing.T) {
	for _, c := range []struct {
		name      string
		meanwhile func(file string, other *sql.DB) error
		want      error
	}{
		{"a copy", func(file string, _ *sql.DB) error { return exec.Command("cp", file+".copy", file).Run() }, errForeign},
		{"a reader who leaves", func(_ string, other *sql.DB) error { return other.Close() }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "study.hed")
			ctx := t.Context()
			e, err := enter(ctx, name, nil, ofStudy, true)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			other, err := sql.Open("sqlite", name)
			if err == nil {
				_, err = other.Exec(`VACUUM INTO '` + name + `.copy'`)
			}
			if err == nil {
				err = e.gate.take(ctx)
			}
			if err != nil {
				t.Fatal(err)
			}
			defer e.gate.release()
			defer other.Close()
			err = errors.Join(e.gate.look(), e.gate.put(e.gate.seen.Load(), moving, true), c.meanwhile(name, other))
			if err != nil {
				t.Fatal(err)
			}
			if _, _, _, err := pragma(ctx, e.conn, "PASSIVE"); err != nil {
				t.Fatal(err)
			}
			if err := e.gate.settle(); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}
