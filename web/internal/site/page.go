package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
)

// files are what all sites show: the head of a page, the page of a message, the style, and
// how scripts say something.
//
//go:embed html asset
var files embed.FS

// Pages are the templates of a site in one language, and what they need: one
// address for all assets, with their hash, so that browsers may keep them.
type Pages struct {
	lang      string
	words     map[string]string
	english   map[string]bool // what the language does not say itself
	templates *template.Template
	assets    map[string][]byte
	hash      string
}

// NewPages reads the pages of a site, which are folders of own: html has templates, asset
// what they load, word the sentences of each language, as en.json. What a language does not
// say is said in English. Templates may call funcs, and say, many, plain, lang, asset and
// words, which are of the language; plain is for titles, which have no markup.
func NewPages(own fs.FS, lang string, funcs template.FuncMap) (*Pages, error) {
	p := &Pages{lang: lang, assets: map[string][]byte{}, english: map[string]bool{}}
	if _, err := fs.Stat(own, "word/"+lang+".json"); err != nil {
		return nil, fmt.Errorf("the pages have no words in %q; there are %s", lang, strings.Join(languages(own), " and "))
	}
	var err error
	if p.words, err = readWords(own, "en"); err != nil {
		return nil, err
	}
	said, err := readWords(own, lang)
	if err != nil {
		return nil, err
	}
	for key := range p.words {
		if text, ok := said[key]; ok {
			p.words[key] = text
		} else {
			p.english[key] = true
		}
	}
	p.templates = template.New("").Funcs(template.FuncMap{
		"say": p.mark, "many": func(key string, n int) any { return p.mark(p.many(key, n), n) }, "plain": p.Say,
		"lang": func() string { return p.lang }, "words": p.forScripts,
		"asset": func(name string) string { return "/assets/" + p.hash + "/" + name },
	}).Funcs(funcs)
	for _, from := range []fs.FS{files, own} {
		if p.templates, err = p.templates.ParseFS(from, "html/*.html"); err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
		entries, err := fs.ReadDir(from, "asset")
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if p.assets[e.Name()], err = fs.ReadFile(from, "asset/"+e.Name()); err != nil {
				return nil, err
			}
		}
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(p.assets)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(p.assets[name]), p.assets[name])
	}
	p.hash = hex.EncodeToString(sum.Sum(nil))[:16]
	return p, nil
}

func readWords(own fs.FS, lang string) (words map[string]string, err error) {
	text, err := fs.ReadFile(own, "word/"+lang+".json")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &words); err != nil {
		return nil, fmt.Errorf("word/%s.json: %w", lang, err)
	}
	return words, nil
}

// languages are those that there are words in.
func languages(own fs.FS) []string {
	names, _ := fs.Glob(own, "word/*.json") // the pattern is a good one
	for i, name := range names {
		names[i] = strings.TrimSuffix(path.Base(name), ".json")
	}
	return names
}

// Say is a sentence in the language of the pages. It panics if there is none, which is a
// mistake in a page.
func (p *Pages) Say(key string, args ...any) string {
	text, ok := p.words[key]
	if !ok {
		panic("site: no words for " + key)
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Many is a sentence about so many things; about one it is that of the key with -1 behind it.
func (p *Pages) Many(key string, n int) string { return p.Say(p.many(key, n), n) }

func (p *Pages) many(key string, n int) string {
	if n == 1 {
		key += "-1"
	}
	return key
}

// mark is what Say says, for a page. Where the language does not say it itself, browsers and screen
// readers are told that it is English. The template leaves the mark out of attributes.
func (p *Pages) mark(key string, args ...any) any {
	text := p.Say(key, args...)
	if !p.english[key] {
		return text
	}
	return template.HTML(`<span lang="en">` + template.HTMLEscapeString(text) + `</span>`)
}

// Said is a sentence that there may be or not.
func (p *Pages) Said(key string) (text string, ok bool) {
	text, ok = p.words[key]
	return text, ok
}

// forScripts are the sentences that scripts say.
func (p *Pages) forScripts() map[string]string {
	m := map[string]string{}
	for key, text := range p.words {
		if name, ok := strings.CutPrefix(key, "js."); ok {
			m[name] = text
		}
	}
	return m
}

// Show writes a page whole, or an error instead: half a page would look like one.
func (s *Site) Show(w http.ResponseWriter, status int, name string, data any) {
	var b bytes.Buffer
	if err := s.Pages.templates.ExecuteTemplate(&b, name, data); err != nil {
		s.Trouble(context.Background(), fmt.Errorf("page %s: %w", name, err))
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(s.outward(b.Bytes()))
}

// A Message is a page that says one thing: message.html. The note below it may be empty.
type Message struct{ Title, Heading, Text, Note string }

var types = map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}

// ServeAsset serves /assets/{hash}/{name}. What is at such an address never changes, so
// browsers keep it for as long as they like; other assets have another hash.
func (p *Pages) ServeAsset(w http.ResponseWriter, r *http.Request) {
	text, ok := p.assets[r.PathValue("name")]
	if !ok || r.PathValue("hash") != p.hash {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", types[path.Ext(r.PathValue("name"))])
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Write(text)
}
