package docs

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReliability sees that the tests which reliability.md names are there.
func TestReliability(t *testing.T) {
	page, err := os.ReadFile("reliability.md")
	if err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	err = fs.WalkDir(os.DirFS(".."), ".", func(path string, d fs.DirEntry, err error) error {
		if name, ok := strings.CutSuffix(d.Name(), ".txtar"); ok {
			fmt.Fprintf(&sources, "%q\n", name) // they are tests of TestScript
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "store/storetest/") {
			return err
		}
		source, err := os.ReadFile("../" + path)
		sources.Write(source)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+)(?:/(\\w+))?`").FindAllStringSubmatch(string(page), -1)
	if len(named) < 20 {
		t.Errorf("the page names %d tests", len(named))
	}
	for _, n := range named {
		if !strings.Contains(sources.String(), "func "+n[1]+"(") {
			t.Errorf("there is no %s", n[1])
		}
		if n[2] != "" && !strings.Contains(sources.String(), `"`+n[2]+`"`) {
			t.Errorf("there is no %s of %s", n[2], n[1])
		}
	}
}
