package record_test

import (
	"strings"
	"testing"

	"hed/corpus"
	"hed/corpus/internal/record"
)

func TestCutDateline(t *testing.T) {
	for _, c := range []struct{ dateline, body, date string }{
		{"(Jun 21, 2013  9:57 AM CDT)  ", "The 90th (and last) ended.", "2013-06-21"},
		{"(Dec 1, 2020 12:05 PM) ", "A.", "2020-12-01"},
		{" (September 3, 2009)\n", "B.", "2009-09-03"},
		{"(Oct. 03, 2009 14:30 GMT)", "C.", "2009-10-03"},
		{"(NoneDate) ", "D.", ""},
		{"", "(Newser) Nobody knows.", ""},
		{"", "(Feb 30, 2013 9:57 AM) No such day.", ""},
		{"", "(Jun 21, 2013 was a Friday) It rained.", ""},
		{"", "(Jun 21, 2013 9:57 AM CDT later) It rained.", ""},
		{"", "(Jun 21, 2013 9:57 AM CDT) ", ""},
		{"", "(Jun 21, 2013 9:57 AM CDT", ""},
		{"", "Jun 21, 2013) It rained.", ""},
		{"", "(Jun 21, 2013" + strings.Repeat(" ", 60) + ") It rained.", ""},
		{"", "()", ""},
		{"", "", ""},
	} {
		doc := &corpus.Document{Body: c.dateline + c.body}
		record.CutDateline(doc)
		if doc.Dateline != c.dateline || doc.Body != c.body || doc.Date != c.date || doc.Text() != c.dateline+c.body {
			t.Errorf("%q: %q, %q, %q", c.dateline+c.body, doc.Dateline, doc.Body, doc.Date)
		}
	}
}
