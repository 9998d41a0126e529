package draft

import (
	"context"
	"errors"
)

// A Store keeps drafts. package drafttest has its contract.
type Store interface {
	// List gives so many drafts, those that were changed last first.
	List(ctx context.Context, most int) ([]Draft, error)
	// Load gives a draft, or ErrMissing.
	Load(ctx context.Context, id string) (*Draft, error)
	// Save keeps a draft. Its Version is that of the draft from which it was made, 0 for a new one; if the store has another
	// one by now, nothing is saved, and the error is ErrConflict. When Save returns, the draft is on disk, and has its
	// new Version and when it was Changed.
	Save(ctx context.Context, d *Draft) error
}

var (
	// ErrMissing says that there is no such draft.
	ErrMissing = errors.New("there is no such draft")
	// ErrConflict says that a draft was changed elsewhere in the meantime.
	ErrConflict = errors.New("the draft was changed elsewhere in the meantime")
)

// mostRecalled is of how many drafts the headlines are compared with new ones.
const mostRecalled = 5000

// Recall lets a Checker know the headlines of earlier drafts.
func Recall(ctx context.Context, s Store, c *Checker) error {
	all, err := s.List(ctx, mostRecalled)
	if err != nil {
		return err
	}
	for i := range all {
		c.Earlier.Set(&all[i])
	}
	return nil
}

// Same reports whether two drafts have the same content, whatever their versions.
func (d *Draft) Same(other *Draft) bool {
	a, b := *d, *other
	if len(a.Headlines) != len(b.Headlines) {
		return false
	}
	for i, h := range a.Headlines {
		if h != b.Headlines[i] {
			return false
		}
	}
	return a.Article == b.Article && a.Reference == b.Reference && a.Lang == b.Lang && a.Date == b.Date && a.Source == b.Source && a.Target == b.Target
}
