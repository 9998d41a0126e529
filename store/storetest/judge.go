package storetest

import (
	"fmt"
	"testing"
	"time"

	"hed/store"
	"hed/study"
)

// testJudges: judges are numbered on, known by their tokens, and change their state.
func testJudges(t *testing.T, fresh Fresh) {
	s := open(t, store.Create, fresh(t))
	got, err := s.AddJudges(t.Context(), [][32]byte{Token(1), Token(2)}, Event("invited"))
	must(t, err)
	want := []study.Judge{
		{ID: "j001", State: study.Active, Token: Token(1), Created: Start},
		{ID: "j002", State: study.Active, Token: Token(2), Created: Start},
	}
	equal(t, "added", got, want)

	_, err = s.AddJudges(t.Context(), [][32]byte{Token(3), Token(1)}, Event("invited"))
	wantCode(t, err, study.Conflict)
	_, err = s.AddJudges(t.Context(), [][32]byte{Token(3), Token(3)}, Event("invited"))
	wantCode(t, err, study.Conflict)
	got, err = s.AddJudges(t.Context(), [][32]byte{Token(3)}, Event("invited"))
	must(t, err)
	want = append(want, study.Judge{ID: "j003", State: study.Active, Token: Token(3), Created: Start})
	equal(t, "a third", got, want[2:])

	must(t, s.SetJudge(t.Context(), "j002", study.Excluded, Event("excluded")))
	want[1].State = study.Excluded
	wantCode(t, s.SetJudge(t.Context(), "j999", study.Excluded, Event("excluded")), study.NotFound)
	wantCode(t, s.SetJudge(t.Context(), "j001", "asleep", Event("excluded")), study.Invalid)
	got, err = s.Judges(t.Context())
	must(t, err)
	equal(t, "judges", got, want)

	j, err := s.JudgeOf(t.Context(), Token(2))
	must(t, err)
	equal(t, "judge of a token", *j, want[1])
	for _, token := range [][32]byte{{}, Token(9)} {
		_, err = s.JudgeOf(t.Context(), token)
		wantCode(t, err, study.NotFound)
	}

	var tokens [][32]byte
	for i := range 1000 {
		tokens = append(tokens, Token(100+i))
	}
	_, err = s.AddJudges(t.Context(), tokens, Event("invited"))
	must(t, err)
	got, err = s.Judges(t.Context())
	must(t, err)
	for i, j := range got {
		if want := fmt.Sprintf("j%03d", i+1); j.ID != want {
			t.Fatalf("judge %d of 1003 is %s, want %s", i, j.ID, want)
		}
	}
}

// testModel: a model is numbered with the others, is known as one by its id, and the store stays whole, also where it is
// between people.
func testModel(t *testing.T, fresh Fresh) {
	s := open(t, store.Create, fresh(t))
	st, cases := Sample(1)
	must(t, s.Create(t.Context(), st, cases, Event("created")))
	_, err := s.AddJudges(t.Context(), [][32]byte{Token(1)}, Event("invited"))
	must(t, err)
	e := Event("model")
	e.Note = "m at http://127.0.0.1"
	got, err := s.AddModel(t.Context(), Token(2), e)
	must(t, err)
	equal(t, "the model", *got, study.Judge{ID: "m002", State: study.Active, Token: Token(2), Created: Start})
	equal(t, "is one", got.Model(), true)
	_, err = s.AddModel(t.Context(), Token(1), e)
	wantCode(t, err, study.Conflict)
	added, err := s.AddJudges(t.Context(), [][32]byte{Token(3)}, Event("invited"))
	must(t, err)
	equal(t, "the next", added[0].ID, "j003")
	equal(t, "is none", added[0].Model(), false)
	judges, err := s.Judges(t.Context())
	must(t, err)
	ids := ""
	for _, j := range judges {
		ids += j.ID + " "
	}
	equal(t, "all", ids, "j001 m002 j003 ")
	found, err := s.JudgeOf(t.Context(), Token(2))
	must(t, err)
	equal(t, "by token", found, got)
	for e, err := range s.Events(t.Context()) {
		must(t, err)
		if e.What == "model" {
			equal(t, "the event is of", e.Of+" "+e.Note, "m002 m at http://127.0.0.1")
		}
	}
	r, err := s.Verify(t.Context())
	must(t, err)
	equal(t, "problems", len(r.Problems), 0)
}

// testEnrol has more people come at once than may.
func testEnrol(t *testing.T, fresh Fresh) {
	name, s := Filled(t, fresh, 1, 1)
	other := open(t, store.Open, name)
	e := Event("enrolled")
	e.Note = "code one"
	come := make(chan error, 12)
	for i := range cap(come) {
		by := []study.Store{s, other}[i%2]
		go func() {
			j, err := by.Enrol(t.Context(), Token(100+i), 5, e)
			if err == nil && (j.Token != Token(100+i) || j.State != study.Active || !j.Created.Equal(Start)) {
				err = fmt.Errorf("got %+v", j)
			}
			come <- err
		}()
	}
	in := 0
	for range cap(come) {
		if err := <-come; err == nil {
			in++
		} else {
			wantCode(t, err, study.Closed)
		}
	}
	equal(t, "let in", in, 5)
	e.Note = "code two"
	j, err := s.Enrol(t.Context(), Token(200), 1, e)
	must(t, err)
	equal(t, "the first with another code", j.ID, "j007")
	_, err = s.Enrol(t.Context(), Token(200), 2, e)
	wantCode(t, err, study.Conflict)
	judges, err := s.Judges(t.Context())
	must(t, err)
	equal(t, "judges", len(judges), 7)
}

// testErase: what could lead to the person is gone, also for what comes late, and the answers
// to cases stay.
func testErase(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 1, 3)
	ctx := t.Context()
	for _, judge := range []string{"j001", "j002"} {
		for i, a := range []study.Answer{
			answer(judge, study.About, "a", "age", "30"), answer(judge, study.About, "b", "age", "31"),
			answer(judge, 0, "c", "good.A", "yes"),
		} {
			_, err := s.Save(ctx, a, Start.Add(time.Duration(i)*time.Second), nil)
			must(t, err)
		}
	}
	must(t, s.SetJudge(ctx, "j003", study.Excluded, Event("excluded")))
	must(t, s.EraseJudge(ctx, "j001", Event("erased")))
	must(t, s.EraseJudge(ctx, "j001", Event("erased"))) // again
	must(t, s.EraseJudge(ctx, "j003", Event("erased")))
	wantCode(t, s.EraseJudge(ctx, "j009", Event("erased")), study.NotFound)

	judges, err := s.Judges(ctx)
	must(t, err)
	equal(t, "judges", judges, []study.Judge{
		{ID: "j001", State: study.Revoked, Created: Start},
		{ID: "j002", State: study.Active, Created: Start, Token: Token(2), Seen: Start.Add(2 * time.Second)},
		{ID: "j003", State: study.Excluded, Created: Start},
	})
	for _, token := range [][32]byte{{}, Token(1)} {
		_, err = s.JudgeOf(ctx, token)
		wantCode(t, err, study.NotFound)
	}
	equal(t, "what is left of j001", len(answers(t, s, study.Filter{Judge: "j001", History: true})), 1)
	equal(t, "what is left of j002", len(answers(t, s, study.Filter{Judge: "j002", History: true})), 3)
	// No link leads to an erased judge, so he is not active; what he said may count or not.
	wantCode(t, s.SetJudge(ctx, "j001", study.Active, Event("restored")), study.Forbidden)
	must(t, s.SetJudge(ctx, "j001", study.Excluded, Event("excluded")))
	must(t, s.SetJudge(ctx, "j001", study.Revoked, Event("revoked")))
	// What was on its way when the judge was erased does not come back.
	_, err = s.Save(ctx, answer("j001", study.About, "d", "age", "32"), Start, nil)
	wantCode(t, err, study.Forbidden)
}
