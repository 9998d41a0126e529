package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
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
	// These are put together from a code or a state.
	made := regexp.MustCompile(`^(fail.*|enrol\..*|js\.(yes-key|no-key|refused-.*|.*-1|saved|saving|offline|away|full|unavailable|limited|stopped|revoked|memory))$`)
	for key := range langs["en.json"] {
		if !made.MatchString(key) && !strings.Contains(used.String(), `"`+strings.TrimPrefix(key, "js.")+`"`) {
			t.Errorf("nothing says %s", key)
		}
	}
}

// TestLimiter shows the burst, the rate and the bound.
func TestLimiter(t *testing.T) {
	now := time.Unix(0, 0)
	l := newLimiter(func() time.Time { return now }, 2, 3)
	taken := func(key string) int {
		n := 0
		for l.take(key) == 0 {
			n++
		}
		return n
	}
	if wait := l.wait("a"); wait != 0 {
		t.Errorf("wait %v before the first", wait) // and it takes none
	}
	if n := taken("a"); n != 3 {
		t.Errorf("%d at once, want 3", n)
	}
	if wait := l.take("a"); wait != time.Second/2 {
		t.Errorf("wait %v, want half a second", wait)
	}
	now = now.Add(time.Second)
	if n := taken("a"); n != 2 {
		t.Errorf("%d a second later, want 2", n)
	}
	now = now.Add(-time.Hour) // a clock that goes back gives nothing and takes nothing
	if n := taken("a"); n != 0 {
		t.Errorf("%d an hour before, want 0", n)
	}
	for i := range 3 * keys {
		l.take(fmt.Sprint(i))
	}
	if len(l.buckets) != keys || l.late.Len() != keys {
		t.Errorf("it remembers %d keys, want %d", len(l.buckets), keys)
	}
}

// TestPassword has hashes that cannot be read.
func TestPassword(t *testing.T) {
	h := hash("secret")
	if ok, err := matches(h, "secret"); !ok || err != nil {
		t.Errorf("the secret: %v, %v", ok, err)
	}
	if ok, err := matches(h, "Secret"); ok || err != nil {
		t.Errorf("another: %v, %v", ok, err)
	}
	if h == hash("secret") {
		t.Error("two hashes have one salt")
	}
	for _, bad := range []string{"", "secret", "$argon2i$v=19$m=65536,t=3,p=4$AAAA$AAAA", "$argon2id$v=18$m=65536,t=3,p=4$AAAA$AAAA", "$argon2id$v=19$m=65536,t=0,p=4$AAAA$AAAA", "$argon2id$v=19$m=x$AAAA$AAAA", strings.TrimRight(h, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")} {
		if ok, err := matches(bad, "secret"); ok || err == nil {
			t.Errorf("%q: %v, %v", bad, ok, err)
		}
	}
}
