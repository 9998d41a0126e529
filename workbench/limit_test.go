package workbench

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// TestLimits has uploads for which there is no room, and runs that are too long.
func TestLimits(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	b.MaxUpload, b.MaxDisk = 100, 150
	p, err := b.AddProject(t.Context(), Meta{Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Keep(t.Context(), "a", strings.NewReader(strings.Repeat("x", 101))); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a large file: %v", err)
	}
	f, err := b.Keep(t.Context(), "a", strings.NewReader(strings.Repeat("x", 100)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.AddCorpus(t.Context(), p.ID, Meta{Name: "c"}, f, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Keep(t.Context(), "b", strings.NewReader(strings.Repeat("x", 51))); !errors.Is(err, ErrFull) {
		t.Errorf("a full disk: %v", err)
	}
	b.MaxUpload, b.MaxDisk = 1<<20, 0
	c, systems, err := b.AddSample(t.Context(), p.ID, "en")
	if err != nil {
		t.Fatal(err)
	}
	s := DefaultSettings()
	s.Corpus, s.Systems = c.ID, []string{systems[0].ID}
	b.MaxTime = time.Nanosecond
	r, err := b.Start(t.Context(), p.ID, Meta{Name: "long"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if r = until(t, b, r.ID, (*Run).Over); r.State != Failed || !strings.Contains(r.Error, "took longer than 1ns") {
		t.Errorf("a long run: %s %s", r.State, r.Error)
	}
}
