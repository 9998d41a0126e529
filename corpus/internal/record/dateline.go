package record

import (
	"strings"
	"time"

	"hed/corpus"
)

// CutDateline sets the dateline of a text apart, if it begins with one that says the
// day: "(Jun 21, 2013 9:57 AM CDT) ". Brackets that say something else stay in the
// text, and so does a dateline with nothing behind it.
func CutDateline(doc *corpus.Document) {
	inner, body, ok := strings.Cut(strings.TrimLeft(doc.Body, blanks), ")")
	inner, opens := strings.CutPrefix(inner, "(")
	body = strings.TrimLeft(body, blanks)
	if !ok || !opens || body == "" || len(inner) > longestDateline {
		return
	}
	if day, ok := dayOf(inner); ok || inner == unknownDay {
		doc.Date = day
		doc.Dateline, doc.Body = doc.Body[:len(doc.Body)-len(body)], body
	}
}

const (
	blanks          = " \t\r\n\u00a0"
	longestDateline = 60
	unknownDay      = "NoneDate" // what NumHG has where the date is not known
)

// dayOf reads "Jun 21, 2013  9:57 AM CDT", where the time and its zone may be missing,
// and gives the day.
func dayOf(text string) (iso string, ok bool) {
	words := strings.Fields(text)
	if len(words) < 3 {
		return "", false
	}
	var day time.Time
	var err error
	for _, layout := range []string{"Jan 2, 2006", "January 2, 2006", "Jan. 2, 2006"} {
		if day, err = time.Parse(layout, strings.Join(words[:3], " ")); err == nil {
			break
		}
	}
	if err != nil || !isTime(words[3:]) {
		return "", false
	}
	return day.Format(time.DateOnly), true
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
