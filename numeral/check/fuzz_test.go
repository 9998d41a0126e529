package check_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/internal/race"
	"hed/numeral/check"
	"hed/numeral/derive"
)

// FuzzCheck: whatever article and headline are, nothing panics, every result is in the headline and its evidence in
// the article, and a second look says the same.
func FuzzCheck(f *testing.F) {
	f.Add(harbour, "Norvane loses £87.4 billion, cuts 3-2 of 450 jobs in 2016", int64(1e9))
	f.Add(steel, "Orvik, 58, to cut 40% of '68 jobs by June 2020", int64(1.5e9))
	f.Add("(May 3, 2011 1:00 PM) 1/0 -0% ½ \xff İ 9999999999999999999999 $", "No. 1 0 dozens of zero first 9/11 U2", int64(0))
	f.Add("", "24/7 5 years ago", int64(-1e10))
	f.Fuzz(func(t *testing.T, article, headline string, seconds int64) {
		date := time.Time{}
		if -5e10 < seconds && seconds < 5e10 && seconds != 0 {
			date = time.Unix(seconds, 0).UTC()
		}
		all := sound(t, article, headline, date)
		again := check.Read(article, "", date).Check(derive.English(), headline)
		if len(all) != len(again) {
			t.Fatalf("%d results, and %d", len(all), len(again))
		}
		for i, r := range all {
			if r != again[i] {
				t.Errorf("%+v, and %+v", r, again[i])
			}
		}
	})
}

// sound checks a headline, and fails the test if a result is not as Check promises.
func sound(t *testing.T, article, headline string, date time.Time) []check.Result {
	t.Helper()
	all := check.Read(article, "", date).Check(derive.English(), headline)
	if len(all) > check.MaxNumbers+1 {
		t.Fatalf("%d results of %q", len(all), headline)
	}
	for _, r := range all {
		if r.Start < 0 || r.End <= r.Start || r.End > len(headline) || r.Message == "" || r.Kind == "" {
			t.Errorf("%+v of %q", r, headline)
		}
		if e := r.Evidence; e.Start < 0 || e.End < e.Start || e.End > len(article) {
			t.Errorf("evidence %+v of %q", r, article)
		}
	}
	return all
}

var (
	mutants = flag.Int("mutants", 2_000, "articles that TestMutants checks headlines of")
	seed    = flag.Uint64("seed", 1, "with which TestMutants draws them")
)

// TestMutants checks headlines on articles that were made of parts of others, with bytes changed, lost and doubled.
// Run it with -mutants 1000000 after a change.
func TestMutants(t *testing.T) {
	race.Skip(t, "one goroutine checks many headlines")
	data, err := os.ReadFile("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var sentences, headlines []string
	for line := range bytes.Lines(data) {
		var c struct{ Text, Headline string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		sentences = append(sentences, strings.SplitAfter(c.Text, ". ")...)
		headlines = append(headlines, c.Headline)
	}
	r := rand.New(rand.NewPCG(*seed, 2))
	var b []byte
	for n := range *mutants {
		b = b[:0]
		for range 1 + r.IntN(8) {
			s := sentences[r.IntN(len(sentences))]
			from := max(0, r.IntN(2*len(s)+1)-len(s)) // half of them from the beginning
			b = append(b, s[from:]...)
			b = append(b, " \n-.,/$"[r.IntN(7)])
		}
		b = mutate(b, r)
		cut := len(b)
		b = mutate(append(b, headlines[r.IntN(len(headlines))]...), r)
		cut = min(cut, len(b))
		sound(t, string(b[:cut]), string(b[cut:]), time.Unix(r.Int64N(3e9), 0).UTC())
		if t.Failed() {
			t.Fatalf("mutant %d of seed %d", n, *seed)
		}
	}
}

// mutate changes a few bytes of a text.
func mutate(b []byte, r *rand.Rand) []byte {
	for range r.IntN(6) {
		if len(b) == 0 {
			return append(b, '1')
		}
		i := r.IntN(len(b))
		switch r.IntN(4) {
		case 0:
			b[i] = byte(r.Uint32())
		case 1:
			b = slices.Delete(b, i, min(len(b), i+1+r.IntN(4)))
		case 2:
			b = slices.Insert(b, i, "0123456789-–.,:/%$m ½"[r.IntN(21)])
		default:
			b = append(b, b[i:min(len(b), i+1+r.IntN(8))]...)
		}
	}
	return b
}
