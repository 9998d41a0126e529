package main

import (
	"encoding/json"
	"fmt"
)

// growth compares hed with itself on more pairs: time should grow as the
// pairs do, and memory by the scores that are kept and little else.
func growth(b *bench) ([]row, error) {
	fmt.Fprintf(b.log, "making %d pairs\n", b.big)
	big, err := makeData(b.dir, b.big)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, mode := range []struct {
		name string
		args []string
	}{
		{"no bootstrap", []string{"--bootstrap", "0"}},
		{"1,000 resamples", nil},
	} {
		more, err := b.grow(big, mode.name, mode.args)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func (b *bench) grow(big *dataset, mode string, args []string) ([]row, error) {
	factor := float64(b.big) / float64(b.pairs)
	what := fmt.Sprintf("hed score, %s pairs, %s", group(b.big), mode)
	wall := row{what: "time: " + what, peer: fmt.Sprintf("%g × time of %s", factor, group(b.pairs)), unit: seconds}
	peak := row{what: "peak: " + what, peer: fmt.Sprintf("1.5 × peak of %s + scores", group(b.pairs)), unit: megabytes, goal: 1}
	for range b.repeats {
		large, err := b.execute(b.hed, b.scoreArgs(big, args...)...)
		if err != nil {
			return nil, err
		}
		small, err := b.execute(b.hed, b.scoreArgs(b.data, args...)...)
		if err != nil {
			return nil, err
		}
		columns, err := countColumns(large.Stdout)
		if err != nil {
			return nil, err
		}
		wall.add(large.Seconds, factor*small.Seconds)
		peak.add(large.Peak, 1.5*small.Peak+scoreBytes(b.big, columns))
		if large.Peak == 0 {
			peak.absent = "this system does not tell the peak of a process"
		}
	}
	return []row{wall, peak}, nil
}

// scoreBytes is the size of the scores, which cannot but grow.
func scoreBytes(pairs, columns int) float64 { return float64(pairs) * float64(columns) * 8 }

// countColumns reads what "hed score -f json" printed.
func countColumns(output []byte) (int, error) {
	var printed struct{ Metrics []json.RawMessage }
	if err := json.Unmarshal(output, &printed); err != nil {
		return 0, fmt.Errorf("read what hed printed: %w", err)
	}
	return len(printed.Metrics), nil
}
