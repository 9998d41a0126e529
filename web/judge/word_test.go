package judge

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWords shows that every language says everything, with the same values in it, and
// that nothing is said that no page uses.
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
	for key, english := range langs["en.json"] {
		for name, words := range langs {
			other, ok := words[key]
			if !ok {
				t.Errorf("%s has no %s", name, key)
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
		if len(words) != len(langs["en.json"]) {
			t.Errorf("%s has %d sentences, English %d", name, len(words), len(langs["en.json"]))
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
	made := regexp.MustCompile(`^(fail.*|flaw\..*|op\..*|co\.(state\..*|ago\..*|finding.*|event\..*|clock\.short|answer\..*|by\..*|note\..*|measure\..*|decimal|months|login\.(limited|old)|.*\.wrong|.*-1)|enrol\..*|js\.(yes-key|no-key|refused-.*|.*-1|saved|saving|offline|away|full|unavailable|limited|stopped|revoked|memory))$`)
	for key := range langs["en.json"] {
		if !made.MatchString(key) && !strings.Contains(used.String(), `"`+strings.TrimPrefix(key, "js.")+`"`) {
			t.Errorf("nothing says %s", key)
		}
	}
}
