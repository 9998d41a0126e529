package evaluate

import (
	"bytes"
	"testing"

	"hed/corpus"
	"hed/generate"
)

// FuzzAnswer: whatever an engine answers, it is refused, or its records are all of it, each with a document.
func FuzzAnswer(f *testing.F) {
	row := appendBlockRow(nil, "d1", []float64{1, 2})
	f.Add(row)
	f.Add(appendExtract(row, "texts", 1, []byte("one")))
	f.Add(append(row, `{"id":"d1","system":"g","headline":"x"}`+"\n"...))
	f.Add([]byte{'r', 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, answer []byte) {
		var all []byte
		for record := range records(answer) {
			all = append(all, record...)
			if record[0] == blockExtract {
				readExtract(record)
			} else if id, err := recordID(record); err == nil && id == "" && record[0] != blockRow {
				t.Errorf("%q is of no document", record)
			}
		}
		if !bytes.HasPrefix(answer, all) {
			t.Errorf("%q has the records %q", answer, all)
		}
		cases := []*corpus.Case{{Doc: &corpus.Document{ID: "d1"}}}
		readBlock(answer, cases, []generate.Named{{Name: "g"}}, rowForm{all: 2}, make([]float64, 2))
	})
}
