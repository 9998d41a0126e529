package score

import "encoding/json"

// A Value is a number as JSON files have it: null where it is absent, since
// JSON knows no NaN.
type Value float64

// Share is part of whole, absent where there is no whole.
func Share(part, whole int) Value {
	if whole == 0 {
		return Value(Absent)
	}
	return Value(float64(part) / float64(whole))
}

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	if IsAbsent(float64(v)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}
