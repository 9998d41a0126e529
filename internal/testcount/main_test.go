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

func TestAgain(t *testing.T) {
	var b strings.Builder
	err := again(strings.NewReader(`{"Action":"output","Package":"p","Test":"A","Output":"    a_test.go:1: skipped with the race detector: it takes too long\n"}
{"Action":"output","Package":"p","Test":"B","Output":"ok\n"}
{"Action":"output","Package":"q","Test":"C/sub","Output":"    c_test.go:1: does less with the race detector\n"}
{"Action":"output","Package":"q","Test":"A","Output":"    a_test.go:1: does less with the race detector\n"}
go: no such thing`), &b)
	if want := "^(A|C)$ p q\n"; err != nil || b.String() != want {
		t.Errorf("%v, got %q, want %q", err, b.String(), want)
	}
	b.Reset()
	if err := again(strings.NewReader(`{"Action":"pass","Package":"p","Test":"A"}`), &b); err != nil || b.String() != "" {
		t.Errorf("%v, got %q where nothing is to be run again", err, b.String())
	}
}
