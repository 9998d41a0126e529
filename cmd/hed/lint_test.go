package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// number is a number of a headline.
func number(t *testing.T, headline, text string) *numeralView {
	t.Helper()
	i := strings.Index(headline, text)
	if i < 0 {
		t.Fatalf("%q has no %s", headline, text)
	}
	return &numeralView{Text: text, Start: i, End: i + len(text)}
}

func TestAllow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "allow.txt")
	if err := os.WriteFile(file, []byte("# names\nSection  230 # a law\n\nCatch-22\r\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	allowed, err := readAllow([]string{"24/7", "@" + file, " "})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(allowances{"24/7", "section 230", "catch-22"}, allowed); d != "" {
		t.Error(d)
	}
	for _, c := range []struct {
		headline, number string
		want             bool
	}{
		{"Open 24/7", "24/7", true},
		{"Open 24/7", "24", true}, // a part of what is allowed
		{"Open 124/7", "124", false},
		{"Senate Debates SECTION 230", "230", true},
		{"Senate Debates Section 2301", "2301", false},
		{"Senate Has 230 Seats", "230", false},
		{"A Catch-22 for 22 Boys", "22", true},
		{"Öffnet 24/7", "24/7", true},
		{"İstanbul Open 24/7", "24/7", true}, // longer in lower case
		{"", "", false},
	} {
		if got := allowed.has(c.headline, number(t, c.headline, c.number)); got != c.want {
			t.Errorf("%s of %q: %v, want %v", c.number, c.headline, got, c.want)
		}
	}
	if last := "A Catch-22 for 22 Boys"; allowed.has(last, &numeralView{Start: 15, End: 17}) {
		t.Errorf("the 22 boys of %q are allowed", last)
	}
	if _, err := readAllow([]string{"@nowhere.txt"}); err == nil || !strings.HasPrefix(err.Error(), "--allow: open nowhere.txt: ") {
		t.Errorf("got %v", err)
	}
}

// TestLintFormats has names and texts that the formats must escape.
func TestLintFormats(t *testing.T) {
	headline := "Fïre: 13% More"
	f := flagged{
		ID: "y", System: "a", File: "my, 100%: x.txt", Line: 2, Column: new(column(headline, 7)), Headline: headline,
		Text: "13", Start: 7, End: 9, Support: 0.25, Alternative: &alternativeView{"12", "Copy( 12 )", 0.5},
	}
	for as, want := range map[string]string{
		"text":   "my, 100%: x.txt:2:7: the article does not support 13; it has 12, Copy( 12 )\n",
		"github": "::error file=my%2C 100%25%3A x.txt,line=2,col=7,title=unsupported number::the article does not support 13; it has 12, Copy( 12 )\n",
	} {
		var out bytes.Buffer
		p := newLintPrinter(as, &out)
		if err := p.print(f); err != nil {
			t.Fatal(err)
		}
		if err := p.end(); err != nil || out.String() != want {
			t.Errorf("%s: %v\n%swant\n%s", as, err, &out, want)
		}
	}
	var out bytes.Buffer
	p := newLintPrinter("sarif", &out)
	for range 2 {
		if err := p.print(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.end(); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	region := log.Runs[0].Results[1].Locations[0].Physical
	if log.Version != "2.1.0" || region.Artifact.URI != "./my,%20100%25:%20x.txt" || *region.Region.StartColumn != 7 || *region.Region.EndColumn != 9 {
		t.Errorf("got %s", &out)
	}
}

// An article without flagged headlines has a list of results that is empty.
func TestSarifOfNothing(t *testing.T) {
	var out bytes.Buffer
	if err := newLintPrinter("sarif", &out).end(); err != nil || !strings.Contains(out.String(), `"results": []`) {
		t.Errorf("%v: %s", err, &out)
	}
}
