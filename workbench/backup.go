package workbench

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"hed"
	"hed/internal/count"
	"hed/internal/option"
	"hed/internal/staging"
	"hed/internal/whole"
	"hed/store"
	"hed/store/shelf"
)

// A backup is a tar archive, compressed with zstd, of the files of a workbench by their names in its
// folder. The first is aboutFile, then comes the shelf as a SQLite file, whatever the database of
// the workbench is; the last are the sums of all others, as sha256sum writes them. Of runs it has
// those that are done: others are done, or begun again, where it is restored.
const (
	aboutFile = "backup.json"
	sumsFile  = "sums.sha256"
	// format is that of backups.
	format = 1
)

// about is what a backup says of itself.
type about struct {
	Format  int       `json:"format"`
	Version string    `json:"hed"`
	Made    time.Time `json:"made"`
}

// Contents are what a backup has.
type Contents struct {
	Made time.Time
	// Things counts them by kind, and Accounts the users.
	Things   map[string]int
	Accounts int
	// Waiting is how many of the runs wait, or went when the backup was made.
	Waiting int
	Files   int
	Bytes   int64
	// Unnoted is why the audit log could not say that the backup was made, which is there and whole.
	Unnoted error
	// Apart are files that the workbench uses, which are not in its folder, and so not in the
	// backup.
	Apart []string

	files, runs, studies []string          // ids; of runs those that are done
	whose                map[string]string // what files and runs are of, by id
}

// String says what there is.
func (c *Contents) String() string {
	var parts []string
	for _, kind := range []string{ProjectKind, CorpusKind, SystemKind, RunKind, StudyKind, ModelKind, DraftKind} {
		text := CountOf(c.Things[kind], kind)
		if kind == RunKind && c.Waiting > 0 {
			text += fmt.Sprintf(" (%d not done yet)", c.Waiting)
		}
		parts = append(parts, text)
	}
	parts = append(parts, count.Of(c.Accounts, "user"))
	return strings.Join(parts, ", ")
}

// contents are what a shelf knows.
func contents(ctx context.Context, s *shelf.Shelf) (*Contents, error) {
	c := &Contents{Things: map[string]int{}, whose: map[string]string{}}
	things, err := s.List(ctx, shelf.Query{})
	if err != nil {
		return nil, err
	}
	for _, t := range things {
		c.Things[t.Kind]++
		files, err := filesOf(t)
		if err != nil {
			return nil, err
		}
		if t.Kind == ModelKind { // one that is being taught is taught again where it is restored
			body, err := decode[modelBody](t)
			if err != nil {
				return nil, err
			}
			if body.Card == nil {
				continue
			}
		}
		for _, f := range files {
			switch {
			case f.ID != "":
				c.files = append(c.files, f.ID)
				c.whose[f.ID] = fmt.Sprintf("%s %q", t.Kind, t.Name)
			case f.Path != "":
				c.Apart = append(c.Apart, f.Path)
			}
		}
		switch t.Kind {
		case RunKind:
			body, err := decode[runBody](t)
			if err != nil {
				return nil, err
			}
			if body.State == Done {
				c.runs = append(c.runs, t.ID)
				c.whose[t.ID] = fmt.Sprintf("%s %q", t.Kind, t.Name)
			} else if body.State == Waiting || body.State == Going {
				c.Waiting++
			}
		case StudyKind:
			c.studies = append(c.studies, t.ID)
		}
	}
	for _, list := range []*[]string{&c.files, &c.runs, &c.studies, &c.Apart} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	accounts, err := s.Accounts(ctx)
	c.Accounts = len(accounts)
	return c, err
}

// holdFile is locked while a backup is made: what is deleted meanwhile leaves the shelf, but its
// files stay until the backup is there.
const holdFile = "backup-lock"

// hold waits for others who hold the files, for a while.
func hold(ctx context.Context, folder string) (*whole.Lock, error) {
	for end := time.Now().Add(30 * time.Second); ; {
		lock, err := whole.TryLock(filepath.Join(folder, holdFile))
		if err != nil || lock != nil {
			return lock, err
		}
		if time.Now().After(end) {
			return nil, option.Errorf("data", " %s: another backup of it is being made; wait for that", folder)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// Backup copies the workbench in a folder, and in the store as for OpenShelf, to a file. Nobody has
// to stop: the backup has what there was when it began. The file appears when it is whole. by is who
// does it, for the audit log.
func Backup(ctx context.Context, folder, name, file, by string, now time.Time) (*Contents, error) {
	mark := ShelfFile
	if name != "" {
		mark = boundFile
	}
	if _, err := os.Stat(filepath.Join(folder, mark)); errors.Is(err, fs.ErrNotExist) && ours(folder, name) == nil {
		return nil, option.Errorf("data", " %s: there is no workbench in it", folder)
	}
	s, err := OpenShelf(ctx, folder, name)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	f, err := whole.Create(file)
	if err != nil {
		return nil, whole.Failed("backup", file, err)
	}
	defer f.Discard()
	if err := f.Chmod(0o600); err != nil && !whole.InPlace(file) { // it has what people may not read of each other
		return nil, whole.Failed("backup", file, err)
	}
	lock, err := hold(ctx, folder)
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	c, err := backup(ctx, folder, s, f, now)
	if err != nil {
		return nil, fmt.Errorf("write backup %s: %w", file, err)
	}
	if err := f.Commit(); err != nil {
		return nil, whole.Failed("backup", file, err)
	}
	c.Unnoted = s.Note(ctx, shelf.Deed{At: now, Account: by, What: "backed up", Kind: "workbench", Name: filepath.Base(file)})
	return c, nil
}

func backup(ctx context.Context, folder string, s *shelf.Shelf, to io.Writer, now time.Time) (*Contents, error) {
	dir, err := whole.NewTemporary("hed-backup-")
	if err != nil {
		return nil, err
	}
	defer dir.Remove()
	snapshot := filepath.Join(dir.Path, ShelfFile)
	c, err := snap(ctx, s, snapshot)
	if err != nil {
		return nil, err
	}
	c.Made = now
	z, err := zstd.NewWriter(to)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	a := &archive{ctx: ctx, tar: tar.NewWriter(z), contents: c}
	text, err := json.Marshal(about{format, hed.Version, now})
	if err != nil {
		return nil, err
	}
	if err := a.add(aboutFile, bytes.NewReader(text), int64(len(text))); err != nil {
		return nil, err
	}
	if err := a.file(ShelfFile, snapshot); err != nil {
		return nil, err
	}
	for _, id := range c.files {
		if err := a.folder(path.Join(filesFolder, id), filepath.Join(folder, filesFolder, id)); err != nil { // a model is one
			return nil, c.missing(id, err)
		}
	}
	for _, id := range c.runs {
		if err := a.folder(path.Join(runsFolder, id), filepath.Join(folder, runsFolder, id)); err != nil {
			return nil, c.missing(id, err)
		}
	}
	for _, id := range c.studies {
		copied := filepath.Join(dir.Path, id+".db")
		if _, err := store.Backup(ctx, filepath.Join(folder, studiesFolder, id+".db"), copied); err != nil {
			return nil, err
		}
		if err := errors.Join(a.file(path.Join(studiesFolder, id+".db"), copied), os.Remove(copied)); err != nil {
			return nil, err
		}
	}
	models := filepath.Join(folder, modelsFolder)
	if _, err := os.Stat(models); err == nil {
		err = a.folder(modelsFolder, models)
		if err != nil {
			return nil, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	sums := a.sums.String()
	if err := a.add(sumsFile, strings.NewReader(sums), int64(len(sums))); err != nil {
		return nil, err
	}
	return c, errors.Join(a.tar.Close(), z.Close())
}

// missing says of a file that is not there what it is of.
func (c *Contents) missing(id string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the %s lacks its files (%w): put them back, or delete it in the workbench", c.whose[id], err)
	}
	return err
}

// snap copies a shelf to a new file, and says what it has.
func snap(ctx context.Context, s *shelf.Shelf, file string) (*Contents, error) {
	to, err := shelf.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	err = shelf.Copy(ctx, s, to)
	var c *Contents
	if err == nil {
		c, err = contents(ctx, to)
	}
	return c, errors.Join(err, to.Close()) // which leaves one file
}

// An archive is a backup that is being written.
type archive struct {
	ctx      context.Context
	tar      *tar.Writer
	sums     strings.Builder
	contents *Contents
}

// add adds what a reader has to the archive, which must be of a size.
func (a *archive) add(name string, r io.Reader, size int64) error {
	if err := a.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, Format: tar.FormatPAX}); err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(a.tar, sum), io.LimitReader(reader{a.ctx, r}, size))
	if err != nil {
		return err
	}
	if n < size {
		return fmt.Errorf("%s got smaller while it was copied", name)
	}
	fmt.Fprintf(&a.sums, "%s  %s\n", hex.EncodeToString(sum.Sum(nil)), name)
	return nil
}

// file adds a file.
func (a *archive) file(name, from string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	a.contents.Files++
	a.contents.Bytes += info.Size()
	return a.add(name, f, info.Size())
}

// folder adds a file, or the files of a folder, but not what is unfinished there, nor links, which lead to
// what is not of the workbench.
func (a *archive) folder(name, from string) error {
	return filepath.WalkDir(from, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, file)
		if err != nil {
			return err
		}
		switch {
		case d.IsDir() && file == staging.UnfinishedIn(from):
			return fs.SkipDir
		case d.IsDir():
			return nil
		case !d.Type().IsRegular():
			a.contents.Apart = append(a.contents.Apart, file)
			return nil
		}
		return a.file(path.Join(name, filepath.ToSlash(rel)), file)
	})
}
