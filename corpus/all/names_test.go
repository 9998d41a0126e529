package all

import (
	"slices"
	"strings"
	"testing"

	"hed/corpus"
)

// The names of a file are told also where no column plays a role.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		format, text string
		want         []string
	}{
		{"csv", "nr,\"news, long\",title\n1,a,b\n", []string{"nr", "news, long", "title"}},
		{"tsv", "nr\ttitle\n", []string{"nr", "title"}},
		{"csv", "", nil},
		{"jsonl", "\n{\"nr\":1,\"news\":{\"a\":2}}\n{", []string{"nr", "news"}},
		{"jsonl", `[{"title":"a"}]`, []string{"title"}},
	} {
		for _, f := range Formats {
			if f.Name != c.format {
				continue
			}
			got, err := f.Names(corpus.Stream("in", strings.NewReader(c.text)))
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%s %q: got %q, %v; want %q", c.format, c.text, got, err, c.want)
			}
		}
	}
	for _, f := range Formats {
		if (f.Names == nil) != (len(f.Roles) == 0) {
			t.Errorf("%s has roles and no names, or names and no roles", f.Name)
		}
	}
}
