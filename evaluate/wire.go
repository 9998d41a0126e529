package evaluate

import (
	"encoding/json"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/score"
)

// A Wire has the form in which results travel from a Worker to whoever sent it cases, one
// JSON object per line. Cases have theirs in corpus/jsonl. There are these kinds of line:
//
//	{"id":"7","system":"first","scores":{"rouge1_f":0.25,"fog":null}}
//	{"id":"7","system":"first","headline":"…"}
//	{"metric":"bertscore","system":"first","document":"7","reason":"…"}
//	{"line":3,"error":"…"}
//	{"summary":{…},"digests":"…"}
//
// The first is the row of a headline, where columns that are pooled have their counts
// besides: "counts":{"bleu":[7,9,…]}. The others are what a generator wrote, why a metric
// gave no value, and what is wrong with a line that should have been a case. They come
// before the rows of their document. The last, where it is asked for, is at the end of an answer.
//
// Values are the shortest decimals that read back to the same bits, so that rows which
// travelled are equal to those that did not. Engines get rows in another form; see appendBlockRow.
type Wire struct {
	columns []score.Column
	keys    [][]byte // by column, `"name":`
	width   int
}

// Wire is the form of the plan's results.
func (p *Plan) Wire() *Wire {
	w := &Wire{columns: p.Columns()}
	w.width = score.Width(w.columns)
	for _, c := range w.columns {
		w.keys = append(w.keys, append(jsonl.AppendString(nil, c.Name), ':'))
	}
	return w
}

// AppendRow appends a line for each headline of a row.
func (w *Wire) AppendRow(dst []byte, row *Row) []byte {
	for i, o := range row.Outputs {
		values, counts := row.Values[i*w.width:], row.Values[i*w.width+len(w.columns):(i+1)*w.width]
		dst = append(appendOf(dst, row.Doc.ID, o.System), `,"scores":{`...)
		for c := range w.columns {
			if c > 0 {
				dst = append(dst, ',')
			}
			dst = appendNumber(append(dst, w.keys[c]...), values[c])
		}
		dst = append(dst, '}')
		next := `,"counts":{`
		for c, col := range w.columns {
			if col.Pool == nil {
				continue
			}
			dst = append(append(append(dst, next...), w.keys[c]...), '[')
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

// appendOf begins a line that is of a headline.
func appendOf(dst []byte, id, system string) []byte {
	dst = jsonl.AppendString(append(dst, `{"id":`...), id)
	return jsonl.AppendString(append(dst, `,"system":`...), system)
}

// appendNumber appends a value, null where it is absent.
func appendNumber(dst []byte, v float64) []byte {
	if score.IsAbsent(v) {
		return append(dst, "null"...)
	}
	return score.AppendValue(dst, v)
}

// AppendHeadline appends what a generator wrote, and why it is nothing where it is.
func AppendHeadline(dst []byte, o corpus.Output) []byte {
	dst = jsonl.AppendString(append(appendOf(dst, o.Doc, o.System), `,"headline":`...), o.Text)
	if o.Reason != "" {
		dst = jsonl.AppendString(append(dst, `,"reason":`...), o.Reason)
	}
	return append(dst, "}\n"...)
}

// AppendFailure appends why a metric gave no value.
func AppendFailure(dst []byte, f Failure) []byte {
	for i, field := range [][2]string{{"metric", f.Metric}, {"system", f.System}, {"document", f.Document}, {"reason", f.Reason}} {
		dst = append(append(append(dst, "{,"[min(i, 1)], '"'), field[0]...), `":`...)
		dst = jsonl.AppendString(dst, field[1])
	}
	return append(dst, "}\n"...)
}

// AppendError appends what is wrong with a line.
func AppendError(dst []byte, err *corpus.SyntaxError) []byte {
	dst = append(dst, `{"line":`...)
	dst = score.AppendValue(dst, float64(err.Line))
	dst = jsonl.AppendString(append(dst, `,"error":`...), err.Msg)
	return append(dst, "}\n"...)
}

// summed is what a Worker knows of the documents of an answer.
type summed struct {
	Summary *Summary `json:"summary"`
	Digests []byte   `json:"digests"`
}

// AppendSummary appends what is known of documents, with their sums.
func AppendSummary(dst []byte, s *Summary, digests []byte) []byte {
	line, err := json.Marshal(summed{s, digests})
	if err != nil {
		panic(err) // numbers and texts always can be
	}
	return append(append(dst, line...), '\n')
}
