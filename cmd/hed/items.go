package main

import (
	"fmt"
	"io"
	"os"

	"hed/evaluate"
	"hed/internal/whole"
	"hed/score"
)

// items is the file of --items; it does nothing where none was asked for.
type items struct {
	name string
	file *whole.File // nil for stdout
	out  *score.Writer
}

func createItems(name string, stdout io.Writer, columns []score.Column) (*items, error) {
	it := &items{name: name}
	info, err := os.Stat(name)
	switch {
	case name == "":
		return it, nil
	case isStdout(name):
		it.out = score.NewWriter(stdout, columns)
		return it, nil
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("write --items %s: it is a folder; name a file", name)
	}
	if it.file, err = whole.Create(name); err != nil {
		return nil, notWritten("--items", name, err)
	}
	it.out = score.NewWriter(it.file, columns)
	return it, nil
}

func (it *items) write(row *evaluate.Row) error {
	if it.out == nil {
		return nil
	}
	if err := it.out.Write(row.Doc.ID, row.Values); err != nil {
		return notWritten("--items", it.name, err)
	}
	return nil
}

// commit makes the file appear.
func (it *items) commit() error {
	if it.out == nil {
		return nil
	}
	err := it.out.Flush()
	if err == nil && it.file != nil {
		err = it.file.Commit()
	}
	if err != nil {
		return notWritten("--items", it.name, err)
	}
	return nil
}

func (it *items) discard() { it.file.Discard() }
