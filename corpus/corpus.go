// Package corpus holds documents and the headlines that systems wrote
// for them, and says how both are read.
//
// A Source is opened, a Format's reader makes Documents or Outputs of it,
// and Join brings the two together. Each format is a folder of its own
// that knows this package but not its siblings; corpus/all lists them and
// tells them apart, corpus/corpustest checks that they keep the promises
// made here. Everything streams: a reader holds one record and, where ids
// are given, a hash of each. Nothing is repaired in silence: what does not
// fit the format comes out as a *SyntaxError with its file and line.
package corpus

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"hed/internal/option"
	"hed/internal/plain"
)

// A Document is an article with its reference headlines.
type Document struct {
	// ID is unique within a corpus. Formats without ids number their
	// documents "1", "2", … in file order.
	ID string
	// Body is the article. It is empty where only references are known.
	Body string
	// Dateline is what the text has before Body, with the blanks behind it, where
	// the format sets it apart: "(Jun 21, 2013 9:57 AM CDT) ". Text has both.
	Dateline string
	// References are the headlines people wrote; usually one.
	References []string

	Source string            // newspaper or site, if known
	Date   string            // ISO 8601, if known
	Lang   string            // BCP 47, if known
	Meta   map[string]string // whatever else the file says of it
	Cloze  *Cloze            // the numeral question of NumHG and SemEval rows

	// Line is where the record begins in its file, for messages, and File is that file, where the corpus has several.
	Line int
	File string
}

// Text is the article as its file has it, with the dateline. It is for those who
// look for numbers or write the text to a file; others want Body.
func (d *Document) Text() string { return d.Dateline + d.Body }

// An Output is the headline that one system wrote for one document, and where
// it stands.
type Output struct {
	// System is who wrote it. Readers of one system's file leave it empty; Join
	// fills it in.
	System string
	// Doc is the document's ID, or "" in a file of plain lines, where the
	// order of the lines is the order of the documents.
	Doc  string
	Text string
	Line int // in its file, from 1; 0 where it stands in none
	// Plain says that the line is the headline and nothing else. Join fills it in.
	Plain bool
	// Candidates are what a generator wrote that was asked for several, the best first; Text is the first of them.
	Candidates []Candidate
	// Reason is why Text is empty, where a generator should have had a headline.
	Reason string
}

// A Candidate is one of the headlines that a generator has for a document.
type Candidate struct {
	Headline string `json:"headline"`
	// Score is how good the generator thinks it is, higher for better: a log
	// probability, or the weight of a ranking. It compares candidates for one
	// document, not documents or generators.
	Score float64 `json:"score"`
	// Reason is why Headline is empty, where the generator should have had one.
	Reason string `json:"-"`
}

// Size is the length of the headline in bytes.
func (o Output) Size() int { return len(o.Text) }

// A Reader streams documents.
//
// A *SyntaxError is yielded in place of the record it concerns and reading
// goes on, if the caller wants it to; any other error ends the stream.
// Documents may be called again and starts from the beginning, unless
// the source can be read only once (standard input).
type Reader interface {
	Documents(ctx context.Context) iter.Seq2[*Document, error]
}

// An OutputReader streams one system's headlines. Errors are as for Reader.
type OutputReader interface {
	Outputs(ctx context.Context) iter.Seq2[Output, error]
}

// A SyntaxError is a malformed record: where it is, what is wrong and
// what was expected.
type SyntaxError struct {
	File string
	Line int // from 1; 0 where the file as a whole is meant
	Msg  string
	// Option is what may be wrong in place of the file, such as "columns", so that
	// a page can show the error there; mostly "".
	Option string
}

// An EmptyError is a file without documents, which is wrong unless others have them.
type EmptyError struct{ SyntaxError }

// Empty is the error of a file, or of a whole corpus, that has no documents.
func Empty(file string) *EmptyError {
	return &EmptyError{SyntaxError{File: file, Msg: "has no documents; expected at least one"}}
}

func (e *EmptyError) Unwrap() error { return &e.SyntaxError }

// At is a SyntaxError of what is wrong there, and with which option if err says so.
func At(file string, line int, err error) *SyntaxError {
	e := &SyntaxError{File: file, Line: line, Msg: err.Error()}
	if o, ok := errors.AsType[*option.Error](err); ok {
		e.Option = o.Option
	}
	return e
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", plain.Line(e.File), plain.Line(e.Msg))
	}
	return fmt.Sprintf("%s:%d: %s", plain.Line(e.File), e.Line, plain.Line(e.Msg))
}
