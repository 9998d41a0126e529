// Testcount reads the output of "go test -json", prints what a person wants
// to see of it, the packages and whatever failed, and ends with the counts.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
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
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "testcount:", err)
		os.Exit(1)
	}
}

func run(r io.Reader, w io.Writer) error {
	count := map[string]int{}
	said := map[string]*strings.Builder{} // output by test
	in := bufio.NewScanner(r)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var e event
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			fmt.Fprintln(w, in.Text()) // what the build said
			continue
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
	if err := in.Err(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%d passed, %d failed, %d skipped\n", count["pass"], count["fail"], count["skip"])
	if count["fail"] > 0 || count["pass"] == 0 {
		return fmt.Errorf("not all is well")
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
