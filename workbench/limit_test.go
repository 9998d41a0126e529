package workbench

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"hed/store/shelf"
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

// TestFull has a run that writes more than there is room for, which continues when there is room, and a guest who brings files into a project whose owner has no
// room for them.
func TestFull(t *testing.T) {
	defer func(d time.Duration) { glance = d }(glance)
	glance = time.Millisecond
	b := open(t, t.TempDir())
	defer b.Close()
	for _, name := range []string{"ann", "bob"} {
		if err := b.AddAccount(t.Context(), shelf.Account{Name: name, Scope: AdminScope}); err != nil {
			t.Fatal(err)
		}
	}
	ann, bob := As(t.Context(), Viewer{Name: "ann", Scope: RunScope}), As(t.Context(), Viewer{Name: "bob", Scope: RunScope})
	p, err := b.AddProject(ann, Meta{Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	c, systems, err := b.AddSample(ann, p.ID, "en")
	if err != nil {
		t.Fatal(err)
	}
	used, err := b.Used(ann, "ann")
	if err != nil {
		t.Fatal(err)
	}
	s := DefaultSettings()
	s.Corpus, s.Systems, s.Metrics = c.ID, []string{systems[0].ID}, []string{"rouge", "lda:iterations=500"}
	b.MaxDisk = used + 1
	r, err := b.Start(ann, p.ID, Meta{Name: "large"}, s)
	if err != nil {
		t.Fatal(err)
	}
	if r = until(t, b, r.ID, (*Run).Over); r.State != Failed || !strings.Contains(r.Error, "take all the room") {
		t.Errorf("a run without room: %s %s", r.State, r.Error)
	}
	if err := b.Let(ann, p.ID, "bob", RunScope); err != nil {
		t.Fatal(err)
	}
	b.MaxDisk, b.MaxTime = used+weight(b.RunFolder(r.ID))+50, time.Hour // both limits at once
	bring := func(name string, size int) error {
		f, err := b.Keep(bob, name, strings.NewReader(strings.Repeat("x", size)))
		if err != nil {
			return err
		}
		_, err = b.AddSystem(bob, c, Meta{Name: name}, f)
		return err
	}
	if err := bring("one", 51); !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "of ann, whose project it is") {
		t.Errorf("a guest fills the room of another: %v", err)
	}
	if err := bring("two", 50); err != nil {
		t.Error(err)
	}
	if _, err := b.Start(bob, p.ID, Meta{Name: "more"}, s); !errors.Is(err, ErrFull) {
		t.Errorf("a guest starts a run where there is no room: %v", err)
	}
	b.MaxDisk = 1 << 30
	if err := b.Continue(ann, r.ID); err != nil {
		t.Fatal(err)
	}
	if r = until(t, b, r.ID, (*Run).Over); r.State != Done {
		t.Errorf("a run that has room again: %s %s", r.State, r.Error)
	}
}

// TestMaxDocuments has a corpus with more documents than a run may read.
func TestMaxDocuments(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	p, c, s := project(t, b)
	docs, err := b.Corpus(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	n := b.Preview(t.Context(), docs).Documents
	for most, want := range map[int]State{n: Done, n - 1: Failed} {
		b.MaxDocuments = most
		r, err := b.Start(t.Context(), p.ID, Meta{Name: "many"}, s)
		if err != nil {
			t.Fatal(err)
		}
		r = until(t, b, r.ID, (*Run).Over)
		if r.State != want || want == Failed && (!strings.Contains(r.Error, "more than") || r.Option != "docs") {
			t.Errorf("%d of %d documents: %s %s", n, most, r.State, r.Error)
		}
	}
}

// TestTurns has one who asks for many runs before another asks for one: they do not wait for all of them.
func TestTurns(t *testing.T) {
	b := open(t, t.TempDir())
	defer b.Close()
	b.End() // nothing begins, so that the line stays
	as := func(name string) (context.Context, *Thing, Settings) {
		ctx := As(t.Context(), Viewer{Name: name, Scope: RunScope})
		p, err := b.AddProject(ctx, Meta{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		c, systems, err := b.AddSample(ctx, p.ID, "en")
		if err != nil {
			t.Fatal(err)
		}
		s := DefaultSettings()
		s.Corpus, s.Systems = c.ID, []string{systems[0].ID}
		return ctx, p, s
	}
	for _, name := range []string{"ann", "bob"} {
		if err := b.AddAccount(t.Context(), shelf.Account{Name: name, Scope: AdminScope}); err != nil {
			t.Fatal(err)
		}
	}
	anns, pa, sa := as("ann")
	bobs, pb, sb := as("bob")
	start := func(ctx context.Context, p *Thing, s Settings, name string) *Run {
		r, err := b.Start(ctx, p.ID, Meta{Name: name}, s)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, name := range []string{"a1", "a2", "a3"} {
		start(anns, pa, sa, name)
	}
	first := start(bobs, pb, sb, "b1")
	start(bobs, pb, sb, "b2")
	line, _, err := b.line(t.Context())
	var names []string
	for _, r := range line {
		names = append(names, r.Name)
	}
	if got := strings.Join(names, " "); err != nil || got != "a1 b1 a2 b2 a3" {
		t.Errorf("the line is %s, %v", got, err)
	}
	if ahead, err := b.Ahead(bobs, first); err != nil || ahead != 1 {
		t.Errorf("%d runs are before bob's first one, %v", ahead, err)
	}
	queue, err := b.Queue(bobs)
	if err != nil || len(queue) != 5 || queue[line[0].ID] != 0 || queue[first.ID] != 1 || queue[line[4].ID] != 4 {
		t.Errorf("the queue is %v, %v", queue, err)
	}
	if mine, err := b.Runs(bobs, ""); err != nil || len(mine) != 2 {
		t.Errorf("bob sees %d runs, %v", len(mine), err)
	}
}
