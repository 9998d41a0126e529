package storetest

import (
	"path/filepath"
	"testing"
	"time"

	"hed/store"
	"hed/study"
)

// Busy gives a store in which everything has happened that a store keeps.
func Busy(t testing.TB, fresh Fresh) (string, *store.Store) {
	t.Helper()
	name, filled := Filled(t, fresh, 3, 3)
	s, ctx := filled.(*store.Store), t.Context()
	for i, a := range []study.Answer{
		answer("j001", study.About, "1", "age", "40-59"),
		answer("j002", study.About, "1", "age", "25-39"),
		answer("j001", 0, "2", "good.A", "no"),
		answer("j002", 0, "2", "good.A", "yes"),
		answer("j001", 0, "3", "good.A", "yes"), // takes the place of the one before
		answer("j001", 1, "4", "good.B", "no"),
		answer("j002", study.About, "3", "native", "yes"),
		answer("j001", 2, "5", "good.A", "yes è 日本"),
		answer("j003", 1, "1", "good.A", "yes"),
	} {
		_, err := s.Save(ctx, a, Start.Add(time.Duration(i)*time.Minute), nil)
		must(t, err)
	}
	_, err := s.Advance(ctx, "j001", 0, func(k *study.Task, _ map[string]string) error {
		k.State, k.Done = study.Finished, Start.Add(time.Hour)
		return nil
	})
	must(t, err)
	must(t, s.Import(ctx, [][32]byte{Token(4)}, Start, func(*study.Board, []study.Judge) ([]study.Task, []study.Answer, error) {
		return []study.Task{{Judge: "j004", Case: 1, State: study.Finished}},
			[]study.Answer{answer("j004", 1, "a", "good.A", "no"), answer("j004", 1, "b", "good.B", "no")}, nil
	}, Event("imported")))
	_, err = s.Enrol(ctx, Token(5), 3, Event("enrolled"))
	must(t, err)
	must(t, s.SetJudge(ctx, "j003", study.Excluded, Event("excluded")))
	must(t, s.EraseJudge(ctx, "j002", Event("erased")))
	must(t, s.SetRunning(ctx, false, Event("stopped")))
	must(t, s.SetRunning(ctx, true, Event("resumed")))
	must(t, s.Note(ctx, Event("verdict")))
	must(t, s.SetSecret(ctx, "password", []byte("hash")))
	return name, s
}

// testVerify: what went through the store is as it was saved, and is counted.
func testVerify(t *testing.T, fresh Fresh) {
	name, s := Busy(t, fresh)
	want := &store.Report{Cases: 3, Judges: 5, Tasks: 10, Answers: 9, Events: 9}
	r, err := s.Verify(t.Context())
	must(t, err)
	equal(t, "the open store", r, want)
	r, err = store.Verify(t.Context(), name)
	must(t, err)
	equal(t, "the store beside it", r, want)

	empty := fresh(t)
	open(t, store.Create, empty)
	_, err = store.Verify(t.Context(), empty)
	wantCode(t, err, study.NoStudy)
}

// testLook: a store that is only looked at gives all and takes nothing.
func testLook(t *testing.T, fresh Fresh) {
	name, s := Busy(t, fresh)
	want, err := s.Snapshot(t.Context())
	must(t, err)
	l := open(t, store.Look, name)
	got, err := l.Snapshot(t.Context())
	must(t, err)
	equal(t, "what is seen", got, want)
	_, err = l.Save(t.Context(), answer("j001", 1, "x", "good.A", "yes"), Start, nil)
	wantCode(t, err, study.Unavailable)
	// Another continues to write, and it is seen.
	_, err = s.Save(t.Context(), answer("j001", 1, "x", "good.A", "yes"), Start, nil)
	must(t, err)
	equal(t, "answers", len(answers(t, l, study.Filter{})), len(want.Answers)+1)
	_, err = store.Look(t.Context(), fresh(t))
	wantCode(t, err, study.NoStudy)
}

// testBackup makes copies of a store that is at work, each of which is the study as it was.
func testBackup(t *testing.T, fresh Fresh) {
	name, s := Busy(t, fresh)
	file := filepath.Join(t.TempDir(), "backup.db")
	for range 2 { // the second takes the place of the first
		want, err := s.Snapshot(t.Context())
		must(t, err)
		_, err = store.Backup(t.Context(), name, file)
		must(t, err)
		// What is saved later is not in it.
		_, err = s.Save(t.Context(), answer("j001", 1, time.Now().String(), "good.A", "yes"), Start, nil)
		must(t, err)
		l := open(t, store.Look, file)
		got, err := l.Snapshot(t.Context())
		must(t, err)
		equal(t, "the copy", got, want)
		must(t, l.Close())
	}
	// It continues as a store, with its secrets, and its chains hold.
	c := open(t, store.Open, file)
	_, err := c.Save(t.Context(), answer("j001", 2, "later", "good.B", "no"), Start, nil)
	must(t, err)
	must(t, c.EraseJudge(t.Context(), "j001", Event("erased")))
	secret, err := c.Secret(t.Context(), "password")
	must(t, err)
	equal(t, "a secret", string(secret), "hash")
	r, err := c.Verify(t.Context())
	must(t, err)
	must(t, r.Err())
}
