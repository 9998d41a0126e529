package parquet_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"hed/corpus"
	"hed/corpus/parquet"
)

// What is written is read again, with columns in their order and null where there is no number, and is the same each time.
func TestWriter(t *testing.T) {
	const rows = 70_000 // more than one group
	write := func() []byte {
		var b bytes.Buffer
		w := parquet.NewWriter(&b, []string{"id", "system"}, []string{"z", "a"})
		for i := range rows {
			z := float64(i) / 7
			if i == 2 {
				z = math.NaN()
			}
			if err := w.Write([]string{fmt.Sprint("d", i), "s"}, []float64{z, 1}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	data := write()
	if !bytes.Equal(data, write()) {
		t.Error("the same rows give other bytes")
	}
	file := filepath.Join(t.TempDir(), "scores.parquet")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	names, err := parquet.Format.Names(corpus.File(file))
	if err != nil || fmt.Sprint(names) != "[id system z a]" {
		t.Errorf("columns %q, %v", names, err)
	}
	n := 0
	for d, err := range parquet.Format.Documents(corpus.File(file), corpus.Options{Columns: map[string]string{"text": "system"}}).Documents(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		z, ok := d.Meta["z"]
		if want := fmt.Sprint(float64(n) / 7); d.ID != fmt.Sprint("d", n) || d.Meta["a"] != "1" || ok == (n == 2) || ok && z != want && n < 1000 {
			t.Fatalf("row %d is %+v", n, d)
		}
		n++
	}
	if n != rows {
		t.Errorf("%d rows", n)
	}
}
