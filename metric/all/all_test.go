package all_test

import (
	"strings"
	"testing"

	"hed/metric/all"
	"hed/metric/metrictest"
	"hed/score"
	"hed/spec"
)

// Whatever is on the list keeps the contract, with its defaults, and says
// what it is.
func TestMetrics(t *testing.T) {
	for _, in := range all.Metrics.Infos() {
		t.Run(in.Name, func(t *testing.T) {
			if in.Doc == "" || in.Paper == "" || in.Options == nil {
				t.Errorf("%+v lacks something", in)
			}
			for _, o := range spec.Options(in.Options) {
				if o.Doc == "" {
					t.Errorf("option %s is not explained", o.Name)
				}
			}
			m, err := in.New(nil)
			if in.Columns != nil { // its own package runs the contract, with what it wants
				if err == nil || !strings.Contains(err.Error(), "give model=DIR") {
					t.Errorf("without a model it says %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			metrictest.Run(t, m)
		})
	}
}

func TestGroups(t *testing.T) {
	for _, name := range []string{all.Default} {
		build(t, name)
	}
	list, err := all.Metrics.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		if d.Members == "" {
			continue // not a group
		}
		build(t, d.Name)
		for _, c := range d.Columns {
			if c.Label == "" {
				t.Errorf("%s: the column %s has no label", d.Name, c.Name)
			}
		}
	}
	for name, want := range map[string]int{"hevas": 17, "informativeness": 12, "numhg": 16} {
		if n := build(t, name); n != want {
			t.Errorf("%s has %d columns, the paper %d", name, n, want)
		}
	}
}

// build returns the number of columns.
func build(t *testing.T, list string) (columns int) {
	t.Helper()
	specs, err := spec.Parse(list)
	if err != nil {
		t.Fatal(err)
	}
	described, err := all.Metrics.Describe(specs)
	if err != nil {
		t.Errorf("%s: %v", list, err)
	}
	for _, m := range described {
		columns += len(m.Columns)
	}
	return columns
}

// Precision, recall and F counted each: a measure with three columns weighed
// three times as much in the overall score, and ROUGE-L six times.
func TestCounts(t *testing.T) {
	for list, want := range map[string]string{
		"rouge":                 "rouge1_f rouge2_f rougeL_f",
		"rouge:types=Lsum":      "rougeLsum_f",
		"rouge:types=Lsum/L":    "rougeL_f",
		"rouge:profile=numeval": "rouge1_f rouge2_f rougeLsum_f",
		"rouge:profile=hevas":   "rouge1_r rouge2_r rougeSU_r rougeWSU_r",
		"numacc":                "numacc",
		"rouge:types=1,rouge:types=1+stem=false+as=raw": "rouge1_f raw.rouge1_f",
	} {
		specs, err := spec.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		built, _, err := all.Metrics.Build(specs)
		if err != nil {
			t.Fatal(err)
		}
		var columns []score.Column
		for _, m := range built {
			columns = append(columns, m.Columns()...)
		}
		checkCounts(t, list, columns, want)
	}
	for name, want := range map[string]string{"bertscore": "bertscore_f", "sbert": "sbert_c sbert_s"} { // which want a model
		in, err := all.Metrics.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		checkCounts(t, name, in.Columns, want)
	}
}

func checkCounts(t *testing.T, list string, columns []score.Column, want string) {
	t.Helper()
	var got []string
	for i, counts := range score.Unit.Counts(columns) {
		if counts {
			got = append(got, columns[i].Name)
		}
	}
	if strings.Join(got, " ") != want {
		t.Errorf("%s: %v count, want %s", list, got, want)
	}
}
