package score

import (
	"fmt"
	"strings"
)

// ParseSignature reads what Column.String wrote for the column of that name. The
// version is the last setting. A newline in a value has become a space.
func ParseSignature(column, s string) (Signature, error) {
	rest, ok := strings.CutPrefix(s, column+"|")
	if !ok {
		return nil, fmt.Errorf("signature %q is not that of column %q", s, column)
	}
	var sig Signature
	for rest != "" {
		key, after, ok := field(rest, ':')
		if !ok || key == "" {
			return nil, fmt.Errorf("signature %q: expected key:value at %q", s, rest)
		}
		value, next, more := field(after, '|')
		if more && next == "" {
			return nil, fmt.Errorf("signature %q ends with |", s)
		}
		sig = append(sig, Setting{Key: key, Value: value})
		rest = next
	}
	if len(sig) == 0 {
		return nil, fmt.Errorf("signature %q has no settings", s)
	}
	return sig, nil
}

// field is the text up to the first end that is not escaped, with its own
// escapes undone, and what comes after it.
func field(s string, end byte) (text, after string, found bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == end:
			return b.String(), s[i+1:], true
		case s[i] == '\\' && i+1 < len(s):
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String(), "", false
}

// Differences are the settings in which two signatures of a column differ. A
// setting that one lacks has no value there.
func (s Signature) Differences(other Signature) []Difference {
	var all []Difference
	for _, kv := range s {
		if v := other.value(kv.Key); v != kv.Value {
			all = append(all, Difference{kv.Key, kv.Value, v})
		}
	}
	for _, kv := range other {
		if s.value(kv.Key) == "" && kv.Value != "" {
			all = append(all, Difference{kv.Key, "", kv.Value})
		}
	}
	return all
}

// A Difference is a setting that is not the same in two signatures.
type Difference struct{ Key, A, B string }

func (s Signature) value(key string) string {
	for _, kv := range s {
		if kv.Key == key {
			return kv.Value
		}
	}
	return ""
}

// Own is the part of a complete signature that changes the values: all but the
// version, and but ci, bs and seed of the run, which make intervals. A metric that
// draws random numbers has a seed of its own, further to the front.
func (s Signature) Own() Signature {
	for _, key := range []string{"version", "seed", "bs", "ci"} {
		if n := len(s); n > 0 && s[n-1].Key == key {
			s = s[:n-1]
		}
	}
	return s
}

// Shared are the signatures of columns, one for all that differ in nothing but the
// name: "a,b|k:v".
func Shared(columns []Column) []string {
	var all []string
	names := map[string][]string{}
	for _, c := range columns {
		sig := strings.TrimPrefix(c.String(), c.Name)
		if names[sig] == nil {
			all = append(all, sig)
		}
		names[sig] = append(names[sig], c.Name)
	}
	for i, sig := range all {
		all[i] = strings.Join(names[sig], ",") + sig
	}
	return all
}
