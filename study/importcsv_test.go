package study_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/internal/formula"
	"hed/study"
)

func TestReadAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "line 1: the file is empty; expected a line with judge,case,question,value",
		"judge,case,question\nx,1,2\n":   "line 1: there is no column value; expected judge,case,question,value, with commas",
		"judge,case,question,value\nx\n": "line 2: the row has 1 field, the first line 4",
		"judge,case,question,value\n":    "there is no answer in it",
		"judge,model,case,question,value\nm001,m at http://x,0,correct.A,yes\n": "line 1: it has a column model: these are answers of models, not of people, and cannot be imported",
		"judge,case,question,value\n\nx,one,correct.A,yes\n":                    `line 3: the case is "one"; expected its number`,
		"judge,case,question,value\nx,1,\"2,3\n":                                "line 2: extraneous or missing \" in quoted-field",
	} {
		if _, err := study.ReadAnswers(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	broken := errors.New("the disk is broken")
	if _, err := study.ReadAnswers(iotest.ErrReader(broken)); err != broken {
		t.Errorf("got %v, want the reader's own error", err)
	}
}

// What is read is what was written, and what is wrong is told with its line.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte("judge,case,question,value\nx,0,correct.A,yes\n"))
	f.Add([]byte("\xef\xbb\xbfvalue,question,case,judge,more\r\n\"a \"\"b\"\"\nc\",rank,12,y,\r\n"))
	f.Add([]byte("judge,case,question,value\nx,first,correct.A,yes\n"))
	f.Add([]byte("judge,case,question,value\nx,0,correct.A\n"))
	f.Add([]byte("judge,case,question,value\nx,0,\"correct.A\n"))
	f.Add([]byte("judge,case,question\n"))
	f.Add([]byte(""))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := study.ReadAnswers(bytes.NewReader(data))
		if err != nil {
			if _, ok := errors.AsType[*study.ImportError](err); !ok {
				t.Errorf("the error is about no line: %v", err)
			}
			return
		}
		if len(rows) == 0 {
			t.Fatal("there is neither an answer nor an error")
		}
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		w.Write([]string{"judge", "case", "question", "value"})
		for i, r := range rows {
			if r.Line < 2 || i > 0 && r.Line <= rows[i-1].Line {
				t.Errorf("answer %d is in line %d", i, r.Line)
			}
			w.Write([]string{formula.Defuse(r.Judge), strconv.Itoa(r.Case), formula.Defuse(r.Question), formula.Defuse(r.Value)}) // as answers.csv is written
		}
		w.Flush()
		again, err := study.ReadAnswers(&out)
		if err != nil {
			t.Fatal(err)
		}
		plain := func(rows []study.Imported) []study.Imported {
			rows = append([]study.Imported(nil), rows...)
			for i := range rows {
				rows[i].Line = 0
				rows[i].Value = strings.ReplaceAll(rows[i].Value, "\r\n", "\n") // as CSV has it
				rows[i].Judge = strings.ReplaceAll(rows[i].Judge, "\r\n", "\n")
				rows[i].Question = strings.ReplaceAll(rows[i].Question, "\r\n", "\n")
			}
			return rows
		}
		if d := cmp.Diff(plain(rows), plain(again)); d != "" {
			t.Error(d)
		}
	})
}

// TestImportCSV names the file and the line of whatever is wrong.
func TestImportCSV(t *testing.T) {
	p, _ := study.Builtin("numhg-rating")
	m := &memory{study: &study.Study{Protocol: p, Forms: [][]int{{0}}, Numbers: study.Numbers{Judges: 1}},
		cases: []study.Case{{Headlines: []study.Headline{{System: "a", Text: "A"}}}}}
	for text, want := range map[string]string{
		"judge,case,question,value\n":                      "paper.csv: there is no answer in it",
		"judge,case,question,value\nx,0\n":                 "paper.csv:2: the row has 2 fields, the first line 4",
		"judge,case,question,value\nx,0,readability.A,9\n": `paper.csv:2: question readability takes a whole number from 1 to 5, not "9"`,
		"judge,case,question,value\nx,0,readability.B,5\n": `paper.csv:2: case 0 has no question "readability.B"`,
	} {
		_, _, _, err := study.ImportCSV(t.Context(), m, "paper.csv", strings.NewReader(text), time.Now())
		if _, ok := errors.AsType[*corpus.SyntaxError](err); !ok || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, _, _, err := study.ImportCSV(t.Context(), m, "paper.csv", iotest.ErrReader(errors.New("gone")), time.Now()); err == nil || err.Error() != "read the option answers: gone" {
		t.Errorf("got %v", err)
	}
}
