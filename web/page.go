package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"hed/study/outcome"
)

// Pages are the templates in the language of a study, and what they need: one
// address for all assets, with their hash, so that browsers may keep them.
type pages struct {
	lang      string
	words     map[string]string
	templates *template.Template
	assets    map[string][]byte
	hash      string
}

func newPages(lang string) (*pages, error) {
	p := &pages{lang: lang, assets: map[string][]byte{}}
	words, err := files.ReadFile("word/" + lang + ".json")
	if err != nil {
		return nil, fmt.Errorf("the pages have no words in %q; there are en and it", lang)
	}
	if err := json.Unmarshal(words, &p.words); err != nil {
		return nil, fmt.Errorf("word/%s.json: %w", lang, err)
	}
	sum := sha256.New()
	entries, err := fs.ReadDir(files, "asset")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := files.ReadFile("asset/" + e.Name())
		if err != nil {
			return nil, err
		}
		p.assets[e.Name()] = text
		fmt.Fprintf(sum, "%s %d\n%s", e.Name(), len(text), text)
	}
	p.hash = hex.EncodeToString(sum.Sum(nil))[:16]
	p.templates, err = template.New("").Funcs(template.FuncMap{
		"say": p.say, "lang": func() string { return p.lang },
		"asset":      func(name string) string { return "/assets/" + p.hash + "/" + name },
		"paragraphs": paragraphs,
		"dict":       dict,
		"scale":      scale,
		"words":      p.forScripts,
		"clock":      outcome.Clock,
		"figure":     figure,
		"percent":    percent,
		"ago":        ago,
		"time":       moment,
		"plus":       func(n int) int { return n + 1 },
		"head":       first,
		"count":      count,
		"operators":  operators,
	}).ParseFS(files, "html/*.html")
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	return p, nil
}

// say is a sentence in the language of the study.
func (p *pages) say(key string, args ...any) string {
	text, ok := p.words[key]
	if !ok {
		panic("web: no words for " + key)
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// forScripts are the sentences that scripts say.
func (p *pages) forScripts() map[string]string {
	m := map[string]string{}
	for key, text := range p.words {
		if name, ok := strings.CutPrefix(key, "js."); ok {
			m[name] = text
		}
	}
	return m
}

// paragraphs splits a text at blank lines.
func paragraphs(text string) []string {
	var list []string
	for _, p := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			list = append(list, p)
		}
	}
	return list
}

// dict hands a template more than one value.
func dict(pairs ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

// scale lists the numbers of a scale.
func scale(from, to int) []int {
	var list []int
	for n := from; n <= to; n++ {
		list = append(list, n)
	}
	return list
}

// show writes a page whole, or an error instead.
func (s *server) show(w http.ResponseWriter, status int, name string, data any) {
	var b bytes.Buffer
	if err := s.pages.templates.ExecuteTemplate(&b, name, data); err != nil {
		s.Log(fmt.Errorf("page %s: %w", name, err))
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(b.Bytes())
}

var types = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}

func (p *pages) serveAsset(w http.ResponseWriter, r *http.Request) {
	text, ok := p.assets[r.PathValue("name")]
	if !ok || r.PathValue("hash") != p.hash {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", types[path.Ext(r.PathValue("name"))])
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Write(text)
}
