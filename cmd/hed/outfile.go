package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"hed/corpus"
	"hed/internal/whole"
)

// An outFile is the output that a flag names: stdout, or a file that appears
// when it is complete.
type outFile struct {
	to         io.Writer
	file       *whole.File // nil for stdout
	flag, name string
}

func (a *app) create(flag, name string) (*outFile, error) {
	f := &outFile{to: a.stdout, flag: flag, name: name}
	if isStdout(name) {
		return f, nil
	}
	if err := a.canWrite(flag, name); err != nil {
		return nil, err
	}
	var err error
	if f.file, err = whole.Create(name); err != nil {
		return nil, notWritten(flag, name, err)
	}
	f.to = f.file
	return f, nil
}

// canWrite sees that there can be such a file, before work is done for it. hed
// compresses nothing, and a name that says otherwise makes a file that neither
// hed nor other programs read.
func (a *app) canWrite(flag, name string) error {
	if plain := corpus.TrimCompression(name); plain != name {
		return usagef("%s %s: hed writes no compressed files; name it %s, and compress it when it is there", flag, name, plain)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("write %s %s%s: it is a folder; name a file", flag, name, a.setBy(strings.TrimPrefix(flag, "--")))
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil {
		return notWritten(flag, name, err)
	}
	return nil
}

// passes reports whether what is written is there at once, and stays.
func passes(name string) bool { return isStdout(name) || whole.InPlace(name) }

// Write says which output it is that cannot be written: what is written is
// made of inputs, which can be wrong too.
func (f *outFile) Write(p []byte) (int, error) {
	n, err := f.to.Write(p)
	if err != nil {
		return n, notWritten(f.flag, f.name, err)
	}
	return n, nil
}

// commit makes the file appear.
func (f *outFile) commit() error {
	if f.file == nil {
		return nil
	}
	if err := f.file.Commit(); err != nil {
		return notWritten(f.flag, f.name, err)
	}
	return nil
}

// discard forgets what is not committed; nil is fine.
func (f *outFile) discard() {
	if f != nil {
		f.file.Discard()
	}
}

// writeOut writes an output in one go.
func (a *app) writeOut(flag, name string, write func(io.Writer) error) error {
	f, err := a.create(flag, name)
	if err != nil {
		return err
	}
	defer f.discard()
	if err := write(f); err != nil {
		return err
	}
	return f.commit()
}
