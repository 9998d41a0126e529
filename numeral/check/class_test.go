package check_test

import (
	"os"
	"strings"
	"testing"

	"hed/numeral/check"
	"hed/numeral/derive"
)

// TestClasses has headlines for short articles, by what leads to their numbers. Behind + they are right, behind - wrong.
func TestClasses(t *testing.T) {
	data, err := os.ReadFile("testdata/classes.txt")
	if err != nil {
		t.Fatal(err)
	}
	var article *check.Article
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case line[0] == '=':
			date, text, _ := strings.Cut(line[2:], " | ")
			article = check.Read(text, "", check.Day(date))
		default:
			worst, said := check.Fine, ""
			for _, r := range article.Check(derive.English(), line[2:]) {
				worst = max(worst, r.Verdict.Level())
				said += " " + r.Verdict.String() + ", " + r.Kind + ": " + r.Message
			}
			if (worst != check.Fine) != (line[0] == '-') {
				t.Errorf("%s: %v:%s", line, worst, said)
			}
		}
	}
}
