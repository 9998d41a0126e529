package workbench

import (
	"errors"
	"io/fs"
	"testing"

	"hed/draft"
	"hed/draft/drafttest"
)

func TestDrafts(t *testing.T) {
	drafttest.Run(t, func(t *testing.T) draft.Store {
		b := open(t, t.TempDir())
		t.Cleanup(func() { b.Close() })
		p, _, _ := project(t, b)
		// Those of others are not seen.
		if err := b.Drafts("").Save(t.Context(), &draft.Draft{ID: "a", Article: "of nobody"}); err != nil {
			t.Fatal(err)
		}
		return b.Drafts(p.ID)
	})
}

// TestArticles finds documents of a project, and learns from them.
func TestArticles(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, _, _ := project(t, b)
	a := Articles{b, p.ID}
	found, err := a.Find(t.Context(), "FERRY sandbank", 9)
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if all, err := a.Find(t.Context(), "", 3); err != nil || len(all) != 3 {
		t.Errorf("%v, %v", all, err)
	}
	if d, err := a.Document(t.Context(), found[0].ID); err != nil || d.Body != found[0].Body {
		t.Errorf("%v, %v", d, err)
	}
	if _, err := a.Document(t.Context(), "nothing"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	c, shut, err := b.Checker(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer shut()
	if err := b.Learn(t.Context(), c, p.ID); err != nil {
		t.Error(err)
	}
}
