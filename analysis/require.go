package analysis

import (
	"strconv"

	"hed/score"
)

// A Requirement is a bound that the value of a column must keep, whatever it was before.
type Requirement struct {
	Column string
	Sign   string // ">=", "<=", ">" or "<"
	Limit  float64
}

func (r Requirement) String() string {
	return r.Column + r.Sign + strconv.FormatFloat(r.Limit, 'g', -1, 64)
}

// Met reports whether a value keeps the bound, but for rounding. One that is absent does not.
func (r Requirement) Met(v float64) bool {
	if score.IsAbsent(v) {
		return false
	}
	above, below := exceeds(v, r.Limit), exceeds(r.Limit, v)
	switch r.Sign {
	case ">=":
		return !below
	case "<=":
		return !above
	case ">":
		return above
	}
	return below
}

// A Required is a requirement and the value of a system.
type Required struct {
	Requirement
	Value float64
}

// Kept reports whether the system meets the requirement.
func (r Required) Kept() bool { return r.Met(r.Value) }
