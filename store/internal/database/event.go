package database

import (
	"context"
	"iter"

	"hed/study"
)

// Note implements study.Store. It is not done again when its fate is unknown: an event has no
// id by which a second one would be found. Alone, because events are one chain.
func (s *Store) Note(ctx context.Context, e study.Event) error {
	return s.write(ctx, Claim{Alone: true}, func(t *tx) error { return t.note(e) })
}

func (t *tx) note(e study.Event) error {
	c, err := t.chain(eventChain)
	if err != nil {
		return err
	}
	seal := c.seal(digestOfEvent(&e))
	_, err = t.one(`INSERT INTO event (at, by, what, "of", note, seal) VALUES ($1, $2, $3, $4, $5, $6) RETURNING seq`,
		[]any{at(e.At), e.By, e.What, e.Of, e.Note, seal}, &e.Seq)
	if err != nil {
		return err
	}
	return t.setChain(eventChain, c.after(seal, e.Seq))
}

// Events implements study.Store.
func (s *Store) Events(ctx context.Context) iter.Seq2[*study.Event, error] {
	return sequence(ctx, s, (*tx).events)
}

func (t *tx) events() ([]study.Event, error) {
	return all(t, scanEvent, `SELECT `+eventColumns+` FROM event ORDER BY seq`)
}

const eventColumns = `seq, at, by, what, "of", note`

func scanEvent(row scanner) (e study.Event, err error) {
	var when stamp
	err = row.Scan(&e.Seq, &when, &e.By, &e.What, &e.Of, &e.Note)
	e.At = when.Time
	return e, err
}
