package sample_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/internal/sample"
)

type article struct {
	ID         string   `json:"id"`
	Text       string   `json:"text"`
	References []string `json:"references"`
	Source     string   `json:"source"`
	Date       string   `json:"date"`
	Lang       string   `json:"lang"`
}

// sources gives the language of each newspaper.
var sources = map[string]string{
	"Port Ansley Courier":  "en",
	"The Northmoor Herald": "en",
	"L'Eco di Montarso":    "it",
}

func TestArticles(t *testing.T) {
	articles := articles(t, sample.English)
	checkArticles(t, articles)
	italian, several := 0, 0
	for _, a := range articles {
		if a.Lang == "it" {
			italian++
		}
		if len(a.References) > 1 {
			several++
		}
	}
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"articles", len(articles), 24},
		{"Italian articles", italian, 5},
		{"articles with several references", several, 8},
	} {
		if c.got < c.want {
			t.Errorf("%d %s, want %d or more", c.got, c.what, c.want)
		}
	}
}

func TestItalianArticles(t *testing.T) {
	articles := articles(t, sample.Italian)
	checkArticles(t, articles)
	if len(articles) != 20 {
		t.Errorf("%d articles, want 20", len(articles))
	}
	for _, a := range articles {
		if a.Lang != "it" {
			t.Errorf("%s is in %q", a.ID, a.Lang)
		}
	}
}

func checkArticles(t *testing.T, articles []article) {
	t.Helper()
	seen := map[string]bool{}
	for _, a := range articles {
		if a.ID == "" || seen[a.ID] {
			t.Errorf("the id %q is empty or not the only one", a.ID)
		}
		seen[a.ID] = true
		if n := len(strings.Fields(a.Text)); n < 110 || n > 250 {
			t.Errorf("%s: %d words", a.ID, n)
		}
		if n := len(strings.Split(a.Text, "\n\n")); n < 2 || n > 4 {
			t.Errorf("%s: %d paragraphs", a.ID, n)
		}
		if n := len(a.References); n < 1 || n > 3 {
			t.Errorf("%s: %d references", a.ID, n)
		}
		for i, r := range a.References {
			if n := len(strings.Fields(r)); n < 5 || n > 12 {
				t.Errorf("%s: %q has %d words", a.ID, r, n)
			}
			if slices.Contains(a.References[:i], r) {
				t.Errorf("%s: %q stands there twice", a.ID, r)
			}
		}
		if _, err := time.Parse(time.DateOnly, a.Date); err != nil {
			t.Errorf("%s: %v", a.ID, err)
		}
		if lang, ok := sources[a.Source]; !ok {
			t.Errorf("%s: source %q is not known", a.ID, a.Source)
		} else if a.Lang != lang {
			t.Errorf("%s: lang %q, but %s is %q", a.ID, a.Lang, a.Source, lang)
		}
	}
}

func TestSystems(t *testing.T) {
	for _, s := range []*sample.Sample{sample.English, sample.Italian} {
		t.Run(s.Lang, func(t *testing.T) { checkSystems(t, s) })
	}
}

func checkSystems(t *testing.T, s *sample.Sample) {
	articles := articles(t, s)
	for _, system := range s.Systems {
		headlines := lines(t, s, system+".txt")
		if len(headlines) != len(articles) {
			t.Errorf("%s: %d headlines for %d articles", system, len(headlines), len(articles))
			continue
		}
		for i, a := range articles {
			h := headlines[i]
			if h == "" || h != strings.TrimSpace(h) {
				t.Errorf("%s, %s: %q is empty or has space around it", system, a.ID, h)
			}
			for _, r := range a.References {
				if strings.EqualFold(h, r) {
					t.Errorf("%s, %s: %q is a reference", system, a.ID, h)
				}
			}
		}
	}
}

// TestReadme holds the table of numerals against the articles: what it quotes
// is there, and no numeral of a reference is left out.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]article{}
	for _, a := range articles(t, sample.English) {
		byID[a.ID] = a
	}
	numerals := map[string][]string{}
	for line := range strings.Lines(string(readme)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| `") || len(cells) != 4 {
			continue
		}
		id, numeral, quotes := strings.Trim(cells[0], "`"), cells[1], cells[2]
		a, ok := byID[id]
		if !ok {
			t.Errorf("the table names %s, which is no article", id)
			continue
		}
		numerals[id] = append(numerals[id], numeral)
		if !slices.ContainsFunc(a.References, func(r string) bool { return strings.Contains(r, numeral) }) {
			t.Errorf("%s: no reference has %q", id, numeral)
		}
		for quote := range strings.SplitSeq(quotes, "; ") {
			if !strings.Contains(a.Text, quote) {
				t.Errorf("%s: the article does not have %q", id, quote)
			}
		}
	}
	if len(numerals) < 18 {
		t.Errorf("the table has %d articles, want 18 or more", len(numerals))
	}
	for id, a := range byID {
		for _, r := range a.References {
			rest := r
			for _, n := range numerals[id] {
				rest = strings.ReplaceAll(rest, n, "")
			}
			if strings.ContainsAny(rest, "0123456789") {
				t.Errorf("%s: the table lacks a numeral of %q", id, r)
			}
		}
	}
}

// articles reads the corpus strictly: a misspelt key would go unnoticed.
func articles(t *testing.T, s *sample.Sample) []article {
	t.Helper()
	var all []article
	for _, line := range lines(t, s, "articles.jsonl") {
		d := json.NewDecoder(bytes.NewReader([]byte(line)))
		d.DisallowUnknownFields()
		var a article
		if err := d.Decode(&a); err != nil {
			t.Fatalf("article %d: %v", len(all)+1, err)
		}
		all = append(all, a)
	}
	return all
}

func lines(t *testing.T, s *sample.Sample, name string) []string {
	t.Helper()
	b, err := fs.ReadFile(s, name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}
