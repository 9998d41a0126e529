// Package score is the table that scores land in: what each system got for
// each document, one value a column. It says what a column is, which way it
// improves and under which settings its numbers came about, how columns make
// one overall score, and how values stand in files. It imports nothing of hed but
// the version, so that metrics, which fill the table, and statistics, which read
// it, can both speak of it.
package score

import (
	"math"
	"strconv"
	"strings"

	"hed"
)

// Better says which way a column improves.
type Better int

const (
	Unknown Better = 0
	Higher  Better = 1
	Lower   Better = -1
)

func (b Better) String() string {
	switch b {
	case Higher:
		return "higher"
	case Lower:
		return "lower"
	}
	return "unknown"
}

// A Topic is what columns are about, as a heading of a table has it.
type Topic string

// The topics, in the order of tables. HEvAS has the first two, NumHG the third.
const (
	Informativeness Topic = "informativeness"
	Readability     Topic = "readability"
	Numerals        Topic = "numerals"
	Style           Topic = "style"
)

// Topics are all there are, in the order of tables.
var Topics = []Topic{Informativeness, Readability, Numerals, Style}

// Absent is the value of a cell that has none. It never reaches a file:
// writers leave the cell empty or write null.
var Absent = math.NaN()

// IsAbsent reports whether v stands for no value.
func IsAbsent(v float64) bool { return math.IsNaN(v) }

// A Column describes one measure of one metric, or one question of one study.
type Column struct {
	// Name is unique in a table: "rouge1_f", or "PREFIX.rouge1_f".
	Name string
	// Metric is the name of the metric that fills the column.
	Metric string
	// Title is what papers call the column: "ROUGE-1 F1". Readers of figures and tables see it.
	Title string
	// Topic is what the column is about, by which tables group columns.
	Topic Topic
	// Doc is what the column measures, in a phrase without a full stop.
	Doc string
	// Better says which way the column improves.
	Better Better
	// Low and High bound the values; infinite where there is no bound.
	Low, High float64
	// Full is the value at which the column's share of the overall score
	// stops growing; 0 means 1, as for every column bounded by 1.
	Full float64
	// Aside says that another column of the metric counts for this one in the
	// overall score, as F does for precision and recall.
	Aside bool
	// Assume names what may be assumed of the distribution of the
	// values: "checked" (test first), "nothing", "normal" or "exact".
	Assume string
	// Signature holds every setting that changes the number.
	Signature Signature
	// Pool makes the value of many documents, where that is not the mean; else nil.
	Pool *Pool
}

func (c *Column) full() float64 {
	if c.Full == 0 {
		return 1
	}
	return c.Full
}

// Unit maps v to [0,1] so that higher is better. The map is the column's
// own and fixed, so adding a system never changes another's overall score.
func (c *Column) Unit(v float64) float64 {
	if IsAbsent(v) {
		return Absent
	}
	u := min(max(v/c.full(), 0), 1)
	if c.Better == Lower {
		return 1 - u
	}
	return u
}

// UnitFormula is the map of Unit as it stands in run.json.
func (c *Column) UnitFormula() string {
	x := "x"
	if c.full() != 1 {
		f := strconv.FormatFloat(c.full(), 'g', -1, 64)
		x = "min(x," + f + ")/" + f
	} else if c.High > 1 {
		x = "min(x,1)"
	}
	if c.Low < 0 {
		x = "max(" + x + ",0)"
	}
	if c.Better == Lower {
		return "1 - " + x
	}
	return x
}

// Range is the interval of the values, as "[0,1]" or "[0,∞)", with few digits.
func (c *Column) Range() string {
	bound := func(v float64) string {
		if math.IsInf(v, 0) {
			return "∞"
		}
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	open, end := "[", "]"
	if math.IsInf(c.Low, -1) {
		open = "(-"
	}
	if math.IsInf(c.High, 1) {
		end = ")"
	}
	return open + bound(c.Low) + "," + bound(c.High) + end
}

// A Signature is the reproducible name of a number: settings in a fixed
// order, written key:value and joined by "|". The idea is sacreBLEU's.
type Signature []Setting

// A Setting is one entry of a Signature.
type Setting struct {
	Key, Value string
	// ByLang says that Value has a part for each language that there is, in the order of text/lang, with slashes between them. Who has
	// seen the documents leaves the parts of languages that occur.
	ByLang bool
}

// String writes s after the column's name, with the version last, as in
// "rouge1_f|profile:google|stem:yes|version:0.2.0".
func (c *Column) String() string {
	var b strings.Builder
	b.WriteString(c.Name)
	for _, kv := range c.Signature {
		b.WriteByte('|')
		b.WriteString(escape(kv.Key))
		b.WriteByte(':')
		b.WriteString(escape(kv.Value))
	}
	b.WriteString("|version:" + hed.Version)
	return b.String()
}

// escape keeps a value such as a path from breaking the signature apart.
var escape = strings.NewReplacer("|", `\|`, ":", `\:`, `\`, `\\`, "\n", " ").Replace
