package main

import (
	"hed/cmd/hed/internal/cli"
	"hed/evaluate"
	"hed/score"
)

// items is the file of --items; it does nothing where none was asked for.
type items struct {
	file *cli.OutFile
	out  *score.Writer
}

func createItems(a *cli.App, name string, columns []score.Column) (*items, error) {
	if name == "" {
		return &items{}, nil
	}
	file, err := a.Create("--items", name)
	if err != nil {
		return nil, err
	}
	return &items{file, score.NewWriter(file, columns)}, nil
}

func (it *items) write(row *evaluate.Row) error {
	if it.out == nil {
		return nil
	}
	return it.out.Write(row.Doc.ID, row.Values)
}

// commit makes the file appear.
func (it *items) commit() error {
	if it.out == nil {
		return nil
	}
	if err := it.out.Flush(); err != nil {
		return err
	}
	return it.file.Commit()
}

func (it *items) discard() { it.file.Discard() }
