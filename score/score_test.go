package score_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hed"
	"hed/score"
)

var (
	inf  = math.Inf(1)
	cols = []score.Column{{Name: "a", Better: score.Higher, High: 1}, {Name: "b", Better: score.Lower, High: inf, Full: 20}}
)

func TestTable(t *testing.T) {
	tab := score.NewTable([]string{"s1", "s2"}, cols)
	tab.Append("d1", []float64{0.5, 10, 1, score.Absent})
	tab.Append("d2", []float64{score.Absent, 30, 0, score.Absent})
	if d := cmp.Diff([]string{"d1", "d2"}, tab.Docs()); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"s1", "s2"}, tab.Systems()); d != "" {
		t.Error(d)
	}
	for i, want := range [][]float64{{0.5, score.Absent}, {10, 30}, {1, 0}, {score.Absent, score.Absent}} {
		if d := cmp.Diff(want, tab.Values(i/2, i%2), cmpopts.EquateNaNs()); d != "" {
			t.Errorf("system %d, column %d: %s", i/2, i%2, d)
		}
	}
	// Whoever reads the values reads the table itself.
	if a, b := tab.Values(0, 1), tab.Values(0, 1); &a[0] != &b[0] {
		t.Error("the values were copied")
	}
}

func TestAppendPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a row of the wrong width was taken")
		}
	}()
	score.NewTable([]string{"s"}, cols).Append("d", []float64{1})
}

// A million rows must fit: eight bytes a cell, and little more a row.
func TestTableIsDense(t *testing.T) {
	const rows, width = 200_000, 12
	columns := make([]score.Column, width)
	values := make([]float64, width)
	ids := make([]string, rows)
	for i := range ids {
		ids[i] = strconv.Itoa(i)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	tab := score.NewTable([]string{"s"}, columns)
	for i := range rows {
		tab.Append(ids[i], values)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	perRow := float64(after.HeapAlloc-before.HeapAlloc) / rows
	t.Logf("%.0f bytes a row of %d columns", perRow, width)
	if perRow > 8*width+40 { // an id, in a list that may be half full
		t.Errorf("%.0f bytes a row of %d columns", perRow, width)
	}
	runtime.KeepAlive(tab)
}

func TestSeries(t *testing.T) {
	for _, n := range []int{0, 1, 4095, 4096, 4097, 10_000} {
		var s score.Series
		for i := range n {
			s.Append(float64(i))
		}
		if s.Len() != n {
			t.Errorf("%d values of %d", s.Len(), n)
		}
		for i := range n {
			if s.At(i) != float64(i) {
				t.Fatalf("value %d is %v", i, s.At(i))
			}
		}
		i := 0
		for _, block := range s.Blocks() {
			for _, v := range block {
				if v != float64(i) {
					t.Fatalf("value %d is %v", i, v)
				}
				i++
			}
		}
		if i != n {
			t.Errorf("the blocks have %d values of %d", i, n)
		}
		all := s.Values()
		s.Append(-1)
		if more := s.Values(); len(all) != n || len(more) != n+1 || more[n] != -1 || !slices.Equal(more[:n], all) || s.At(n) != -1 {
			t.Errorf("%d values in one piece, %d after one more", len(all), len(more))
		}
	}
}

func TestMeanIsExact(t *testing.T) {
	var m score.Mean
	for range 1_000_000 {
		m.Add(0.1)
	}
	m.Add(1e16)
	m.Add(-1e16)
	if got, want := m.Value(), 100_000.0/1_000_002; math.Abs(got-want) > 1e-16 {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOverall(t *testing.T) {
	columns := []score.Column{
		{Name: "rouge", Better: score.Higher, High: 1},
		{Name: "nr", Better: score.Lower, High: 1},
		{Name: "fog", Better: score.Lower, High: inf, Full: 20},
		{Name: "bertscore", Better: score.Higher, Low: -inf, High: 1},
	}
	wantFormulas := []string{"x", "1 - x", "1 - min(x,20)/20", "max(x,0)"}
	for i, c := range columns {
		if got := c.UnitFormula(); got != wantFormulas[i] {
			t.Errorf("%s: %s, want %s", c.Name, got, wantFormulas[i])
		}
	}
	for _, c := range []struct {
		means       []float64
		unit, plain float64
	}{
		{[]float64{0.5, 0.25, 5, 0.5}, (0.5 + 0.75 + 0.75 + 0.5) / 4, 6.25 / 4},
		{[]float64{0.5, 0.25, 40, -0.5}, (0.5 + 0.75 + 0 + 0) / 4, 40.25 / 4},
		{[]float64{0.5, score.Absent, 5, score.Absent}, (0.5 + 0.75) / 2, 5.5 / 2},
	} {
		if got := score.Unit.Of(columns)(c.means); math.Abs(got-c.unit) > 1e-15 {
			t.Errorf("unit of %v is %v, want %v", c.means, got, c.unit)
		}
		if got := score.Plain.Of(columns)(c.means); math.Abs(got-c.plain) > 1e-15 {
			t.Errorf("plain of %v is %v, want %v", c.means, got, c.plain)
		}
	}
	// Precision and recall counted beside F, so that a measure of three columns weighed three times.
	columns[0].Aside = true
	means := []float64{0.5, 0.25, 5, 0.3}
	for _, c := range []struct {
		how    score.Overall
		counts []bool
		want   float64
	}{
		{score.Unit, []bool{false, true, true, true}, (0.75 + 0.75 + 0.3) / 3},
		{score.Plain, []bool{true, true, true, true}, 6.05 / 4},
		{score.OverallOf("rouge", "fog"), []bool{true, false, true, false}, (0.5 + 0.75) / 2},
		{"columns=fog, rouge", []bool{true, false, true, false}, (0.5 + 0.75) / 2},
	} {
		if got := c.how.Of(columns)(means); math.Abs(got-c.want) > 1e-15 || !slices.Equal(c.how.Counts(columns), c.counts) || c.how.Check(columns) != nil {
			t.Errorf("%s is %v of %v, want %v of %v; %v", c.how, got, c.how.Counts(columns), c.want, c.counts, c.how.Check(columns))
		}
	}
	for how, want := range map[score.Overall]string{
		"best":              "best: want unit, plain or columns=LIST",
		"columns=rouge,":    "columns=rouge,: a name is missing; want columns with commas between them",
		"columns=nr,rouge1": `columns=nr,rouge1: no column "rouge1" among those that are measured: rouge, nr, fog, bertscore`,
	} {
		if err := how.Check(columns); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if got := score.Unit.Of(columns)([]float64{score.Absent, score.Absent, score.Absent, score.Absent}); !score.IsAbsent(got) {
		t.Errorf("overall of nothing is %v", got)
	}
}

func TestSignature(t *testing.T) {
	c := score.Column{Name: "we_c", Signature: score.Signature{{Key: "vectors", Value: `C:\a|b`}, {Key: "n", Value: "1"}}}
	if got, want := c.String(), `we_c|vectors:C\:\\a\|b|n:1|version:`+hed.Version; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCSV(t *testing.T) {
	tab := score.NewTable([]string{"s"}, cols)
	ids := []string{"1", `a "b", c`, "two\nlines", " blank", ""}
	values := []float64{1. / 3, 1e-7, 0, -2.5, 1e21}
	for i, id := range ids {
		tab.Append(id, []float64{values[i], score.Absent})
	}
	var b bytes.Buffer
	if err := tab.WriteCSV(&b, 0); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, &b)
	}
	if d := cmp.Diff([]string{"id", "a", "b"}, rows[0]); d != "" {
		t.Error(d)
	}
	for i, row := range rows[1:] {
		v, err := strconv.ParseFloat(row[1], 64)
		if row[0] != ids[i] || err != nil || v != values[i] || row[2] != "" {
			t.Errorf("row %q, want %q %v and an empty cell", row, ids[i], values[i])
		}
	}
}

// What WriteCSV writes, ReadCSV reads.
func TestReadCSV(t *testing.T) {
	cols := []score.Column{{Name: "a"}, {Name: "b,c"}}
	tab := score.NewTable([]string{"s"}, cols)
	tab.Append(`x "1"`, []float64{0.1 + 0.2, score.Absent})
	tab.Append("y\n2", []float64{-1e-300, 3})
	var b strings.Builder
	if err := tab.WriteCSV(&b, 0); err != nil {
		t.Fatal(err)
	}
	again := score.NewTable([]string{"s", "t"}, cols)
	if err := again.ReadCSV(strings.NewReader(b.String()), "s.csv", 0); err != nil {
		t.Fatal(err)
	}
	var c strings.Builder
	if err := again.WriteCSV(&c, 0); err != nil || b.String() != c.String() || len(again.Docs()) != 2 {
		t.Errorf("%v, read again:\n%s\nwant\n%s", err, &c, &b)
	}
	rest := strings.TrimPrefix(b.String(), "id,a,\"b,c\"\n")
	for _, other := range []string{"", rest + "z,1,2\n", "z,1,2\n" + rest} {
		again := score.NewTable([]string{"s", "t"}, cols)
		err := again.ReadCSV(strings.NewReader(b.String()), "s.csv", 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.ReadCSV(strings.NewReader("id,a,\"b,c\"\n"+other), "t.csv", 1); !errors.Is(err, score.ErrOtherDocuments) {
			t.Errorf("%q after %q: got %v", other, rest, err)
		}
	}
	for text, want := range map[string]string{
		"":                           "s.csv: no line of column names",
		"id,a\n":                     "s.csv:1: 2 columns; expected id and 2 measures",
		"id,b,a\n":                   `s.csv:1: column "b"; expected "a"`,
		"id,a,\"b,c\"\n1,2,x\n":      `s.csv:2: b,c is "x"; expected a number or nothing`,
		"id,a,\"b,c\"\n1,Inf,2\n":    `s.csv:2: a is "Inf"; expected`,
		"id,a,\"b,c\"\n1,2\n":        "wrong number of fields",
		"id,a,\"b,c\"\n1,2,3\n\"2,4": "s.csv: ",
	} {
		err := score.NewTable([]string{"s"}, cols).ReadCSV(strings.NewReader(text), "s.csv", 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// An id that a spreadsheet would run is text in the file, and itself when it is read again.
func TestFormulaIDs(t *testing.T) {
	for _, raw := range []bool{false, true} {
		tab := score.NewTable([]string{"s"}, []score.Column{{Name: "a"}})
		tab.Raw = raw
		ids := []string{`=HYPERLINK("http://x")`, "'=1", "@x", "-0.5"}
		for _, id := range ids {
			tab.Append(id, []float64{-0.5})
		}
		var b strings.Builder
		if err := tab.WriteCSV(&b, 0); err != nil {
			t.Fatal(err)
		}
		want := "id,a\n\"'=HYPERLINK(\"\"http://x\"\")\",-0.5\n''=1,-0.5\n'@x,-0.5\n-0.5,-0.5\n"
		if raw {
			want = "id,a\n\"=HYPERLINK(\"\"http://x\"\")\",-0.5\n'=1,-0.5\n@x,-0.5\n-0.5,-0.5\n"
		}
		if b.String() != want {
			t.Errorf("raw %v: got %s", raw, &b)
		}
		again := score.NewTable([]string{"s"}, tab.Columns())
		again.Raw = raw
		if err := again.ReadCSV(strings.NewReader(b.String()), "s.csv", 0); err != nil || !slices.Equal(again.Docs(), ids) {
			t.Errorf("raw %v: %v, read again: %q", raw, err, again.Docs())
		}
	}
}
