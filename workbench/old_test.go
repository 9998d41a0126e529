package workbench

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/internal/postgres"
	"hed/internal/staging"
	"hed/run"
	"hed/store"
	"hed/store/shelf"
)

// unpack puts the workbench of an older hed into a folder.
func unpack(t *testing.T, folder string) {
	t.Helper()
	f, err := os.Open("testdata/old/data.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		to := filepath.Join(folder, h.Name)
		var data []byte
		if err == nil && h.Typeflag == tar.TypeReg {
			data, err = io.ReadAll(r)
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(to), 0o777)
		}
		if err == nil && h.Typeflag == tar.TypeReg {
			err = os.WriteFile(to, data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestOld opens the workbench of an older hed, whose server was killed, and moves it to a database.
func TestOld(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	unpack(t, filepath.Join(dir, "old"))
	before := map[string]map[string]string{}
	check := func(b *Bench) {
		t.Helper()
		runs, err := b.Runs(ctx, "")
		if err != nil || len(runs) != 3 {
			t.Fatalf("%v, %v", runs, err)
		}
		for _, r := range runs {
			switch r.Name {
			case "First":
				f, err := run.Open(b.RunFolder(r.ID))
				if err != nil || r.State != Done || r.Documents != 60 || !slices.Equal(r.runBody.Systems, f.Record.Systems) {
					t.Fatalf("%+v, %v", r.runBody, err)
				}
				texts, err := f.Texts()
				n := 0
				if err == nil {
					for _, err = range texts.Entries(ctx) {
						n++
					}
				}
				if err != nil || n != 60 {
					t.Errorf("%d headlines, %v", n, err)
				}
				list, err := staging.ReadList(b.RunFolder(r.ID), run.RecordFile)
				if err != nil || list.CheckAll(b.RunFolder(r.ID)) != nil {
					t.Errorf("%v, %v", err, list.CheckAll(b.RunFolder(r.ID)))
				}
				now := tree(t, b.RunFolder(r.ID))
				if before[r.ID] == nil {
					before[r.ID] = now
				}
				if d := cmp.Diff(before[r.ID], now); d != "" {
					t.Errorf("%.1000s", d)
				}
				if shared, err := b.SharedRun(ctx, r.Shared); err != nil || shared.ID != r.ID {
					t.Errorf("the link of guests: %v, %v", shared, err)
				}
			case "Stopped":
				if r.State != Stopped {
					t.Errorf("%+v", r.runBody)
				}
			case "Going":
				if r.Over() {
					t.Errorf("%+v", r.runBody)
				}
			}
		}
		projects, err := b.List(ctx, shelf.Query{Kind: ProjectKind, Tag: "town", For: "ann"})
		if err != nil || len(projects) != 1 || projects[0].Name != "News" || projects[0].Notes != "Of the town" {
			t.Errorf("%v, %v", projects, err)
		}
		tokens, err := b.Tokens(ctx, "ann")
		if err != nil || len(tokens) != 1 || tokens[0].Name != "ci" || tokens[0].Scope != AdminScope {
			t.Errorf("%v, %v", tokens, err)
		}
		if a, err := b.Account(ctx, "bob"); err != nil || a.Scope != RunScope || a.Hash == "" {
			t.Errorf("%v, %v", a, err)
		}
		studies, err := b.Studies(ctx, "")
		if err != nil || len(studies) != 1 || studies[0].Name != "Judges" {
			t.Fatalf("%v, %v", studies, err)
		}
		if r, err := store.Verify(ctx, b.StudyFile(studies[0].ID)); err != nil || r.Err() != nil {
			t.Errorf("%v, %v", r, err)
		}
		if list, err := b.Drafts(projects[0].ID).List(ctx, 9); err != nil || len(list) != 1 || list[0].Headlines[0].Text != "Pool saved" {
			t.Errorf("%v, %v", list, err)
		}
		deeds, err := b.Deeds(ctx, 99)
		if err != nil || !slices.ContainsFunc(deeds, func(d shelf.Deed) bool { return d.What == "stopped" && d.Name == "Stopped" }) {
			t.Errorf("%v, %v", deeds, err)
		}
	}
	b := openAt(t, filepath.Join(dir, "old"), "")
	check(b)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "backup")
	if _, err := Backup(ctx, b.Folder, "", file, "test", time.Now()); err != nil {
		t.Fatal(err)
	}
	name := postgres.Start(t).Fresh(t)
	if _, err := Restore(ctx, file, filepath.Join(dir, "new"), name, "test", time.Now()); err != nil {
		t.Fatal(err)
	}
	b = openAt(t, filepath.Join(dir, "new"), name)
	check(b)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}
