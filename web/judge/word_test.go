package judge

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWords shows that every language says things that English says, with the same values in them, and
// that nothing is said that no page uses. The languages of hed say everything; of another one the
// test lists what it lacks, which pages say in English.
func TestWords(t *testing.T) {
	langs := map[string]map[string]string{}
	entries, err := fs.ReadDir(files, "word")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := files.ReadFile("word/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		var words map[string]string
		if err := json.Unmarshal(text, &words); err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		langs[e.Name()] = words
	}
	value := regexp.MustCompile(`%[a-z]|\{\w+\}`)
	lacks := map[string][]string{}
	for key, english := range langs["en.json"] {
		for name, words := range langs {
			other, ok := words[key]
			switch {
			case ok:
			case name == "en.json" || name == "it.json":
				t.Errorf("%s has no %s", name, key)
				continue
			default:
				lacks[name] = append(lacks[name], key)
				continue
			}
			a, b := value.FindAllString(english, -1), value.FindAllString(other, -1)
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Errorf("%s: %s has the values %q, English %q", name, key, b, a)
			}
		}
	}
	for name, words := range langs {
		for key := range words {
			if _, ok := langs["en.json"][key]; !ok {
				t.Errorf("%s has %s, which English does not say", name, key)
			}
		}
		if list := lacks[name]; len(list) > 0 {
			slices.Sort(list)
			t.Logf("%s lacks %d of %d texts: %s", name, len(list), len(langs["en.json"]), strings.Join(list, ", "))
		}
	}
	var used strings.Builder
	for _, folder := range []string{"html", "asset"} {
		list, err := fs.ReadDir(files, folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			text, _ := files.ReadFile(folder + "/" + e.Name())
			used.Write(text)
		}
	}
	// These are put together from a code, a state or the name of an operator, or are said by the server itself.
	made := regexp.MustCompile(`^(fail.*|flaw\..*|op\..*|co\.(state\..*|ago\..*|finding.*|event\..*|clock\.short|answer\..*|by\..*|note\..*|measure\..*|login\.(limited|old)|.*\.wrong|.*-1)|enrol\..*|js\.(yes-key|no-key|refused-.*|.*-1|saved|saving|offline|away|full|unavailable|limited|stopped|revoked|memory))$`)
	for key := range langs["en.json"] {
		if !made.MatchString(key) && !strings.Contains(used.String(), `"`+strings.TrimPrefix(key, "js.")+`"`) {
			t.Errorf("nothing says %s", key)
		}
	}
}
