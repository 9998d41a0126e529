package parquet

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"hed/corpus"
	"hed/corpus/internal/table"
)

// rows yields the rows of all row groups.
func (r reader) rows(check func(*table.Columns) error) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		f, err := r.src.OpenAt()
		if err != nil {
			yield(table.Row{}, err)
			return
		}
		defer f.Close()
		s := &scan{file: r.src.Name(), yield: yield}
		if err := s.open(f, r.opt, check); err != nil {
			yield(table.Row{}, s.at(0, err))
			return
		}
		for i, group := range s.groups {
			if group.NumRows() == 0 { // the library cannot stand at the first row of none
				continue
			}
			if err := checkPages(f, f.Size, s.chunks[i].Columns); err != nil {
				yield(table.Row{}, s.at(s.row+1, fmt.Errorf("reading the rows from here on: %w", err)))
				return
			}
			if !s.group(group) {
				return
			}
		}
		if err := f.Same(); err != nil {
			yield(table.Row{}, err)
		}
	}
}

// scan is one pass over a file.
type scan struct {
	file    string
	yield   func(table.Row, error) bool
	groups  []parquet.RowGroup
	chunks  []format.RowGroup // of groups, as the footer has them
	leaves  []leaf
	columns *table.Columns
	row     int
}

func (s *scan) at(row int, err error) error {
	return corpus.At(s.file, row, err)
}

// open reads the footer and finds the columns.
func (s *scan) open(f *corpus.Random, opt corpus.Options, check func(*table.Columns) error) error {
	var packed map[format.CompressionCodec]bool
	err := safely(func() error {
		if err := checkFooter(f, f.Size); err != nil {
			return err
		}
		file, err := parquet.OpenFile(f, f.Size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
		if err != nil {
			return err
		}
		s.groups, s.leaves = file.RowGroups(), leaves(file.Schema())
		s.chunks = file.Metadata().RowGroups
		packed = codecs(file)
		return nil
	})
	if err != nil {
		return fmt.Errorf("is not a parquet file that can be read: %w", err)
	}
	// Note: parquet-go 0.32.0 gives back old memory for pages that LZ4
	// shrinks by less than a third. No file is better than a wrong one.
	if packed[format.Lz4Raw] {
		return errors.New("is compressed with LZ4, which hed cannot read; write it with zstd or snappy")
	}
	names := make([]string, len(s.leaves))
	for i, l := range s.leaves {
		names[i] = l.name
	}
	if s.columns, err = table.NewColumns(names, corpus.TableRoles, opt); err != nil {
		return err
	}
	for i := range s.leaves {
		s.leaves[i].role = s.columns.Plays(i)
	}
	return check(s.columns)
}

// codecs are the ways in which the columns are compressed.
func codecs(file *parquet.File) map[format.CompressionCodec]bool {
	all := map[format.CompressionCodec]bool{}
	for _, group := range file.Metadata().RowGroups {
		for _, column := range group.Columns {
			all[column.MetaData.Codec] = true
		}
	}
	return all
}

// group yields the rows of one group, and says whether to go on.
func (s *scan) group(group parquet.RowGroup) bool {
	var rows parquet.Rows
	if err := safely(func() error { rows = group.Rows(); return nil }); err != nil {
		s.yield(table.Row{}, s.at(s.row+1, err))
		return false
	}
	defer rows.Close()
	buf := make([]parquet.Row, 64)
	for {
		var n int
		err := safely(func() (err error) { n, err = rows.ReadRows(buf); return err })
		for _, row := range buf[:n] {
			s.row++
			cells, err := cells(s.leaves, row)
			if err != nil {
				err = s.at(s.row, err)
			}
			if !s.yield(table.Row{Columns: s.columns, Cells: cells, Line: s.row}, err) {
				return false
			}
		}
		if err == io.EOF {
			return true
		}
		if err != nil {
			s.yield(table.Row{}, s.at(s.row+1, fmt.Errorf("reading the rows from here on: %w", err)))
			return false
		}
	}
}

// safely makes an error of a panic: the library trusts what it reads from
// a damaged file.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the file is damaged: %v", p)
		}
	}()
	return f()
}
