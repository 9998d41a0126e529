package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"hed/corpus"
	"hed/corpus/all"
	"hed/internal/count"
	"hed/internal/option"
)

// IsParts reports whether the documents are in many files, which are one corpus in the order of their names: Docs is a folder, a
// pattern, or a place by its URI.
func (p *Paths) IsParts() bool {
	if _, _, ok := strings.Cut(p.Docs, "://"); ok {
		return true
	}
	info, err := os.Stat(p.Docs)
	if err == nil {
		return info.IsDir()
	}
	return strings.ContainsAny(p.Docs, "*?[")
}

// PartsURI is where the parts are, as programs elsewhere know it.
func (p *Paths) PartsURI() (string, error) {
	if strings.Contains(p.Docs, "://") {
		return p.Docs, nil
	}
	path, err := filepath.Abs(p.Docs)
	return fileURI(filepath.ToSlash(path)), err
}

// fileURI is that of a whole path, which begins with a letter where systems have drives.
func fileURI(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return "file://" + path
}

// filePath is the path of such a URI, as it was written.
func filePath(uri string) string {
	path := strings.TrimPrefix(uri, "file://")
	if drive := strings.TrimPrefix(path, "/"); len(drive) > 1 && drive[1] == ':' && runtime.GOOS == "windows" {
		return filepath.FromSlash(drive)
	}
	return path
}

// PartsFormat is the format of all parts, by Format or the name of one of them. Only formats whose records stand for themselves are read in
// parts.
func (p *Paths) PartsFormat(name string) (*corpus.Format, error) {
	name = strings.ToLower(corpus.TrimCompression(name))
	for i, f := range all.Formats {
		if !slices.Contains(partFormats, f.Name) {
			continue
		}
		if p.Format == f.Name || p.Format == "" && slices.ContainsFunc(f.Endings, func(e string) bool { return strings.HasSuffix(name, e) }) {
			return &all.Formats[i], nil
		}
	}
	return nil, option.Errorf("docs", " %s: files that are read together are %s; say which with %s, or by the ending of their names", p.Docs, count.Either(partFormats), option.Name("format"))
}

var partFormats = []string{"jsonl", "csv", "tsv", "parquet"}

// IsTable reports whether records of a format are rows, all with the same columns. Then an empty cell is an empty headline.
func IsTable(format string) bool { return format != "jsonl" && slices.Contains(partFormats, format) }

// CheckInside refuses a system that the documents cannot have inside, since the field or column of its name is for something else.
func (p *Paths) CheckInside(name string) error {
	opt, err := p.Options()
	if err != nil {
		return err
	}
	roles, err := opt.Resolve(corpus.TableRoles)
	if err != nil {
		return err
	}
	role := roles[name]
	if name == corpus.OutputsField || name == "meta" {
		role = name
	}
	if role == "" {
		return nil
	}
	return option.Errorf("system", " %s: that field or column of the documents has the %s, not headlines of a system; give the file with the headlines, as %s=FILE, or another name to the field", name, role, name)
}

// Inside is a system whose headlines the documents have themselves.
func (d *Documents) Inside(name string) (*corpus.System, error) {
	s := &corpus.System{Name: name, File: d.File, Blank: IsTable(d.Format)}
	for _, src := range d.Sources {
		format, err := all.FormatOf(src, d.Format)
		if err != nil || format.Names == nil || !s.Blank {
			return s, err
		}
		columns, err := format.Names(src)
		if err == nil && !slices.Contains(columns, name) && !slices.Contains(columns, corpus.OutputsField) {
			err = &corpus.SyntaxError{File: src.Name(), Line: 1, Msg: fmt.Sprintf("there is no column %q with the headlines of system %s; there are %s", name, name, count.Names(columns))}
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// openParts reads all parts that this machine has.
func (p *Paths) openParts(ctx context.Context) (*Documents, error) {
	if len(p.Refs) > 0 {
		return nil, option.Errorf("ref", ": %s is read in parts, which have the references themselves", p.Docs)
	}
	opt, err := p.Options()
	if err != nil {
		return nil, err
	}
	files, err := p.partFiles()
	if err != nil {
		return nil, err
	}
	format, err := p.PartsFormat(files[0])
	if err != nil {
		return nil, err
	}
	d := &Documents{File: p.Docs, Format: format.Name}
	c := &parts{name: p.Docs}
	for _, file := range files {
		src, err := p.Source(ctx, file)
		if err != nil {
			return nil, err
		}
		r, err := all.Documents(src, format.Name, opt)
		if err != nil {
			return nil, err
		}
		c.files, c.readers = append(c.files, src.Name()), append(c.readers, r)
		d.Sources = append(d.Sources, src)
	}
	d.Reader = c
	return d, nil
}

// partFiles are the parts, in the order of their names. In folders, names that begin with a dot or an underscore are no parts: Spark and
// Hadoop leave such files beside them.
func (p *Paths) partFiles() (files []string, err error) {
	place := p.Docs
	if strings.Contains(place, "://") {
		if !strings.HasPrefix(place, "file:///") {
			return nil, option.Errorf("docs", " %s: this machine reads files; Spark reads other places, with %s spark", p.Docs, option.Name("engine"))
		}
		place = filePath(place)
	}
	found := []string{place}
	if _, err := os.Stat(place); err != nil {
		if found, err = filepath.Glob(place); err != nil {
			return nil, option.Errorf("docs", " %s: %w", p.Docs, err)
		}
	}
	for _, name := range found {
		err := filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			hidden := path != name && strings.ContainsAny(d.Name()[:1], "._")
			switch {
			case err != nil:
				return err
			case d.IsDir() && hidden:
				return fs.SkipDir
			case !d.IsDir() && !hidden:
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, &corpus.SyntaxError{File: p.Docs, Msg: "there is no such file"}
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(filepath.ToSlash(a), filepath.ToSlash(b)) })
	return slices.Compact(files), nil
}

// parts are readers of one file each.
type parts struct {
	name    string
	files   []string
	readers []corpus.Reader
}

// Documents implements corpus.Reader.
func (p *parts) Documents(ctx context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		once, empty := corpus.NewOnce(p.name), true
		defer once.Close()
		for i, r := range p.readers {
			for d, err := range r.Documents(ctx) {
				if _, none := errors.AsType[*corpus.EmptyError](err); none {
					continue // programs that write parts leave such files
				}
				empty = false
				if err == nil {
					d.File = p.files[i]
					err = once.Add(d.ID)
				}
				if !yield(d, err) {
					return
				}
			}
		}
		if empty {
			yield(nil, corpus.Empty(p.name))
			return
		}
		for err := range once.End() {
			if !yield(nil, err) {
				return
			}
		}
	}
}

// Parts are documents without files that this machine could read: an engine reads them.
func (p *Paths) Parts() (*Documents, error) {
	if len(p.Refs) > 0 {
		return nil, option.Errorf("ref", ": %s is read in parts, which have the references themselves", p.Docs)
	}
	format, err := p.PartsFormat(p.Docs)
	if err != nil {
		return nil, err
	}
	return &Documents{File: p.Docs, Format: format.Name, Reader: elsewhere{}}, nil
}

// elsewhere are documents that only an engine reads.
type elsewhere struct{}

var errElsewhere = errors.New("only the engine reads the documents")

func (elsewhere) Documents(context.Context) iter.Seq2[*corpus.Document, error] {
	return func(yield func(*corpus.Document, error) bool) {
		yield(nil, fmt.Errorf("read them here: %w", errElsewhere))
	}
}
