// Package drafttest has the contract of stores of drafts.
package drafttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"hed/draft"
	"hed/internal/crash"
)

// Run checks a store. open makes one that is empty.
func Run(t *testing.T, open func(t *testing.T) draft.Store) {
	t.Run("save and load", func(t *testing.T) {
		s := open(t)
		d := &draft.Draft{ID: "a", Article: "Nöthing\n\n\"happened\" \x00'; --", Reference: "r", Lang: "en", Date: "2026-11-18", Source: "s", Target: "push",
			Headlines: []draft.Headline{{ID: "1", Text: "<b>👩‍👧"}, {ID: "2"}}}
		save(t, s, d)
		if d.Version != 1 || d.Changed.IsZero() {
			t.Errorf("version %d, changed %v", d.Version, d.Changed)
		}
		got, err := s.Load(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		if !got.Same(d) || got.ID != "a" || got.Version != 1 || !got.Changed.Equal(d.Changed) {
			t.Errorf("%+v, want %+v", got, d)
		}
		got.Headlines[0].Text = "changed"
		save(t, s, got)
		if again, err := s.Load(t.Context(), "a"); err != nil || again.Version != 2 || again.Headlines[0].Text != "changed" {
			t.Errorf("%+v, %v", again, err)
		}
	})
	t.Run("missing", func(t *testing.T) {
		s := open(t)
		if _, err := s.Load(t.Context(), "a"); !errors.Is(err, draft.ErrMissing) {
			t.Errorf("%v, want ErrMissing", err)
		}
		if err := s.Save(t.Context(), &draft.Draft{ID: "a", Version: 3}); !errors.Is(err, draft.ErrConflict) && !errors.Is(err, draft.ErrMissing) {
			t.Errorf("%v, want ErrConflict or ErrMissing", err)
		}
	})
	t.Run("conflict", func(t *testing.T) {
		s := open(t)
		d := &draft.Draft{ID: "a"}
		save(t, s, d)
		late := &draft.Draft{ID: "a", Version: 0, Article: "late"}
		if err := s.Save(t.Context(), late); !errors.Is(err, draft.ErrConflict) {
			t.Errorf("%v, want ErrConflict", err)
		}
		if late.Version != 0 {
			t.Errorf("a draft that was not saved has version %d", late.Version)
		}
		if got, err := s.Load(t.Context(), "a"); err != nil || got.Version != 1 || got.Article != "" {
			t.Errorf("%+v, %v", got, err)
		}
	})
	t.Run("list", func(t *testing.T) {
		s := open(t)
		for i := range 5 {
			save(t, s, &draft.Draft{ID: fmt.Sprint(i)})
		}
		save(t, s, &draft.Draft{ID: "1", Version: 1})
		all, err := s.List(t.Context(), 3)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, d := range all {
			ids = append(ids, d.ID)
		}
		if !slices.Equal(ids, []string{"1", "4", "3"}) {
			t.Errorf("%v, want 1, 4 and 3", ids)
		}
	})
	t.Run("together", func(t *testing.T) {
		s := open(t)
		var group crash.Group
		var mu sync.Mutex
		saved := 0
		for i := range 8 {
			group.Go(func() {
				err := s.Save(context.Background(), &draft.Draft{ID: "a", Article: fmt.Sprint(i)})
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					saved++
				case !errors.Is(err, draft.ErrConflict):
					t.Error(err)
				}
			})
		}
		group.Wait()
		if saved != 1 {
			t.Errorf("%d of 8 new drafts of one id were saved, want 1", saved)
		}
	})
}

func save(t *testing.T, s draft.Store, d *draft.Draft) {
	t.Helper()
	if err := s.Save(t.Context(), d); err != nil {
		t.Fatal(err)
	}
}
