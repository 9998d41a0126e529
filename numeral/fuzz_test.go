package numeral_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hed/numeral"
)

func FuzzFind(f *testing.F) {
	for _, s := range []string{"two million and a half", "$1-$2 million, 10-12%", "Nov. 15, 2026 at 3:45:10 pm", "1 1/2, 1½, 9/11",
		"a third of half a dozen", "'90s 1990s 10.3.2 555-1234", "twenty-first, thirty second", "١٢ ½ – 5–4", "-5°", "22-year-old, Smith, 22,",
		"one hundred and", "two and a", "1/2/3/4/5", "1:11:11:11", ". 0", "1000-00B", "second 1-second", "1 1/2 million", "two-thirds of a million", "0/" + strings.Repeat("0", 61), strings.Repeat("9", 80)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := numeral.Mention{End: -1}
		outer := 0
		mentions := numeral.Find(nil, s)
		if twice := numeral.Find(mentions, s); !slices.Equal(twice[len(mentions):], mentions) {
			t.Errorf("%q: %v, appended %v", s, mentions, twice[len(mentions):])
		}
		for i, m := range mentions {
			switch {
			case m.Start < 0 || m.End <= m.Start || m.End > len(s):
				t.Fatalf("%q: span %d to %d", s, m.Start, m.End)
			case m.Start < last.Start || m.Start == last.Start && m.End > last.End && i > 0:
				t.Errorf("%q: %q comes after %q", s, m.Text(s), last.Text(s))
			case m.Depth == 0 && m.Start < outer:
				t.Errorf("%q: %q overlaps what is before it", s, m.Text(s))
			case m.Depth > 0 && m.End > outer:
				t.Errorf("%q: the part %q sticks out", s, m.Text(s))
			case m.Depth > 0 && !m.Value.OK():
				t.Errorf("%q: the part %q is no number", s, m.Text(s))
			}
			if m.Depth == 0 {
				outer = m.End
			}
			last = m
		}
	})
}

func FuzzExpr(f *testing.F) {
	for _, s := range []string{"Copy( 212 )", "Round( Paraphrase( 23,999 , K ) , 0 )", "Add(1,200,300)", "Add(Add(1,2),Trans(a dozen))",
		"SRound( 26.5,0 )", "Span( a, b )", "Divide(1,0)", "Multiply(2.4,80%)", "35", "two dozen", "-5", "2/3", "Add( , )", "Round(1,99)",
		"Add(1," + strings.Repeat(" ", 4082) + "2)", "Trans(" + strings.Repeat("a", 4089) + ")"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		readings, err := numeral.ParseExpr(s)
		if err != nil {
			return
		}
		for _, e := range readings {
			again, err := numeral.ParseExpr(e.String())
			if err != nil || len(again) != 1 || again[0].String() != e.String() {
				t.Fatalf("%q prints as %q, which reads as %v, %v", s, e, again, err)
			}
			c := e.Canonical()
			if c.Eval() != e.Eval() {
				t.Errorf("%q is %v, canonical %q is %v", s, e.Eval(), c, c.Eval())
			}
			if cc := c.Canonical(); cc.String() != c.String() {
				t.Errorf("%q: canonical %q, again %q", s, c, cc)
			}
		}
	})
}

// TestLinear finds the numbers of long texts that are hard on a scanner
// which looks ahead. Quadratic time would be minutes.
func TestLinear(t *testing.T) {
	for _, piece := range []string{"1", "1,", "1,000", "1/", "1-", "1:11", "1.1", "1 1/", "one hundred ", "two and a ", "half of a ", "a ", "twenty-",
		"Nov. ", "Nov. 15, ", "five-", "$", "é", "1é", "million ", "3 million ", "No. ", "12 May ", "1–", "-", "1 ", "\xe2", "½", "1½", "'", "."} {
		text := strings.Repeat(piece, 1<<18/len(piece))
		begin := time.Now()
		numeral.Find(nil, text)
		if d := time.Since(begin); d > 30*time.Second { // the machine may be busy
			t.Errorf("256 KB of %q took %v", piece, d)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	docs := annotated(b)
	size := 0
	for _, d := range docs {
		size += len(d.Text())
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	var mentions []numeral.Mention
	for b.Loop() {
		for _, d := range docs {
			mentions = numeral.Find(mentions[:0], d.Text())
		}
	}
}

func BenchmarkApply(b *testing.B) {
	x, y := numeral.Ratio(23999, 10), numeral.Int(1000)
	for b.Loop() {
		numeral.Round.Apply(numeral.Divide.Apply(x, y), numeral.Int(0))
	}
}

func BenchmarkValidate(b *testing.B) {
	docs := annotated(b)
	for b.Loop() {
		for _, d := range docs {
			numeral.Validate(d.Text(), d.Cloze.Answer, d.Cloze.Derivation)
		}
	}
}
