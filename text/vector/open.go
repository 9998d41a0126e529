package vector

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"regexp"
	"unicode"
	"unicode/utf8"

	"hed/corpus"
	"hed/internal/staging"
	"hed/internal/whole"
)

// Open reads word vectors from a file, or from a folder with model.safetensors
// and tokenizer.json. With a cache folder, which is made if need be, it
// leaves a file there that the next Open of the same vectors maps instead.
// "" keeps nothing. A folder that cannot be written to is no error.
func Open(path, cache string) (*Table, error) {
	if cache == "" {
		return readPath(path)
	}
	before, err := identify(path)
	if err != nil { // a pipe, or not there, which readPath says better
		return readPath(path)
	}
	file := filepath.Join(cache, before.name()+".vec")
	if t := openCache(file, before); t != nil {
		return t, nil
	}
	t, err := readPath(path)
	if err != nil {
		return nil, err
	}
	// A file that changed while it was read is not worth keeping.
	if after, err := identify(path); err == nil && after == before && native {
		if whole.MakeFolder(cache) == nil {
			writeCache(file, before, t)
		}
	}
	return t, nil
}

func readPath(path string) (*Table, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return readStatic(path)
	} else if err == nil && info.Mode().IsRegular() && isSafetensors(path, info.Size()) {
		return readStatic(filepath.Dir(path))
	}
	if err := staging.UnchangedFile(path); err != nil {
		return nil, err
	}
	return Read(corpus.File(path))
}

// Read reads word vectors from a source.
func Read(src *corpus.Source) (*Table, error) {
	head, err := src.Head()
	if err != nil {
		return nil, err
	}
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	_, size := src.Progress() // of what may be compressed: a bound on nothing, but no more is reserved
	switch {
	case isWink.Match(head):
		return readWink(r, src.Name())
	case isBinary(head):
		return readBinary(r, src.Name(), size)
	}
	return readText(r, src.Name(), size)
}

// isWink: an object whose first key is at hand, which no line of a word and
// numbers looks like.
var isWink = regexp.MustCompile(`^\s*\{\s*"[^"\\ ]*"\s*:`)

// isBinary reports whether what follows a header is no text. The values of a
// text end in a number; those of a binary file are no valid characters.
func isBinary(head []byte) bool {
	first, rest, ok := bytes.Cut(head, []byte("\n"))
	if _, _, isHeader := header(first); !isHeader || !ok {
		return false
	}
	line, _, whole := bytes.Cut(rest, []byte("\n"))
	fields := bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' || r == '\r' })
	if !whole && len(fields) > 2 {
		fields = fields[:len(fields)-1] // may be cut
	}
	if len(fields) > 1 {
		if _, _, ok := number(fields[len(fields)-1], 0); ok {
			return false
		}
	}
	if !whole { // the last character may be cut
		for i := 1; i < utf8.UTFMax && i < len(line); i++ {
			if utf8.RuneStart(line[len(line)-i]) {
				line = line[:len(line)-i]
				break
			}
		}
	}
	control := func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\r' }
	return !utf8.Valid(line) || bytes.ContainsFunc(line, control)
}

// isSafetensors looks for the length of a JSON object and its beginning.
func isSafetensors(path string, size int64) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [9]byte
	if _, err := f.Read(head[:]); err != nil {
		return false
	}
	return head[8] == '{' && head[7] == 0 && binary.LittleEndian.Uint64(head[:8]) <= uint64(size)
}
