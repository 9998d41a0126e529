package evaluate_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"hed/evaluate"
)

// Whatever a crash leaves of the file, the rows before it are there.
func TestTornJournal(t *testing.T) {
	file := filepath.Join(t.TempDir(), "rows")
	j, err := evaluate.OpenJournal(file, "f", 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if err := j.Append([]float64{float64(i), math.NaN()}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const record = 2*8 + 4
	header := len(whole) - 5*record
	flipped := append([]byte{}, whole...)
	flipped[header+3*record+1] ^= 1
	for name, c := range map[string]struct {
		data []byte
		rows int
	}{
		"whole":          {whole, 5},
		"torn record":    {whole[:len(whole)-1], 4},
		"torn header":    {whole[:header+3], 0},
		"header only":    {whole[:header], 0},
		"empty":          {nil, 0},
		"damaged record": {flipped, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(file, c.data, 0o666); err != nil {
				t.Fatal(err)
			}
			j, err := evaluate.OpenJournal(file, "f", 2)
			if err != nil {
				t.Fatal(err)
			}
			defer j.Close()
			if j.Len() != c.rows {
				t.Errorf("%d rows, want %d", j.Len(), c.rows)
			}
			row := make([]float64, 2)
			for i := range c.rows {
				if err := j.Read(row); err != nil || row[0] != float64(i) || !math.IsNaN(row[1]) {
					t.Errorf("row %d is %v, %v", i, row, err)
				}
			}
		})
	}
}
