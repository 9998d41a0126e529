package main

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"hed/numeral"
)

// What is done to a real headline.
const (
	scaleChanged    = iota // million for billion
	currencyChanged        // € for $
	unitChanged            // weeks for days
	foreign                // the number of another headline
	fifth                  // a fifth more or less
	swapped                // another number of the article
	changes
)

var changeNames = [changes]string{"another scale", "another currency", "another unit", "a foreign number", "a fifth more or less", "swapped within the article"}

var (
	digitsAt   = regexp.MustCompile(`\d[\d,]*(\.\d+)?`)
	scaleAt    = regexp.MustCompile(`(?i)\d( ?)(thousand|million|billion|trillion|bn|mn|tn|[kmb])\b`)
	currencyAt = regexp.MustCompile(`[$£€]\d`)
	unitAt     = regexp.MustCompile(`(?i)\b(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)[ -](seconds?|minutes?|hours?|days?|weeks?|months?|years?|miles?|kilometers?|km|feet|inch(?:es)?|pounds?|tons?|kg|acres?)\b`)
)

// listAt finds headlines of lists, whose number counts the items of the piece.
var listAt = regexp.MustCompile(`(?i)\b\d+ (?:\w+ )?(?:things|takeaways|reasons|questions|ways|lessons|steps|moments|winners)\b`)

var otherScale = map[string]string{
	"thousand": "million", "million": "billion", "billion": "million", "trillion": "billion", "bn": "m", "mn": "bn", "tn": "bn", "k": "m", "m": "b", "b": "m",
}

var otherUnit = map[string]string{
	"second": "minute", "minute": "hour", "hour": "day", "day": "week", "week": "month", "month": "week", "year": "month", "mile": "kilometer", "kilometer": "mile",
	"km": "miles", "feet": "meters", "inch": "feet", "inches": "feet", "pound": "ton", "ton": "pound", "kg": "tons", "acre": "square mile",
}

// change changes one number of every headline that has one to change.
func change(docs []sample, c int, seed uint64) (out []sample) {
	for i := range docs {
		s := docs[i]
		if listAt.MatchString(s.headline) {
			continue // nobody can say that 6 takeaways are wrong
		}
		rng := rand.New(rand.NewPCG(seed, uint64(i)<<8|uint64(c)))
		span, text := s.replacement(c, docs, i, rng)
		if span == nil || text == s.headline[span[0]:span[1]] {
			continue
		}
		// The number that is asked for is the one beside the change.
		asked := digitsAt.FindAllStringIndex(s.headline[:span[1]], -1)
		s.start = span[0]
		if c < foreign && len(asked) > 0 && asked[len(asked)-1][1] <= span[0] {
			s.start = asked[len(asked)-1][0]
		}
		s.headline = s.headline[:span[0]] + text + s.headline[span[1]:]
		s.end = span[0] + len(text)
		s.kind, s.wrong, s.note = changeNames[c], true, "was "+docs[i].headline
		out = append(out, s)
	}
	return out
}

// replacement is what is replaced in a headline, and by what.
func (s *sample) replacement(c int, docs []sample, i int, rng *rand.Rand) (span []int, text string) {
	switch c {
	case scaleChanged:
		if m := scaleAt.FindStringSubmatchIndex(s.headline); m != nil {
			return m[4:6], like(s.headline[m[4]:m[5]], otherScale[strings.ToLower(s.headline[m[4]:m[5]])])
		}
	case currencyChanged:
		if m := currencyAt.FindStringIndex(s.headline); m != nil {
			old := s.headline[m[0] : m[1]-1]
			others := strings.Split(strings.Replace("$ £ €", old, "¥", 1), " ")
			return []int{m[0], m[1] - 1}, others[rng.IntN(len(others))]
		}
	case unitChanged:
		if m := unitAt.FindStringSubmatchIndex(s.headline); m != nil {
			old := s.headline[m[2]:m[3]]
			one := strings.ToLower(old)
			other, ok := otherUnit[one]
			if !ok {
				if other = otherUnit[strings.TrimSuffix(one, "s")]; strings.HasSuffix(one, "s") {
					other += "s"
				}
			}
			return m[2:4], like(old, other)
		}
	case foreign:
		span = s.digits(rng)
		for k := 7; span != nil && k < len(docs); k++ {
			other := &docs[(i+k)%len(docs)]
			if theirs := other.digits(rng); theirs != nil {
				return span, other.headline[theirs[0]:theirs[1]]
			}
		}
		return nil, ""
	case fifth:
		if span = s.digits(rng); span != nil {
			return span, byFifth(s.headline[span[0]:span[1]], rng)
		}
	case swapped:
		span = s.digits(rng)
		if span == nil {
			return nil, ""
		}
		mine, _ := numeral.Parse(s.headline[span[0]:span[1]])
		var others []string
		for _, m := range numeral.Find(nil, s.article) {
			text := digitsAt.FindString(m.Text(s.article))
			if v, ok := numeral.Parse(text); ok && v == m.Value && v != mine && m.Kind != numeral.Label {
				others = append(others, text)
			} else if n, ok := m.Value.Int64(); ok && text == "" && m.Kind == numeral.Cardinal && n > 1 && m.Value != mine && n < 1e6 {
				others = append(others, strconv.FormatInt(n, 10))
			}
		}
		if len(others) > 0 {
			return span, others[rng.IntN(len(others))]
		}
	}
	return nil, ""
}

// digits is where the number that is asked for has its digits, or any number of the headline.
func (s *sample) digits(rng *rand.Rand) []int {
	all := digitsAt.FindAllStringIndex(s.headline, -1)
	var own [][]int
	for _, m := range all {
		if s.start <= m[0] && m[1] <= s.end {
			own = append(own, m)
		}
	}
	if s.start < s.end {
		all = own
	}
	if len(all) == 0 {
		return nil
	}
	return all[rng.IntN(len(all))]
}

// byFifth is a number a fifth more or less, written in the same way.
func byFifth(text string, rng *rand.Rand) string {
	v, ok := numeral.Parse(text)
	if !ok {
		return text
	}
	factor := numeral.Ratio(6, 5)
	if rng.IntN(2) == 0 {
		factor = numeral.Ratio(4, 5)
	}
	_, behind, _ := strings.Cut(text, ".")
	w := v.Mul(factor).Round(len(behind))
	if w == v {
		w = v.Add(numeral.Int(1))
	}
	out := w.Rat().FloatString(len(behind))
	if strings.Contains(text, ",") {
		whole, rest, _ := strings.Cut(out, ".")
		for k := len(whole) - 3; k > 0; k -= 3 {
			whole = whole[:k] + "," + whole[k:]
		}
		out = strings.TrimSuffix(whole+"."+rest, ".")
	}
	return out
}

// like writes a word with the capitals of another.
func like(old, word string) string {
	switch {
	case old == strings.ToUpper(old):
		return strings.ToUpper(word)
	case old[:1] == strings.ToUpper(old[:1]):
		return strings.ToUpper(word[:1]) + word[1:]
	}
	return word
}
