package object

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzSplit compares with encoding/json.
func FuzzSplit(f *testing.F) {
	f.Add(`{"a":1,"b":"x\"y\\","c":[{"d":"]}"},{}],"e":{"f":null},"g":true}`)
	f.Add(`{ "\u00e9\ud83c\udf33" : "\/\b\f\n\r\t" , "n" : -1.5e3 }`)
	f.Fuzz(func(t *testing.T, text string) {
		var want map[string]json.RawMessage
		fields, err := Split(nil, []byte(text))
		if !utf8.ValidString(text) || json.Unmarshal([]byte(text), &want) != nil || want == nil {
			if err == nil && utf8.ValidString(text) {
				t.Fatalf("%q gave %v", text, fields)
			}
			return
		}
		if err != nil {
			return // a repeated key or half a surrogate pair
		}
		if len(fields) != len(want) {
			t.Fatalf("%q: got %v, want %v", text, fields, slices.Collect(maps.Keys(want)))
		}
		for _, field := range fields {
			if string(want[field.Key]) != string(field.Raw) {
				t.Errorf("%q: %q is %q, want %q", text, field.Key, field.Raw, want[field.Key])
			}
			var s string
			got, err := Text(field.Raw)
			if field.Raw[0] == '"' && err == nil {
				if json.Unmarshal(field.Raw, &s); got != s {
					t.Errorf("%s decodes to %q, want %q", field.Raw, got, s)
				}
			}
		}
	})
}

// FuzzValid compares with encoding/json.
func FuzzValid(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-0.5e+3,true,false,null],"b":{"c":"long enough for eight bytes \" \u00e9"}}`,
		"\"a control character \x1f inside\"", "\"behind eight bytes\x7f\x80\xff\"", `"\ud83c"`, `"\x"`, `"\u12g4"`, `"open`, `"open\`, `"open\u1`,
		" [ ] ", "{ }", "[1,]", `{"a":1,}`, `{"a" 1}`, `{1:2}`, "01", "-", "1.", "1e", "1e+", "+1", "tru", "nul", "", " ", "1 2", "\v1", "\ufeff1",
		strings.Repeat("[", maxDepth) + strings.Repeat("]", maxDepth), strings.Repeat("[", maxDepth+1) + strings.Repeat("]", maxDepth+1),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, want := valid(text), json.Valid(text); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	})
}

func BenchmarkValid(b *testing.B) {
	text, err := json.Marshal(map[string]string{"id": "7", "text": strings.Repeat("A ferry ran aground near “Oban”,\nsaid the harbour master. ", 30)})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if !valid(text) {
			b.Fatal("not valid")
		}
	}
}

func TestSplitErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                              "is not valid JSON: unexpected end of JSON input, after 0 bytes",
		`{"a":1,}`:                      "is not valid JSON: invalid character '}' looking for beginning of object key string, after 8 bytes",
		`[]`:                            "expected a JSON object, found a list",
		`{"a":1,"\u0061":2}`:            `the key "a" comes twice`,
		`{"\udf33":1}`:                  "half a surrogate pair",
		"{" + manyKeys(maxKeys+1) + "}": "the object has more than 1000 keys",
	} {
		if _, err := Split(nil, []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

func manyKeys(n int) string {
	var keys []string
	for i := range n {
		keys = append(keys, `"`+strings.Repeat("k", i+1)+`":0`)
	}
	return strings.Join(keys, ",")
}

func TestUnescape(t *testing.T) {
	for raw, want := range map[string]string{
		`"a\ud83c\udf33\u00E9"`: "a🌳é",
		`"\ufffd"`:              "\ufffd",
		`"\\u"`:                 `\u`,
	} {
		if got, err := Text([]byte(raw)); got != want || err != nil {
			t.Errorf("%s: got %q, %v", raw, got, err)
		}
	}
	for _, raw := range []string{`"\ud83c"`, `"\ud83c\u0041"`, `"\udf33\ud83c"`} {
		if got, err := Text([]byte(raw)); err == nil {
			t.Errorf("%s: got %q, want an error", raw, got)
		}
	}
}
