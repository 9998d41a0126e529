package track

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// FuzzReader compares with counting in the whole text, whatever the size
// of the reads.
func FuzzReader(f *testing.F) {
	f.Add("one\ntwo é\n\xffthree\xc3", 4)
	f.Add("\n\n🌳\xe2\x82", 9)
	f.Fuzz(func(t *testing.T, text string, at int) {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			tr := NewReader(r)
			io.Copy(io.Discard, tr)
			if at >= 0 && at <= len(text) {
				tr.Forget(int64(at))
				line, column := tr.Position(int64(at))
				before := text[:at]
				if line != 1+strings.Count(before, "\n") || column != at-strings.LastIndex(before, "\n") {
					t.Errorf("%q at %d is %d:%d", text, at, line, column)
				}
			}
			_, _, found := tr.Invalid(int64(len(text)))
			if at <= 0 && found == utf8.ValidString(text) {
				t.Errorf("%q: invalid is %v", text, found)
			}
		}
	})
}

func TestInvalid(t *testing.T) {
	tr := NewReader(iotest.HalfReader(bytes.NewReader([]byte("a\nbé\xff\nc\xc3"))))
	io.Copy(io.Discard, tr)
	if line, column, found := tr.Invalid(9); line != 2 || column != 4 || !found {
		t.Errorf("got %d:%d, %v", line, column, found)
	}
	tr.Forget(7)
	if _, _, found := tr.Invalid(8); found {
		t.Error("found an invalid byte too early")
	}
	if line, column, found := tr.Invalid(9); line != 3 || column != 2 || !found {
		t.Errorf("got %d:%d, %v", line, column, found)
	}
}
