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
// Values are the shortest decimals that read back to the same bits, so that rows which
// travelled are equal to those that did not.
func (p *Plan) AppendJSON(dst []byte, row *Row) []byte {
	columns := p.Columns()
	for s, system := range p.Names() {
		dst = appendString(append(dst, `{"id":`...), row.Doc.ID)
		dst = appendString(append(dst, `,"system":`...), system)
		dst = append(dst, `,"scores":{`...)
		for c, col := range columns {
			if c > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, col.Name), ':')
			if v := row.Values[s*len(columns)+c]; score.IsAbsent(v) {
				dst = append(dst, "null"...)
			} else {
				dst = score.AppendValue(dst, v)
			}
		}
		dst = append(dst, "}}\n"...)
	}
	return dst
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
