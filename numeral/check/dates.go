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

// findDates lists the dates of the article.
func (a *article) findDates() {
	for i := range a.figures {
		f := &a.figures[i]
		if (f.Kind == quantity.Date || f.Kind == quantity.Year) && (f.When.Year > 0 || f.When.Month > 0) {
			a.dates = append(a.dates, dated{f.When, i})
		}
	}
}

// dateline is the date that an article begins with, none where it does not begin with a whole date.
func dateline(p *passage) time.Time {
	for i := range p.figures {
		f := &p.figures[i]
		if f.Start > 60 {
			break
		}
		if f.Kind == quantity.Date && f.When.Year > 0 && f.When.Day > 0 && strings.HasPrefix(strings.TrimSpace(p.text), "(") {
			return time.Date(int(f.When.Year), time.Month(f.When.Month), int(f.When.Day), 0, 0, 0, 0, time.UTC)
		}
	}
	return time.Time{}
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
