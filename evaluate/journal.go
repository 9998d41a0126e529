package evaluate

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"

	"hed/corpus"
	"hed/generate"
	"hed/internal/journal"
	"hed/internal/whole"
)

// A Journal keeps on disk what a run has computed: the headlines that generators
// wrote, and the rows. So an interrupted run goes on where it stopped, and nobody
// who wants to see a headline has it written again: a network or a paid endpoint
// is asked once for each document. Values are kept bit for bit: a resumed run
// writes the same bytes as one that was never stopped.
//
// There are up to three files in the format of package journal. In rows is one record a
// document, its values in little endian, behind a record for each reason why a value of it is absent. In
// headlines, which is there if there are generators, is one record a document, its id
// and a text for each of them. It may be ahead of the rows, where all headlines are written before any is
// scored.
//
// Where an engine reads the documents, nobody here knows what a row is of before it has come. Then the file parts has whole answers, after
// a list of the parts, and the rest is made of them again.
type Journal struct {
	rows      *journal.File // nil without values
	headlines *journal.File // nil without generators
	parts     *journal.File // answers, where an engine reads the documents; nil else
	scored    int           // documents that have a row
	width     int
	buf       []byte

	folder, fingerprint string
}

// The files of a journal.
const (
	rowsFile      = "rows"
	headlinesFile = "headlines"
	partsFile     = "parts"
)

var journalFiles = []string{rowsFile, headlinesFile, partsFile}

// The kinds of their records.
const (
	rowRecord       = 'r'
	failureRecord   = 'f'
	headlinesRecord = 'h'
	listRecord      = 'l'
	answerRecord    = 'a'
)

// ErrOtherRun means that a journal belongs to a run with other inputs or settings, or of
// another version, whose values are not to be mixed with those of this one.
var ErrOtherRun = errors.New("the unfinished run has different inputs or settings, or is from another version of hed")

// OpenJournal opens or creates the journal of a plan in a folder, which must be
// there, and lets its metrics keep there what they learn. The fingerprint names everything that headlines and values depend on; a
// journal with another one is left alone and ErrOtherRun is returned.
func OpenJournal(folder, fingerprint string, p *Plan) (j *Journal, err error) {
	j = &Journal{width: p.Width(), folder: folder, fingerprint: fingerprint}
	p.Learnt = &Learnt{filepath.Join(folder, learntFolder), fingerprint}
	if j.width > 0 {
		if j.rows, err = j.open(rowsFile, j.width); err != nil {
			return nil, err
		}
		err = j.keepRows(math.MaxInt)
	}
	if n := len(p.Generators); n > 0 && err == nil {
		j.headlines, err = j.open(headlinesFile, n)
	}
	if err == nil && j.headlines != nil {
		err = j.agree(p)
	}
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// open opens a file, whose records have so many values or texts.
func (j *Journal) open(name string, of int) (*journal.File, error) {
	f, err := journal.Open(filepath.Join(j.folder, name), fmt.Sprintf("%s %s %d", name, j.fingerprint, of))
	if errors.Is(err, journal.ErrOther) {
		return nil, ErrOtherRun
	}
	return f, err
}

// keepRows keeps the rows of the first documents at most, and no failures behind the last: their row
// will come again, and so will they.
func (j *Journal) keepRows(most int) error {
	all := j.rows.Cursor()
	records, end := 0, all.End
	j.scored = 0
	for n := 1; j.scored < most; n++ {
		if err := all.Next(); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if all.Kind == rowRecord {
			j.scored, records, end = j.scored+1, n, all.End
		}
	}
	return j.rows.Cut(records, end)
}

// agree cuts off the rows of documents whose headlines are lost, as a power cut or damage can have it: what is written for them now
// may be something else than what was scored. And it forgets what was refused.
func (j *Journal) agree(p *Plan) error {
	if j.scored > j.headlines.Len() {
		if err := j.keepRowsOf(p, j.headlines.Len()); err != nil {
			return err
		}
	}
	return j.forgetRefused(p)
}

// keepRowsOf keeps the rows of the first documents, whose headlines stay, and none if a metric looked at all headlines before it scored.
func (j *Journal) keepRowsOf(p *Plan, documents int) error {
	if j.rows == nil {
		return nil
	}
	if slices.ContainsFunc(p.Metrics, isSurveyor) {
		documents = 0
	}
	return j.keepRows(documents)
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
	all := j.headlines.Cursor()
	kept, end := 0, all.End
	for i := range j.headlines.Len() {
		h, err := nextHeadlines(all)
		if err != nil {
			return err
		}
		refused := false
		for k, text := range h.Texts {
			refused = refused || k < len(paid) && paid[k] && text == ""
		}
		if !refused {
			kept, end = i+1, all.End
		}
	}
	if kept == j.headlines.Len() {
		return nil
	}
	if err := j.headlines.Cut(kept, end); err != nil {
		return err
	}
	return j.keepRowsOf(p, kept)
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

// Rows is the number of documents that are scored.
func (j *Journal) Rows() int { return j.scored }

// Written is the number of documents that headlines are written for.
func (j *Journal) Written() int {
	if j.headlines == nil {
		return 0
	}
	return j.headlines.Len()
}

// Begun reports whether there is anything that a run could continue with.
func (j *Journal) Begun() bool {
	learnt, _ := os.ReadDir(filepath.Join(j.folder, learntFolder))
	return j.scored > 0 || j.Written() > 0 || j.parts != nil && j.parts.Len() > 1 || len(learnt) > 0
}

// addRow adds the values of a document.
func (j *Journal) addRow(row []float64) error {
	b := j.buf[:0]
	for _, v := range row {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	j.buf = b
	j.scored++
	return j.rows.Append(rowRecord, b)
}

// addFailure adds why a value of the row that comes next is absent.
func (j *Journal) addFailure(f Failure) error {
	record, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return j.rows.Append(failureRecord, record)
}

// addHeadlines adds what the generators wrote for a document.
func (j *Journal) addHeadlines(doc string, outputs []corpus.Output) error {
	b := appendText(j.buf[:0], doc)
	for _, o := range outputs {
		b = appendText(b, o.Text)
	}
	j.buf = b
	return j.headlines.Append(headlinesRecord, b)
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func (j *Journal) files() []*journal.File {
	return slices.DeleteFunc([]*journal.File{j.headlines, j.rows, j.parts}, func(f *journal.File) bool { return f == nil })
}

// Flush writes what is buffered.
func (j *Journal) Flush() error {
	for _, f := range j.files() {
		if err := f.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what is buffered and closes the files.
func (j *Journal) Close() error {
	var errs []error
	for _, f := range j.files() {
		errs = append(errs, f.Close())
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
		c := j.headlines.Cursor()
		for {
			h, err := nextHeadlines(c)
			if err == io.EOF || !yield(h, err) || err != nil {
				return
			}
		}
	}
}

// errRecord is a whole record that does not say what it should.
var errRecord = errors.New("read journal: a record has another form; start again")

// nextHeadlines reads the next record as headlines.
func nextHeadlines(c *journal.Cursor) (h Headlines, err error) {
	if err := c.Next(); err != nil {
		return h, err
	}
	for i, rest := 0, c.Payload; len(rest) > 0; i++ {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > uint64(len(rest)-size) {
			return h, errRecord
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

// nextRow reads the next row, and why values of it are absent.
func nextRow(c *journal.Cursor, dst []float64) (failures []Failure, err error) {
	for {
		if err := c.Next(); err != nil {
			return nil, err
		}
		if c.Kind == rowRecord {
			break
		}
		var f Failure
		if err := json.Unmarshal(c.Payload, &f); err != nil {
			return nil, fmt.Errorf("read journal: %w", err)
		}
		failures = append(failures, f)
	}
	if len(c.Payload) != 8*len(dst) {
		return nil, errRecord
	}
	for i := range dst {
		dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(c.Payload[8*i:]))
	}
	return failures, nil
}
