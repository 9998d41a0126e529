package bag_test

import (
	"bytes"
	"testing"

	"hed/text/bag"
)

func encode(t testing.TB, v *bag.Vocabulary) []byte {
	t.Helper()
	b, err := v.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestDecode(t *testing.T) {
	v, _ := corpus("Ferry closes. The ferry!", "Bridge closes", "")
	const want = "\x03\x03\x05ferry\x01\x06closes\x02\x06bridge\x01"
	if got := string(encode(t, v)); got != want {
		t.Fatalf("it is kept as %q, want %q", got, want)
	}
	again, rest, err := bag.Decode([]byte(want + "more"))
	if err != nil || string(rest) != "more" {
		t.Fatalf("%q is left, and the error is %v", rest, err)
	}
	if id, ok := again.ID("bridge"); !ok || id != 2 || again.Docs() != 3 || again.MaxIDF() != v.MaxIDF() {
		t.Errorf("bridge is %d of %d documents", id, again.Docs())
	}
	var b bag.Bag
	bag.NewFiller(again).Add(&b, analyzer, "bridge") // it grows on
	if again.DF(2) != 2 || again.Docs() != 4 {
		t.Errorf("%d of %d documents have a bridge, want 2 of 4", again.DF(2), again.Docs())
	}
	again.Sort()
	if got, want := string(encode(t, again)), "\x04\x03\x06bridge\x02\x06closes\x02\x05ferry\x01"; got != want {
		t.Errorf("sorted it is %q, want %q", got, want)
	}
	if id, ok := again.ID("ferry"); !ok || id != 2 {
		t.Errorf("sorted, ferry is %d", id)
	}
}

func TestDecodeErrors(t *testing.T) {
	for _, data := range []string{
		"", "\x03", "\x03\x01", "\x03\x01\x01", "\x03\x01\x7fa", "\x03\x01\x01a",
		"\x03\x01\x01a\x04",     // in more documents than there are
		"\x03\x01\x01a\x82\x00", // 2, in a longer way
		"\x03\x01\x01a\x00",     // in no document
		"\x03\x01\x00\x01",      // no text
		"\x03\x02\x01a\x01\x01a\x01",
		"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
	} {
		if _, _, err := bag.Decode([]byte(data)); err == nil {
			t.Errorf("%q is read", data)
		}
	}
}

// FuzzDecode sees that what is read is what would be written.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("\x03\x02\x01a\x01\x02ab\x03"))
	f.Add([]byte("\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, rest, err := bag.Decode(data)
		if err == nil && !bytes.Equal(append(encode(t, v), rest...), data) {
			t.Fatalf("%q becomes %q", data, encode(t, v))
		}
	})
}
