package score

import "encoding/json"

// A Value is a number as JSON files have it: null where it is absent, since
// JSON knows no NaN.
type Value float64

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	if IsAbsent(float64(v)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}
