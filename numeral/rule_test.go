package numeral_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hed/internal/shared"
	"hed/numeral"
)

// python is testdata/golden.json, which testdata/golden.py made.
type python struct {
	Official    [][2]json.RawMessage
	NumHG       []string `json:"numhg"`
	NumHGStrict int      `json:"numhg_strict"`
	Example     map[string][]bool
	Round       [][3]any
}

func load(t testing.TB) (p python) {
	t.Helper()
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestMatchesAsPython(t *testing.T) {
	for _, row := range load(t).Official {
		var headline string
		var want []string
		if err := json.Unmarshal(row[0], &headline); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(row[1], &want); err != nil {
			t.Fatal(err)
		}
		got := slices.AppendSeq([]string{}, numeral.Matches(headline))
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q:\n%s", headline, d)
		}
		one, ok := numeral.Official(headline)
		if ok != (len(want) == 1) || ok && one != want[0] {
			t.Errorf("Official(%q) = %q, %v", headline, one, ok)
		}
	}
}

// TestOfficialOnNumHG proves that matches and strict verdicts are those of
// Python on every headline of the corpus.
func TestOfficialOnNumHG(t *testing.T) {
	want := load(t)
	docs := annotated(t)
	h, strict, block := sha256.New(), 0, 0
	for i, d := range docs {
		headline, gold := d.References[0], d.Cloze.Answer
		if hashRow(h, headline, gold) {
			strict++
		}
		if (i+1)%1000 == 0 || i+1 == len(docs) {
			if got := fmt.Sprintf("%x", h.Sum(nil)); got != want.NumHG[block] {
				t.Errorf("headlines %d to %d differ from Python", block*1000+1, i+1)
			}
			h.Reset()
			block++
		}
	}
	if strict != want.NumHGStrict || block != len(want.NumHG) {
		t.Errorf("%d headlines have their gold by the strict rule, want %d; %d blocks, want %d", strict, want.NumHGStrict, block, len(want.NumHG))
	}
}

func hashRow(h hash.Hash, headline, gold string) bool {
	for n := range numeral.Matches(headline) {
		h.Write([]byte(n + "\x00"))
	}
	if numeral.Strict.Match(headline, gold) {
		h.Write([]byte{1})
		return true
	}
	h.Write([]byte{2})
	return false
}

func TestOfficialOnExample(t *testing.T) {
	read := func(name string) []string {
		data, err := os.ReadFile(shared.File(t, "numhg/example/"+name))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(string(data), "\n") // the last line has no newline
	}
	golds := read("number_gt.txt")
	for name, want := range load(t).Example {
		var got []bool
		for i, headline := range read(name) {
			got = append(got, numeral.Strict.Match(headline, golds[i]))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}

func TestRules(t *testing.T) {
	for _, c := range []struct {
		headline, gold           string
		strict, lenient, byValue bool
	}{
		{"Storm Kills 5", "5", true, true, true},
		{"Storm Kills 5 in 3 States", "5", false, true, true},
		{"Storm Kills Five", "5", false, false, true},
		{"Storm Kills 5.0", "5", false, false, true},
		{"Storm Kills Dozens", "5", false, false, false},
		{"Town Plants 1K Trees", "1,000", false, false, true},
		{"Town Plants One Thousand Trees", "1,000", false, false, true},
		{"Town Plants 1000 Trees", "1,000", false, false, true},
		{"Gamblers Keep $1.5 Million", "1.5", true, true, true},
		{"After 9/11, a Silence", "9/11", true, true, true},
		{"Half of Us Are Asleep", "1/2", false, false, true},
		{"Team Wins 5-4", "5-4", false, false, false}, // the pattern never yields 5-4
		{"", "5", false, false, false},
	} {
		got := [...]bool{numeral.Strict.Match(c.headline, c.gold), numeral.Lenient.Match(c.headline, c.gold), numeral.ByValue.Match(c.headline, c.gold)}
		if want := [...]bool{c.strict, c.lenient, c.byValue}; got != want {
			t.Errorf("%q with gold %q: strict, lenient, by value are %v, want %v", c.headline, c.gold, got, want)
		}
	}
}

var pattern = regexp.MustCompile(`\p{Nd}{1,3}(?:,\p{Nd}{3})+|\p{Nd}+[\/\.]{0,1}\p{Nd}+|\p{Nd}+`)

func FuzzMatches(f *testing.F) {
	for _, row := range load(f).Official {
		var headline string
		if err := json.Unmarshal(row[0], &headline); err != nil {
			f.Fatal(err)
		}
		f.Add(headline)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want := pattern.FindAllString(s, -1)
		if got := slices.Collect(numeral.Matches(s)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, the regular expression says %q", s, got, want)
		}
	})
}
