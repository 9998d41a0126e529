package layer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Texts of libraries are read on a command line and on pages. So they name neither
// flags nor commands: an option is option.Name, and what is missing is said as a
// thing, in an error with a type where a command can make it. cmd/hed/internal/cli
// adds the names.

// notOurs are mentions that are all right, and why.
var notOurs = map[string]string{
	"--conf":             "an option of Spark, to test with",
	"--gpu-architecture": "an option of NVRTC, the compiler of kernels",
	"--no-locale":        "an option of initdb, for a database to test with",
	"--no-sync":          "an option of initdb, for a database to test with",
	"hed study":          "the title of an API",
}

var (
	flagText    = regexp.MustCompile(`(?:^|[^-\w<!])(--[a-z][a-z-]*)`)
	commandText = regexp.MustCompile(`\b(?:hed(?: [a-z]+){1,2}|make build\b)`)
	// firstLine is what tells a file of ours, such as "hed numerals 1".
	firstLine = regexp.MustCompile(`^hed [a-z ]+ [0-9]+(\n| %s)`)
)

// mentions are the flags and commands that a text names.
func mentions(text string, commands []string) (found []string) {
	for _, m := range flagText.FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	if firstLine.MatchString(text) {
		return found
	}
	for _, m := range commandText.FindAllString(text, -1) {
		if words := strings.Fields(m); words[0] == "make" || slices.Contains(commands, words[1]) {
			found = append(found, m)
		}
	}
	return found
}

// TestWords reads what libraries can say: their strings, tags included, and pages.
func TestWords(t *testing.T) {
	commands := commandNames(t)
	used := map[string]bool{}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(file); d.IsDir() {
			if slices.Contains([]string{"docs", "cmd", "bench", "scripts"}, file) || base == "testdata" || strings.HasPrefix(base, ".") && file != "." {
				return fs.SkipDir
			}
			return nil
		}
		var texts map[string]int
		switch {
		case strings.HasSuffix(file, "_test.go"):
		case strings.HasSuffix(file, ".go"):
			texts, err = literals("../../" + file)
		case strings.HasSuffix(file, ".html"):
			var data []byte
			data, err = os.ReadFile("../../" + file)
			texts = map[string]int{string(data): 1}
		}
		for text, line := range texts {
			for _, m := range mentions(text, commands) {
				used[m] = true
				if notOurs[m] == "" {
					t.Errorf("%s:%d: a text names %q; libraries name options and things (see package option), the command line its flags and commands", file, line, m)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for m := range notOurs {
		if !used[m] {
			t.Errorf("notOurs lists %s, which no text mentions", m)
		}
	}
}

// TestMentions shows that each rule can fail, and what it lets pass.
func TestMentions(t *testing.T) {
	commands := []string{"eval", "numerals", "study"}
	for text, want := range map[string]string{
		"name it with --columns, or say --format csv": "--columns --format",
		"(--columns date= leaves it aside)":           "--columns",
		"<code>--chart</code>":                        "--chart",
		"`opt:\"a\" doc:\"see --out\"`":               "--out",
		"expected what 'hed eval' writes":             "hed eval",
		"make one with hed study new":                 "hed study new",
		"'make build' makes it":                       "make build",
		"hed numerals 1\n":                            "",
		"hed numerals explain":                        "hed numerals explain",
		"which hed cannot read; make room":            "",
		"models--org--a <!--word--> a -- b":           "",
		"this is hed 0.1.0":                           "",
	} {
		if got := strings.Join(mentions(text, commands), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// literals are the strings of a source file, and their lines.
func literals(file string) (map[string]int, error) {
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, 0)
	if err != nil {
		return nil, err
	}
	texts := map[string]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, bad := strconv.Unquote(lit.Value); bad == nil {
				texts[text] = set.Position(lit.Pos()).Line
			}
		}
		return true
	})
	return texts, nil
}

// commandNames are the commands of hed and what is below them, by their usage lines.
func commandNames(t *testing.T) (names []string) {
	t.Helper()
	files, err := fs.Glob(os.DirFS("../.."), "cmd/hed/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), "../../"+file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			kv, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, isName := kv.Key.(*ast.Ident)
			lit, isText := kv.Value.(*ast.BasicLit)
			if isName && isText && key.Name == "Use" {
				use, _ := strconv.Unquote(lit.Value)
				name, _, _ := strings.Cut(use, " ")
				names = append(names, name)
			}
			return true
		})
	}
	for _, name := range []string{"eval", "study"} {
		if !slices.Contains(names, name) {
			t.Fatalf("the commands %v lack %s", names, name)
		}
	}
	return names
}
