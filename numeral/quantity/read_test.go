package quantity_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hed/internal/golden"
	"hed/numeral/quantity"
)

// TestRead runs testdata/read.test: texts, and indented behind each what is
// read in it. -update writes the readings again.
func TestRead(t *testing.T) {
	data, err := os.ReadFile("testdata/read.test")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	readings := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "\t") {
			continue
		}
		out.WriteString(line)
		text := strings.TrimSuffix(line, "\n")
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		for _, q := range quantity.Read(nil, text) {
			out.WriteString("\t" + show(&q, text) + "\n")
			readings++
		}
	}
	if readings < 150 {
		t.Errorf("only %d readings", readings)
	}
	golden.Check(t, "read.test", out.String())
}

// TestCases sees that the number that each case of numeral/check is about is read
// in its headline.
func TestCases(t *testing.T) {
	data, err := os.ReadFile("../check/testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var c struct{ ID, Headline, Numeral string }
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		read := slices.ContainsFunc(quantity.Read(nil, c.Headline), func(q quantity.Quantity) bool {
			text := q.Text(c.Headline)
			return strings.Contains(text, c.Numeral) || strings.Contains(c.Numeral, text)
		})
		if !read {
			t.Errorf("%s: %q is not read in %q", c.ID, c.Numeral, c.Headline)
		}
	}
}

// show writes a quantity in one line, with what it has alone.
func show(q *quantity.Quantity, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s = ", q.Text(text))
	switch {
	case q.Kind == quantity.Date:
		fmt.Fprintf(&b, "%d-%d-%d", q.When.Year, q.When.Month, q.When.Day)
	case q.Kind == quantity.Score:
		fmt.Fprintf(&b, "%v:%v", q.Low, q.High)
	case q.Low == q.High:
		fmt.Fprint(&b, q.Low)
	default:
		fmt.Fprintf(&b, "%v..%v", q.Low, q.High)
	}
	fmt.Fprintf(&b, " %v", q.Kind)
	if q.Unit != quantity.NoUnit {
		fmt.Fprintf(&b, " in %v", q.Unit)
	}
	if q.Hedge != quantity.None {
		fmt.Fprintf(&b, ", %v", q.Hedge)
		if q.HedgeEnd > 0 {
			fmt.Fprintf(&b, " (%s)", text[q.HedgeStart:q.HedgeEnd])
		}
	}
	if q.Direction != 0 {
		fmt.Fprintf(&b, ", %+d", q.Direction)
	}
	if q.Of != "" {
		fmt.Fprintf(&b, ", of %s", q.Of)
	}
	if q.Per != "" {
		fmt.Fprintf(&b, ", per %s", q.Per)
	}
	if q.Total.OK() {
		fmt.Fprintf(&b, ", total %v", q.Total)
	}
	if q.Words {
		b.WriteString(", words")
	}
	return b.String()
}
