package workbench

import (
	"archive/tar"
	"context"
	"crypto/rand"
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
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"hed/internal/option"
	"hed/internal/whole"
	"hed/run"
	"hed/store"
	"hed/store/shelf"
)

// Restore puts the workbench of a backup into a folder, and what it knows into the store as for
// OpenShelf, of either kind. Both must be new or empty. Runs that were not done wait. The shelf
// comes last, after all files were verified: a folder without it is none of a workbench. by is who
// does it, for the audit log.
func Restore(ctx context.Context, file, folder, name, by string, now time.Time) (*Contents, error) {
	if err := CheckStore(name); err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := vacant(folder); err != nil { // again below, when nobody else has it
		return nil, err
	}
	var to *shelf.Shelf
	if name != "" {
		if to, err = shelf.Open(ctx, name); err != nil {
			return nil, err
		}
		defer to.Close()
		if err := shelf.Vacant(ctx, to); errors.Is(err, shelf.ErrUsed) {
			return nil, option.Errorf("store", " %s: %w; name another database, or another schema of it", store.Shown(name), err)
		} else if err != nil {
			return nil, err
		}
	}
	_, absent := os.Stat(folder)
	if err := whole.MakeFolder(folder); err != nil {
		return nil, err
	}
	lock, err := whole.TryLock(filepath.Join(folder, lockFile))
	if err == nil && lock == nil {
		err = option.Errorf("data", " %s: another hed has it open", folder)
	}
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	if err := vacant(folder); err != nil {
		return nil, err
	}
	if err := makeFolders(folder); err != nil {
		return nil, err
	}
	c, err := restore(ctx, f, folder, to, by, now)
	if err != nil {
		for _, made := range []string{filesFolder, runsFolder, studiesFolder, modelsFolder, boundFile} {
			os.RemoveAll(filepath.Join(folder, made))
		}
		if errors.Is(absent, fs.ErrNotExist) {
			lock.Release()
			os.Remove(folder)
		}
		left := "nothing was restored"
		if _, away := errors.AsType[*Away](err); away && to != nil { // nobody knows what it has done
			left = "no file was restored; if the database has a workbench now, empty it before you try again"
		}
		return nil, fmt.Errorf("restore %s: %w; %s", file, err, left)
	}
	return c, nil
}

// vacant refuses a folder with something in it.
func vacant(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return option.Errorf("data", " %s: %w", folder, err)
	}
	for _, e := range entries {
		if e.Name() != "lost+found" && e.Name() != lockFile { // of a disk, and ours
			return option.Errorf("data", " %s: it is not empty: %s is in it; name a new folder, or move away what is in it", folder, e.Name())
		}
	}
	return nil
}

func restore(ctx context.Context, from io.Reader, folder string, to *shelf.Shelf, by string, now time.Time) (*Contents, error) {
	dir, err := whole.NewTemporary("hed-restore-")
	if err != nil {
		return nil, err
	}
	defer dir.Remove()
	u := &unpacking{ctx: ctx, folder: folder, apart: dir.Path, sums: map[string]string{}}
	defer u.batch.Discard()
	if err := u.all(from); err != nil {
		return nil, err
	}
	snapshot := filepath.Join(dir.Path, ShelfFile)
	s, err := shelf.Open(ctx, snapshot) // and bring it up to date
	if err != nil {
		return nil, err
	}
	c, err := complete(ctx, s, folder)
	if err == nil {
		err = s.SetSecret(ctx, bound, nil)
	}
	if err == nil {
		err = s.Note(ctx, shelf.Deed{At: now, Account: by, What: "restored", Kind: "workbench", Name: "backup of " + u.about.Made.Format(time.RFC3339)})
	}
	if err == nil && to != nil {
		err = move(ctx, s, to, folder)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		return nil, err
	}
	c.Made, c.Files, c.Bytes = u.about.Made, len(u.sums)-1, u.bytes
	if to != nil {
		return c, nil
	}
	return c, whole.Write(filepath.Join(folder, ShelfFile), func(w io.Writer) error {
		if f, ok := w.(*whole.File); ok {
			if err := f.Chmod(0o600); err != nil {
				return err
			}
		}
		r, err := os.Open(snapshot)
		if err != nil {
			return err
		}
		defer r.Close()
		_, err = io.Copy(w, r)
		return err
	})
}

// move copies a shelf to a database, which belongs to the folder from then on.
func move(ctx context.Context, s, to *shelf.Shelf, folder string) error {
	id := rand.Text()
	if err := writeBound(folder, id); err != nil {
		return err
	}
	if err := s.SetSecret(ctx, bound, []byte(id)); err != nil {
		return err
	}
	return shelf.Copy(ctx, s, to)
}

// complete looks whether all is there that a shelf knows.
func complete(ctx context.Context, s *shelf.Shelf, folder string) (*Contents, error) {
	c, err := contents(ctx, s)
	if err != nil {
		return nil, err
	}
	for _, id := range c.files {
		if _, err := os.Stat(filepath.Join(folder, filesFolder, id)); err != nil {
			return nil, err
		}
	}
	for _, id := range c.runs {
		if _, err := os.Stat(filepath.Join(folder, runsFolder, id, run.RecordFile)); err != nil {
			return nil, err
		}
	}
	for _, id := range c.studies {
		r, err := store.Verify(ctx, filepath.Join(folder, studiesFolder, id+".db"))
		if err == nil {
			err = r.Err()
		}
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// An unpacking is a backup that is being read.
type unpacking struct {
	ctx    context.Context
	folder string
	apart  string            // where the shelf goes
	sums   map[string]string // of what was read, by name
	about  about
	bytes  int64

	batch  whole.Batch
	inside int // files of it
}

// mostOpen is how many files are written before they appear, together: a disk does many in little
// more time than one.
const mostOpen = 64

var (
	errNoBackup = errors.New("it is not a backup of a workbench")
	errShort    = errors.New("it ends too early: it was not copied to its end")
)

// all reads an archive to its end.
func (u *unpacking) all(from io.Reader) error {
	z, err := zstd.NewReader(reader{u.ctx, from}, zstd.WithDecoderMaxWindow(1<<27))
	if err != nil {
		return err
	}
	defer z.Close()
	t := tar.NewReader(z)
	for first := true; ; first = false {
		h, err := t.Next()
		switch {
		case err != nil && first:
			return errors.Join(u.ctx.Err(), errNoBackup)
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return errShort
		case err != nil:
			return fmt.Errorf("it is damaged: %w", err)
		case first != (h.Name == aboutFile):
			return errNoBackup
		case first:
			err = u.begin(t)
		case h.Name == sumsFile:
			if err := u.compare(t); err != nil {
				return err
			}
			if _, err := io.Copy(io.Discard, z); err != nil { // to where it is known to be whole
				return errShort
			}
			return u.batch.Commit()
		default:
			err = u.put(h, t)
		}
		if err != nil {
			return err
		}
	}
}

// begin reads what a backup says of itself.
func (u *unpacking) begin(r io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(r, 1<<16))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &u.about); err != nil || u.about.Format < 1 {
		return errNoBackup
	}
	if u.about.Format > format {
		return fmt.Errorf("it was written by a newer hed (%s): use that one", u.about.Version)
	}
	sum := sha256.Sum256(text)
	u.sums[aboutFile] = hex.EncodeToString(sum[:])
	return nil
}

// put writes a file.
func (u *unpacking) put(h *tar.Header, r io.Reader) error {
	top, _, below := strings.Cut(h.Name, "/")
	known := h.Name == ShelfFile || below && (top == filesFolder || top == runsFolder || top == studiesFolder || top == modelsFolder)
	if !known || h.Typeflag != tar.TypeReg || !filepath.IsLocal(filepath.FromSlash(h.Name)) || path.Clean(h.Name) != h.Name || u.sums[h.Name] != "" {
		return fmt.Errorf("it has %q, which no backup has", h.Name)
	}
	to := filepath.Join(u.folder, filepath.FromSlash(h.Name))
	if h.Name == ShelfFile {
		to = filepath.Join(u.apart, ShelfFile)
	}
	if err := whole.MakeFolder(filepath.Dir(to)); err != nil {
		return err
	}
	sum := sha256.New()
	err := u.batch.Write(to, func(w io.Writer) error {
		if f, ok := w.(*whole.File); ok && top == studiesFolder { // it has what leads to judges
			if err := f.Chmod(0o600); err != nil {
				return err
			}
		}
		n, err := io.Copy(io.MultiWriter(w, sum), reader{u.ctx, r})
		u.bytes += n
		return err
	})
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errShort
	}
	if err != nil {
		return fmt.Errorf("%s: %w", h.Name, err)
	}
	u.sums[h.Name] = hex.EncodeToString(sum.Sum(nil))
	if u.inside++; u.inside%mostOpen == 0 {
		return u.batch.Commit()
	}
	return nil
}

// compare looks whether what was read is what was written.
func (u *unpacking) compare(r io.Reader) error {
	text, err := io.ReadAll(reader{u.ctx, r})
	if err != nil {
		return fmt.Errorf("it is damaged: %w", err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range lines {
		if sum, name, _ := strings.Cut(line, "  "); u.sums[name] != sum {
			return fmt.Errorf("it is damaged: %s is not what was written", name)
		}
	}
	if len(lines) != len(u.sums) {
		return errors.New("it is damaged: it has files that were not written")
	}
	return nil
}
