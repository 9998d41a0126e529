package derive

import (
	"strconv"
	"strings"

	"hed/numeral"
)

// maxPlaces is how many places after the point a headline may have.
const maxPlaces = 4

// write returns v as a headline writes it: whole numbers from 1,000 with
// commas, others as decimals. It returns "" if there are too many places.
func write(v numeral.Value) string {
	n, ok := v.Int64()
	if !ok {
		s := v.String()
		if i := strings.IndexByte(s, '.'); i < 0 || strings.IndexByte(s, '/') >= 0 || len(s)-i-1 > maxPlaces {
			return ""
		}
		return s
	}
	s := strconv.FormatInt(n, 10)
	if n < 1000 {
		return s
	}
	b := make([]byte, 0, len(s)+len(s)/3)
	for i := range len(s) {
		if i > 0 && (len(s)-i)%3 == 0 {
			b = append(b, ',')
		}
		b = append(b, s[i])
	}
	return string(b)
}

// digitsOf returns the numeral at the start of s: digits with points,
// commas and slashes between them.
func digitsOf(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case '0' <= c && c <= '9':
			end = i + 1
		case (c == '.' || c == ',' || c == '/') && i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9':
		default:
			return s[:end]
		}
	}
	return s[:end]
}
