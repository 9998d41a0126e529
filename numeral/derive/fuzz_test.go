package derive_test

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"hed/corpus"
	"hed/numeral"
	"hed/numeral/derive"
)

// awkward are pieces that numbers and those who look for them stumble over.
// Mutations put them between the words of articles.
var awkward = []string{
	"1/0", "0/0", "0", "-0", "00", "0.0000", "1e9", "½", "1½", "٣", "१२", "９", "1,00", "1,000,000,000,000,000,000,000", "9223372036854775807",
	"99999999999999999999", "-9223372036854775808", "1.7976931348623157", "0." + strings.Repeat("3", 30), strings.Repeat("9", 40),
	"2/3", "9/11", "Sept. 11", "Feb. 30, 0000", "(Jan 1, 0001 12:00 AM CDT)", "'00s", "1990s", "'99", "10:75 pm", "3-2", "3–2", "10-12 million",
	"$", "$1", "$0 trillion", "€5bn", "100%", "0 percent", "percent", "million", "a billion billion", "two and a half", "half of a third",
	"No. 1", "No.", "first", "twenty-first", "hundredth", "a dozen dozen", "zero", "couple", "decades", "one", "22-year-old", "aged 0,", "in the year 2525",
	".", "...", "!?", "\n", "\x00", "\xff", "\xe2\x80", "—", "(", ")", "____", "17", "İ", "ſ", "’s", "iPhone 15", "#4", "th", "K", "5K", "5G",
	"-20", "−20", "-$37M", "minus 20", "20 below zero", "1 in 2", "in 4", "1 year", "a year", "War II", "War 2", "2nd World War", "World War II", "1/2th", "5 Things",
}

// sentences are what mutations make articles and headlines of.
var sentences = []string{
	"(Mar 22, 2024 9:15 AM CDT) A fire at a hotel in Lyon killed 19 people and hurt 16 more, police said Sunday.",
	"The mayor, Anne Petit, 52, put the damage at $2.5 million.", "About 150,000 customers lost power for three days.",
	"The hotel opened in 1994, ten years after the No. 2 in town.", "A third of the 12 to 14 million voters stayed home.",
	"It ended 3-2 in the 90th minute of the first of two legs.", "Shares fell 4.5%, or $1.20, to $24.80 in the third quarter.",
	"One in five said they had waited two-and-a-half hours, up from half an hour.", "She won £1.2bn at 10:30 PM on Sept. 11, 2001.",
	"Two dozen 8-year-olds ran 26.2 miles at 7.1 mph.", "19 Killed, 16 Hurt in Lyon", "Shares Lose a Fifth in '09", "$2.5M Fire Is 3rd in 10 Years",
}

// mutated changes a text in some places, of which the generator chooses.
func mutated(rng *rand.Rand, words []string) string {
	for range rng.IntN(4 + len(words)/4) {
		i, piece := rng.IntN(len(words)), awkward[rng.IntN(len(awkward))]
		switch rng.IntN(6) {
		case 0:
			words[i] = piece
		case 1:
			words[i] += piece
		case 2:
			words[i] = piece + " " + words[i]
		case 3:
			words[i] += words[rng.IntN(len(words))]
		case 4:
			words[i] = words[i][:rng.IntN(len(words[i])+1)]
		case 5:
			b := []byte(words[i] + " ")
			b[rng.IntN(len(b))] = byte(rng.IntN(256))
			words[i] = string(b)
		}
	}
	return strings.Join(words, " ")
}

var mutations = flag.Int("mutations", 200, "how many articles TestMutated reads")

// TestMutated reads articles that are made of awkward pieces.
func TestMutated(t *testing.T) {
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < *mutations; i += workers {
				rng := rand.New(rand.NewPCG(uint64(i), 0))
				var words []string
				for range 1 + rng.IntN(3) {
					words = append(words, strings.Split(sentences[rng.IntN(len(sentences))], " ")...)
				}
				headline := strings.Split(sentences[rng.IntN(len(sentences))], " ")
				headline = headline[rng.IntN(len(headline)):]
				check(t, mutated(rng, words), mutated(rng, headline[:min(3, len(headline))]), rng.IntN(8))
				if t.Failed() {
					t.Errorf("at mutation %d", i)
					return
				}
			}
		})
	}
	wg.Wait()
}

// FuzzExplain lets the fuzzer make articles and headlines.
func FuzzExplain(f *testing.F) {
	f.Add(fire, "19 Killed, 3rd Fire in '90s, $2.5M", 3)
	f.Add("two-thirds of 1/0 in the 1990s; No. 1, 10-12 a fourth-quarter 0.05%", "½ of 2/3", 0)
	f.Add("\xff1\xff", "\xff1st", 1)
	f.Add(strings.Repeat("12 of 345 men paid $67.8 million in 1999. ", 30), "12th of 345", 0)
	f.Add(strings.Join(awkward, " "), strings.Join(awkward[:12], " "), 9)
	for _, s := range sentences {
		f.Add(s, s, 0)
	}
	f.Fuzz(check)
}

// check explains a headline and fills a blank that is put into it.
func check(t *testing.T, article, headline string, cut int) {
	defer func() {
		if t.Failed() {
			t.Logf("article %q, headline %q", article, headline)
		}
	}()
	a, m := derive.Read(article), derive.English()
	for _, e := range m.Explain(a, headline) {
		if !(0 <= e.Support && e.Support <= 1) {
			t.Errorf("support %v", e.Support)
		}
		if e.Numeral.Start < e.Start || e.Numeral.End > e.End || e.Numeral.End <= e.Numeral.Start || e.Text != headline[e.Start:e.End] {
			t.Errorf("the numeral of %q at %v is at %v", e.Text, e.Span, e.Numeral)
		}
		checkAnswer(t, article, &derive.Answer{Confidence: e.Support, Value: e.Value, Derivations: e.Derivations})
		for i := range e.Alternatives {
			checkAnswer(t, article, &e.Alternatives[i])
		}
	}
	if cut < 0 || cut > len(headline) {
		return
	}
	answers, err := m.Solve(a, headline[:cut]+corpus.Blank+headline[cut:], 5)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i := range answers {
		checkAnswer(t, article, &answers[i])
		sum += answers[i].Confidence
		if i > 0 && answers[i].Confidence > answers[i-1].Confidence {
			t.Error("a likelier answer comes later")
		}
	}
	if sum > 1+1e-9 {
		t.Errorf("confidences come to %v", sum)
	}
}

// checkAnswer looks whether derivations lead from the article to the answer.
func checkAnswer(t *testing.T, article string, a *derive.Answer) {
	t.Helper()
	if !(0 <= a.Confidence && a.Confidence <= 1) {
		t.Errorf("confidence %v", a.Confidence)
	}
	for _, d := range a.Derivations {
		if len(d.Operands) > len(d.Expr.Operands()) {
			t.Errorf("%v has %d operands", d.Expr, len(d.Operands))
		}
		for _, o := range d.Operands {
			if o.Start < 0 || o.End <= o.Start || o.End > len(article) || article[o.Start:o.End] != o.Text {
				t.Fatalf("%v has the operand %v, of %d bytes", d.Expr, o, len(article))
			}
		}
		if _, err := numeral.ParseExpr(d.Expr.String()); err != nil {
			t.Errorf("%v cannot be read: %v", d.Expr, err)
		}
		// What words are worth hangs on those around them: a third, the third.
		inWords := strings.Contains(d.Expr.String(), numeral.Trans.String()+"(")
		if v := d.Expr.Eval(); v.OK() && a.Value.OK() && v != a.Value && !inWords && d.Expr.Op != numeral.Span {
			t.Errorf("%v is %v, not %v", d.Expr, v, a.Value)
		}
	}
}
