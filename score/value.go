package score

import "encoding/json"

// A Value is a number as JSON files have it: null where it is absent, since
// JSON knows no NaN.
type Value float64

// Absent reports whether there is no value.
func (v Value) Absent() bool { return IsAbsent(float64(v)) }

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Absent() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

// Share is how much of a whole a part is; Absent of nothing.
func Share(part, whole int) float64 {
	if whole == 0 {
		return Absent
	}
	return float64(part) / float64(whole)
}

// F1 of a class is the harmonic mean of precision (right of said) and recall (right of
// there): 2·right/(said + there). It is Absent for a class that neither has.
func F1(right, said, there int) float64 { return Share(2*right, said+there) }
