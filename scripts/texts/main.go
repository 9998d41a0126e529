// Command texts lists every text that users of hed can read, for somebody who reads them all: help, errors, warnings, and the
// words of pages, charts and reports, each with its kind and its place. Values that are put in later are a dot (·).
//
//	go run ./scripts/texts > texts.tsv
//	go run ./scripts/texts --kind error
package main

import (
	"bufio"
	"flag"
	"fmt"
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
)

// A text is what users can read, and where it is written.
type text struct {
	kind, file string
	line       int
	words      string
}

func main() {
	kind := flag.String("kind", "", "only texts of this `KIND`: error, warning, help, page or other")
	flag.Parse()
	texts, err := read(os.DirFS("."))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, t := range texts {
		if *kind == "" || t.kind == *kind {
			fmt.Fprintf(out, "%s\t%s:%d\t%s\n", t.kind, t.file, t.line, strings.ReplaceAll(t.words, "\n", "⏎"))
		}
	}
}

// skipped are folders without texts for users: programs that we run by hand, and articles.
var skipped = []string{"bench", "scripts", "docs", "internal/sample", "internal/browser", "internal/golden", "internal/oracle", "internal/layer", "tensor/cuda"}

func read(tree fs.FS) (texts []text, err error) {
	err = fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(file); d.IsDir() {
			if slices.Contains(skipped, file) || base == "testdata" || strings.HasSuffix(base, "test") && file != "." || strings.HasPrefix(base, ".") && file != "." {
				return fs.SkipDir
			}
			return nil
		}
		var found []text
		switch ext := path.Ext(file); {
		case ext == ".go" && !strings.HasSuffix(file, "_test.go"):
			found, err = source(tree, file)
		case ext == ".html", ext == ".js", ext == ".yaml", ext == ".json" && path.Base(path.Dir(file)) == "word":
			found, err = page(tree, file)
		}
		texts = append(texts, found...)
		return err
	})
	return texts, err
}

// sentence tells texts from names: it has two words.
var sentence = regexp.MustCompile(`\pL[\pL'’·%]*[,;:.]? [\pL"'“‘(·%]`)

// source finds the texts of a source file. Strings that are put together are one text.
func source(tree fs.FS, file string) (found []text, err error) {
	data, err := fs.ReadFile(tree, file)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, data, 0)
	if err != nil {
		return nil, err
	}
	ast.PreorderStack(parsed, nil, func(n ast.Node, around []ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			_, imports := n.(*ast.ImportSpec)
			return !imports
		}
		words, ok := joined(e)
		if ok && sentence.MatchString(words) {
			kind := kindOf(around)
			if kind == "other" && strings.HasPrefix(file, "cmd/") {
				kind = "help"
			}
			found = append(found, text{kind, file, set.Position(n.Pos()).Line, words})
		}
		return !ok
	})
	return found, nil
}

// kindOf says what a text is by the call that it is in.
func kindOf(around []ast.Node) string {
	for _, n := range slices.Backward(around) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		name := ""
		switch f := call.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
			if of, ok := f.X.(*ast.Ident); ok {
				name = of.Name + "." + name
			}
		}
		switch name = strings.ToLower(name); {
		case strings.Contains(name, "error"), strings.HasSuffix(name, "usagef"):
			return "error"
		case strings.Contains(name, ".warn"), strings.Contains(name, ".note"):
			return "warning"
		}
		return "other"
	}
	return "other"
}

// joined is the text of strings that are added up.
func joined(e ast.Expr) (words string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		words, err := strconv.Unquote(e.Value)
		return words, err == nil
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return "", false
		}
		a, left := joined(e.X)
		b, right := joined(e.Y)
		if !left {
			a = "·"
		}
		if !right {
			b = "·"
		}
		return a + b, left || right
	}
	return "", false
}

var tag = regexp.MustCompile(`<[^>]*>|\{\{[^}]*\}\}`)

// page finds the texts of a page, its program or a file of words, line by line.
func page(tree fs.FS, file string) (found []text, err error) {
	data, err := fs.ReadFile(tree, file)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(data), "\n") {
		if path.Ext(file) == ".js" && !strings.ContainsAny(line, "\"'`") || strings.HasPrefix(strings.TrimSpace(line), "//") {
			continue
		}
		words := strings.Join(strings.Fields(tag.ReplaceAllString(line, "·")), " ")
		if sentence.MatchString(words) {
			found = append(found, text{"page", file, i + 1, words})
		}
	}
	return found, nil
}
