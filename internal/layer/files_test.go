package layer

import (
	"bytes"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// appears is how files are given their names, or are written under them.
var appears = regexp.MustCompile(`\bos\.(Rename|WriteFile|Create)\(`)

// mayAppear are the packages that may do so: those that force files to disk first, and
// those for tests.
func mayAppear(file string) bool {
	switch dir := path.Dir(file); {
	case dir == "internal/whole", dir == "internal/staging":
		return true
	case dir == "internal/golden", dir == "internal/postgres", strings.HasSuffix(dir, "test"):
		return true
	case folder(file) == "bench", folder(file) == "scripts":
		return true
	}
	return false
}

// A file is whole and on disk when hed says that it is there, which packages whole and
// staging see to. There is no other way.
func TestOneWayToWrite(t *testing.T) {
	found := 0
	for _, f := range sources(t) {
		if strings.HasSuffix(f.file, ".s") {
			continue
		}
		text, err := os.ReadFile("../../" + f.file)
		if err != nil {
			t.Fatal(err)
		}
		call := appears.Find(text)
		switch {
		case call == nil:
		case mayAppear(f.file):
			found++
		default:
			t.Errorf("%s calls %s); files appear by way of internal/whole or internal/staging", f.file, call)
		}
	}
	if found < 3 {
		t.Errorf("only %d files call these functions, so they are not looked for in the right way", found)
	}
}

// Commands have flags in, one call and printing out. What they do is in libraries, where others can use it: cmd/hed may
// not grow beyond this many lines.
func TestThinCommands(t *testing.T) {
	const most = 6000
	lines := 0
	for _, f := range sources(t) {
		if folder(f.file) != "cmd" {
			continue
		}
		text, err := os.ReadFile("../../" + f.file)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(text, []byte("\n"))
	}
	if lines > most || lines < most/2 {
		t.Errorf("cmd has %d lines without tests; want at most %d, and more than half as many, or they are not counted right", lines, most)
	}
}
