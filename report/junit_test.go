package report_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"hed/internal/golden"
	"hed/report"
)

func TestJUnit(t *testing.T) {
	var b strings.Builder
	err := report.JUnit(&b, "hed-compare", []report.Suite{
		{Name: "big", Cases: []report.Check{
			{Name: "rouge1_f", Failure: "0.4 became 0.3, p < 0.001 & \"worse\"", Detail: "a: <b> lost\n  most\n", Output: "0.4 0.3"},
			{Name: "rouge2_f", Output: "0.1 0.1"},
			{Name: "we_c", Skipped: "fewer than two values"},
		}},
		{Name: "a\x01b\xff]]>\nß", Cases: []report.Check{{Name: "tab\tend\x00", Failure: "\x1b[1mbold\x1b[0m\ufffe"}}},
		{Name: "empty"},
	})
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "junit.xml", b.String())
	for dec := xml.NewDecoder(strings.NewReader(b.String())); ; {
		if _, err := dec.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
	}
	for _, r := range b.String() {
		if r < ' ' && r != '\n' {
			t.Errorf("%U is in the file", r)
		}
	}
}
