package layer

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// A goroutine that panics ends the process in the middle of whatever it does, with the
// exit code of wrong usage and a page of addresses. So all are started by a crash.Group,
// which hands the panic to whoever waits, or use package crash in what they run.

// bare are the packages that may start goroutines as they like.
var bare = map[string]string{
	"internal/crash":   "it is what the others use",
	"internal/browser": "it serves tests",
	"bench":            "a program of its own, for measuring",
	"scripts/attack":   "a program of its own, for attacking",
}

// TestGoroutines looks at all of them.
func TestGoroutines(t *testing.T) {
	used := map[string]bool{}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(file string, d fs.DirEntry, err error) error {
		base := path.Base(file)
		if err != nil || !d.IsDir() {
			return err
		}
		if file == "docs" || base == "testdata" || strings.HasPrefix(base, ".") && file != "." {
			return fs.SkipDir
		}
		sources, err := packageFiles("../../" + file)
		if err != nil {
			return err
		}
		found := goroutines(sources)
		switch {
		case bare[file] != "":
			used[file] = len(found) > 0
		case !strings.HasSuffix(base, "test"): // the contracts run in tests
			for _, problem := range found {
				t.Errorf("%s: %s; start it by crash.Group.Go, or let it use crash.Call", file, problem)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range bare {
		if !used[pkg] {
			t.Errorf("bare lists %s, which starts no goroutine", pkg)
		}
	}
}

// TestBare shows what is found.
func TestBare(t *testing.T) {
	for body, want := range map[string]string{
		`go func() { work() }()`:                             "a goroutine",
		`go work()`:                                          "a goroutine",
		`go x.work()`:                                        "a goroutine",
		`var g sync.WaitGroup; g.Go(work)`:                   "sync.WaitGroup",
		`g, ctx := errgroup.WithContext(ctx)`:                "errgroup",
		`go func() { done <- crash.Call(work) }()`:           "",
		`go safe()`:                                          "",
		`var g crash.Group; g.Go(work); var mu sync.Mutex`:   "",
		`go func() { defer crash.Recover(&err); work() }(3)`: "",
	} {
		source := "package p\nfunc f() { " + body + " }\nfunc work() {}\nfunc safe() { defer crash.Recover(&err) }"
		f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(goroutines([]*ast.File{f}), ", ")
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

// packageFiles are the sources of a folder that are not tests.
func packageFiles(folder string) (files []*ast.File, err error) {
	names, err := fs.Glob(os.DirFS(folder), "*.go")
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path.Join(folder, name), nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, err
}

// goroutines says how a package starts goroutines that nobody looks after.
func goroutines(files []*ast.File) (problems []string) {
	safe := map[string]bool{} // functions of the package
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && uses(fn.Body, "crash") {
				safe[fn.Name.Name] = true
			}
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				switch fn := n.Call.Fun.(type) {
				case *ast.FuncLit:
					if uses(fn.Body, "crash") {
						return true
					}
				case *ast.Ident:
					if safe[fn.Name] {
						return true
					}
				case *ast.SelectorExpr:
					if safe[fn.Sel.Name] {
						return true
					}
				}
				problems = append(problems, "a goroutine without package crash")
			case *ast.SelectorExpr:
				if from, ok := n.X.(*ast.Ident); ok && (from.Name == "errgroup" || from.Name == "sync" && n.Sel.Name == "WaitGroup") {
					problems = append(problems, from.Name+"."+n.Sel.Name)
				}
			}
			return true
		})
	}
	slices.Sort(problems)
	return problems
}

// uses reports whether there is something of a package in a function.
func uses(body ast.Node, pkg string) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if from, ok := sel.X.(*ast.Ident); ok && from.Name == pkg {
				found = true
			}
		}
		return !found
	})
	return found
}
