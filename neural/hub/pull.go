package hub

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"hed/internal/whole"
)

// Progress is how far a pull is.
type Progress struct {
	File        string // being fetched
	Done, Total int64  // bytes of all files; what was there before counts as done
	Waiting     bool   // another program is fetching this file
}

// A pull is one at work.
type pull struct {
	ref
	remote *remote
	cache  string
	repo   string // folder of the model
	commit string
	report func(Progress)

	done, total int64 // done is of files before the present one
}

// Pull fetches a model, NAME or NAME@REVISION, into the cache: what hed needs and no
// other files. What is there is not fetched again unless it is damaged. Where it is
// stopped or fails, the part of a file that has come stays for the next time.
// progress may be nil.
func (h *Hub) Pull(ctx context.Context, name string, progress func(Progress)) (Model, error) {
	if h.Offline {
		return Model{}, errors.New("nothing is fetched while HF_HUB_OFFLINE is set; unset it, or copy the model's folder from a computer that has it")
	}
	r, err := parseRef(name)
	if err != nil {
		return Model{}, err
	}
	cache, err := h.cache()
	if err != nil {
		return Model{}, err
	}
	p := &pull{ref: r, cache: cache, repo: filepath.Join(cache, r.folder()), report: progress}
	if progress == nil {
		p.report = func(Progress) {}
	}
	if p.remote, err = h.remote(r); err != nil {
		return Model{}, err
	}
	m, err := p.run(ctx)
	if err != nil {
		return Model{}, fmt.Errorf("pull %s: %w", r, err)
	}
	return m, nil
}

func (p *pull) run(ctx context.Context) (Model, error) {
	commit, listed, err := p.remote.list(ctx)
	if err != nil {
		return Model{}, err
	}
	p.commit = commit
	names, err := p.choose(listed)
	if err != nil {
		return Model{}, err
	}
	if err := whole.MakeFolder(filepath.Join(p.repo, "blobs")); err != nil {
		return Model{}, err
	}
	if slices.Contains(names, indexFile) {
		shards, err := p.shards(ctx, listed)
		if err != nil {
			return Model{}, err
		}
		names = append(names, shards...)
	}
	files := make([]file, 0, len(names))
	for _, n := range names {
		f, err := p.remote.describe(ctx, commit, n)
		if err != nil {
			return Model{}, err
		}
		files = append(files, f)
		p.total = sum(p.total, f.size)
	}
	if err := p.room(files); err != nil {
		return Model{}, err
	}
	for _, f := range files {
		if err := p.ensure(ctx, f); err != nil {
			return Model{}, err
		}
		p.done += f.size
	}
	return p.appear(files)
}

func (p *pull) blob(sum checksum) string { return filepath.Join(p.repo, "blobs", string(sum)) }

// advance says how far the present file is.
func (p *pull) advance(f file, have int64) {
	p.report(Progress{File: f.name, Done: p.done + have, Total: max(p.total, p.done+have)})
}

// sum adds sizes, which a server may say to be as large as it likes.
func sum(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// room refuses a pull that would fill the disk.
func (p *pull) room(files []file) error {
	free, ok := freeSpace(p.repo)
	need := int64(0)
	for _, f := range files {
		lacks := f.size
		if info, err := os.Stat(p.blob(f.sum)); err == nil && info.Size() == f.size {
			lacks = 0
		} else if info, err := os.Stat(p.blob(f.sum) + ".incomplete"); err == nil && info.Size() <= f.size {
			lacks -= info.Size()
		}
		need = sum(need, lacks)
	}
	if ok && uint64(need) > free {
		return fmt.Errorf("%d MB are to be fetched, but %s has room for %d MB; make room, or set HF_HUB_CACHE to a folder elsewhere", need/1e6+1, p.cache, free/1e6)
	}
	return nil
}
