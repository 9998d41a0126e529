package check

import (
	"time"

	"hed/internal/dateline"
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

// cutDateline sets the dateline apart that an article may begin with: it says when, and its numbers are not those of the story.
func (a *article) cutDateline() {
	line, day := dateline.Cut(a.text)
	if a.date.IsZero() {
		a.date = day
	}
	k := 0
	for k < len(a.figures) && a.figures[k].Start < len(line) {
		k++
	}
	a.figures = a.figures[k:]
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
