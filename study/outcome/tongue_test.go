package outcome

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hed/chart"
)

// spoken lists the English that the package says: what say, said and of are called with, captions, headings of tables, and what the page
// says.
func spoken(t *testing.T) map[string]bool {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	var text func(e ast.Expr) string
	text = func(e ast.Expr) string {
		switch e := e.(type) {
		case *ast.BasicLit:
			s, _ := strconv.Unquote(e.Value)
			return s
		case *ast.BinaryExpr:
			return text(e.X) + text(e.Y)
		}
		return ""
	}
	put := func(e ast.Expr) {
		if s := text(e); strings.ContainsFunc(strings.ReplaceAll(s, "%s", ""), func(r rune) bool { return r >= 'a' && r <= 'z' }) {
			all[s] = true
		}
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "status.go" || name == "print.go" || name == "export.go" {
			continue // status and files of programs are in English
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			called := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				called = f.Name
			case *ast.SelectorExpr:
				called = f.Sel.Name
			}
			switch {
			case (called == "say" || called == "said") && len(call.Args) > 0:
				put(call.Args[0])
			case called == "of" && len(call.Args) == 2, called == "doubt" && len(call.Args) > 1:
				put(call.Args[1])
			case called == "add" && len(call.Args) == 3 && name == "table.go", called == "add" && len(call.Args) > 2 && name == "figure.go":
				put(call.Args[1])
			case called == "table":
				for _, a := range call.Args {
					if s := strings.TrimPrefix(text(a), "%"); s != "" {
						all[s] = true
					}
				}
			}
			return true
		})
	}
	for _, m := range regexp.MustCompile(`call \$\.Say "([^"]+)"`).FindAllStringSubmatch(pageSource, -1) {
		all[m[1]] = true
	}
	// What comes from elsewhere, or by way of a variable.
	for _, s := range []string{"yes", "no", "chosen", "mean", "mean place", "right", "as agreed", "all", "copy", "reasoning", "unanswerable", "people", notSaid,
		"nominal", "ordinal", "balanced", "random", "accuracy", "source", "f1", "system", "judge", "answers", "low", "high", "p", "p_adjusted", "article", "headline", "question", " has", " have", " was", " were", "is", "are", " and ", " or ", "under 1 s",
		"without an article", "without a headline", "without a numeral in the headline", "with an empty headline or an unknown word",
		"How often judges named the source, by system and source", "How often each judge named the source"} {
		all[s] = true
	}
	for _, s := range chart.English() {
		all[s] = true
	}
	return all
}

// TestWords: a language has words for what is said, with the same things put into them, and no others. Italian has all; of
// another language the test lists what it lacks, which is said in English.
func TestWords(t *testing.T) {
	want := spoken(t)
	if len(want) < 100 {
		t.Fatalf("only %d texts", len(want))
	}
	files, err := word.ReadDir("word")
	if err != nil {
		t.Fatal(err)
	}
	verbs := func(s string) []string {
		all := regexp.MustCompile(`%(\[\d\])?[sdgqv]`).FindAllString(s, -1)
		for i, v := range all {
			all[i] = "%" + v[len(v)-1:]
		}
		slices.Sort(all)
		return all
	}
	for _, f := range files {
		data, _ := word.ReadFile("word/" + f.Name())
		words := map[string]string{}
		if err := json.Unmarshal(data, &words); err != nil {
			t.Fatal(err)
		}
		var lacks []string
		for s := range want {
			other, ok := words[s]
			if !ok && f.Name() == "it.json" {
				t.Errorf("%s lacks %q", f.Name(), s)
			} else if !ok {
				lacks = append(lacks, strconv.Quote(s))
			} else if !slices.Equal(verbs(s), verbs(other)) {
				t.Errorf("%s: %q is not put into as %q is", f.Name(), other, s)
			}
		}
		if len(lacks) > 0 {
			slices.Sort(lacks)
			t.Logf("%s lacks %d of %d texts: %s", f.Name(), len(lacks), len(want), strings.Join(lacks, ", "))
		}
		for s := range words {
			if !want[s] {
				t.Errorf("%s has %q, which nothing says", f.Name(), s)
			}
		}
	}
	if out := os.Getenv("HED_WORDS"); out != "" {
		list := []string{}
		for s := range want {
			list = append(list, s)
		}
		slices.Sort(list)
		data, _ := json.MarshalIndent(list, "", " ")
		os.WriteFile(out, data, 0o666)
	}
}

func TestItalian(t *testing.T) {
	w := speak("it")
	for _, c := range []struct{ got, want string }{
		{w.percent(0.1234), "12,3%"},
		{w.statistic(0.5), "0,500"},
		{w.of(1, "case"), "1 caso"},
		{w.of(12, "case"), "12 casi"},
		{w.list([]string{"a", "b", "c"}), "a, b e c"},
		{w.either([]string{"a", "b"}), "a o b"},
		{w.Day(time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC)), "18 novembre 2026"},
		{w.ordinal(2), "2º posto"},
		{english.list([]string{"a", "b", "c"}), "a, b and c"},
		{english.Day(time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC)), "2026-11-18"},
		{speak("xx").of(2, "case"), "2 cases"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
