package gloss_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"hed/internal/golden"
	"hed/internal/oracle"
	"hed/numeral/gloss"
	"hed/numeral/quantity"
	"hed/text/lang"
)

// TestItalian runs testdata/italian.test: texts, and indented behind each its gloss and what is read in it. -update writes
// both again.
func TestItalian(t *testing.T) {
	data, err := os.ReadFile("testdata/italian.test")
	if err != nil {
		t.Fatal(err)
	}
	italian := gloss.Of("it")
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
		out.WriteString("\t" + italian.Read(text).English + "\n")
		for _, q := range italian.Quantities(nil, text) {
			readings++
			fmt.Fprintf(&out, "\t\t%s = ", q.Text(text))
			switch {
			case q.Kind == quantity.Date:
				fmt.Fprintf(&out, "%d-%d-%d", q.When.Year, q.When.Month, q.When.Day)
			case q.Kind == quantity.Score:
				fmt.Fprintf(&out, "%v:%v", q.Low, q.High)
			case q.Low == q.High:
				fmt.Fprint(&out, q.Low)
			default:
				fmt.Fprintf(&out, "%v..%v", q.Low, q.High)
			}
			fmt.Fprintf(&out, " %v %v %v %+d\n", q.Kind, q.Unit, q.Hedge, q.Direction)
		}
	}
	if readings < 70 {
		t.Errorf("only %d readings", readings)
	}
	golden.Check(t, "italian.test", out.String())
}

func TestReads(t *testing.T) {
	for tag, want := range map[string]bool{"": true, "en": true, "en-GB": true, "it": true, "IT_it": true, "xx": false, "de": false} {
		if gloss.Reads(tag) != want {
			t.Errorf("%q: %t", tag, !want)
		}
	}
	if gloss.Of("en") != nil || gloss.Of("") != nil {
		t.Error("English has a gloss")
	}
}

// Every language with numbers has data that can be read, and says what follows them.
func TestData(t *testing.T) {
	for _, p := range lang.Packs {
		if p.Numbers == nil {
			continue
		}
		l := gloss.Of(p.Code)
		if len(l.Follows()) == 0 {
			t.Errorf("%s: nothing follows numbers", p.Code)
		}
		for _, x := range oracle.Texts(t) {
			check(t, l, x.Input)
		}
	}
}

func TestQuantitiesOfEnglish(t *testing.T) {
	var english *gloss.Language
	const text = "It lost £87.4 million."
	if all := english.Quantities(nil, text); len(all) != 1 || all[0].Text(text) != "£87.4 million" {
		t.Errorf("got %+v", all)
	}
}

// check sees that every span of a gloss comes from a span of the text.
func check(t *testing.T, l *gloss.Language, text string) {
	t.Helper()
	x := l.Read(text)
	if x.Original() != text {
		t.Fatalf("%q became %q", text, x.Original())
	}
	for _, s := range x.Sentences {
		if !strings.Contains(x.English, s) {
			t.Errorf("%q: the gloss does not have its sentence %q", text, s)
		}
	}
	for _, q := range l.Quantities(nil, text) {
		if q.Start < 0 || q.End > len(text) || q.Start >= q.End || q.HedgeStart > q.HedgeEnd || q.HedgeEnd > len(text) {
			t.Fatalf("%q: %+v", text, q)
		}
		if utf8.ValidString(text) && !utf8.ValidString(q.Text(text)) {
			t.Errorf("%q: half a character in %q", text, q.Text(text))
		}
	}
	if start, end := x.Origin(0, len(x.English)); text != "" && strings.TrimSpace(text) != "" && (start < 0 || end > len(text) || start >= end) {
		t.Errorf("%q: the whole is [%d:%d]", text, start, end)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"", "Una decina di feriti, 5mila euro e l'8%", "10.3.2 e 1.234,5", "quarant'anni dell'XI secolo", "'92 ’92 '", "un'", "\xff3,5\xffª", "N W su N P Y R ~ !"} {
		f.Add(s)
	}
	l := gloss.Of("it")
	f.Fuzz(func(t *testing.T, text string) { check(t, l, text) })
}
