package lint

import (
	"fmt"

	"hed/internal/count"
	"hed/numeral/check"
)

// A Tally counts what was checked and what was found.
type Tally struct {
	Level check.Level // findings of this level are failures, and worse ones
	Most  int         // failures to count at most; 0 is all

	Headlines, Numbers int // that were looked at
	Flagged            int // headlines with findings
	Errors, Warnings   int // findings
	Known              int // findings that somebody has accepted, which are in no other count
	Cut                int // headlines of which not all numbers were checked
}

// Add counts a headline and returns what is found in it that is not known.
func (t *Tally) Add(h *Headline, found []Finding, known Known) (news []Finding) {
	t.Headlines++
	t.Numbers += len(h.Numerals)
	for _, f := range found {
		if t.Full() {
			break
		}
		if known.Has(&f) {
			t.Known++
			continue
		}
		news = append(news, f)
		if f.Level == check.Error {
			t.Errors++
		} else {
			t.Warnings++
		}
		if f.Kind == check.Limit {
			t.Cut++
			t.Numbers-- // it was not
		}
	}
	if len(news) > 0 {
		t.Flagged++
	}
	return news
}

// Failures are the findings that fail.
func (t *Tally) Failures() int {
	if t.Level == check.Warning {
		return t.Errors + t.Warnings
	}
	return t.Errors
}

// Full reports whether there are as many failures as shall be counted.
func (t *Tally) Full() bool { return t.Most > 0 && t.Failures() >= t.Most }

func (t *Tally) String() string {
	s := fmt.Sprintf("checked %s in %s: ", count.Of(t.Numbers, "number"), count.Of(t.Headlines, "headline"))
	if t.Flagged == 0 {
		s += "none flagged"
	} else {
		s += fmt.Sprintf("%s flagged, %s, %s", count.Of(t.Flagged, "headline"), count.Of(t.Errors, "error"), count.Of(t.Warnings, "warning"))
	}
	if t.Known > 0 {
		s += fmt.Sprintf("; %s ignored", count.Of(t.Known, "known flag"))
	}
	if t.Cut > 0 {
		s += fmt.Sprintf("; in %s not all numbers were checked", count.Of(t.Cut, "headline"))
	}
	if t.Full() {
		s += fmt.Sprintf("; stopped after %s", count.Of(t.Most, "failure"))
	}
	return s
}
