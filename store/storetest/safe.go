package storetest

import (
	"testing"
	"time"

	"hed/store"
)

// What follows is the contract of web/internal/site's Safe, which cannot be named here:
// stores do not know who serves a study. A store is a safe before it has a study.

func testSecret(t *testing.T, fresh Fresh) {
	s := open(t, store.Create, fresh(t))
	want := func(name string, want []byte) {
		t.Helper()
		got, err := s.Secret(t.Context(), name)
		must(t, err)
		equal(t, name, got, want)
	}
	want("password", nil)
	must(t, s.SetSecret(t.Context(), "password", []byte("one\x00two")))
	must(t, s.SetSecret(t.Context(), "code", []byte("three")))
	want("password", []byte("one\x00two"))
	must(t, s.SetSecret(t.Context(), "password", []byte("four")))
	want("password", []byte("four"))
	must(t, s.SetSecret(t.Context(), "password", nil))
	want("password", nil)
	want("code", []byte("three"))
}

func testSession(t *testing.T, fresh Fresh) {
	s := open(t, store.Create, fresh(t))
	a, b := Token(1), Token(2)
	ends := Start.Add(time.Hour)
	want := func(what string, id [32]byte, now, want time.Time) {
		t.Helper()
		got, err := s.Session(t.Context(), id, now)
		must(t, err)
		equal(t, what, got, want)
	}
	want("nobody's", a, Start, time.Time{})
	must(t, s.AddSession(t.Context(), a, Start, ends))
	must(t, s.AddSession(t.Context(), b, Start, ends))
	want("an open one", a, Start, ends)
	want("one that ends now", a, ends, time.Time{})
	must(t, s.DropSession(t.Context(), a))
	must(t, s.DropSession(t.Context(), a))
	want("one that was ended", a, Start, time.Time{})
	want("another", b, Start, ends)
	must(t, s.DropSession(t.Context(), [32]byte{}))
	want("another after all were ended", b, Start, time.Time{})
	// One that has ended is forgotten when another begins: it does not come back with
	// a clock that is set back.
	must(t, s.AddSession(t.Context(), a, Start, ends))
	must(t, s.AddSession(t.Context(), b, ends, ends.Add(time.Hour)))
	want("one from before", a, Start, time.Time{})
	want("the latest", b, Start, ends.Add(time.Hour))
	// Sessions outlive the process that began them.
	name := fresh(t)
	first := open(t, store.Create, name)
	must(t, first.AddSession(t.Context(), a, Start, ends))
	must(t, first.Close())
	s = open(t, store.Open, name)
	want("one of an earlier process", a, Start, ends)
}

// testProbe sees that a probe writes what an answer would be written by, and changes nothing
// that anybody asks for.
func testProbe(t *testing.T, fresh Fresh) {
	name, _ := Filled(t, fresh, 1, 1)
	s := open(t, store.Open, name)
	before, err := s.Snapshot(t.Context())
	must(t, err)
	must(t, s.SetSecret(t.Context(), "password", []byte("one")))
	for range 3 {
		must(t, s.Probe(t.Context()))
	}
	after, err := s.Snapshot(t.Context())
	must(t, err)
	equal(t, "the study", after, before)
	password, err := s.Secret(t.Context(), "password")
	must(t, err)
	equal(t, "the password", password, []byte("one"))
	must(t, s.Close())
	if err := s.Probe(t.Context()); err == nil {
		t.Error("a store that is closed says that it can be written")
	}
}
