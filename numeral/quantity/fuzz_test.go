package quantity_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/internal/race"
	"hed/numeral/quantity"
)

// texts returns the lines of testdata/read.test that are read.
func texts(t testing.TB) []string {
	data, err := os.ReadFile("testdata/read.test")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' && line[0] != '\t' {
			lines = append(lines, line)
		}
	}
	return lines
}

// sound fails the test if what is read of a text is not as Read promises.
func sound(t *testing.T, text string) {
	t.Helper()
	got := quantity.Read(nil, text)
	end := 0
	for i := range got {
		q := &got[i]
		if q.Start < end || q.End <= q.Start || q.End > len(text) {
			t.Fatalf("%q: span %d to %d behind %d", text, q.Start, q.End, end)
		}
		end = q.End
		if q.HedgeStart < 0 || q.HedgeEnd < q.HedgeStart || q.HedgeEnd > len(text) {
			t.Fatalf("%q: hedge %d to %d", text, q.HedgeStart, q.HedgeEnd)
		}
		if q.HedgeEnd > q.Start && q.HedgeStart < q.End {
			t.Fatalf("%q: the hedge of %q overlaps it", text, q.Text(text))
		}
		if !q.Low.OK() && q.Kind != quantity.Date && q.Kind != quantity.Label {
			t.Fatalf("%q: %v has no value", text, show(q, text))
		}
		if q.Low.Cmp(q.High) > 0 && q.Kind != quantity.Score {
			t.Fatalf("%q: %v is upside down", text, show(q, text))
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range texts(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sound(t, s)
		first := quantity.Read(nil, s)
		if twice := quantity.Read(first, s); !slices.Equal(twice[len(first):], first) {
			t.Errorf("%q is read in two ways", s)
		}
	})
}

var mutants = flag.Int("mutants", 10_000, "articles that TestMutants reads")

// TestMutants reads articles that were made of parts of others, with bytes
// changed, lost and doubled. Run it with -mutants 1000000 after a change.
func TestMutants(t *testing.T) {
	race.Skip(t, "one goroutine reads much text")
	lines := texts(t)
	r := rand.New(rand.NewPCG(1, 2))
	var b []byte
	for range *mutants {
		b = b[:0]
		for range 1 + r.IntN(12) {
			line := lines[r.IntN(len(lines))]
			from := r.IntN(len(line))
			b = append(b, line[from:from+r.IntN(len(line)-from)+1]...)
			b = append(b, " \n-.,/$"[r.IntN(7)])
		}
		for range r.IntN(6) {
			i := r.IntN(len(b))
			switch r.IntN(4) {
			case 0:
				b[i] = byte(r.Uint32())
			case 1:
				b = slices.Delete(b, i, min(len(b), i+1+r.IntN(4)))
				if len(b) == 0 {
					b = append(b, '1')
				}
			case 2:
				b = slices.Insert(b, i, "0123456789-–.,:/%$m ½"[r.IntN(21)])
			default:
				b = append(b, b[i:min(len(b), i+1+r.IntN(8))]...)
			}
		}
		sound(t, string(b))
	}
}

// TestLinear reads long texts that are hard on a reader which looks ahead.
// Quadratic time would be minutes.
func TestLinear(t *testing.T) {
	race.Skip(t, "it is one goroutine")
	for _, piece := range []string{"1", "1,", "1,000", "1/", "1-", "1:11", "1.1", "1 1/", "one hundred ", "two and a ", "half of a ", "a ", "twenty-",
		"Nov. ", "Nov. 15, ", "five-", "$", "é", "1é", "million ", "3 million ", "No. ", "12 May ", "1–", "-", "1 ", "\xe2", "½", "1½", "'", ".", "1 of 2 ",
		"between ", "between 1 and ", "1 to 2 ", "1 in 4 ", "2h30m", "5ft 10in ", "about ", "more than ", "fell by ", "US$", "II ", "War II ", "hundreds of ",
		"5- and ", "b12", "1 m", "lakh crore ", "a few hundred "} {
		text := strings.Repeat(piece, 1<<18/len(piece))
		begin := time.Now()
		quantity.Read(nil, text)
		if d := time.Since(begin); d > 30*time.Second { // the machine may be busy
			t.Errorf("256 KB of %q took %v", piece, d)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat("The committee said on Tuesday that the scheme, which has been criticised by residents, would cost £87.4m over "+
		"five years and create more than 1,300 jobs in the region by 2027. Officials told reporters that the first buildings should open "+
		"in the spring, although opponents have asked the court to look at the plans again. ", 8)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var out []quantity.Quantity
	for b.Loop() {
		out = quantity.Read(out[:0], text)
	}
}
