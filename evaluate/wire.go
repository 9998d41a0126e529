package evaluate

import (
	"bytes"
	"encoding/json"

	"hed/score"
)

// The wire form of results, one JSON object a line, for programs that score parts of a
// corpus elsewhere. Cases have theirs in corpus/jsonl.

// AppendJSON appends a row, one line for each system of the plan:
//
//	{"id":"7","system":"first","scores":{"rouge1_f":0.25,"fog":null}}
//
// Columns that are pooled have their counts besides: "counts":{"bleu":[7,9,…]}.
//
// Values are the shortest decimals that read back to the same bits, so that rows which
// travelled are equal to those that did not.
func (p *Plan) AppendJSON(dst []byte, row *Row) []byte {
	columns := p.Columns()
	width := score.Width(columns)
	for s, system := range p.Names() {
		values, counts := row.Values[s*width:], row.Values[s*width+len(columns):(s+1)*width]
		dst = appendString(append(dst, `{"id":`...), row.Doc.ID)
		dst = appendString(append(dst, `,"system":`...), system)
		dst = append(dst, `,"scores":{`...)
		for c, col := range columns {
			if c > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, col.Name), ':')
			dst = appendNumber(dst, values[c])
		}
		dst = append(dst, '}')
		next := `,"counts":{`
		for _, col := range columns {
			if col.Pool == nil {
				continue
			}
			dst = append(appendString(append(dst, next...), col.Name), ":["...)
			for i := range col.Pool.Counts {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = appendNumber(dst, counts[i])
			}
			dst, counts, next = append(dst, ']'), counts[len(col.Pool.Counts):], ","
		}
		if next == "," {
			dst = append(dst, '}')
		}
		dst = append(dst, "}\n"...)
	}
	return dst
}

// appendNumber appends a value, null where it is absent.
func appendNumber(dst []byte, v float64) []byte {
	if score.IsAbsent(v) {
		return append(dst, "null"...)
	}
	return score.AppendValue(dst, v)
}

// AppendError appends what is wrong with a line that should have been a case, in the
// place of its row: {"line":3,"error":"…"}.
func AppendError(dst []byte, line int, err error) []byte {
	dst = append(dst, `{"line":`...)
	dst = score.AppendValue(dst, float64(line))
	dst = appendString(append(dst, `,"error":`...), err.Error())
	return append(dst, "}\n"...)
}

// appendString appends a JSON string, which leaves <, > and & as they are.
func appendString(dst []byte, s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // strings always can be, into memory
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
