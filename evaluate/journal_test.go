package evaluate

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/corpus"
	"hed/generate"
	"hed/metric"
	"hed/score"
)

type two struct{ metric.Metric }

func (two) Columns() []score.Column { return []score.Column{{Name: "a"}, {Name: "b"}} }

// Whatever a crash leaves of the files, what was written before it is there.
func TestTornJournal(t *testing.T) {
	plan := &Plan{Metrics: []metric.Selected{{Metric: two{}}}, Generators: []generate.Named{{Name: "g"}}}
	folder := t.TempDir()
	text := func(i int) []corpus.Output { return []corpus.Output{{Text: "headline é\x00\n"[i:]}} }
	j, err := OpenJournal(folder, "f", plan)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if err := j.addRow([]float64{float64(i), math.NaN()}); err != nil {
			t.Fatal(err)
		}
		if err := j.addHeadlines("d", text(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{rowsFile, headlinesFile} {
		file := filepath.Join(folder, name)
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// Records of rows are all as long; those of headlines get shorter. Each has 9 bytes around its payload.
		ends := []int{0, 25, 50, 75, 100, 125}
		if name == headlinesFile {
			ends = []int{0}
			for i := range 5 {
				ends = append(ends, ends[i]+2+1+len(text(i)[0].Text)+9)
			}
		}
		header := len(whole) - ends[5]
		flipped := append([]byte{}, whole...)
		flipped[header+ends[3]+1] ^= 1
		huge := append(append([]byte{}, whole[:header+ends[2]]...), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)
		for what, c := range map[string]struct {
			data []byte
			rows int
		}{
			"whole":            {whole, 5},
			"torn record":      {whole[:len(whole)-1], 4},
			"torn at its head": {whole[:header+ends[2]+1], 2},
			"torn header":      {whole[:header+3], 0},
			"header only":      {whole[:header], 0},
			"empty":            {nil, 0},
			"damaged record":   {flipped, 3},
			"absurd length":    {huge, 2},
		} {
			t.Run(name+", "+what, func(t *testing.T) {
				if err := os.WriteFile(file, c.data, 0o666); err != nil {
					t.Fatal(err)
				}
				j, err := OpenJournal(folder, "f", plan)
				if err != nil {
					t.Fatal(err)
				}
				defer j.Close()
				if got := map[string]int{rowsFile: j.Rows(), headlinesFile: j.Written()}[name]; got != c.rows {
					t.Errorf("%d records, want %d", got, c.rows)
				}
				rows := j.rows.Cursor()
				row := make([]float64, 2)
				for i := range j.Rows() {
					if _, err := nextRow(rows, row); err != nil || row[0] != float64(i) || !math.IsNaN(row[1]) {
						t.Errorf("row %d is %v, %v", i, row, err)
					}
				}
				i := 0
				for h, err := range j.Headlines() {
					if err != nil || h.Doc != "d" || cmp.Diff([]string{text(i)[0].Text}, h.Texts) != "" {
						t.Errorf("headline %d is %+v, %v", i, h, err)
					}
					i++
				}
				if i != j.Written() {
					t.Errorf("%d headlines of %d", i, j.Written())
				}
			})
		}
		if err := os.WriteFile(file, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A turned bit in a failure loses its row and those behind it, which are scored again, and no failure of a row that is kept.
func TestTurnedFailures(t *testing.T) {
	plan := &Plan{Systems: []string{"s"}, Metrics: []metric.Selected{{Metric: two{}}}}
	folder := t.TempDir()
	j, err := OpenJournal(folder, "f", plan)
	if err != nil {
		t.Fatal(err)
	}
	var starts []int64 // of failures
	for i := range 10 {
		if i%3 == 2 { // 2, 5, 8
			starts = append(starts, j.rows.End())
			if err := j.addFailure(Failure{Document: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.addRow([]float64{float64(i), math.NaN()}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, rowsFile)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	turn := func(at int64) []byte {
		data := append([]byte{}, whole...)
		data[at] ^= 4
		return data
	}
	for _, c := range []struct {
		what string
		data []byte
		rows int
	}{
		{"whole", whole, 10},
		{"first", turn(starts[0] + 9), 2},
		{"second", turn(starts[1] + 9), 5},
		{"last", turn(starts[2] + 9), 8},
		{"a failure without its row", whole[:len(whole)-2*25], 8},
	} {
		if err := os.WriteFile(file, c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(folder, "f", plan)
		if err != nil {
			t.Fatal(err)
		}
		if j.Rows() != c.rows || j.rows.Len() != c.rows+c.rows/3 {
			t.Errorf("%s: %d rows in %d records, want %d in %d", c.what, j.Rows(), j.rows.Len(), c.rows, c.rows+c.rows/3)
		}
		all, row := j.rows.Cursor(), make([]float64, 2)
		for i := range j.Rows() {
			failures, err := nextRow(all, row)
			if err != nil || row[0] != float64(i) || (len(failures) > 0) != (i%3 == 2) || len(failures) > 0 && failures[0].Document != fmt.Sprint(i) {
				t.Errorf("%s: row %d is %v with %v, %v", c.what, i, row, failures, err)
			}
		}
		j.Close()
	}
}
