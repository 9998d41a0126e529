package hub

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A checksum names a blob: in 64 digits the SHA-256 of its content, as Git LFS has
// it, in 40 the object id that git gives a small file.
type checksum string

var checksumForm = regexp.MustCompile(`^([0-9a-f]{64}|[0-9a-f]{40})$`)

func (c checksum) valid() bool { return checksumForm.MatchString(string(c)) }

// errContent is a file that is not what its checksum says.
var errContent = errors.New("the content is not what its checksum says")

// verify reads a file and compares it with c. The error is errContent, perhaps
// wrapped, or about reading.
func (c checksum) verify(ctx context.Context, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	var sum hash.Hash
	if len(c) == 2*sha256.Size {
		sum = sha256.New()
	} else {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		sum = sha1.New()
		fmt.Fprintf(sum, "blob %d\x00", info.Size())
	}
	if _, err := io.CopyBuffer(sum, reader{ctx, f}, make([]byte, 1<<20)); err != nil {
		return err
	}
	if got := checksum(hex.EncodeToString(sum.Sum(nil))); got != c {
		return errContent
	}
	return nil
}

// A reader ends with its context.
type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// verify compares the files of a folder of the cache with their checksums and says
// how many it compared: those that hed needs and that are links to blobs. A folder
// from elsewhere has none.
func verify(ctx context.Context, dir string) (compared int, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, fmt.Errorf("read the model: %w", err)
	}
	names := append([]string{configFile, tokenizerFile, indexFile}, more...)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".safetensors") {
			names = append(names, e.Name())
		}
	}
	for _, name := range names {
		file := filepath.Join(dir, filepath.FromSlash(name))
		target, err := os.Readlink(file)
		if err != nil {
			continue // no link, or nothing
		}
		c := checksum(filepath.Base(target))
		if filepath.Base(filepath.Dir(target)) != "blobs" || !c.valid() {
			continue
		}
		switch err := c.verify(ctx, file); {
		case errors.Is(err, errContent):
			return compared, again(dir, ";", fmt.Errorf("%s is damaged: %w", file, err))
		case errors.Is(err, fs.ErrNotExist):
			return compared, again(dir, ";", fmt.Errorf("%s is missing: it is a link to a file that is gone", file))
		case err != nil:
			return compared, err
		}
		compared++
	}
	return compared, nil
}

// again adds to what is wrong with a folder how to mend it, after a mark that joins
// the two.
func again(dir string, mark string, err error) error {
	if name, commit, ok := cached(dir); ok {
		return &MissingError{name + "@" + commit, fmt.Errorf("%w%s fetch it", err, mark)}
	}
	return fmt.Errorf("%w%s fetch the model again", err, mark)
}

// cached says which model of the cache a folder is.
func cached(dir string) (name, commit string, ok bool) {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	snapshots := filepath.Dir(dir)
	commit = filepath.Base(dir)
	name, ok = named(filepath.Base(filepath.Dir(snapshots)))
	return name, commit, ok && filepath.Base(snapshots) == "snapshots" && commitID.MatchString(commit)
}
