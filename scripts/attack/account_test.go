//go:build linux

package main

import (
	"strings"
	"testing"
	"time"

	"hed/study"
	"hed/study/simulate"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func told(judge, value string, asked, heard int) ack {
	at := func(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }
	return ack{simulate.Answer{Judge: judge, Case: 1, Question: "good", Value: value}, at(asked), at(heard)}
}

func had(judge string, values ...string) (list []study.Answer) {
	for _, v := range values {
		list = append(list, study.Answer{Judge: judge, Case: 1, Question: "good", Value: v})
	}
	return list
}

func TestSettle(t *testing.T) {
	over := &cut{copied: noon.Add(10 * time.Second), over: noon.Add(20 * time.Second)}
	for _, test := range []struct {
		name string
		acks []ack
		kept []study.Answer
		cut  *cut
		want sum
	}{
		{"kept", []ack{told("a", "yes", 1, 2)}, had("a", "yes"), nil, sum{acknowledged: 1}},
		{"acknowledged again after a retry", []ack{told("a", "yes", 1, 2), told("a", "yes", 3, 4)}, had("a", "yes"), nil, sum{acknowledged: 1}},
		{"kept without a word", nil, had("a", "yes"), nil, sum{}},
		{"lost", []ack{told("a", "yes", 1, 2)}, had("b", "yes"), nil, sum{acknowledged: 1, lost: 1}},
		{"changed", []ack{told("a", "yes", 1, 2)}, had("a", "no"), nil, sum{acknowledged: 1, lost: 1}},
		{"twice", []ack{told("a", "yes", 1, 2)}, had("a", "yes", "yes"), nil, sum{acknowledged: 1, twice: 1}},
		{"in the copy", []ack{told("a", "yes", 1, 2)}, had("a", "yes"), over, sum{acknowledged: 1}},
		{"before the copy, and not in it", []ack{told("a", "yes", 1, 9)}, nil, over, sum{acknowledged: 1, lost: 1}},
		{"after the copy was made", []ack{told("a", "yes", 9, 11)}, nil, over, sum{acknowledged: 1, destroyed: 1}},
		{"on its way when it was overwritten", []ack{told("a", "yes", 19, 21)}, nil, over, sum{acknowledged: 1, destroyed: 1}},
		{"after it was overwritten", []ack{told("a", "yes", 21, 22)}, nil, over, sum{acknowledged: 1, after: 1, destroyed: 1}},
		{"after it was overwritten, and kept", []ack{told("a", "yes", 21, 22)}, had("a", "yes"), over, sum{acknowledged: 1, after: 1}},
	} {
		var l ledger
		for _, a := range test.acks {
			l.add(a)
		}
		if got := l.settle(test.kept, test.cut); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestTable(t *testing.T) {
	good := &row{storm: "one", rounds: 2, sum: sum{acknowledged: 1_234_567, destroyed: 3}, verified: 2, took: 3 * time.Second}
	list := table{good, {storm: "two", skipped: "left out: needs root"}}
	if !list.held() {
		t.Error("nothing was broken")
	}
	for _, want := range []string{"| one | 2 | 1,234,567 | 0 | 0 | 0 | 3 | 2 of 2 | 3 | held |\n", "| two | | | | | | | | | left out: needs root |\n", "| **all** | 2 | 1,234,567 |"} {
		if !strings.Contains(list.String(), want) {
			t.Errorf("no %q in\n%s", want, list)
		}
	}
	for _, bad := range []row{{sum: sum{lost: 1}}, {sum: sum{twice: 1}}, {sum: sum{after: 1}}, {damaged: 1}, {troubles: []string{"x"}}} {
		if bad.held() || (table{good, &bad}).held() {
			t.Errorf("%+v held", bad)
		}
	}
}
