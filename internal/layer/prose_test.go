package layer

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// odd are phrases that readers must read twice, with what to say instead.
var odd = []struct {
	phrase *regexp.Regexp
	say    string
}{
	{regexp.MustCompile(`\b(one|a line|a row|a column|a folder|a file) (a|each) (line|row|item|judge|question|metric|measure|document|system|page)\b`), "one per line"},
	{regexp.MustCompile(`\b(goes|going|go|went) on\b(?: with| after| behind|\.|;|,|$)`), "continues"},
	{regexp.MustCompile(`\banew\b`), "again"},
	{regexp.MustCompile(`\b(is|was|are|were) told (of|with|by|in|to|that|how|why)\b|\b(is|was|are|were) told[.;:,]`), "hed says"},
	{regexp.MustCompile(`\b(does not|do not) hang\b|\bhangs on\b`), "depends"},
	{regexp.MustCompile(` (he|him|his|himself) `), "they"}, // within sentences: words alone are those of articles
	{regexp.MustCompile(`(?:[^e]|[^r]e|[^e]re) is no (number|headline|file|folder|model|line|metric|list|object|answer|state|numeral|word)\b`), "is not a"},
	{regexp.MustCompile(`\b[Tt]his is no (model|tagger|state|file|%)|\b[Tt]hese are no \w+ (that|of)\b`), "this is not a"},
	{regexp.MustCompile(`\b(an?|one) (object|record|article|document|question|row|headline) a (line|row|record|question|headline|document)\b`), "one per line"},
	{regexp.MustCompile(`\b(requests|tokens|answers) a (minute|second|judge)\b`), "per minute"},
	{regexp.MustCompile(`\bstands? (in|behind|below|where|beside) `), "is in"},
	{regexp.MustCompile(`\bfor want of\b`), "without"},
	{regexp.MustCompile(`\bworks no longer\b`), "no longer works"},
	{regexp.MustCompile(`\b(the|another) (protocol|model|study|paper)'s[.;,)]|\bthe documents'[.;,)]`), "that of the protocol"},
	{regexp.MustCompile(`\btells? (how|what|whether|which|when|why|the whole)\b`), "says"},
	{regexp.MustCompile(`\b(one|it|that) bears\b`), "accepts, holds"},
	{regexp.MustCompile("^`[A-Z][A-Z.=|,:]*` (of|for|that|with) "), "`FILE`: what it is"},
	{regexp.MustCompile(`\bdoes what that means to\b`), "the sound version"},
	{regexp.MustCompile(`(?i)how much it bears`), "limits"},
}

// TestProse reads all that users can read: the strings of commands and libraries, pages, and the documentation but for its code.
func TestProse(t *testing.T) {
	code := regexp.MustCompile("(?ms)^```.*?^```$|`[^`]*`|“[^”]*”|\\*[^*\n]+\\*")
	err := fs.WalkDir(os.DirFS("../.."), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(file); d.IsDir() {
			if slices.Contains([]string{"bench", "scripts", "internal/sample"}, file) || base == "testdata" || strings.HasPrefix(base, ".") && file != "." {
				return fs.SkipDir
			}
			return nil
		}
		texts := map[string]int{}
		if file == "numeral/quantity/lexicon.go" {
			return nil // the words of articles
		}
		switch ext := path.Ext(file); {
		case strings.HasSuffix(file, "_test.go"):
		case ext == ".go":
			texts, err = literals("../../" + file)
		case ext == ".md" && file != "CHANGELOG.md", ext == ".html":
			data, bad := os.ReadFile("../../" + file)
			err = bad
			for i, paragraph := range strings.Split(code.ReplaceAllStringFunc(string(data), func(s string) string { return strings.Repeat("\n", strings.Count(s, "\n")) }), "\n") {
				texts[paragraph] = i + 1
			}
		}
		for text, line := range texts {
			for _, o := range odd {
				if m := o.phrase.FindString(text); m != "" {
					t.Errorf("%s:%d: %q; say it plainly, as in %q", file, line, m, o.say)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
