package input

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"
)

// A Record says which file was read, wherever it lay.
type Record struct {
	Role   string `json:"role"` // docs, ref, state, model or system
	System string `json:"system,omitempty"`
	Name   string `json:"name"` // without the folder; - for a stream
	SHA256 string `json:"sha256"`
}

// RecordParts returns documents in parts without their sum: whoever reads them, perhaps elsewhere, has it in the end.
func (p *Paths) RecordParts() Record {
	return Record{Role: "docs", Name: path.Base(filepath.ToSlash(p.Docs))}
}

// sumParts returns documents in parts with a sum over those of their files.
func (p *Paths) sumParts(ctx context.Context) (Record, error) {
	r := p.RecordParts()
	files, err := p.partFiles()
	all := sha256.New()
	for _, file := range files {
		part, err := p.RecordFile(ctx, "docs", "", file)
		if err != nil {
			return r, err
		}
		fmt.Fprintln(all, part.SHA256)
	}
	r.SHA256 = hex.EncodeToString(all.Sum(nil))
	return r, err
}

// Record returns the documents and references.
func (p *Paths) Record(ctx context.Context) (all []Record, err error) {
	add := func(role, file string) {
		if err == nil {
			var r Record
			r, err = p.RecordFile(ctx, role, "", file)
			all = append(all, r)
		}
	}
	switch {
	case p.Docs != "" && p.IsParts():
		all = make([]Record, 1)
		all[0], err = p.sumParts(ctx)
	case p.Docs != "":
		add("docs", p.Docs)
	}
	for _, f := range p.Refs {
		add("ref", f)
	}
	for i, f := range p.Folds {
		add("docs", f.File)
		if i < len(all) { // all parts have the same name
			all[i].Name = filepath.Base(filepath.Dir(f.File)) + "/" + all[i].Name
		}
	}
	return all, err
}

// RecordSystem returns the file of a system's headlines, or the files of all
// folds, and the name that stands for them, which has the mark of a fold in
// place of its number.
func (p *Paths) RecordSystem(ctx context.Context, system, file string) (all []Record, name string, err error) {
	for _, f := range p.PerFold(file) {
		r, err := p.RecordFile(ctx, "system", system, f)
		if err != nil {
			return nil, "", err
		}
		all = append(all, r)
	}
	name = all[len(all)-1].Name
	if p.IsPerFold(file) {
		name = sinceFold(file)
		for i, n := range p.PerFold(name) {
			all[i].Name = n
		}
	}
	return all, name, nil
}

// RecordFile returns a file in some role.
func (s *Streams) RecordFile(ctx context.Context, role, system, file string) (Record, error) {
	local, name := s.Local(file)
	sum, err := s.file(local, local).Sum(ctx)
	return Record{role, system, name, sum}, err
}
