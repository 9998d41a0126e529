package evaluate

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"

	"hed/corpus"
	"hed/generate"
	"hed/internal/whole"
)

// A Journal keeps on disk what a run has computed: the headlines that generators
// wrote, and the rows. So an interrupted run goes on where it stopped, and nobody
// who wants to see a headline has it written again: a network or a paid endpoint
// is asked once for each document. Values are kept bit for bit: a resumed run
// writes the same bytes as one that was never stopped.
//
// The rows are in the file rows: a line with the fingerprint of the run and the
// number of values, then one record a document, its values in little endian. The
// headlines are in the file headlines, which is there if there are
// generators: one record a document, its id and a text for each of them.
// It may be ahead of the rows, where all headlines are written before any is
// scored. The file failures says of rows with absent values why a metric gave none.
//
// Where an engine reads the documents, nobody here knows what a row is of before it has come. Then the file parts has whole answers, after
// a list of the parts, and the rest is made of them again.
type Journal struct {
	rows      *log // nil without values
	failures  *log // beside rows
	headlines *log // nil without generators
	parts     *log // answers, where an engine reads the documents; nil else
	known     []located
	width     int
	buf       []byte

	folder, fingerprint string
}

// The files of a journal.
const (
	rowsFile      = "rows"
	failuresFile  = "failures"
	headlinesFile = "headlines"
	partsFile     = "parts"
)

var journalFiles = []string{rowsFile, failuresFile, headlinesFile, partsFile}

// OpenJournal opens or creates the journal of a plan in a folder, which must be
// there, and lets its metrics keep there what they learn. The fingerprint names everything that headlines and values depend on; a
// journal with another one is left alone and ErrOtherRun is returned.
func OpenJournal(folder, fingerprint string, p *Plan) (j *Journal, err error) {
	j = &Journal{width: p.Width(), folder: folder, fingerprint: fingerprint}
	p.Learnt = &Learnt{filepath.Join(folder, learntFolder), fingerprint}
	if j.width > 0 {
		header := fmt.Sprintf("hed journal 1 %s %d\n", fingerprint, j.width)
		if j.rows, err = openLog(filepath.Join(folder, rowsFile), header, 8*j.width); err != nil {
			return nil, err
		}
	}
	if n := len(p.Generators); n > 0 {
		header := fmt.Sprintf("hed headlines 1 %s %d\n", fingerprint, n)
		if j.headlines, err = openLog(filepath.Join(folder, headlinesFile), header, 0); err != nil {
			return nil, errors.Join(err, j.Close())
		}
		if err := j.forgetRefused(p); err != nil {
			return nil, errors.Join(err, j.Close())
		}
	}
	if j.rows != nil {
		if err := j.openFailures(folder, fingerprint); err != nil {
			return nil, errors.Join(err, j.Close())
		}
	}
	return j, nil
}

// forgetRefused cuts off the last documents that a paid generator has no headline for: an endpoint that refuses may be
// why the run ended, and what it refused costs nothing to ask again. Their rows go too, and all rows if a metric looked at all headlines
// before it scored.
func (j *Journal) forgetRefused(p *Plan) error {
	paid := make([]bool, len(p.Generators))
	for i, g := range p.Generators {
		_, paid[i] = g.Generator.(generate.Spender)
	}
	if !slices.Contains(paid, true) {
		return nil
	}
	kept, end := 0, j.headlines.start
	all := j.headlines.cursor(j.headlines.end)
	for i := range j.headlines.known {
		h, err := all.headlines()
		if err != nil {
			return err
		}
		refused := false
		for k, text := range h.Texts {
			refused = refused || k < len(paid) && paid[k] && text == ""
		}
		if !refused {
			kept, end = i+1, all.at
		}
	}
	if kept == j.headlines.known {
		return nil
	}
	j.headlines.known = kept
	if err := j.headlines.cut(end); err != nil {
		return err
	}
	switch {
	case j.rows == nil:
		return nil
	case slices.ContainsFunc(p.Metrics, isSurveyor):
		kept = 0
	}
	return j.rows.keep(min(kept, j.rows.known))
}

// openFailures reads the failures of the rows that are there. Those of rows that were torn
// will come again.
func (j *Journal) openFailures(folder, fingerprint string) (err error) {
	if j.failures, err = openLog(filepath.Join(folder, failuresFile), fmt.Sprintf("hed failures 1 %s\n", fingerprint), 0); err != nil {
		return err
	}
	if j.failures.torn { // what is lost may be of any row since the last that is there
		last, err := j.lastFailure()
		if err == nil && last < j.rows.known {
			err = j.rows.keep(last)
		}
		if err != nil {
			return err
		}
	}
	all := j.failures.cursor(j.failures.end)
	for at := all.at; all.next() == nil; at = all.at {
		var f located
		if err := json.Unmarshal(all.record, &f); err != nil {
			return fmt.Errorf("read journal: %w", err)
		}
		if f.Case >= j.rows.known {
			return j.failures.cut(at)
		}
		j.known = append(j.known, f)
	}
	return nil
}

// lastFailure is the row of the last failure that is there; 0 without one.
func (j *Journal) lastFailure() (row int, err error) {
	for all := j.failures.cursor(j.failures.end); all.next() == nil; {
		var f located
		if err := json.Unmarshal(all.record, &f); err != nil {
			return 0, fmt.Errorf("read journal: %w", err)
		}
		row = f.Case
	}
	return row, nil
}

// HasJournal reports whether there is one in a folder.
func HasJournal(folder string) bool {
	for _, name := range append(journalFiles, learntFolder) {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return true
		}
	}
	return false
}

// RemoveJournal removes that of a folder, if there is one.
func RemoveJournal(folder string) error {
	if err := os.RemoveAll(filepath.Join(folder, learntFolder)); err != nil {
		return err
	}
	for _, name := range journalFiles {
		if err := whole.Remove(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// Rows is the number of documents that an earlier run has scored.
func (j *Journal) Rows() int {
	if j.rows == nil {
		return 0
	}
	return j.rows.known
}

// Written is the number of documents that an earlier run has written headlines
// for.
func (j *Journal) Written() int {
	if j.headlines == nil {
		return 0
	}
	return j.headlines.known
}

// addRow adds the values of a document.
func (j *Journal) addRow(row []float64) error {
	b := j.buf[:0]
	for _, v := range row {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	j.buf = b
	if j.rows.out.Available() < len(b)+crc32.Size { // rows are about to be written
		if err := j.force(); err != nil {
			return err
		}
	}
	return j.rows.append(b)
}

// force has the failures on disk before the rows that they are of: a row without its
// failures looks like one that has none.
func (j *Journal) force() error {
	if j.failures == nil || j.failures.out.Buffered() == 0 {
		return nil
	}
	if err := j.failures.flush(); err != nil {
		return err
	}
	if err := j.failures.file.Sync(); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	return nil
}

// addFailure adds why a value of the row that comes next is absent.
func (j *Journal) addFailure(f Failure) error {
	record, err := json.Marshal(located{j.rows.known + j.rows.added, f})
	if err != nil {
		return err
	}
	return j.failures.append(record)
}

// addHeadlines adds what the generators wrote for a document.
func (j *Journal) addHeadlines(doc string, outputs []corpus.Output) error {
	b := appendText(j.buf[:0], doc)
	for _, o := range outputs {
		b = appendText(b, o.Text)
	}
	j.buf = b
	return j.headlines.append(b)
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// logs are those that there are; rows come last, so that what belongs to a row is there
// before it.
func (j *Journal) logs() []*log {
	return slices.DeleteFunc([]*log{j.headlines, j.failures, j.rows, j.parts}, func(l *log) bool { return l == nil })
}

// settle makes what a pass added known to the next one.
func (j *Journal) settle() {
	for _, l := range j.logs() {
		l.known, l.end = l.known+l.added, l.end+l.grown
		l.added, l.grown = 0, 0
	}
}

// Flush writes what is buffered.
func (j *Journal) Flush() error {
	err := j.force()
	for _, l := range j.logs() {
		if err == nil {
			err = l.flush()
		}
	}
	return err
}

// Close writes what is buffered and closes the files.
func (j *Journal) Close() error {
	var errs []error
	for _, l := range j.logs() {
		errs = append(errs, l.close())
	}
	return errors.Join(errs...)
}

// Headlines are what generators wrote for a document, as the journal has it.
type Headlines struct {
	Doc   string
	Texts []string // by generator
}

// Headlines yields what is written when the run has ended, in the order of the
// documents.
func (j *Journal) Headlines() iter.Seq2[Headlines, error] {
	return func(yield func(Headlines, error) bool) {
		if j.headlines == nil {
			return
		}
		c := j.headlines.cursor(j.headlines.end)
		for {
			h, err := c.headlines()
			if err == io.EOF || !yield(h, err) || err != nil {
				return
			}
		}
	}
}

// headlines reads the next record as headlines.
func (c *cursor) headlines() (h Headlines, err error) {
	if err := c.next(); err != nil {
		return h, err
	}
	for i, rest := 0, c.record; len(rest) > 0; i++ {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > uint64(len(rest)-size) {
			return h, errors.New("read journal: damaged record")
		}
		text := string(rest[size : size+int(n)])
		if rest = rest[size+int(n):]; i == 0 {
			h.Doc = text
		} else {
			h.Texts = append(h.Texts, text)
		}
	}
	return h, nil
}

// row reads the next record as values.
func (c *cursor) row(dst []float64) error {
	if err := c.next(); err != nil {
		return err
	}
	for i := range dst {
		dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(c.record[8*i:]))
	}
	return nil
}
