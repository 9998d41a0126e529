package shelf

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestDamaged changes every sealed row of a file by other means, and turns bits of all of it: what was not written by hed is
// noticed, or nothing that a shelf shows is another than before.
func TestDamaged(t *testing.T) {
	name := inFile(t)
	s := open(t, name)
	fill(t, s)
	if err := errors.Join(s.Change(t.Context(), "a", func(thing *Thing) error { thing.Notes = "changed"; return nil }),
		s.Let(t.Context(), "p", "Bob", Run), s.SetSecret(t.Context(), "share:k", []byte("b")), s.SetPassword(t.Context(), "ann", "other"),
		s.RemoveAccount(t.Context(), "ann", "Bob"), s.Let(t.Context(), "p", "Bob", Read)); err != nil {
		t.Fatal(err)
	}
	want := contents(t, s)
	s.Close()
	s = open(t, name) // all of that has seals
	s.Close()
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i, table := range sealed {
		for _, change := range []string{"seal = seal + 1", "seal = NULL"} {
			other := filepath.Join(t.TempDir(), "other.db")
			if err := os.WriteFile(other, whole, 0o600); err != nil {
				t.Fatal(err)
			}
			d := db(t, &Shelf{file{}}, other)
			if r, err := d.Exec(`UPDATE ` + table + ` SET ` + change); err != nil {
				t.Fatal(err)
			} else if n, _ := r.RowsAffected(); n == 0 {
				t.Errorf("there is no row in %s, %d", table, i)
			}
			d.Close()
			if _, err := Open(t.Context(), other); err == nil || !strings.Contains(err.Error(), "of the table "+table+" is not as hed wrote it") {
				t.Errorf("%s of %s: %v", change, table, err)
			}
		}
	}
	refused, step := 0, 499
	if testing.Short() {
		step = 1999
	}
	for at := 0; at < len(whole); at += step {
		other := filepath.Join(t.TempDir(), "other.db")
		turned := append([]byte(nil), whole...)
		turned[at] ^= 1 << (at % 8)
		if err := os.WriteFile(other, turned, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), other)
		if err != nil {
			refused++
			continue
		}
		if d := cmp.Diff(want, contents(t, s)); d != "" {
			t.Errorf("a bit of byte %d goes unnoticed: %s", at, d)
		}
		s.Close()
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// TestMoved has files of a shelf that is open moved away, replaced and overwritten. Nothing is said to be kept after that.
func TestMoved(t *testing.T) {
	for what, harm := range map[string]func(name string, old []byte) error{
		"moved":       func(name string, _ []byte) error { return os.Rename(name, name+".moved") },
		"overwritten": func(name string, old []byte) error { return os.WriteFile(name, old, 0o600) },
		"replaced": func(name string, old []byte) error {
			return errors.Join(os.WriteFile(name+".new", old, 0o600), os.Rename(name+".new", name))
		},
		"without log": func(name string, _ []byte) error { return os.Remove(name + "-wal") },
	} {
		name, ctx := inFile(t), t.Context()
		first := open(t, name)
		fill(t, first)
		first.Close()
		old, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := open(t, name)
		if err := s.Add(ctx, &Thing{ID: "later", Kind: "project", Made: time.Unix(1e9, 0)}); err != nil {
			t.Fatal(err)
		}
		if err := harm(name, old); err != nil {
			t.Fatal(err)
		}
		if err := s.Add(ctx, &Thing{ID: "last", Kind: "project"}); err == nil {
			t.Errorf("%s: a thing is said to be kept", what)
		} else if _, ok := errors.AsType[*Away](err); !ok {
			t.Errorf("%s: %v", what, err)
		}
		if err := s.Ping(ctx); err == nil {
			t.Errorf("%s: the shelf is said to be well", what)
		}
		s.Close()
	}
}

// TestSealsOfOld opens a file from before there were seals.
func TestSealsOfOld(t *testing.T) {
	name := inFile(t)
	s := open(t, name)
	fill(t, s)
	want := contents(t, s)
	s.Close()
	d := db(t, s, name)
	for _, table := range sealed {
		for _, q := range []string{`DROP INDEX ` + table + `_open`, `ALTER TABLE ` + table + ` DROP COLUMN seal`} {
			if _, err := d.Exec(q); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := d.Exec(`DELETE FROM hed_version WHERE version_id > 3`); err != nil {
		t.Fatal(err)
	}
	d.Close()
	if d := cmp.Diff(want, contents(t, open(t, name))); d != "" {
		t.Error(d)
	}
	var none int
	at := db(t, s, name)
	if err := at.QueryRow(`SELECT count(*) FROM thing WHERE seal IS NULL`).Scan(&none); err != nil || none > 0 {
		t.Error(fmt.Errorf("%d things have no seal, %w", none, err))
	}
}
