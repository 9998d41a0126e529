package evaluate

import (
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
		// Records of rows are all as long; those of headlines get shorter.
		ends := []int{0, 20, 40, 60, 80, 100}
		if name == headlinesFile {
			ends = []int{0}
			for i := range 5 {
				ends = append(ends, ends[i]+1+2+1+len(text(i)[0].Text)+4)
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
				rows := j.rows.cursor(j.rows.end)
				row := make([]float64, 2)
				for i := range j.Rows() {
					if err := rows.row(row); err != nil || row[0] != float64(i) || !math.IsNaN(row[1]) {
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

// A turned bit in the failures lost those that came after it, though their rows were
// kept. Rows whose failures may be lost are scored again.
func TestTurnedFailures(t *testing.T) {
	plan := &Plan{Systems: []string{"s"}, Metrics: []metric.Selected{{Metric: two{}}}}
	folder := t.TempDir()
	j, err := OpenJournal(folder, "f", plan)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 {
		if i%3 == 2 { // 2, 5, 8
			if err := j.addFailure(Failure{}); err != nil {
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
	file, rows := filepath.Join(folder, failuresFile), filepath.Join(folder, rowsFile)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile(rows)
	if err != nil {
		t.Fatal(err)
	}
	header := len("hed failures 1 f\n")
	size := (len(whole) - header) / 3
	for turned, want := range []int{0, 2, 5} { // the rows before the last failure that is there
		data := append([]byte{}, whole...)
		data[header+turned*size+size/2] ^= 4
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(rows, all, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(folder, "f", plan)
		if err != nil {
			t.Fatal(err)
		}
		if j.Rows() != want || len(j.known) != want/3 {
			t.Errorf("failure %d is damaged: %d rows and %d failures are known, want %d and %d", turned, j.Rows(), len(j.known), want, want/3)
		}
		j.Close()
	}
}
