package lang

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Format says how a language writes numbers and dates on pages. What format.txt in the folder of a language does not say is as in
// English.
type Format struct {
	Decimal string // the sign
	Percent string // the form of a share, N being the number
	// Date and Moment are layouts of package time, with its January and Jan where a month is written.
	Date, Moment string
	// Months are the names of the twelve, and Short what they are cut to.
	Months, Short []string
}

// english is how pages in English are written.
func english() *Format {
	f := &Format{Decimal: ".", Percent: "N%", Date: "2006-01-02", Moment: "2 Jan 15:04:05"}
	for m := time.January; m <= time.December; m++ {
		f.Months, f.Short = append(f.Months, m.String()), append(f.Short, m.String()[:3])
	}
	return f
}

// parseFormat reads format.txt: lines of a name, a colon and what it is.
func parseFormat(text string) (*Format, error) {
	f := english()
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case !ok || value == "":
			return nil, fmt.Errorf("line %d: %q is not a name, a colon and a value", i+1, line)
		case name == "decimal":
			f.Decimal = value
		case name == "percent":
			f.Percent = value
			if !strings.Contains(value, "N") {
				return nil, fmt.Errorf("line %d: percent has no N for the number", i+1)
			}
		case name == "date":
			f.Date = value
		case name == "moment":
			f.Moment = value
		case name == "months", name == "short":
			list := strings.Fields(value)
			if len(list) != 12 {
				return nil, fmt.Errorf("line %d: %s has %d names, not 12", i+1, name, len(list))
			}
			if name == "months" {
				f.Months = list
			} else {
				f.Short = list
			}
		default:
			return nil, fmt.Errorf("line %d: %q is not one of decimal, percent, date, moment, months and short", i+1, name)
		}
	}
	return f, nil
}

// Number writes a number with so many decimals.
func (f *Format) Number(v float64, decimals int) string {
	return f.Decimals(strconv.FormatFloat(v, 'f', decimals, 64))
}

// Decimals puts the sign of the language into a number that has a point.
func (f *Format) Decimals(number string) string { return strings.Replace(number, ".", f.Decimal, 1) }

// Share writes a share of 1 as a percentage with so many decimals.
func (f *Format) Share(v float64, decimals int) string {
	return strings.Replace(f.Percent, "N", f.Number(100*v, decimals), 1)
}

// Day writes a day, in UTC.
func (f *Format) Day(t time.Time) string { return f.layout(t, f.Date) }

// Instant writes a moment of this year, in UTC.
func (f *Format) Instant(t time.Time) string { return f.layout(t, f.Moment) }

// layout formats the pieces around the month, so that no name of a month is read as a part of the layout.
func (f *Format) layout(t time.Time, layout string) string {
	t = t.UTC()
	for _, form := range []struct {
		name string
		of   []string
	}{{time.January.String(), f.Months}, {time.January.String()[:3], f.Short}} {
		if before, after, ok := strings.Cut(layout, form.name); ok {
			return t.Format(before) + form.of[t.Month()-1] + t.Format(after)
		}
	}
	return t.Format(layout)
}
