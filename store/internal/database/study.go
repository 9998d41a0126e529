package database

import (
	"context"
	"encoding/json"
	"fmt"

	"hed/study"
)

func errEmpty() error {
	return study.Errorf(study.NoStudy, "the store has no study")
}

// Create implements study.Store. The study and its cases are kept as JSON: nothing is asked
// of the database but to give them back, and a newer hed may add fields without a
// migration. The question of the consensus is a column too, since board looks by it.
func (s *Store) Create(ctx context.Context, st *study.Study, cases []study.Case, e study.Event) error {
	body, err := json.Marshal(st)
	if err != nil {
		return fmt.Errorf("write study: %w", err)
	}
	consensus := ""
	if st.Protocol != nil && st.Protocol.Consensus != nil {
		consensus = st.Protocol.Consensus.Question
	}
	return s.write(ctx, Claim{Alone: true}, func(t *tx) error {
		var n int
		if found, err := t.one(`SELECT 1 FROM study`, nil, &n); err != nil {
			return err
		} else if found {
			return study.Errorf(study.Conflict, "the store has a study already: give a new one a store of its own")
		}
		if _, err := t.exec(`INSERT INTO study (one, body, consensus, running, seal) VALUES (1, $1, $2, 1, $3)`,
			string(body), consensus, digestOfStudy(string(body), consensus, 1)); err != nil {
			return err
		}
		c, err := t.chain(caseChain)
		if err != nil {
			return err
		}
		for i := range cases {
			body, err := json.Marshal(&cases[i])
			if err != nil {
				return fmt.Errorf("write case %d: %w", cases[i].Number, err)
			}
			number := cases[i].Number
			seal := c.seal(digestOfCase(number, string(body)))
			if _, err := t.exec(`INSERT INTO subject (number, body, seal) VALUES ($1, $2, $3)`, number, string(body), seal); err != nil {
				return fmt.Errorf("keep case %d: %w", number, err)
			}
			c = c.after(seal, int64(number))
		}
		if err := t.setChain(caseChain, c); err != nil {
			return err
		}
		return t.note(e)
	})
}

// Study implements study.Store.
func (s *Store) Study(ctx context.Context) (st *study.Study, err error) {
	err = s.read(ctx, func(t *tx) (err error) {
		st, _, err = t.study()
		return err
	})
	return st, err
}

// study gives the study, and whether it runs.
func (t *tx) study() (*study.Study, bool, error) {
	var body []byte
	var running int
	found, err := t.one(`SELECT body, running FROM study`, nil, &body, &running)
	if err == nil && !found {
		err = errEmpty()
	}
	if err != nil {
		return nil, false, err
	}
	st := new(study.Study)
	if err := json.Unmarshal(body, st); err != nil {
		return nil, false, fmt.Errorf("read study: %w", err)
	}
	return st, running != 0, nil
}

// Case implements study.Store.
func (s *Store) Case(ctx context.Context, number int) (*study.Case, error) {
	var c study.Case
	err := s.read(ctx, func(t *tx) error {
		list, err := all(t, scanCase, `SELECT number, body FROM subject WHERE number = $1`, number)
		if err == nil && len(list) == 0 {
			return study.Errorf(study.NotFound, "there is no case %d", number)
		}
		if err == nil {
			c = list[0]
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &c, nil
}

func (t *tx) cases() ([]study.Case, error) {
	return all(t, scanCase, `SELECT number, body FROM subject ORDER BY number`)
}

func scanCase(row scanner) (c study.Case, err error) {
	var number int
	var body []byte
	if err := row.Scan(&number, &body); err != nil {
		return c, err
	}
	if err := json.Unmarshal(body, &c); err != nil {
		return c, fmt.Errorf("read case %d: %w", number, err)
	}
	return c, nil
}

// Running implements study.Store.
func (s *Store) Running(ctx context.Context) (bool, error) {
	var running int
	err := s.read(ctx, func(t *tx) error {
		found, err := t.one(`SELECT running FROM study`, nil, &running)
		if err == nil && !found {
			err = errEmpty()
		}
		return err
	})
	return running != 0, err
}

// SetRunning implements study.Store. Alone, because a study that goes on changes the tasks of
// all judges.
func (s *Store) SetRunning(ctx context.Context, running bool, e study.Event) error {
	n := 0
	if running {
		n = 1
	}
	return s.write(ctx, Claim{Alone: true}, func(t *tx) error {
		var before int
		var body, consensus string
		found, err := t.one(`SELECT body, consensus, running FROM study`, nil, &body, &consensus, &before)
		if err != nil {
			return err
		}
		if !found {
			return errEmpty()
		}
		if _, err := t.exec(`UPDATE study SET running = $1, seal = $2`, n, digestOfStudy(body, consensus, n)); err != nil {
			return err
		}
		if n > before {
			// Never back, whatever the clock: who answered later has answered later.
			if _, err := t.exec(`UPDATE task SET touched = $1 WHERE state = 'open' AND coalesce(touched, 0) < $1`, at(e.At)); err != nil {
				return err
			}
		}
		return t.note(e)
	})
}
