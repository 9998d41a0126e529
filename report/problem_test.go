package report_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"hed/internal/golden"
	"hed/report"
)

var unsupported = report.Rule{ID: "unsupported-number", Title: "unsupported number", Doc: "The article does not support a number of the headline."}

// problem has names and texts that the formats must escape.
func problem() report.Problem {
	return report.Problem{
		Rule: unsupported, Level: "error", File: "my, 100%: x.txt", Line: 2, Column: 7, End: 9, Message: "the article does not support 13%\r\nit has <12>",
		Detail: []string{"“it is\n12%”"}, Properties: map[string]string{"document": "y"},
	}
}

func TestProblem(t *testing.T) {
	p := problem()
	whole := p
	whole.Column, whole.End, whole.Level, whole.Detail = 0, 0, "warning", nil
	for _, c := range []struct {
		p            report.Problem
		line, github string
	}{
		{p, "my, 100%: x.txt:2:7: error: the article does not support 13%\\r\\nit has <12>\n    “it is\\n12%”",
			"::error file=my%2C 100%25%3A x.txt,line=2,col=7,title=unsupported number::the article does not support 13%25\\r\\nit has <12>%0A“it is\\n12%25”\n"},
		{whole, "my, 100%: x.txt:2: warning: the article does not support 13%\\r\\nit has <12>",
			"::warning file=my%2C 100%25%3A x.txt,line=2,title=unsupported number::the article does not support 13%25\\r\\nit has <12>\n"},
	} {
		var out bytes.Buffer
		if err := report.GitHub(&out, &c.p); err != nil || out.String() != c.github {
			t.Errorf("%v: %s\nwant\n%s", err, &out, c.github)
		}
		if got := c.p.String(); got != c.line {
			t.Errorf("%s\nwant\n%s", got, c.line)
		}
	}
}

func TestSARIF(t *testing.T) {
	whole := problem()
	whole.Column, whole.End, whole.File, whole.Level, whole.Detail, whole.Properties = 0, 0, "a/b.jsonl", "warning", nil, nil
	tool := report.Tool{Name: "hed", Version: "1.2.3", Rules: []report.Rule{unsupported}}
	var out bytes.Buffer
	if err := report.SARIF(&out, tool, []report.Problem{problem(), whole}); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "problems.sarif", out.String())
	if !json.Valid(out.Bytes()) {
		t.Error("is no JSON")
	}
	out.Reset()
	if err := report.SARIF(&out, tool, nil); err != nil || !strings.Contains(out.String(), `"results": []`) {
		t.Errorf("%v: %s", err, &out)
	}
}

// FuzzProblems: whatever a problem says, GitHub sees one command, and SARIF is
// JSON.
func FuzzProblems(f *testing.F) {
	f.Add("a,b:c.txt", "the article does not support 24")
	f.Add("::x\r\n", "$2.7M, 17%: '09\r\n::error \u2028 \xff")
	f.Fuzz(func(t *testing.T, file, message string) {
		p := report.Problem{Rule: unsupported, Level: "error", File: file, Line: 1, Message: message, Detail: []string{message}}
		for _, format := range report.ProblemFormats {
			var out bytes.Buffer
			w := report.NewProblems(&out, format, report.Tool{Rules: []report.Rule{unsupported}})
			for range 2 {
				if err := w.Add(p); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			switch {
			case format == "github" && (bytes.Count(out.Bytes(), []byte("\n")) != 2 || bytes.ContainsRune(out.Bytes(), '\r')):
				t.Errorf("GitHub sees %q", &out)
			case format == "sarif" && !json.Valid(out.Bytes()):
				t.Errorf("no JSON: %q", &out)
			}
		}
	})
}
