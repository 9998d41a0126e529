package cloze

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"

	"hed/corpus"
)

// A Writer writes documents with their questions. Close ends the file; it
// does not close what is below.
type Writer interface {
	// Write adds a document with a question; its first reference is the headline.
	Write(q *Question) error
	Close() error
}

// NewNumHG writes the CSV of NumHG, with the documents' ids in a last
// column. A document without a reference has an empty summary.
func NewNumHG(w io.Writer) Writer { return &numhgWriter{w: csv.NewWriter(w)} }

type numhgWriter struct {
	w     *csv.Writer
	begun bool
}

func (n *numhgWriter) begin() error {
	if n.begun {
		return nil
	}
	n.begun = true
	head := []string{"text", "summary"}
	for _, field := range new(corpus.Cloze).Fields() {
		head = append(head, field[0])
	}
	return n.w.Write(append(head, "id"))
}

func (n *numhgWriter) Write(q *Question) error {
	if err := n.begin(); err != nil {
		return err
	}
	row := []string{q.Doc.Text(), q.headline()}
	for _, field := range q.Fields() {
		row = append(row, field[1])
	}
	return n.w.Write(append(row, q.Doc.ID))
}

func (n *numhgWriter) Close() error {
	if err := n.begin(); err != nil {
		return err
	}
	n.w.Flush()
	return n.w.Error()
}

// NewSemEval writes the JSON list of SemEval-2024 task 7, an item a line.
// Derivations are written without blanks, as the task has them, where Expr is known.
func NewSemEval(w io.Writer) Writer { return &semevalWriter{w: w} }

type semevalWriter struct {
	w     io.Writer
	begun bool
}

type semevalItem struct {
	ID          string `json:"id"`
	News        string `json:"news"`
	Headline    string `json:"headline,omitempty"`
	Masked      string `json:"masked headline"`
	Calculation string `json:"calculation,omitempty"`
	Answer      string `json:"ans,omitempty"`
}

func (s *semevalWriter) Write(q *Question) error {
	item := semevalItem{q.Doc.ID, q.Doc.Text(), q.headline(), q.Question, q.Derivation, q.Answer}
	if q.Expr != nil {
		item.Calculation = q.Expr.Compact()
	}
	var line bytes.Buffer
	line.WriteString(s.before())
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(item); err != nil {
		return err
	}
	_, err := s.w.Write(bytes.TrimSuffix(line.Bytes(), []byte("\n")))
	return err
}

// before is what stands before an item.
func (s *semevalWriter) before() string {
	if s.begun {
		return ",\n"
	}
	s.begun = true
	return "[\n"
}

func (s *semevalWriter) Close() error {
	end := "\n]\n"
	if !s.begun {
		end = "[]\n"
	}
	_, err := io.WriteString(s.w, end)
	return err
}
