package main

import (
	"fmt"
	"math"
	"slices"
)

// A row of the table compares hed with a peer, or with a bound that stands
// where the peer would. Less is better for both.
type row struct {
	what, peer string
	goal       float64 // least ratio wanted; 0 where the row is for information
	most       int     // repeats at most, where one takes long; 0 for no limit
	unit       unit
	absent     string // why there are no numbers
	tried      string // what was done about a goal that is missed

	hedValues, peerValues []float64 // one a repeat
}

// A unit writes a value for people.
type unit func(float64) string

func (r *row) add(hed, peer float64) {
	r.hedValues = append(r.hedValues, hed)
	r.peerValues = append(r.peerValues, peer)
}

// ratios are how many times the peer needs what hed needs, repeat by
// repeat: the two of a repeat had the same machine, at the same minute.
func (r *row) ratios() []float64 {
	ratios := make([]float64, len(r.hedValues))
	for i, h := range r.hedValues {
		ratios[i] = r.peerValues[i] / h
	}
	return ratios
}

// short says in what the row misses its goal, or nothing.
func (r *row) short() string {
	switch {
	case r.goal == 0:
		return ""
	case r.absent != "":
		return fmt.Sprintf("%s beside %s: not measured, the goal is %s", r.what, r.peer, r.goalCell())
	}
	if m := median(r.ratios()); !(m >= r.goal) {
		s := fmt.Sprintf("%s beside %s: %s, the goal is %s", r.what, r.peer, times(m), r.goalCell())
		if r.tried != "" {
			s += ". " + r.tried
		}
		return s
	}
	return ""
}

func (r *row) goalCell() string {
	if r.goal == 0 {
		return "-"
	}
	return fmt.Sprintf("≥ %g×", r.goal)
}

// cells are the columns of the table, as head names them.
func (r *row) cells() []string {
	if r.absent != "" {
		return []string{r.what, r.peer, "-", "-", "not measured: " + r.absent, r.goalCell()}
	}
	q := r.ratios()
	return []string{
		r.what, r.peer,
		r.unit(median(r.hedValues)), r.unit(median(r.peerValues)),
		fmt.Sprintf("%s [%s–%s]", times(median(q)), times(slices.Min(q)), times(slices.Max(q))),
		r.goalCell(),
	}
}

var head = []string{"what", "beside", "hed", "beside it", "ratio [min–max]", "goal"}

// median is the middle value, or the mean of the middle two; NaN of nothing.
func median(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	v := slices.Sorted(slices.Values(values))
	k := len(v) / 2
	if len(v)%2 == 1 {
		return v[k]
	}
	return (v[k-1] + v[k]) / 2
}

// times writes a ratio with three digits, or all of those before the point.
func times(ratio float64) string { return digits(ratio) + "×" }

func seconds(s float64) string {
	switch {
	case s < 1e-3:
		return digits(s*1e6) + " µs"
	case s < 1:
		return digits(s*1e3) + " ms"
	}
	return digits(s) + " s"
}

func megabytes(bytes float64) string { return digits(bytes/1e6) + " MB" }

func digits(x float64) string {
	switch {
	case x >= 99.95:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.995:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
