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
	f := table([]int32{1, 7, 2}, []int32{1, 8, 2})
	var b bytes.Buffer
	if err := f.Save(&b, "bertscore", "abcd"); err != nil {
		t.Fatal(err)
	}
	again, err := idf.Load(bytes.NewReader(b.Bytes()), "bertscore", "abcd")
	if err != nil || again.Hash() != f.Hash() || again.Weight(7) != f.Weight(7) {
		t.Errorf("%+v, %v", again, err)
	}
	if table([]int32{1, 7, 2}).Hash() == f.Hash() {
		t.Error("tables that differ have one hash")
	}
	for _, c := range []struct{ metric, model, state, want string }{
		{"bertscore", "abcd", "hello", "no weights that hed learnt for bertscore"},
		{"moverscore", "abcd", b.String(), "no weights that hed learnt for moverscore"},
		{"bertscore", "ef01", b.String(), "of the model abcd, not of ef01; fit anew"},
		{"bertscore", "abcd", strings.Replace(b.String(), `"texts":2`, `"texts":0`, 1), "they are of no references"},
		{"bertscore", "abcd", strings.Replace(b.String(), `"7":1`, `"7":3`, 1), "3 of 2 references have the token 7"},
	} {
		if _, err := idf.Load(strings.NewReader(c.state), c.metric, c.model); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
