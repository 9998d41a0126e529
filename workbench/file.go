package workbench

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"hed/internal/option"
	"hed/internal/plain"
	"hed/internal/whole"
	"hed/store/shelf"
)

// A File is one that somebody brought, or that lies on the server.
type File struct {
	// Name is what whoever brought it calls it.
	Name string `json:"name"`
	// ID is that of our copy; "" for a file of the server, which stays where it is.
	ID string `json:"id,omitempty"`
	// Path is where a file of the server is.
	Path string `json:"path,omitempty"`
	Size int64  `json:"size"`
	// Sum is the SHA-256 of our copy, in hexadecimal, or that of the files of a folder (see sumOf); "" for what hed teaches, and for what
	// older versions kept.
	Sum string `json:"sum,omitempty"`
}

// path is where the file is.
func (b *Bench) path(f File) string {
	if f.ID == "" {
		return f.Path
	}
	return filepath.Join(b.Folder, filesFolder, f.ID)
}

// bytesOf is how many bytes files have that we have copies of.
func bytesOf(files ...File) (total int64) {
	for _, f := range files {
		if f.ID != "" {
			total += f.Size
		}
	}
	return total
}

// filesOf are the files of a thing.
func filesOf(t *Thing) ([]File, error) {
	switch t.Kind {
	case CorpusKind:
		c, err := decode[corpusBody](t)
		if err != nil {
			return nil, err
		}
		return append(c.Refs, c.Docs), nil
	case SystemKind:
		s, err := decode[systemBody](t)
		if err != nil {
			return nil, err
		}
		return []File{s.File}, nil
	case ModelKind:
		m, err := decode[modelBody](t)
		if err != nil {
			return nil, err
		}
		return []File{m.File}, nil
	}
	return nil, nil
}

// ErrTooLarge says that a file has more bytes than MaxUpload.
var ErrTooLarge = errors.New("the file is too large for an upload; put it into a folder of the server and name that")

// Keep copies what somebody brings, under the name that they have for it. Until a thing has
// the file it is forgotten when the workbench is opened again.
func (b *Bench) Keep(ctx context.Context, name string, r io.Reader) (File, error) {
	return b.keep(ctx, name, r, 0)
}

// keep is Keep for somebody who has brought so many bytes before, which nothing has yet.
func (b *Bench) keep(ctx context.Context, name string, r io.Reader, before int64) (File, error) {
	left, err := b.left(ctx)
	if err != nil {
		return File{}, err
	}
	f := File{Name: tidy(name), ID: newID()}
	to, err := whole.Create(b.path(f))
	if err != nil {
		return File{}, err
	}
	defer to.Discard()
	from := &brought{b: b, account: accountOf(ctx), from: reader{ctx, r}, left: left - before}
	defer from.done()
	sum := sha256.New()
	f.Size, err = io.Copy(to, io.TeeReader(from, sum))
	if errors.Is(err, ErrTooLarge) || errors.Is(err, ErrFull) {
		return File{}, option.Errorf("file", " %s: %w", f.Name, err)
	}
	if err != nil {
		return File{}, fmt.Errorf("keep %s: %w", f.Name, err)
	}
	f.Sum = hex.EncodeToString(sum.Sum(nil))
	return f, to.Commit()
}

// Forget removes a copy, unless something has it: who was told that a thing could not be added, because
// the database went away, does not know whether it was. What nobody knows now is swept later.
func (b *Bench) Forget(f File) {
	if f.ID == "" {
		return
	}
	things, err := b.Shelf.List(b.ctx, shelf.Query{})
	if err != nil {
		return
	}
	for _, t := range things {
		if files, err := filesOf(t); err != nil || slices.ContainsFunc(files, func(has File) bool { return has.ID == f.ID }) {
			return
		}
	}
	os.RemoveAll(b.path(f)) // a model is a folder
}

type reader struct {
	ctx context.Context
	io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// tidy is a name without folders and odd characters.
func tidy(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = plain.Line(strings.ToValidUTF8(name, "\uFFFD"))
	for len(name) > 120 {
		_, n := utf8.DecodeRuneInString(name)
		name = name[n:] // the ending says what it is
	}
	if strings.Trim(name, ". ") == "" {
		return "file"
	}
	return name
}

// OnServer is a file of the server.
func (b *Bench) OnServer(path string) (File, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return File{}, err
	}
	info, err := os.Stat(abs)
	switch {
	case err != nil:
		return File{}, option.Errorf("path", " %s: %w", path, err)
	case !info.Mode().IsRegular():
		return File{}, option.Errorf("path", " %s: it is not a file", path)
	}
	return File{Name: filepath.Base(abs), Path: abs, Size: info.Size()}, nil
}

// mostListed is how many files of a folder are listed.
const mostListed = 500

// ListFolder lists the files of a folder of the server, and the folders in it, without hidden ones.
func (b *Bench) ListFolder(path string) (files []File, folders []string, err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(abs)
	if err != nil {
		return nil, nil, option.Errorf("path", " %s: %w", path, err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") || len(files)+len(folders) >= mostListed {
			continue
		}
		info, err := os.Stat(filepath.Join(abs, e.Name())) // of what a link leads to
		switch {
		case err != nil:
		case info.IsDir():
			folders = append(folders, filepath.Join(abs, e.Name()))
		case info.Mode().IsRegular():
			files = append(files, File{Name: e.Name(), Path: filepath.Join(abs, e.Name()), Size: info.Size()})
		}
	}
	return files, folders, nil
}
