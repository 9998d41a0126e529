package cloze

import (
	"io"
	"iter"

	"hed/numeral"
	"hed/score"
)

// Statistics sum up rows. As JSON they are what a table of them shows.
type Statistics struct {
	Articles int `json:"articles"`
	Means
	Questions int                 `json:"questions"`
	Operators map[string]Operator `json:"operators"` // those that occur, by name
	Uses      int                 `json:"-"`         // of operators, at any depth
}

// Means are of the articles.
type Means struct {
	Sentences score.Value `json:"sentences"`
	Words     score.Value `json:"words"`
	Numerals  score.Value `json:"numerals"`
}

// An Operator is the questions of an operator, and the means of their articles.
type Operator struct {
	Questions int         `json:"questions"` // of which it is the outermost
	Share     score.Value `json:"share"`     // of all questions
	Uses      int         `json:"uses"`      // at any depth, in all questions
	UseShare  score.Value `json:"use_share"`
	Means
}

// Table yields the operators in the order of the paper's table, and then the
// questions that have none.
func (s *Statistics) Table() iter.Seq2[string, Operator] {
	var names []string
	for _, op := range numeral.Ops() {
		names = append(names, op.String())
	}
	return func(yield func(string, Operator) bool) {
		for _, name := range append(names, Unanswerable, Malformed, NoOperator) {
			if o, ok := s.Operators[name]; ok && !yield(name, o) {
				return
			}
		}
	}
}

// A Tally sums up rows. The zero value is empty.
type Tally struct {
	all       sums
	operators map[string]*sums
}

// sums are of the rows of one operator, or of all.
type sums struct{ rows, uses, sentences, words, numerals int }

func (s *sums) add(r *Row) {
	s.rows++
	s.sentences += r.Sentences
	s.words += r.Words
	s.numerals += r.Numerals
}

func (s *sums) means() Means {
	return Means{share(s.sentences, s.rows), share(s.words, s.rows), share(s.numerals, s.rows)}
}

// Add counts a row.
func (t *Tally) Add(r *Row) {
	t.all.add(r)
	if r.Operator != "" {
		t.of(r.Operator).add(r)
	}
	if r.Expr != nil {
		t.use(r.Expr)
	}
}

func (t *Tally) of(operator string) *sums {
	if t.operators == nil {
		t.operators = map[string]*sums{}
	}
	if t.operators[operator] == nil {
		t.operators[operator] = new(sums)
	}
	return t.operators[operator]
}

// use counts the operators of an expression, inner ones too.
func (t *Tally) use(e *numeral.Expr) {
	if e.Op != numeral.Literal {
		t.of(e.Op.String()).uses++
		t.all.uses++
	}
	for _, a := range e.Args {
		t.use(a)
	}
}

// Statistics are what the rows so far come to.
func (t *Tally) Statistics() Statistics {
	s := Statistics{Articles: t.all.rows, Means: t.all.means(), Operators: map[string]Operator{}, Uses: t.all.uses}
	for _, o := range t.operators {
		s.Questions += o.rows
	}
	for name, o := range t.operators {
		s.Operators[name] = Operator{o.rows, share(o.rows, s.Questions), o.uses, share(o.uses, t.all.uses), o.means()}
	}
	return s
}

// WriteRows sums up the rows of a sequence, and writes those that have a question to
// w as CSV, unless it is nil; see score.AppendText for raw. progress hears how many are done.
func WriteRows(w io.Writer, raw bool, rows iter.Seq2[Row, error], progress func(done int)) (Statistics, error) {
	var t Tally
	line := []byte(rowHeader)
	for r, err := range rows {
		if err != nil {
			return Statistics{}, err
		}
		t.Add(&r)
		progress(t.all.rows)
		if w == nil || r.Operator == "" {
			continue
		}
		if _, err := w.Write(r.appendCSV(line, raw)); err != nil {
			return Statistics{}, err
		}
		line = line[:0]
	}
	return t.Statistics(), nil
}
