package web

import (
	"context"
	"time"

	"hed/study"
)

// A hash takes a tenth of a second on purpose, and tests make dozens.
func init() { hashMemory = 64 }

// SetEnrol sets a code as the coordinator does.
func SetEnrol(ctx context.Context, store study.Store, code string, most int, now time.Time) error {
	s := &server{Options: Options{Store: store, Now: func() time.Time { return now }}}
	return s.setEnrol(ctx, code, most)
}
