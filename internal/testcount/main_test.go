package main

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		fails          bool
	}{
		{"all pass", `{"Action":"pass","Package":"p","Test":"A"}
{"Action":"skip","Package":"p","Test":"B"}
{"Action":"pass","Package":"p","Elapsed":1.5}`, "1 passed, 0 failed, 1 skipped\n", false},
		{"one fails", `{"Action":"output","Package":"p","Test":"A","Output":"why\n"}
{"Action":"fail","Package":"p","Test":"A"}
{"Action":"fail","Package":"p"}`, "why\n", true},
		{"a build fails", `{"Action":"build-output","ImportPath":"p","Output":"p.go:1: no\n"}
{"Action":"fail","Package":"p"}`, "p.go:1: no\n", true},
		{"nothing ran", `{"Action":"skip","Package":"p"}`, "0 passed, 0 failed, 0 skipped\n", true},
		{"no JSON", "go: no such thing", "go: no such thing\n", true},
	} {
		var b strings.Builder
		err := run(strings.NewReader(c.in), &b)
		if (err != nil) != c.fails || !strings.Contains(b.String(), c.want) {
			t.Errorf("%s: %v, printed\n%s", c.name, err, &b)
		}
	}
}
