package sqlite_test

import (
	"bytes"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hed/store/sqlite"
	"hed/store/storetest"
	"hed/study"
)

// shell runs a command as somebody would beside a server, in a process of its own: to close
// the file in this one would drop SQLite's locks.
func shell(t *testing.T, command string, args ...string) {
	t.Helper()
	sh, err := osexec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	if out, err := osexec.Command(sh, append([]string{"-ec", command, "sh"}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// refused fails unless the store neither saves nor answers questions, in these words.
func refused(t *testing.T, s study.Store, words string) {
	t.Helper()
	err := save(t, s, "j001", "late")
	if study.CodeOf(err) != study.Unavailable || !strings.Contains(err.Error(), words) {
		t.Errorf("an answer: got %v, want %s and %q", err, study.Unavailable, words)
	}
	if _, err := s.Running(t.Context()); study.CodeOf(err) != study.Unavailable {
		t.Errorf("a question: got %v, want %s", err, study.Unavailable)
	}
}

// ids are those of the answers in a store, in order.
func ids(t *testing.T, s study.Store) string {
	t.Helper()
	var list []string
	for a, err := range s.Answers(t.Context(), study.Filter{History: true}) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a.ID)
	}
	return strings.Join(list, " ")
}

func reopen(t *testing.T, name string) study.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestOverwritten puts a copy over an open store, in place. This was not noticed:
//
//	sqlite3 s.db ".backup b.db"; sleep 1.5; cp b.db s.db
//
// 2,256 answers were acknowledged in the next two seconds, and then the file was damaged: the
// log had been moved into the copy.
func TestOverwritten(t *testing.T) {
	for _, c := range []struct{ name, copy, over string }{
		{"backup", `sqlite3 "$1" ".backup '$2'"`, `cp "$2" "$1"`},
		{"vacuum", "", `cat "$2" > "$1"`},
		{"kept time", "", `touch -r "$1" "$2.time"; cat "$2" > "$1"; touch -r "$2.time" "$1"`},
		{"not emptied", "", `dd if="$2" of="$1" conv=notrunc status=none`},
		{"replaced", "", `cp "$2" "$1.new"; mv "$1.new" "$1"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			name, s := storetest.Filled(t, plain, 1, 1)
			b := filepath.Join(t.TempDir(), "b.db")
			if err := save(t, s, "j001", "before"); err != nil {
				t.Fatal(err)
			}
			if c.copy == "" {
				db := raw(t, name)
				exec(t, db, `VACUUM INTO '`+b+`'`)
				db.Close()
			} else if _, err := osexec.LookPath("sqlite3"); err != nil {
				t.Skip(err)
			} else {
				shell(t, c.copy, name, b)
			}
			if err := save(t, s, "j001", "after"); err != nil {
				t.Fatal(err)
			}
			shell(t, c.over, name, b)
			if c.name == "replaced" {
				refused(t, s, "was moved, deleted or replaced")
			} else {
				refused(t, s, "written by another program")
			}
			s.Close()
			want, _ := os.ReadFile(b)
			if got, _ := os.ReadFile(name); !bytes.Equal(got, want) {
				t.Error("closing the store changed the copy")
			}
			// The log is of another file. To open the store would put it into the copy.
			if _, err := sqlite.Open(t.Context(), name); study.CodeOf(err) != study.Unavailable || !strings.Contains(err.Error(), "does not belong to it") {
				t.Errorf("got %v, want it refused", err)
			}
			if got, _ := os.ReadFile(name); !bytes.Equal(got, want) {
				t.Error("opening the store changed the copy")
			}
			for _, suffix := range []string{"-wal", "-shm"} {
				if err := os.Rename(name+suffix, name+suffix+".kept"); err != nil {
					t.Fatal(err)
				}
			}
			s = reopen(t, name)
			if err := save(t, s, "j001", "then"); err != nil {
				t.Error(err)
			}
			if got := ids(t, s); got != "before then" {
				t.Errorf("there are %s, want before and then", got)
			}
		})
	}
}

// TestMemory takes away the memory that processes share. It was not missed: with
// rm s.db-shm and a second server, 5 answers were acknowledged and 3 kept.
func TestMemory(t *testing.T) {
	for _, back := range []bool{false, true} {
		t.Run(fmt.Sprint(back), func(t *testing.T) {
			name, first := storetest.Filled(t, plain, 1, storetest.Savers)
			acknowledged := map[string]bool{}
			try := func(id string) {
				if save(t, first, "j001", id) == nil {
					acknowledged[id] = true
				}
			}
			try("1")
			shell(t, `mv "$1-shm" "$1-shm.away"`, name)
			refused(t, first, "-shm was moved, deleted or replaced")
			// The second server saves, and the first tries to.
			lines := storetest.Killed(t, "second", name, func(n int, kill func()) {
				if try(fmt.Sprint("meanwhile", n)); n == 50 {
					kill()
				}
			})
			for _, line := range lines {
				acknowledged[strings.Fields(line)[2]] = true
			}
			refused(t, first, "-shm was moved, deleted or replaced")
			if back { // of which it knows nothing by the memory that is put back
				shell(t, `mv "$1-shm.away" "$1-shm"`, name)
				refused(t, first, "saves nothing any more")
			}
			first.Close()
			there := " " + ids(t, reopen(t, name)) + " "
			for id := range acknowledged {
				if !strings.Contains(there, " "+id+" ") {
					t.Errorf("answer %s was acknowledged and is lost", id)
				}
			}
			if len(acknowledged) < 8 {
				t.Errorf("%d answers were acknowledged", len(acknowledged))
			}
		})
	}
}

// TestLog spoils the log under an open store: SQLite, which knows it from memory, continues after
// the hole, and finds nothing behind it when it opens the store again.
func TestLog(t *testing.T) {
	for _, c := range []struct{ name, spoil string }{
		{"emptied", `: > "$1-wal"`},
		{"older", `cat "$1-old" > "$1-wal"`},
		{"head", `head -c 32 /dev/zero | dd of="$1-wal" conv=notrunc status=none`},
	} {
		t.Run(c.name, func(t *testing.T) {
			name, s := storetest.Filled(t, plain, 1, 1)
			shell(t, `cp "$1-wal" "$1-old"`, name)
			if err := save(t, s, "j001", "x"); err != nil {
				t.Fatal(err)
			}
			shell(t, c.spoil, name)
			if err := save(t, s, "j001", "late"); study.CodeOf(err) != study.Unavailable || !strings.Contains(err.Error(), "-wal was written by another program") {
				t.Errorf("got %v, want %s", err, study.Unavailable)
			}
		})
	}
}

// TestLinks opens a store by other names.
func TestLinks(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 1)
	dir := t.TempDir()
	symbolic, hard, broken := filepath.Join(dir, "symbolic"), filepath.Join(dir, "hard"), filepath.Join(dir, "broken")
	if err := os.Symlink(name, symbolic); err != nil {
		t.Skip(err)
	}
	other := reopen(t, symbolic)
	for i, s := range []study.Store{s, other, s, other} {
		if err := save(t, s, "j001", fmt.Sprint(i)); err != nil {
			t.Error(err)
		}
	}
	if a, b := ids(t, s), ids(t, other); a != "0 1 2 3" || a != b {
		t.Errorf("by the one name there are %q, by the other %q", a, b)
	}
	if files, _ := filepath.Glob(symbolic + "*"); len(files) != 1 {
		t.Errorf("beside the link there are %v", files)
	}
	if err := os.Symlink(filepath.Join(dir, "nothing"), broken); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Create(t.Context(), broken); err == nil || !strings.Contains(err.Error(), "symbolic link") {
		t.Errorf("got %v, want the link refused", err)
	}
	if err := os.Link(name, hard); err != nil {
		t.Skip(err)
	}
	for _, file := range []string{name, hard} {
		if _, err := sqlite.Open(t.Context(), file); study.CodeOf(err) != study.Unavailable || !strings.Contains(err.Error(), "hard links") {
			t.Errorf("got %v, want %s refused", err, file)
		}
	}
}

// TestFiles looks at what is beside a store.
func TestFiles(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 1)
	other := reopen(t, name)
	files := func(want string) {
		t.Helper()
		list, _ := filepath.Glob(name + "*")
		for i := range list {
			list[i] = strings.TrimPrefix(list[i], name)
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("there are %q, want %q", got, want)
		}
	}
	files(" -lock -shm -wal")
	// Somebody takes the lock for a leftover.
	shell(t, `rm "$1-lock"`, name)
	for i, s := range []study.Store{s, other, s} {
		if err := save(t, s, "j001", fmt.Sprint(i)); err != nil {
			t.Error(err)
		}
	}
	s.Close()
	files(" -lock -shm -wal")
	if err := save(t, other, "j001", "last"); err != nil {
		t.Error(err)
	}
	other.Close()
	files("")
	if got := ids(t, reopen(t, name)); got != "0 1 2 last" {
		t.Errorf("there are %q", got)
	}
}

// TestMovedFolder opens a copy of all files of a store that was not closed, as after a power
// cut, or when a disk is moved: marks say nothing there.
func TestMovedFolder(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 1)
	if err := save(t, s, "j001", "x"); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	shell(t, `cp "$1" "$1-wal" "$1-shm" "$1-lock" "$2"`, name, dir)
	if got := ids(t, reopen(t, filepath.Join(dir, filepath.Base(name)))); got != "x" {
		t.Errorf("there are %q, want x", got)
	}
}

// TestOrphan makes a study where the log of another is left: SQLite would delete it.
func TestOrphan(t *testing.T) {
	name, s := storetest.Filled(t, plain, 1, 1)
	if err := save(t, s, "j001", "x"); err != nil {
		t.Fatal(err)
	}
	shell(t, `mv "$1" "$1.away"`, name)
	if _, err := sqlite.Create(t.Context(), name); study.CodeOf(err) != study.Unavailable || !strings.Contains(err.Error(), "-wal is there") {
		t.Errorf("got %v, want it refused", err)
	}
	shell(t, `mv "$1.away" "$1"`, name)
	if err := save(t, s, "j001", "y"); err != nil {
		t.Error(err)
	}
}
