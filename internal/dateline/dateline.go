// Package dateline knows the line that news may begin with, which says when it was written.
package dateline

import (
	"strings"
	"time"
)

// Cut is the dateline of a text, with the blanks around it, and its day: "(Jun 21, 2013 9:57 AM CDT) ". It is "" where a text
// begins with something else, such as brackets that do not say the day, and where nothing is behind it. The day is the
// zero time where the line says that it is not known.
func Cut(text string) (line string, day time.Time) {
	inner, _, closed := strings.Cut(strings.TrimLeft(text[:min(len(text), longest)], blanks), ")")
	inner, opens := strings.CutPrefix(inner, "(")
	if !closed || !opens {
		return "", day
	}
	end := strings.IndexByte(text, ')') + 1
	body := strings.TrimLeft(text[end:], blanks)
	day, ok := dayOf(inner)
	if body == "" || !ok && inner != unknown {
		return "", time.Time{}
	}
	return text[:len(text)-len(body)], day
}

// End is where the brackets of the dateline end, 0 where there is none.
func End(text string) int {
	line, _ := Cut(text)
	return len(strings.TrimRight(line, blanks))
}

const (
	blanks  = " \t\r\n\u00a0"
	longest = 64         // bytes, up to its closing bracket
	unknown = "NoneDate" // what NumHG has where the date is not known
)

// dayOf reads "Jun 21, 2013  9:57 AM CDT", where the time and its zone may be missing, and gives the day.
func dayOf(text string) (day time.Time, ok bool) {
	words := strings.Fields(text)
	if len(words) < 3 {
		return day, false
	}
	for _, layout := range []string{"Jan 2, 2006", "January 2, 2006", "Jan. 2, 2006"} {
		if t, err := time.Parse(layout, strings.Join(words[:3], " ")); err == nil {
			return t, isTime(words[3:])
		}
	}
	return day, false
}

// isTime reports whether words are a time of day with its zone, or nothing.
func isTime(words []string) bool {
	if len(words) == 0 {
		return true
	}
	if _, err := time.Parse("15:04", words[0]); err != nil {
		return false
	}
	words = words[1:]
	if len(words) > 0 && (strings.EqualFold(words[0], "AM") || strings.EqualFold(words[0], "PM")) {
		words = words[1:]
	}
	return len(words) == 0 || len(words) == 1 && isZone(words[0])
}

// isZone reports whether a word may be the short name of a time zone: CDT, GMT.
func isZone(word string) bool {
	return len(word) <= 5 && strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
