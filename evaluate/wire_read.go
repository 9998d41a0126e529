package evaluate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"hed/corpus"
	"hed/generate"
	"hed/score"
)

// read takes an answer apart: values of the cases, which get the headlines of generators,
// and failures by the places of their cases. What is missing, or of something else, is
// an error: an answer is whole or of no use.
func (w *Wire) read(answer []byte, cases []*corpus.Case, generators []generate.Named, values []float64) (failures []located, err error) {
	for i, c := range cases {
		answer, err = w.readCase(answer, c, generators, func(f Failure) { failures = append(failures, located{i, f}) }, &values)
		if err != nil {
			return nil, fmt.Errorf("score document %s: %w", c.Doc.ID, err)
		}
	}
	if len(answer) > 0 {
		return nil, fmt.Errorf("the engine answered more than it was asked: %.200s", answer)
	}
	return failures, nil
}

func (w *Wire) readCase(answer []byte, c *corpus.Case, generators []generate.Named, failed func(Failure), values *[]float64) (rest []byte, err error) {
	systems := len(c.Outputs) + len(generators)
	for row := 0; row < systems; {
		line, rest, ok := bytes.Cut(answer, []byte("\n"))
		var other struct {
			Failure
			Error    string  `json:"error"`
			Headline *string `json:"headline"`
		}
		switch {
		case !ok:
			return nil, fmt.Errorf("the engine answered %d rows for %d headlines", row, systems)
		case row < len(c.Outputs) && bytes.HasPrefix(line, w.begin(c, row)):
			if err := w.readRow(line[len(w.begin(c, row)):], (*values)[:w.width]); err != nil {
				return nil, fmt.Errorf("%w in the answer %s", err, line)
			}
			*values = (*values)[w.width:]
			row++
		case json.Unmarshal(line, &other) != nil:
			return nil, fmt.Errorf("the engine answered %.200s", line)
		case other.Headline != nil && len(c.Outputs) < systems:
			c.Outputs = append(c.Outputs, corpus.Output{System: other.System, Doc: c.Doc.ID, Text: *other.Headline, Reason: other.Reason})
		case other.Error != "":
			return nil, fmt.Errorf("the engine refuses it: %s", other.Error)
		case other.Metric != "" && other.Document == c.Doc.ID:
			failed(other.Failure)
		default:
			return nil, fmt.Errorf("the engine answered %.200s", line)
		}
		answer = rest
	}
	return answer, nil
}

// begin is how the row of a headline begins.
func (w *Wire) begin(c *corpus.Case, row int) []byte {
	return append(appendOf(nil, c.Doc.ID, c.Outputs[row].System), `,"scores":{`...)
}

// readRow reads the values of a row, behind its beginning.
func (w *Wire) readRow(line []byte, values []float64) (err error) {
	expect := func(text []byte) {
		if rest, ok := bytes.CutPrefix(line, text); ok {
			line = rest
		} else if err == nil {
			err = fmt.Errorf("%s is missing", text)
		}
	}
	number := func(to *float64) {
		end := bytes.IndexAny(line, ",]}")
		if end < 0 || err != nil {
			end = 0
		}
		text := string(line[:end])
		if line = line[end:]; text == "null" {
			*to = score.Absent
			return
		}
		v, bad := strconv.ParseFloat(text, 64)
		if *to = v; bad != nil && err == nil {
			err = bad
		}
	}
	for c, key := range w.keys {
		if c > 0 {
			expect([]byte(","))
		}
		expect(key)
		number(&values[c])
	}
	expect([]byte("}"))
	counts, next := values[len(w.columns):], []byte(`,"counts":{`)
	for c, col := range w.columns {
		if col.Pool == nil {
			continue
		}
		expect(next)
		expect(w.keys[c])
		for i := range col.Pool.Counts {
			expect([]byte("[,")[min(i, 1):][:1])
			number(&counts[i])
		}
		expect([]byte("]"))
		counts, next = counts[len(col.Pool.Counts):], []byte(",")
	}
	if len(next) == 1 {
		expect([]byte("}"))
	}
	expect([]byte("}"))
	return err
}
