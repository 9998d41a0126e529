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

// Commands have flags in, one call and printing out. What they do is in libraries, where others can use it: a file of
// cmd/hed may not be longer than one of these, nor all of them in the mean.
func TestThinCommands(t *testing.T) {
	const longest, mean = 260, 100
	files, lines := 0, 0
	for _, f := range sources(t) {
		if folder(f.file) != "cmd" {
			continue
		}
		text, err := os.ReadFile("../../" + f.file)
		if err != nil {
			t.Fatal(err)
		}
		n := bytes.Count(text, []byte("\n"))
		if n > longest {
			t.Errorf("%s has %d lines; want at most %d", f.file, n, longest)
		}
		files, lines = files+1, lines+n
	}
	if files == 0 || lines > mean*files {
		t.Errorf("%d files of cmd have %d lines without tests; want at most %d in the mean", files, lines, mean)
	}
}
