package shelf

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func open(t *testing.T, file string) *Shelf {
	t.Helper()
	s, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestThings adds, finds, changes and deletes, and opens the file again.
func TestThings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file%20.db")
	s, ctx := open(t, file), t.Context()
	at := time.Unix(1e9, 5000).UTC()
	project := &Thing{ID: "p", Kind: "project", Name: "Élection", Notes: "of May", Tags: []string{"news", "a b"}, Made: at, Changed: at}
	run := &Thing{ID: "r", Kind: "run", Parent: "p", Name: "first", Tags: []string{}, Made: at.Add(1000), Changed: at, Body: []byte(`{"n":1}`)}
	for _, thing := range []*Thing{project, run} {
		if err := s.Add(ctx, thing); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Add(ctx, &Thing{ID: "x", Kind: "run", Parent: "nowhere"}); err == nil {
		t.Error("a thing is in another that is not there")
	}
	s.Close()
	s = open(t, file)
	for q, want := range map[Query]string{
		{}: "r p", {Kind: "run"}: "r", {Parent: "p"}: "r", {Words: "éLECT may"}: "p", {Words: "may june"}: "", {Tag: "a b"}: "p", {Tag: "a"}: "",
		{Words: "%"}: "", {Words: `a b"`}: "",
	} {
		list, err := s.List(ctx, q)
		var ids []string
		for _, thing := range list {
			ids = append(ids, thing.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%+v: got %s, %v; want %s", q, got, err, want)
		}
	}
	broken := errors.New("no")
	if err := s.Change(ctx, "r", func(thing *Thing) error { thing.Name = "other"; return broken }); !errors.Is(err, broken) {
		t.Error(err)
	}
	if err := s.Change(ctx, "r", func(thing *Thing) error { thing.Notes, run.Notes = "now", "now"; return nil }); err != nil {
		t.Error(err)
	}
	got, err := s.Thing(ctx, "r")
	if d := cmp.Diff(run, got); err != nil || d != "" {
		t.Errorf("%v %s", err, d)
	}
	if err := s.Delete(ctx, "p"); err != nil {
		t.Error(err)
	}
	if _, err := s.Thing(ctx, "r"); !errors.Is(err, ErrNone) {
		t.Errorf("what was in a deleted thing: %v", err)
	}
	if err := s.Change(ctx, "r", func(*Thing) error { return nil }); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}

// TestSafe keeps secrets and sessions.
func TestSafe(t *testing.T) {
	s, ctx, now := open(t, filepath.Join(t.TempDir(), "w.db")), t.Context(), time.Unix(1e9, 0).UTC()
	for _, value := range [][]byte{nil, []byte("a"), []byte("b"), nil} {
		err := s.SetSecret(ctx, "x", value)
		if got, e := s.Secret(ctx, "x"); err != nil || e != nil || string(got) != string(value) {
			t.Errorf("got %q, %v %v; want %q", got, err, e, value)
		}
	}
	one, two := [32]byte{1}, [32]byte{2}
	for _, id := range [][32]byte{one, two} {
		if err := s.AddSession(ctx, id, now, now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	ends := func(id [32]byte, at time.Time) bool {
		e, err := s.Session(ctx, id, at)
		if err != nil {
			t.Error(err)
		}
		return e.Equal(now.Add(time.Hour))
	}
	if !ends(one, now) || ends(one, now.Add(time.Hour)) || ends([32]byte{3}, now) {
		t.Error("a session is open too long, or not at all")
	}
	s.DropSession(ctx, one)
	if ends(one, now) || !ends(two, now) {
		t.Error("the wrong session has ended")
	}
	s.DropSession(ctx, [32]byte{})
	if ends(two, now) {
		t.Error("a session is left of all")
	}
}

// TestRefused has files that are something else.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database ", 99)), 0o600); err != nil {
		t.Fatal(err)
	}
	newer := filepath.Join(dir, "newer.db")
	s := open(t, newer)
	if _, err := s.db.Exec(`INSERT INTO ` + version + ` (version_id, is_applied) VALUES (99, 1)`); err != nil {
		t.Fatal(err)
	}
	s.Close()
	other := filepath.Join(dir, "other.db")
	s = open(t, other)
	s.db.Exec(`PRAGMA application_id = 7`)
	s.Close()
	for file, want := range map[string]string{text: "not a database", newer: "newer hed", other: "not of a workbench"} {
		if _, err := Open(context.Background(), file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}
