//go:build linux

package main

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"

	"hed/draft"
	"hed/internal/killtest"
	"hed/workbench"
)

// benchDisk fills the disk of a workbench while runs and uploads go on, and lets it be served where nothing can be written.
func benchDisk(a *arena, r *row) error {
	f, err := a.filled()
	if err != nil {
		return err
	}
	d, err := a.memory("48m")
	if err != nil {
		return err
	}
	defer d.away()
	at := filepath.Join(d.dir, "data")
	if _, err := a.output("cp", "-a", f.at, at); err != nil {
		return err
	}
	inputs := a.fresh("inputs")
	if err := writeLong(inputs); err != nil {
		return err
	}
	b, err := f.serve(at)
	if err != nil {
		return err
	}
	var kept, runs []string // addresses, ids
	refused := 0
	for range a.times(10) {
		var run made
		if err := b.send("POST", "/projects/"+f.project+"/runs", map[string]any{"name": "run", "settings": settings(f.corpus)}, &run); err != nil {
			return err
		}
		runs = append(runs, run.ID)
		empty, err := d.fill()
		if err != nil {
			return err
		}
		for range 3 {
			if m, err := b.upload(f.project, filepath.Join(inputs, "few.jsonl")); err == nil {
				kept = append(kept, "/corpora/"+m.ID)
			} else {
				refused++
			}
			var m made
			if err := b.send("POST", "/projects", map[string]string{"name": strings.Repeat("a long name ", 10)}, &m); err == nil {
				kept = append(kept, "/projects/"+m.ID)
			} else {
				refused++
			}
		}
		if resp, err := http.Get(b.base + "/readyz"); err == nil {
			if resp.Body.Close(); resp.StatusCode != http.StatusServiceUnavailable {
				r.trouble(fmt.Errorf("/readyz says %s on a full disk", resp.Status))
			}
		}
		if a.rng.IntN(2) == 0 {
			b.kill()
		}
		if err := empty(); err != nil {
			return err
		}
		if b.ProcessState != nil {
			if b, err = f.serve(at); err != nil {
				return err
			}
		}
		r.rounds++
	}
	continued := 0
	for _, id := range runs {
		err := b.wait(id, patience)
		if err != nil && strings.HasPrefix(err.Error(), "failed") { // with words; it can be continued
			var run made
			if err = b.send("POST", "/runs/"+id+"/continue", map[string]any{}, &run); err == nil {
				continued++
				err = b.wait(id, patience)
			}
		}
		if err != nil {
			r.trouble(err)
		}
	}
	r.acknowledged = len(runs) + len(kept)
	for _, address := range kept {
		var m made
		if err := b.ask("GET", address, "", nil, &m); err != nil {
			r.lost++
		}
	}
	b.end()
	if gone, err := f.left(at); err != nil || gone > 0 {
		r.trouble(fmt.Errorf("after the disk was full %d things are gone, %w", gone, err))
	}
	if err := syscall.Mount("", d.dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return err
	}
	if b, err := f.serve(at); err == nil {
		b.end()
		r.trouble(errors.New("it is served on a read-only disk"))
	} else if !strings.Contains(err.Error(), "hed: ") || !strings.Contains(err.Error(), "read-only") {
		r.trouble(fmt.Errorf("on a read-only disk: %w", err))
	}
	r.remark("%d times full, %d changes were refused, %d runs failed and were continued; on a read-only disk it says so and ends", r.rounds, refused, continued)
	return nil
}

// benchClock lets the clock of a workbench jump by up to two years, ahead and back, while runs wait and go.
func benchClock(a *arena, r *row) error {
	f, err := a.filled()
	if err != nil {
		return err
	}
	at, err := f.copied()
	if err != nil {
		return err
	}
	now := a.jumping()
	b, err := a.within(at, now)
	if err != nil {
		return err
	}
	defer func() { b.Close() }()
	want, err := killtest.Files(b.RunFolder(f.run))
	if err != nil {
		return err
	}
	done, err := b.Run(a.ctx, f.run)
	if err != nil {
		return err
	}
	var runs []string
	for range a.times(20) {
		run, err := b.Start(a.ctx, f.project, workbench.Meta{Name: "run"}, done.Settings)
		if err != nil {
			return err
		}
		runs = append(runs, run.ID)
		d := &draft.Draft{ID: run.ID, Article: "The town voted.", Headlines: []draft.Headline{{ID: "h", Text: "Town votes"}}}
		if err := b.Drafts(f.project).Save(a.ctx, d); err != nil {
			r.trouble(err)
		}
		d.Headlines[0].Text = "Town has voted"
		if err := b.Drafts(f.project).Save(a.ctx, d); err != nil {
			r.trouble(err)
		}
		if kept, err := b.Drafts(f.project).Load(a.ctx, d.ID); err != nil || kept.Headlines[0].Text != d.Headlines[0].Text {
			r.trouble(fmt.Errorf("a draft is not as it was saved: %v, %v", kept, err))
		}
		if a.rng.IntN(4) == 0 { // and it is opened again
			if err := b.Close(); err != nil {
				return err
			}
			if b, err = a.within(at, now); err != nil {
				return err
			}
		}
	}
	for _, id := range runs {
		if _, err := over(a, b, id); err != nil {
			r.trouble(err)
			continue
		}
		have, err := killtest.Files(b.RunFolder(id))
		if err != nil || !equal(have, want) {
			r.trouble(fmt.Errorf("the results of a run are others, %v", err))
		}
		r.rounds++
	}
	r.remark("%d runs and drafts, each look at the clock gave another time", len(runs))
	return nil
}
