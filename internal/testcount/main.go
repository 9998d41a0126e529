// Testcount reads the output of "go test -json", prints what a person wants
// to see of it, the packages and whatever failed, and ends with the counts.
//
// "testcount again" prints the arguments with which "go test" runs the tests that
// skipped or did less for the race detector: a pattern for -run, and packages.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"hed/internal/race"
)

// An event is a line of "go test -json".
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
	Elapsed    float64
}

func main() {
	do := run
	if len(os.Args) > 1 && os.Args[1] == "again" {
		do = again
	}
	if err := do(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "testcount:", err)
		os.Exit(1)
	}
}

// events are those of the output. A line that is none, which is what the build
// said, comes as the output of no package.
func events(r io.Reader) iter.Seq2[event, error] {
	return func(yield func(event, error) bool) {
		in := bufio.NewScanner(r)
		in.Buffer(nil, 16<<20)
		for in.Scan() {
			var e event
			if err := json.Unmarshal(in.Bytes(), &e); err != nil {
				e = event{Action: "build-output", Output: in.Text() + "\n"}
			}
			if !yield(e, nil) {
				return
			}
		}
		if err := in.Err(); err != nil {
			yield(event{}, err)
		}
	}
}

func again(r io.Reader, w io.Writer) error {
	var tests, packages []string
	add := func(list []string, s string) []string {
		if slices.Contains(list, s) {
			return list
		}
		return append(list, s)
	}
	for e, err := range events(r) {
		if err != nil {
			return err
		}
		if e.Test == "" || !strings.Contains(e.Output, race.Again) {
			continue
		}
		top, _, _ := strings.Cut(e.Test, "/")
		tests, packages = add(tests, top), add(packages, e.Package)
	}
	if len(tests) > 0 {
		fmt.Fprintf(w, "^(%s)$ %s\n", strings.Join(tests, "|"), strings.Join(packages, " "))
	}
	return nil
}

func run(r io.Reader, w io.Writer) error {
	count := map[string]int{}
	said := map[string]*strings.Builder{} // output by test
	for e, err := range events(r) {
		if err != nil {
			return err
		}
		key := e.Package + " " + e.Test
		switch e.Action {
		case "output":
			if said[key] == nil {
				said[key] = new(strings.Builder)
			}
			said[key].WriteString(e.Output)
		case "build-output":
			fmt.Fprint(w, e.Output)
		case "pass", "fail", "skip":
			report(w, e, said[key], count)
			delete(said, key)
		}
	}
	fmt.Fprintf(w, "%d passed, %d failed, %d skipped\n", count["pass"], count["fail"], count["skip"])
	if count["fail"] > 0 || count["pass"] == 0 {
		return fmt.Errorf("some tests failed")
	}
	return nil
}

func report(w io.Writer, e event, said *strings.Builder, count map[string]int) {
	if e.Test == "" {
		if e.Action == "fail" {
			count["fail"]++ // a package that does not build, or ends in a crash
			if said != nil {
				fmt.Fprint(w, said)
			}
		}
		fmt.Fprintf(w, "%-5s %-40s %6.1f s\n", e.Action, e.Package, e.Elapsed)
		return
	}
	count[e.Action]++
	if e.Action != "pass" && said != nil {
		fmt.Fprint(w, said)
	}
}
