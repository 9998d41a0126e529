package evaluate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/internal/journal"
)

// answers are what an engine says to the parts of a place, in their order. Those that are kept are not asked for again.
type answers struct {
	engine PartEngine
	place  *Place
	parts  []Part
	kept   *journal.File // after a list of the parts; nil keeps none
}

// answers are those of the job's engine, which must have been started. A journal of other parts is of another run.
func (j *Job) answers(ctx context.Context) (*answers, error) {
	engine, err := j.partEngine()
	if err != nil {
		return nil, err
	}
	a := &answers{engine: engine, place: j.Place, parts: engine.Parts()}
	if len(a.parts) == 0 {
		return nil, corpus.Empty(j.DocsFile)
	}
	if err := a.checkColumns(ctx); err != nil {
		return nil, err
	}
	if j.Journal != nil && j.Journal.parts == nil {
		return a, j.Journal.openParts(a.parts)
	}
	return a, nil
}

// checkColumns refuses names of columns that the first record does not have, as its reader here does. Workers see records that may well lack
// one, and of tables the engine knows the columns.
func (a *answers) checkColumns(ctx context.Context) error {
	if len(a.place.Columns.Columns) == 0 || a.place.Format != jsonl.Format.Name {
		return nil
	}
	records, err := a.engine.Records(ctx, 0)
	if err != nil {
		return &EngineError{err}
	}
	for _, err := range jsonl.Format.Documents(corpus.Stream(a.parts[0].File, bytes.NewReader(records)), a.place.Columns).Documents(ctx) {
		return err
	}
	return nil
}

func (j *Job) partEngine() (PartEngine, error) {
	engine, ok := j.Engine.(PartEngine)
	if !ok {
		return nil, fmt.Errorf("the engine cannot read %s itself", j.Place.URI)
	}
	return engine, nil
}

// openParts opens the answers of parts.
func (j *Journal) openParts(parts []Part) (err error) {
	if j.parts, err = j.open(partsFile, j.width); err != nil {
		return err
	}
	if err := claim(j.parts, parts); err != nil {
		return err
	}
	if j.headlines != nil { // they are in the answers
		return j.headlines.Cut(0, j.headlines.Cursor().End)
	}
	return nil
}

// claim makes a file one for the answers of parts. One of other parts is of another run.
func claim(f *journal.File, parts []Part) error {
	list, err := json.Marshal(parts)
	if err != nil {
		return err
	}
	if f.Len() == 0 {
		if err := f.Append(listRecord, list); err != nil {
			return err
		}
		return f.Flush()
	}
	first := f.Cursor()
	if err := first.Next(); err != nil {
		return err
	}
	if first.Kind != listRecord || !bytes.Equal(first.Payload, list) {
		return ErrOtherRun
	}
	return nil
}

// A partTurn is a part on its way to the engine, or what is kept of it.
type partTurn struct {
	part  int
	known []byte
}

func (a *answers) turns() iter.Seq2[partTurn, error] {
	return func(yield func(partTurn, error) bool) {
		var known *journal.Cursor
		n := 0
		if a.kept != nil {
			known, n = a.kept.Cursor(), a.kept.Len()-1
			if err := known.Next(); err != nil { // the list
				yield(partTurn{}, err)
				return
			}
		}
		for i := range a.parts {
			t := partTurn{part: i}
			if i < n {
				if err := known.Next(); err != nil {
					yield(t, err)
					return
				}
				t.known = bytes.Clone(known.Payload)
			}
			if !yield(t, nil) {
				return
			}
		}
	}
}

// answer is that to a part. All of its records were right.
func (a *answers) answer(ctx context.Context, t partTurn) ([]byte, error) {
	if t.known != nil {
		return t.known, nil
	}
	got, err := a.engine.AnswerPart(ctx, t.part)
	if err != nil {
		return nil, &EngineError{err}
	}
	return got.Rows, a.bad(a.parts[t.part], got)
}

// keep keeps the next answer; nil is one that is kept.
func (a *answers) keep(answer []byte) error {
	if a.kept == nil || answer == nil {
		return nil
	}
	if err := a.kept.Append(answerRecord, answer); err != nil {
		return err
	}
	return a.kept.Flush()
}

// failed is what is wrong with an answer. What came before it is as good as it was.
func (a *answers) failed(t partTurn, err error) error {
	return &EngineError{fmt.Errorf("%s: %w", a.parts[t.part].File, err)}
}

// place finds a line of the part by the worker's number.
func (a *PartAnswer) place(line int) int {
	line -= a.Before
	for _, blank := range a.Blank {
		if blank <= line {
			line++
		}
	}
	return line
}

// errorRow begins what a worker says of a line that is no case, summaryRow the end of an answer.
var (
	errorRow   = []byte(`{"line":`)
	summaryRow = []byte(`{"summary":`)
)

// bad are the malformed records of a part. A worker that has not answered all of them has answered something else.
func (a *answers) bad(part Part, got *PartAnswer) error {
	var bad collect
	answered := 0
	for line := range records(got.Rows) {
		var row struct {
			Line  int    `json:"line"`
			Error string `json:"error"`
		}
		if line[0] == blockRow {
			answered++
			continue
		}
		if !bytes.HasPrefix(line, errorRow) || json.Unmarshal(line, &row) != nil || row.Error == "" {
			continue
		}
		err := &corpus.SyntaxError{File: part.File, Line: got.place(row.Line), Msg: row.Error}
		if part.Start > 0 || a.place.Format != "jsonl" { // lines are not counted from the beginning of the file
			what := "line"
			if a.place.Format != "jsonl" {
				what = "record"
			}
			err.Msg, err.Line = fmt.Sprintf("%s %d after byte %d: %s", what, err.Line, part.Start, row.Error), 0
		}
		if bad.add(err) {
			break
		}
	}
	if err := bad.err(); err != nil || answered == got.Lines {
		return err
	}
	return &EngineError{fmt.Errorf("%s: the engine answered %d of %d documents", part.File, answered, got.Lines)}
}
