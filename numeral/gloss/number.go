package gloss

import (
	"slices"
	"strconv"
	"strings"
)

// most bounds the letters of a number in one word.
const most = 60

// spelled returns the number that a word in small letters spells, with the ending that makes another word of it.
func (l *Language) spelled(word string) (n int64, end *ending, ok bool) {
	if len(word) > most || !slices.ContainsFunc(l.parts, func(p part) bool { return strings.HasPrefix(word, p.form) }) {
		return 0, nil, false
	}
	if n, ok = l.compound(word, false); ok {
		return n, nil, true
	}
	for i := range l.ends {
		e := &l.ends[i]
		if head, cut := strings.CutSuffix(word, e.form); cut && head != "" {
			if n, ok = l.compound(head, true); ok {
				return n, e, true
			}
		}
	}
	return 0, nil, false
}

// compound reads a number that is made of parts: duecento-venti-due. An open one has lost its last vowel before what follows.
func (l *Language) compound(word string, open bool) (int64, bool) {
	return l.parsed(word, sum{}, true, open)
}

// A sum is a number as far as it was read: what thousands make, and the group behind them.
type sum struct{ total, group int64 }

// parsed reads the rest of a number of which s was read. A word has few readings: every part makes the number that may follow smaller.
func (l *Language) parsed(word string, s sum, first, open bool) (int64, bool) {
	if word == "" {
		return s.total + s.group, !first
	}
	for k := range l.parts {
		p := &l.parts[k]
		if !strings.HasPrefix(word, p.form) || p.joins && first || p.opens && len(p.form) == len(word) && !open {
			continue
		}
		if next, ok := s.add(p, first); ok {
			if n, ok := l.parsed(word[len(p.form):], next, false, open); ok {
				return n, true
			}
		}
	}
	return 0, false
}

// add adds a part to a number.
func (s sum) add(p *part, first bool) (sum, bool) {
	switch v := p.value; {
	case v >= 1000 && p.joins:
		return sum{s.total + s.group*v, 0}, s.group > 1 && s.total == 0
	case v >= 1000:
		return sum{v, 0}, first
	case v == 100:
		return sum{s.total, max(s.group, 1) * 100}, s.group < 10 && s.group != 1
	default:
		hundreds, tens := s.group%100 == 0, v > 0 && v < 10 && s.group%10 == 0 && s.group%100 >= 20
		return sum{s.total, s.group + v}, hundreds && (v > 0 || first) || tens
	}
}

var (
	ones = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
	tens = strings.Fields("zero ten twenty thirty forty fifty sixty seventy eighty ninety")
)

// spell writes a number below 10^15 in English words.
func spell(n int64) string {
	for _, s := range [...]struct {
		value int64
		name  string
	}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}, {100, "hundred"}} {
		if n >= s.value {
			words := spell(n/s.value) + " " + s.name
			if rest := n % s.value; rest > 0 {
				words += " " + spell(rest)
			}
			return words
		}
	}
	switch {
	case n < 20:
		return ones[n]
	case n%10 == 0:
		return tens[n/10]
	}
	return tens[n/10] + "-" + ones[n%10]
}

// nth writes an ordinal in digits: 21st.
func nth(n int64) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.FormatInt(n, 10) + end
}

// roman reads a Roman numeral below 40, and returns 0 for other words.
func roman(s string) int64 {
	units := [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	for ten, prefix := range [...]string{"", "X", "XX", "XXX"} {
		for n, u := range units {
			if s == prefix+u {
				return int64(10*ten + n)
			}
		}
	}
	return 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// digitsEnd returns the end of the numeral at i, with its signs.
func digitsEnd(text string, i int) int {
	for i < len(text) {
		switch {
		case isDigit(text[i]):
			i++
		case (text[i] == '.' || text[i] == ',') && i+1 < len(text) && isDigit(text[i+1]):
			i += 2
		default:
			return i
		}
	}
	return i
}

// A form is how a numeral has its signs.
type form uint8

const (
	plain  form = iota
	points      // 1.234.567 or 1.234,5: points in front of thousands, a comma in front of decimals
	commas      // the other way
	open        // one sign with three digits behind it: either
	label       // 10.3.2
)

// signs tells how a numeral has its signs.
func signs(s string) form {
	last := strings.LastIndexAny(s, ".,")
	if last < 0 {
		return plain
	}
	mark, behind := s[last], len(s)-last-1
	other := byte('.')
	if mark == '.' {
		other = ','
	}
	whole := s[:last]
	switch n := strings.Count(whole, string(mark)); {
	case n > 0 && (behind != 3 || !grouped(s, mark)):
		return label
	case n > 0 && mark == '.', n == 0 && mark == ',' && (behind != 3 || strings.Contains(whole, ".")):
		if strings.Contains(whole, ".") && !grouped(whole, '.') {
			return label
		}
		return points
	case n > 0, behind != 3, strings.Contains(whole, string(other)):
		if strings.Contains(whole, ",") && !grouped(whole, ',') {
			return label
		}
		return commas
	case last > 3 || s[0] == '0': // 0.125
		if mark == '.' {
			return commas
		}
		return points
	}
	return open
}

// grouped reports whether marks set off groups of three digits.
func grouped(s string, mark byte) bool {
	groups := strings.Split(s, string(mark))
	for i, g := range groups {
		if len(g) > 3 || i > 0 && len(g) != 3 || g == "" {
			return false
		}
	}
	return true
}

// otherSigns reports whether a text writes its numbers with the signs of the other kind of language: more numerals than not that
// can be read in one way only. Those that can be read in two ways are then read like them.
func (l *Language) otherSigns(text string) bool {
	own, other := 0, 0
	for i := 0; i < len(text); {
		if !isDigit(text[i]) {
			i++
			continue
		}
		end := digitsEnd(text, i)
		f := signs(text[i:end])
		if f == commas && strings.Count(text[i:end], ".") == 1 && !strings.Contains(text[i:end], ",") && len(text[i:end])-strings.IndexByte(text[i:end], '.') == 3 {
			f = plain // 20.30 may be a time
		}
		switch {
		case f != points && f != commas:
		case (f == points) == (l.decimal == ','):
			own++
		default:
			other++
		}
		i = end
	}
	return other > own
}

// literal writes a numeral with the signs of English; ok is false for labels.
func (w *writer) literal(s string) (english string, ok bool) {
	f := signs(s)
	if f == open {
		f = commas
		if (w.l.decimal == ',') != w.foreign {
			f = points
		}
	}
	switch f {
	case label:
		return s, false
	case points:
		return swap.Replace(s), true
	}
	return s, true
}

// swap exchanges the two signs.
var swap = strings.NewReplacer(".", ",", ",", ".")

// year gives the two digits of '92 their century.
func year(digits string) string {
	if digits < "30" {
		return "20" + digits
	}
	return "19" + digits
}

// sumDigits writes the sum of numbers with their scales in digits: 2 million and 300 thousand are 2,300,000.
func sumDigits(numbers []float64) string {
	sum := 0.0
	for _, x := range numbers {
		sum += x
	}
	text := strconv.FormatFloat(sum, 'f', 0, 64)
	for k := len(text) - 3; k > 0; k -= 3 {
		text = text[:k] + "," + text[k:]
	}
	return text
}
