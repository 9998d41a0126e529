package layer

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "hed"

// layers lists the folders under the module root. A package may import
// its own folder or a folder of an earlier line; folders of one line do
// not know each other.
var layers = [][]string{
	{"corpus", "score", "spec", "tensor"}, // what is read, what is written, what is asked for
	{"text", "neural"},
	{"numeral", "style"},
	{"metric", "generate"}, // headlines are scored, and written
	{"evaluate", "stat"},   // metrics over a corpus; summaries of scores
	{"style/experiment"},   // newspapers, generators and classifiers
	{"analysis", "chart"},  // what a table of scores shows; how that looks
	{"report"},
	{"run", "study", "draft"}, // an evaluation and its folder; people are asked; headlines are written
	{"store"},                 // where answers are kept
	{"workbench"},             // projects, and the queue of their runs
	{"web"},
	{"cmd", "bench", "scripts"},
}

// composers are the packages inside a folder that may import their
// siblings, because joining them is what they are for.
var composers = map[string]string{
	"all":        "lists every implementation",
	"check":      "derive is asked where a stated number is in doubt",
	"cloze":      "questions are answered by what derive finds",
	"embed":      "a model in use is a tokenizer and an encoder",
	"encoder":    "a model is weights and a tokenizer",
	"hub":        "a model folder is weights, a tokenizer and what they are for",
	"rerank":     "answers that derive finds, and headlines of generators, are ranked again",
	"input":      "what users name is a file of some format, or a split",
	"split":      "the parts of a split are jsonl",
	"lint":       "headlines are checked by what derive finds",
	"experiment": "networks are taught and headlines written, in stages",
	"workbench":  "studies that are made on its pages are served by judge",
	"lang":       "a language is a choice of tokenizer, stemmer, splitter and stop words",
}

// foundations are the packages inside a folder that their siblings may import.
var foundations = map[string]string{
	"bench/course":     "what is taught is written down for every peer in one form",
	"neural/folder":    "networks from elsewhere come in folders of one kind",
	"neural/words":     "networks that read and write know the words that every vocabulary has",
	"numeral/quantity": "what a number means is under every judgement of it",
	"store/sqlite":     "what a workbench knows is in a file that is watched like that of a study",
	"tensor/vec":       "the kernels are under all of tensor",
}

// assembly is the only package that may have assembly.
const assembly = "tensor/vec"

// onlyIn names imports that some folders alone may have, and why.
var onlyIn = map[string]struct {
	folders []string
	why     string
}{
	"net/http":                         {[]string{"generate/remote", "neural/hub", "study/simulate", "web", "cmd", "scripts"}, "metrics and statistics run without a network"},
	"database/sql":                     {[]string{"store"}, "databases are in store"},
	"flag":                             {[]string{"cmd", "bench", "scripts"}, "libraries take options, not flags"},
	"log/slog":                         {[]string{"cmd", "web", "internal/alert"}, "libraries return warnings, they do not log; servers write to the log that they are handed"},
	"os/signal":                        {[]string{"cmd", "scripts"}, "libraries take a context"},
	"github.com/spf13/cobra":           {[]string{"cmd"}, "libraries know nothing of a command line"},
	"gonum.org/v1/gonum/stat":          {[]string{"stat"}, "statistics are in stat"},
	"math/rand":                        {nil, "math/rand/v2 is the generator, handed in by the caller"},
	"github.com/parquet-go/parquet-go": {[]string{"corpus/parquet"}, "it is heavy and one format needs it"},
}

// An importer is one source file, of Go or of assembly, and what it imports.
type importer struct {
	file    string // with slashes, from the module root
	imports []string
}

// TestLayers reads the sources itself rather than asking "go list", so
// that the test cache notices a changed import in any package.
func TestLayers(t *testing.T) {
	files := sources(t)
	for _, problem := range check(files) {
		t.Error(problem)
	}
	seen := map[string]bool{}
	for _, f := range files {
		seen[folder(f.file)] = true
		seen[path.Dir(f.file)+path.Ext(f.file)] = true
	}
	if !seen[assembly+".s"] {
		t.Errorf("%s has no assembly, or it is not looked for", assembly)
	}
	for _, line := range layers {
		for _, f := range line {
			if !seen[f] {
				t.Errorf("layers lists %s, which has no Go files", f)
			}
		}
	}
}

// TestCheck shows that each rule can fail.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ file, imports, want string }{
		{"metric/rouge/a.go", "hed/score", ""},
		{"metric/all/a.go", "hed/metric/rouge", ""},
		{"metric/metrictest/a.go", "hed/metric/rouge", ""},
		{"corpus/csv/a.go", "hed/corpus/internal/record", ""},
		{"cmd/hed/a.go", "hed/report", ""},
		{"score/a.go", "hed/metric", "not on an earlier line"},
		{"stat/a.go", "hed/evaluate", "not on an earlier line"},
		{"metric/lsi/a.go", "hed/metric/rouge", "sibling"},
		{"style/experiment/a.go", "hed/style/align", ""},
		{"style/align/a.go", "hed/style/experiment", "not on an earlier line"},
		{"metric/a.go", "hed/style/experiment", "not on an earlier line"},
		{"text/token/a.go", "hed/text/stem", "sibling"},
		{"stat/a.go", "net/http", "without a network"},
		{"newthing/a.go", "fmt", "on no line of layers"},
		{"internal/whole/a.go", "hed/score", "know no layer"},
		{"internal/oracle/a.go", "hed/internal/shared", ""},
		{"tensor/safetensors/a.go", "hed/tensor/vec", ""},
		{"tensor/safetensors/a.go", "hed/tensor/cuda", "sibling"},
		{"tensor/vec/dot_amd64.s", "", ""},
		{"tensor/dot_amd64.s", "", "assembly is in tensor/vec alone"},
		{"tensor/vec/wide/dot_amd64.s", "", "assembly is in tensor/vec alone"},
		{"stat/dot_amd64.s", "", "assembly is in tensor/vec alone"},
		{"internal/svd/dot_arm64.s", "", "assembly is in tensor/vec alone"},
		{"dot_amd64.s", "", "assembly is in tensor/vec alone"},
	} {
		got := strings.Join(check([]importer{{c.file, []string{c.imports}}}), "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s importing %s: got %q, want %q", c.file, c.imports, got, c.want)
		}
	}
}

func check(files []importer) (problems []string) {
	rank := map[string]int{}
	for i, line := range layers {
		for _, f := range line {
			rank[f] = i
		}
	}
	for _, f := range files {
		if strings.HasSuffix(f.file, ".s") {
			if path.Dir(f.file) != assembly {
				problems = append(problems, f.file+": assembly is in "+assembly+" alone, where it has a twin in Go and tests of both")
			}
			continue
		}
		from := folder(f.file)
		if from == "internal" { // serves all, so it knows none
			for _, imp := range f.imports {
				if strings.HasPrefix(imp, module+"/") && !strings.HasPrefix(imp, module+"/internal/") {
					problems = append(problems, f.file+" imports "+imp+"; packages of internal know no layer")
				}
			}
			continue
		}
		if _, ok := rank[from]; !ok {
			problems = append(problems, f.file+": folder "+from+" is on no line of layers")
		}
		for _, imp := range f.imports {
			if o, ok := onlyIn[imp]; ok && !slices.ContainsFunc(o.folders, func(d string) bool { return strings.HasPrefix(f.file, d+"/") }) {
				problems = append(problems, f.file+" imports "+imp+"; "+o.why)
			}
			rest, ok := strings.CutPrefix(imp, module+"/")
			if !ok {
				continue
			}
			switch to := folder(rest + "/"); {
			case to == "internal":
			case to != from && rank[to] >= rank[from]:
				problems = append(problems, f.file+" imports "+imp+", which is not on an earlier line of layers")
			case to == from && sibling(path.Dir(f.file), rest):
				problems = append(problems, f.file+" imports its sibling "+imp+"; only all, *test and the composers may")
			}
		}
	}
	return problems
}

// folder is the first element of a path from the module root, or a folder in it that has a line of its own.
func folder(file string) string {
	for _, line := range layers {
		for _, f := range line {
			if strings.Contains(f, "/") && strings.HasPrefix(file, f+"/") {
				return f
			}
		}
	}
	first, _, _ := strings.Cut(file, "/")
	return first
}

// sibling reports whether package to is another implementation beside
// package from: metric/lsi beside metric/rouge. Packages above and below,
// and internal ones, are no siblings.
func sibling(from, to string) bool {
	a, b := strings.Split(from, "/"), strings.Split(to, "/")
	if len(a) < 2 || len(b) < 2 || a[1] == b[1] || b[1] == "internal" || a[1] == "internal" {
		return false
	}
	return composers[a[1]] == "" && foundations[to] == "" && !strings.HasSuffix(a[1], "test")
}

func sources(t *testing.T) (files []importer) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("../.."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			base := path.Base(file)
			if file == "docs" || base == "testdata" || strings.HasPrefix(base, ".") && file != "." {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(file, ".s") {
			files = append(files, importer{file: file})
			return nil
		}
		if !strings.Contains(file, "/") || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), "../../"+file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		in := importer{file: file}
		for _, spec := range f.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			in.imports = append(in.imports, imp)
		}
		files = append(files, in)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
