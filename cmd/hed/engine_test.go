package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"hed/cmd/hed/internal/cli"
)

// A worker elsewhere reads the names of columns as they were read here, with all that may be in one.
func TestPartArgs(t *testing.T) {
	in := new(cli.Inputs)
	in.Columns = []string{"text=body, whole", `headline=the "best"`, "id=url"}
	f := pflag.NewFlagSet("worker", pflag.ContinueOnError)
	got := f.StringSlice("columns", nil, "")
	f.Bool("summary", false, "")
	if err := f.Parse(partArgs(in)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(in.Columns, *got); d != "" {
		t.Error(d)
	}
}
