package all_test

import (
	"strings"
	"testing"

	"hed/metric/all"
	"hed/metric/metrictest"
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
