package report_test

import (
	"bytes"
	"testing"

	"hed/corpus/split"
	"hed/report"
)

func TestSplit(t *testing.T) {
	tally := func(n, en int) split.Tally {
		return split.Tally{Documents: n, Strata: map[string]int{"en": en, "": n - en}}
	}
	r := &split.Record{
		Documents: 4, Strata: []string{"", "en"}, All: tally(4, 3),
		Folds: []split.Fold{{Train: tally(3, 3), Test: tally(1, 0)}},
	}
	var out bytes.Buffer
	err := report.Text(&out, report.Split(r), report.Style{Percent: true})
	const want = `fold  part   documents   share  no value      en
1     train          3   75.00      0.00  100.00
1     dev            0    0.00
1     test           1   25.00    100.00    0.00
all                  4  100.00     25.00   75.00
`
	if err != nil || out.String() != want {
		t.Errorf("got\n%s(%v), want\n%s", &out, err, want)
	}
}
