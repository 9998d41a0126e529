package main

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/study"
)

// What is read is what was written, and what is wrong is told with the file's name.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte("judge,case,question,value\nx,0,correct.A,yes\n"))
	f.Add([]byte("\xef\xbb\xbfvalue,question,case,judge,more\r\n\"a \"\"b\"\"\nc\",rank,12,y,\r\n"))
	f.Add([]byte("judge,case,question,value\nx,first,correct.A,yes\n"))
	f.Add([]byte("judge,case,question,value\nx,0,correct.A\n"))
	f.Add([]byte("judge,case,question,value\nx,0,\"correct.A\n"))
	f.Add([]byte("judge,case,question\n"))
	f.Add([]byte(""))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := readAnswers("f.csv", bytes.NewReader(data))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.csv:") {
				t.Errorf("the error does not name the file: %v", err)
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
			w.Write([]string{r.Judge, strconv.Itoa(r.Case), r.Question, r.Value})
		}
		w.Flush()
		again, err := readAnswers("f.csv", &out)
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
