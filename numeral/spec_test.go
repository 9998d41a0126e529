package numeral_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/internal/golden"
	"hed/numeral"
)

// TestSpec runs the files of testdata/*.test, whose language package
// syntax explains: commands in the first column, answers indented behind
// them. -update writes the answers anew.
func TestSpec(t *testing.T) {
	files, err := filepath.Glob("testdata/*.test")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			article := ""
			for line := range strings.Lines(string(data)) {
				if strings.HasPrefix(line, "\t") {
					continue // the answer, which comes anew
				}
				out.WriteString(line)
				command, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
				if command == "article" {
					article = rest
					continue
				}
				if command == "" || command == "#" {
					continue
				}
				answer, ok := commands[command]
				if !ok {
					t.Fatalf("%s: there is no command %q", file, command)
				}
				for _, a := range answer(article, rest) {
					out.WriteString("\t" + a + "\n")
				}
			}
			golden.Check(t, filepath.Base(file), out.String())
		})
	}
}

var commands = map[string]func(article, rest string) []string{
	"find": func(_, text string) (lines []string) {
		for _, m := range numeral.Find(nil, text) {
			line := fmt.Sprintf("%s%s = %v %v %v", strings.Repeat("  ", int(m.Depth)), m.Text(text), m.Value, m.Kind, m.Unit)
			lines = append(lines, strings.TrimRight(line, " "))
		}
		return lines
	},
	"read": func(_, words string) (lines []string) {
		for _, v := range numeral.Read(words) {
			lines = append(lines, v.String())
		}
		return lines
	},
	"parse": each(func(e *numeral.Expr) []string { return []string{e.String()} }),
	"eval": each(func(e *numeral.Expr) (lines []string) {
		for _, v := range e.Values() {
			lines = append(lines, v.String())
		}
		if lines == nil {
			return []string{"none"}
		}
		return lines
	}),
	"canon": each(func(e *numeral.Expr) []string { return []string{e.Canonical().String()} }),
	"mean": func(_, rest string) []string {
		text, expr, _ := strings.Cut(rest, " ")
		gold, _ := numeral.Parse(text)
		return each(func(e *numeral.Expr) []string { return []string{e.Meaning(gold).String()} })("", expr)
	},
	"validate": func(article, rest string) []string {
		gold, expr, _ := strings.Cut(rest, " ")
		if err := numeral.Validate(article, gold, expr); err != nil {
			return []string{err.Error()}
		}
		return []string{"ok"}
	},
}

// each runs f on every reading of an expression.
func each(f func(*numeral.Expr) []string) func(_, expr string) []string {
	return func(_, expr string) (lines []string) {
		readings, err := numeral.ParseExpr(expr)
		if err != nil {
			return []string{err.Error()}
		}
		for _, e := range readings {
			lines = append(lines, f(e)...)
		}
		return lines
	}
}
