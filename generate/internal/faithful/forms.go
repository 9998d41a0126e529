package faithful

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// open is where the last word of a headline begins, if it can become one of the forms of the article's numbers; else it is the end.
func (a *article) open(headline string) int {
	if a.forms == nil {
		a.makeForms()
	}
	start := strings.LastIndexByte(headline, ' ') + 1
	for start < len(headline) && !letter(headline[start]) { // a currency
		start++
	}
	word := strings.ToLower(headline[start:])
	at, same := slices.BinarySearch(a.forms, word)
	if same {
		at++ // what is longer is behind it
	}
	if word == "" || at == len(a.forms) || !strings.HasPrefix(a.forms[at], word) {
		return len(headline)
	}
	return start
}

func letter(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// makeForms lists how the numbers of the article are written, and what is near to them: sums, differences and rounded ones. A number
// that is one of them is judged when it is written.
func (a *article) makeForms() {
	a.look()
	seen := map[string]bool{}
	add := func(v float64) {
		for _, text := range forms(v) {
			seen[text] = true
		}
	}
	for i := range a.known {
		k := &a.known[i]
		if k.digits != "" {
			seen[k.digits] = true
			seen[strings.ReplaceAll(k.digits, ",", "")] = true
		}
		if k.Words {
			seen[strings.ToLower(k.Text(a.body))] = true
		}
		if !k.Low.OK() {
			continue
		}
		v := k.Low.Float()
		add(v)
		for j := range a.known[:i] {
			if o := &a.known[j]; o.Low.OK() && o.Kind == k.Kind {
				add(v + o.Low.Float())
				add(math.Abs(v - o.Low.Float()))
			}
		}
	}
	a.forms = make([]string, 0, len(seen))
	for text := range seen {
		a.forms = append(a.forms, text)
	}
	slices.Sort(a.forms)
}

// small are the numbers that are written as words.
var small = [...]string{
	"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
	"eighteen", "nineteen", "twenty",
}

// tens are the others, which those below ten may follow.
var tens = [...]string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}

// forms are how a number is written: all of it and rounded, in digits with and without commas and before a scale, and in words.
func forms(v float64) (all []string) {
	if !(v > 0 && v < 1e15) {
		return nil
	}
	if n := int(v); float64(n) == v && n < 100 {
		if n < len(small) {
			all = append(all, small[n])
		} else {
			all = append(all, strings.TrimSuffix(tens[n/10]+"-"+small[n%10], "-"))
		}
	}
	for _, scale := range []float64{1, 1e3, 1e6, 1e9, 1e12} {
		x := v / scale
		if x < 0.1 {
			break
		}
		if scale > 1 && x >= 1e4 {
			continue
		}
		for _, step := range []float64{0.01, 0.1, 1, 10, 100, 1000} {
			if step > 1 && step > x {
				break
			}
			for _, y := range []float64{math.Floor(x/step) * step, math.Round(x/step) * step, math.Ceil(x/step) * step} {
				text := strconv.FormatFloat(math.Round(y*100)/100, 'f', -1, 64)
				all = append(all, text)
				if y >= 1000 {
					all = append(all, commas(text))
				}
			}
		}
	}
	return all
}

// commas puts commas between the thousands of a number.
func commas(text string) string {
	whole, rest, fraction := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction {
		whole += "." + rest
	}
	return whole
}
