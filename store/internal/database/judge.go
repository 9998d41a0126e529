package database

import (
	"context"
	"fmt"

	"hed/study"
)

const judgeColumns = `id, state, token, created, seen`

// AddJudges implements study.Store. The judges are created at the event's time.
func (s *Store) AddJudges(ctx context.Context, tokens [][32]byte, e study.Event) ([]study.Judge, error) {
	var judges []study.Judge
	// Alone, because ids are numbered on and tokens must differ.
	err := s.write(ctx, Claim{Alone: true}, func(t *tx) (err error) {
		if judges, err = t.addJudges(person, tokens, at(e.At)); err != nil {
			return err
		}
		return t.note(e)
	})
	if err != nil {
		return nil, err
	}
	return judges, nil
}

// AddModel implements study.Store.
func (s *Store) AddModel(ctx context.Context, token [32]byte, e study.Event) (*study.Judge, error) {
	var judges []study.Judge
	err := s.write(ctx, Claim{Alone: true}, func(t *tx) (err error) {
		if judges, err = t.addJudges(model, [][32]byte{token}, at(e.At)); err != nil {
			return err
		}
		e.Of = judges[0].ID
		return t.note(e)
	})
	if err != nil {
		return nil, err
	}
	return &judges[0], nil
}

// What ids begin with. The number behind it is of all judges, so that no two share it.
const (
	person = "j"
	model  = "m"
)

// Enrol implements study.Store. It counts by events and not by judges, since a code that is
// set anew counts from nothing, and judges come by links too. Alone, because of two who
// come at once both would count the same.
func (s *Store) Enrol(ctx context.Context, token [32]byte, most int, e study.Event) (*study.Judge, error) {
	var judges []study.Judge
	err := s.write(ctx, Claim{Alone: true}, func(t *tx) (err error) {
		var n int
		if _, err := t.one(`SELECT count(*) FROM event WHERE what = $1 AND note = $2`, []any{e.What, e.Note}, &n); err != nil {
			return err
		}
		if n >= most {
			return study.Errorf(study.Closed, "%d have joined already, and no more may", n)
		}
		if judges, err = t.addJudges(person, [][32]byte{token}, at(e.At)); err != nil {
			return err
		}
		return t.note(e)
	})
	if err != nil {
		return nil, err
	}
	return &judges[0], nil
}

// addJudges numbers judges on from those that are there, whom nothing deletes: an id that
// is in an answer or on paper is never another's.
func (t *tx) addJudges(kind string, tokens [][32]byte, created stamp) ([]study.Judge, error) {
	var n int // judges are never deleted
	if _, err := t.one(`SELECT count(*) FROM judge`, nil, &n); err != nil {
		return nil, err
	}
	c, err := t.chain(judgeChain)
	if err != nil {
		return nil, err
	}
	var judges []study.Judge
	for i, token := range tokens {
		var id string
		if found, err := t.one(`SELECT id FROM judge WHERE token = $1`, []any{token[:]}, &id); err != nil {
			return nil, err
		} else if found {
			return nil, study.Errorf(study.Conflict, "judge %s has this token already: make another", id)
		}
		j := study.Judge{ID: fmt.Sprintf("%s%03d", kind, n+i+1), State: study.Active, Token: token, Created: created.Time}
		if _, err := t.exec(`INSERT INTO judge (`+judgeColumns+`, seal) VALUES ($1, $2, $3, $4, NULL, $5)`,
			j.ID, string(j.State), token[:], created, digestOfJudge(&j)); err != nil {
			return nil, err
		}
		c = c.after(c.seal(memberOf(&j)), c.length)
		judges = append(judges, j)
	}
	return judges, t.setChain(judgeChain, c)
}

// JudgeOf implements study.Store. The database compares hashes, so that the time it takes
// tells nothing of how much of a guessed token is right; and one who was erased has none.
func (s *Store) JudgeOf(ctx context.Context, token [32]byte) (*study.Judge, error) {
	var j study.Judge
	err := s.read(ctx, func(t *tx) error {
		list, err := all(t, scanJudge, `SELECT `+judgeColumns+` FROM judge WHERE token = $1`, token[:])
		if err == nil && len(list) == 0 {
			return study.Errorf(study.NotFound, "no judge has this link: ask the coordinator for yours")
		}
		if err == nil {
			j = list[0]
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &j, nil
}

// Judges implements study.Store.
func (s *Store) Judges(ctx context.Context) (judges []study.Judge, err error) {
	err = s.read(ctx, func(t *tx) (err error) {
		judges, err = t.judges()
		return err
	})
	return judges, err
}

func (t *tx) judges() ([]study.Judge, error) {
	// By length first: j1000 comes after j999.
	return all(t, scanJudge, `SELECT `+judgeColumns+` FROM judge ORDER BY length(id), substr(id, 2)`)
}

func scanJudge(row scanner) (j study.Judge, err error) {
	var token []byte
	var created, seen stamp
	if err := row.Scan(&j.ID, &j.State, &token, &created, &seen); err != nil {
		return j, err
	}
	switch j.State {
	case study.Active, study.Revoked, study.Excluded:
	default:
		return j, fmt.Errorf("read judge %s: unknown state %q: a newer hed may have written it", j.ID, j.State)
	}
	copy(j.Token[:], token)
	j.Created, j.Seen = created.Time, seen.Time
	return j, nil
}

// judge gives a judge by id.
func (t *tx) judge(id string) (*study.Judge, error) {
	list, err := all(t, scanJudge, `SELECT `+judgeColumns+` FROM judge WHERE id = $1`, id)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errNoJudge(id)
	}
	return &list[0], nil
}

func errNoJudge(id string) error { return study.Errorf(study.NotFound, "there is no judge %q", id) }

// SetJudge implements study.Store. It is Invalid if there is no such state. Alone, because
// who counts decides what Assign gives to others.
func (s *Store) SetJudge(ctx context.Context, id string, state study.JudgeState, e study.Event) error {
	switch state {
	case study.Active, study.Revoked, study.Excluded:
	default:
		return study.Errorf(study.Invalid, "a judge is %s, %s or %s, not %q", study.Active, study.Revoked, study.Excluded, state)
	}
	return s.write(ctx, Claim{Alone: true}, func(t *tx) error {
		j, err := t.judge(id)
		if err != nil {
			return err
		}
		if j.Erased() && state == study.Active {
			return study.Errorf(study.Forbidden, "judge %s was erased, and no link leads to them: invite a new judge", id)
		}
		j.State = state
		if _, err := t.exec(`UPDATE judge SET state = $1, seal = $2 WHERE id = $3`, string(state), digestOfJudge(j), id); err != nil {
			return err
		}
		return t.note(e)
	})
}

// EraseJudge implements study.Store. The row of the judge stays, since his answers to cases
// do; what is gone is the way from the row to a person. The token goes first: see the
// triggers of the migrations, which let nothing else be deleted.
func (s *Store) EraseJudge(ctx context.Context, id string, e study.Event) error {
	return s.write(ctx, Claim{Alone: true, Erase: true}, func(t *tx) error {
		j, err := t.judge(id)
		if err != nil {
			return err
		}
		j.Token = [32]byte{}
		if j.State != study.Excluded {
			j.State = study.Revoked
		}
		_, err = t.exec(`UPDATE judge SET token = NULL, seen = NULL, state = $1, seal = $2, about = 0, about_tip = NULL WHERE id = $3`,
			string(j.State), digestOfJudge(j), id)
		if err != nil {
			return err
		}
		// The database lets answers about a judge go only now that the token is gone.
		if _, err := t.exec(`DELETE FROM answer WHERE judge = $1 AND number = $2`, id, study.About); err != nil {
			return err
		}
		return t.note(e)
	})
}
