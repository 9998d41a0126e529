package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hed/corpus"
	"hed/internal/whole"
)

// An OutFile is the output that a flag names: stdout, or a file that appears
// when it is complete.
type OutFile struct {
	to         io.Writer
	file       *whole.File // nil for stdout
	flag, name string
}

// Create opens an output. Nothing is there before Commit, unless it is stdout.
func (a *App) Create(flag, name string) (*OutFile, error) {
	f := &OutFile{to: a.Stdout, flag: flag, name: name}
	if IsStdout(name) {
		return f, nil
	}
	if err := a.CanWrite(flag, name); err != nil {
		return nil, err
	}
	var err error
	if f.file, err = whole.Create(name); err != nil {
		return nil, NotWritten(flag, name, err)
	}
	f.to = f.file
	return f, nil
}

// CanWrite sees that there can be such a file, before work is done for it. hed
// compresses nothing, and a name that says otherwise makes a file that neither
// hed nor other programs read.
func (a *App) CanWrite(flag, name string) error {
	if plain := corpus.TrimCompression(name); plain != name {
		return Usagef("%s %s: hed does not write compressed files; name it %s, and compress it afterwards", flag, name, plain)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("write %s %s%s: it is a folder; name a file", flag, name, a.SetBy(strings.TrimPrefix(flag, "--")))
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil {
		return NotWritten(flag, name, err)
	}
	return nil
}

// Passes reports whether what is written is there at once, and stays.
func Passes(name string) bool { return IsStdout(name) || whole.InPlace(name) }

// Write says which output it is that cannot be written: what is written is
// made of inputs, which can be wrong too.
func (f *OutFile) Write(p []byte) (int, error) {
	n, err := f.to.Write(p)
	if err != nil {
		return n, NotWritten(f.flag, f.name, err)
	}
	return n, nil
}

// Commit makes the file appear.
func (f *OutFile) Commit() error {
	if f.file == nil {
		return nil
	}
	if err := f.file.Commit(); err != nil {
		return NotWritten(f.flag, f.name, err)
	}
	return nil
}

// Discard forgets what is not committed; nil is fine.
func (f *OutFile) Discard() {
	if f != nil {
		f.file.Discard()
	}
}

// WriteOut writes an output in one go.
func (a *App) WriteOut(flag, name string, write func(io.Writer) error) error {
	f, err := a.Create(flag, name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// CheckOutput sees that an output does not take the place of an input.
func CheckOutput(flag, out string, inputs ...string) error {
	info, err := os.Stat(out)
	if err != nil || IsStdout(out) {
		return nil
	}
	for _, in := range inputs {
		if other, err := os.Stat(in); err == nil && os.SameFile(info, other) {
			return Usagef("%s %s: it is also an input; name another file", flag, out)
		}
	}
	return nil
}

// IsStdout reports whether an output is standard output, by whatever name.
func IsStdout(file string) bool {
	return slices.Contains([]string{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, file)
}
