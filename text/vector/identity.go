package vector

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// An identity tells whether a file is the one that a cache was made of.
// Content is a hash of size, time and samples: all of a small file, parts of a
// large one, since hashing 300 MB takes longer than everything else. A large file
// that was changed in place between the samples, to the same size, and with its
// time set back, would not be noticed.
type identity struct{ Path, Content [32]byte }

const (
	samples    = 16
	sampleSize = 64 << 10
)

// name is the same for all versions of a file, so that a new one replaces
// the cache of the old one.
func (id identity) name() string { return hex.EncodeToString(id.Path[:16]) }

// identify fails for what is no regular file or folder of such.
func identify(path string) (id identity, err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return id, err
	}
	files := []string{abs}
	if info, err := os.Stat(abs); err == nil && (info.IsDir() || isSafetensors(abs, info.Size())) {
		if !info.IsDir() {
			abs = filepath.Dir(abs)
		}
		files = []string{filepath.Join(abs, weightsFile), filepath.Join(abs, tokenizerFile)}
	}
	h := sha256.New()
	for _, file := range files {
		if err := sample(h, file); err != nil {
			return id, err
		}
	}
	id.Path = sha256.Sum256([]byte(abs))
	h.Sum(id.Content[:0])
	return id, nil
}

func sample(h io.Writer, file string) error {
	// A pipe must not be opened: it could be read only once.
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return errors.Join(err, errors.New("no regular file"))
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	fmt.Fprintf(h, "%d %d\n", size, info.ModTime().UnixNano())
	if size <= samples*sampleSize {
		_, err = io.Copy(h, f)
		return err
	}
	for i := range int64(samples) {
		at := (size - sampleSize) / (samples - 1) * i
		if i == samples-1 {
			at = size - sampleSize
		}
		if _, err := io.Copy(h, io.NewSectionReader(f, at, sampleSize)); err != nil {
			return err
		}
	}
	return nil
}
