package database

import (
	"context"
	"iter"

	"hed/study"
)

// Note implements study.Store. It is not done again when its fate is unknown: an event has no
// id by which a second one would be found.
func (s *Store) Note(ctx context.Context, e study.Event) error {
	return s.write(ctx, Claim{}, func(t *tx) error { return t.note(e) })
}

func (t *tx) note(e study.Event) error {
	_, err := t.exec(`INSERT INTO event (at, by, what, "of", note) VALUES ($1, $2, $3, $4, $5)`,
		at(e.At), e.By, e.What, e.Of, e.Note)
	return err
}

// Events implements study.Store.
func (s *Store) Events(ctx context.Context) iter.Seq2[*study.Event, error] {
	return sequence(ctx, s, (*tx).events)
}

func (t *tx) events() ([]study.Event, error) {
	return all(t, func(row scanner) (e study.Event, err error) {
		var when stamp
		err = row.Scan(&e.Seq, &when, &e.By, &e.What, &e.Of, &e.Note)
		e.At = when.Time
		return e, err
	}, `SELECT seq, at, by, what, "of", note FROM event ORDER BY seq`)
}
