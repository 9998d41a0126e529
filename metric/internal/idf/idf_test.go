package idf_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"hed/metric/internal/idf"
	"hed/neural/tokenizer"
)

func table(texts ...[]int32) *idf.Table {
	t := new(idf.Table)
	for _, ids := range texts {
		t.Add(&tokenizer.Encoding{IDs: ids})
	}
	return t
}

// A token counts once for each text that has it.
func TestWeight(t *testing.T) {
	f := table([]int32{1, 7, 7, 2}, []int32{1, 7, 2}, []int32{1, 8, 2})
	for id, want := range map[int32]float64{1: 0, 2: 0, 7: math.Log(4. / 3), 8: math.Log(4. / 2), 9: math.Log(4)} {
		if got := f.Weight(id); got != want {
			t.Errorf("token %d weighs %g, want %g", id, got, want)
		}
	}
	if f.Texts() != 3 {
		t.Errorf("%d texts", f.Texts())
	}
}

func TestSave(t *testing.T) {
	const kept = `{"format":"hed bertscore idf 1","model":"abcd","texts":2,"counts":{"1":2,"2":2,"7":1,"8":1}}` + "\n"
	w := idf.New("bertscore", "abcd", nil)
	if err := w.Save(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "call Fit first") || w.Hash() != "yes" {
		t.Errorf("got %v, the hash %s", err, w.Hash())
	}
	if err := w.Load(strings.NewReader(kept)); err != nil {
		t.Fatal(err)
	}
	if got, want := w.References.Weight(7), math.Log(3./2); got != want {
		t.Errorf("token 7 weighs %g, want %g", got, want)
	}
	var b bytes.Buffer
	if err := w.Save(&b); err != nil || b.String() != kept {
		t.Errorf("got %s, %v", b.String(), err)
	}
	other := idf.New("bertscore", "abcd", nil)
	if err := other.Load(strings.NewReader(strings.Replace(kept, `"7":1`, `"7":2`, 1))); err != nil || other.Hash() == w.Hash() {
		t.Errorf("tables that differ have the hash %s, %v", w.Hash(), err)
	}
	for _, c := range []struct{ metric, model, state, want string }{
		{"bertscore", "abcd", "hello", "not weights that hed learnt for bertscore"},
		{"moverscore", "abcd", kept, "not weights that hed learnt for moverscore"},
		{"bertscore", "ef01", kept, "for the model abcd, not for ef01; fit again"},
		{"bertscore", "abcd", strings.Replace(kept, `"texts":2`, `"texts":0`, 1), "they are of 0 references"},
		{"bertscore", "abcd", strings.Replace(kept, `"texts":2`, `"texts":9223372036854775807`, 1), "they are of 9223372036854775807 references"},
		{"bertscore", "abcd", strings.Replace(kept, `"7":1`, `"7":3`, 1), "3 of 2 references have the token 7"},
	} {
		if err := idf.New(c.metric, c.model, nil).Load(strings.NewReader(c.state)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	// What was loaded can be counted on.
	w.References.Add(&tokenizer.Encoding{IDs: []int32{1, 2, 7}})
	if got, want := w.References.Weight(7), math.Log(4./3); got != want || w.References.Texts() != 3 || w.References.Weight(1) != 0 {
		t.Errorf("token 7 of %d texts weighs %g, want %g", w.References.Texts(), got, want)
	}
}
