package database

import (
	"bytes"
	"context"
	"crypto/rand"
)

// probed is how many times eight bytes a Probe writes. An answer changes some ten pages of a
// SQLite file, and a log that has no room for them may have room for a few: so that answers
// fit where a Probe does, it is larger.
const probed = 64 << 10 / 8

// Probe does what saving an answer takes, and leaves nothing of it in the study: it returns
// once a row of its own is on disk. The row is another one each time, because SQLite writes
// no page that stays as it was.
func (s *Store) Probe(ctx context.Context) error {
	some := make([]byte, 8)
	rand.Read(some)
	return s.SetSecret(ctx, "probe", bytes.Repeat(some, probed))
}
