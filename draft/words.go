package draft

import (
	"fmt"
	"math"
	"strconv"

	"hed/internal/count"
)

// Words say what a value means, for a headline of so many words: "2 of 9 words are names".
func (v *Value) Words(words int) string {
	shareOf := func(one, many string) string {
		n := int(math.Round(v.Value * float64(words)))
		if n == 1 {
			return fmt.Sprintf("1 of %d words is %s", words, one)
		}
		return fmt.Sprintf("%d of %d words are %s", n, words, many)
	}
	switch v.Column.Name {
	case "pnr":
		return shareOf("a name", "names")
	case "nr":
		return shareOf("a noun", "nouns")
	case "pr":
		return shareOf("a pronoun", "pronouns")
	case "fog":
		return "readers need " + count.Of(int(math.Round(v.Value)), "year") + " of school"
	case "awl":
		return "words have " + digits(v.Value, 1) + " letters"
	}
	return v.Column.Title + " is " + digits(v.Value, 2)
}

// rounded are numbers as Words have them, so that nobody is told that 4 of 9 is more than 4 of 9.
func (v *Value) rounded(words int) (own, low, high float64, places int) {
	own, low, high, places = v.Value, v.Usual.Low, v.Usual.High, 2
	scale := 100.0
	switch v.Column.Name {
	case "pnr", "nr", "pr":
		n := float64(words)
		own, low, high, places, scale = own*n, low*n, high*n, 0, 1
	case "fog":
		places, scale = 0, 1
	case "awl":
		places, scale = 1, 10
	}
	return math.Round(own*scale) / scale, math.Round(low*scale) / scale, math.Round(high*scale) / scale, places
}

// Place says where the value of a headline of so many words is: -1 below what is usual, 1 above, and 0 within or where
// nobody knows.
func (v *Value) Place(words int) int {
	if v.Usual == nil {
		return 0
	}
	switch own, low, high, _ := v.rounded(words); {
	case own < low:
		return -1
	case own > high:
		return 1
	}
	return 0
}

// UsualWords say where the value is for most headlines: "usually 1–4".
func (v *Value) UsualWords(words int) string {
	if v.Usual == nil {
		return ""
	}
	_, l, h, places := v.rounded(words)
	low, high := digits(l, places), digits(h, places)
	if low != high {
		low += "–" + high
	}
	return "usually " + low
}

// digits writes a number with so many digits behind the point.
func digits(v float64, n int) string { return strconv.FormatFloat(v, 'f', n, 64) }
