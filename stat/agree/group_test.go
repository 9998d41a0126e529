package agree_test

import (
	"encoding/json"
	"strings"
	"testing"

	"hed/corpus"
	said "hed/corpus/ratings"
	"hed/stat"
	"hed/stat/agree"
)

func file(t *testing.T, text string) *said.File {
	t.Helper()
	f, err := said.Read(corpus.Stream("in", strings.NewReader(text)), corpus.Options{}, "item", "rater", "value")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestGroups(t *testing.T) {
	f := file(t, "item,rater,value,question\na,x,1,fluent\na,y,1,fluent\na,x,2,true\nb,x,2,fluent\nb,y,2,fluent\n")
	groups, err := agree.Groups(f, agree.Interval, "question")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		if err := g.Measure(t.Context(), agree.Interval, stat.Resampling{Level: 0.95}, 1); err != nil {
			t.Fatal(err)
		}
	}
	if len(groups) != 2 || groups[0].Value != "fluent" || groups[1].Value != "true" {
		t.Fatalf("got %+v", groups)
	}
	g := groups[0]
	if g.Items != 2 || g.Raters != 2 || g.Krippendorff.Alpha != 1 || len(g.Cohen) != 1 || g.Cohen[0].Weight != agree.Quadratic || g.ICC == nil {
		t.Errorf("got %+v", g.Result)
	}
	// What is undefined has a reason, and is null in JSON.
	data, err := json.Marshal(groups[1])
	if err != nil || !strings.Contains(string(data), `{"value":"true","krippendorff":{"alpha":null,"low":null,"high":null,"items":0,"why":"`) {
		t.Errorf("%v\n%s", err, data)
	}
}

func TestGroupsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"item,rater\na,x\n":                  "in:1: there is no column value, only item, rater; name it with the option columns value=NAME",
		"item,rater,value\n ,x,1\n":          "in:2: the item is empty; every row needs one",
		"item,rater,value\na,,1\n":           "in:2: the rater is empty; every row needs one",
		"item,rater,value\na,x,good\n":       "in:2: the value is \"good\"; the option level ordinal wants numbers, nominal takes anything",
		"item,rater,value\na,x,1\na,x,\n":    "in:3: item \"a\" already has a value of rater \"x\", on line 2; keep one, or see the option by",
		"item,rater,value\na,x,1\na,x,Inf\n": "in:3: the value is \"Inf\"; the option level ordinal wants numbers, nominal takes anything",
	} {
		groups, err := agree.Groups(file(t, text), agree.Ordinal, "")
		if err == nil {
			err = groups[0].Measure(t.Context(), agree.Ordinal, stat.Resampling{}, 1)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if _, err := agree.Groups(file(t, "item,rater,value\na,x,1\n"), agree.Nominal, "topic"); err == nil || err.Error() != "in:1: there is no column topic for the option by; there are item, rater, value" {
		t.Errorf("got %v", err)
	}
}
