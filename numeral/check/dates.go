package check

import (
	"strings"
	"time"

	"hed/numeral/quantity"
)

// A dated is a day that the article names, as exactly as it does.
type dated struct {
	quantity.When
	figure int
}

// findDates lists the dates of the article, which are taken with each other.
func (a *article) findDates() {
	for i := range a.related() {
		f := &a.figures[i]
		if (f.Kind == quantity.Date || f.Kind == quantity.Year) && (f.When.Year > 0 || f.When.Month > 0) {
			a.dates = append(a.dates, dated{f.When, i})
		}
	}
}

// cutDateline sets the date in brackets apart that an article may begin with: it says when, and is no number of the
// story. Brackets without a month and a year are part of the story: "(12 people were hurt)".
func (a *article) cutDateline() {
	end := strings.IndexByte(a.text[:min(len(a.text), 60)], ')')
	if !strings.HasPrefix(strings.TrimLeft(a.text, " \n"), "(") || end < 0 {
		return
	}
	k, says := 0, false
	for ; k < len(a.figures) && a.figures[k].Start < end; k++ {
		w := a.figures[k].When
		says = says || w.Year > 0 && w.Month > 0
		if a.date.IsZero() && w.Year > 0 && w.Month > 0 && w.Day > 0 {
			a.date = time.Date(int(w.Year), time.Month(w.Month), int(w.Day), 0, 0, 0, 0, time.UTC)
		}
	}
	if says {
		a.figures = a.figures[k:]
	}
}

// from and to are the first and the last day that a date may be. Without a year it is the last before the
// article's date, or the next.
func (d dated) bounds(date time.Time, future bool) (from, to time.Time, ok bool) {
	year := int(d.Year)
	if year == 0 {
		if date.IsZero() || d.Month == 0 {
			return from, to, false
		}
		year = date.Year()
		day := max(int(d.Day), 1)
		at := time.Date(year, time.Month(d.Month), day, 0, 0, 0, 0, time.UTC)
		if future && at.Before(date) {
			year++
		} else if !future && at.After(date) {
			year--
		}
	}
	switch {
	case d.Month == 0:
		return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(year, 12, 31, 0, 0, 0, 0, time.UTC), true
	case d.Day == 0:
		first := time.Date(year, time.Month(d.Month), 1, 0, 0, 0, 0, time.UTC)
		return first, first.AddDate(0, 1, -1), true
	}
	day := time.Date(year, time.Month(d.Month), int(d.Day), 0, 0, 0, 0, time.UTC)
	return day, day, true
}

// years is how many whole years lie between two days.
func years(from, to time.Time) int {
	n := to.Year() - from.Year()
	if to.Month() < from.Month() || to.Month() == from.Month() && to.Day() < from.Day() {
		n--
	}
	return n
}
