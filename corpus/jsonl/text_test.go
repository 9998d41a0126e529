package jsonl_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"hed/corpus/jsonl"
)

// A text is written as encoding/json writes it.
func FuzzAppendString(f *testing.F) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	for _, s := range []string{"", "plain", "\"it\" <says> & \\\n\t\b\f\r\x00\x1f\x7f", "é 🌳", "a\u2028b\u2029", "\xff", string(all[:128]), string(all)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got := string(jsonl.AppendString(nil, s)) + "\n"; got != want.String() {
			t.Errorf("%q: got %s want %s", s, got, want.String())
		}
	})
}
