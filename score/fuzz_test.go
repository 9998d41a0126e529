package score_test

import (
	"bytes"
	"strings"
	"testing"

	"hed/score"
)

// FuzzReadCSV: whatever is in the scores of a folder, they are refused, or are the same when they are written and read again.
func FuzzReadCSV(f *testing.F) {
	f.Add("id,x,y\nd1,0.5,\n\"d,2\",1e-300,-0\n")
	f.Add("id,x,y\n'=d,1,2\n")
	f.Add("id,x,'=y\nd,NaN,2\n")
	cols := []score.Column{{Name: "x"}, {Name: "y"}}
	f.Fuzz(func(t *testing.T, text string) {
		tab := score.NewTable([]string{"s"}, cols)
		if err := tab.ReadCSV(strings.NewReader(text), "s.csv", 0); err != nil {
			return
		}
		var one, two bytes.Buffer
		if err := tab.WriteCSV(&one, 0); err != nil {
			t.Fatal(err)
		}
		again := score.NewTable([]string{"s"}, cols)
		if err := again.ReadCSV(bytes.NewReader(one.Bytes()), "s.csv", 0); err != nil {
			t.Fatalf("%q became %q: %v", text, one.String(), err)
		}
		if err := again.WriteCSV(&two, 0); err != nil || two.String() != one.String() {
			t.Errorf("%q became %q and then %q, %v", text, one.String(), two.String(), err)
		}
	})
}
