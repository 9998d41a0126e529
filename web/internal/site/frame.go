package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed frame
var frameFiles embed.FS

// A Frame is what stands around all pages of a site that several packages make together:
// navigation, where one is, style and scripts. Each package adds its files as a Part, and
// shows its pages by that.
type Frame struct {
	*Site
	// Name is that of the site, at the end of every title.
	Name string
	// Nav gives the links that stand on every page, for who asks; nil has none, as for
	// guests who may see one thing only.
	Nav func(r *http.Request) []Link

	own    *Part
	layout *template.Template
	mu     sync.RWMutex
	assets map[string]asset // by hash and name
}

// A Link leads somewhere. Here says that the page is there, or below it.
type Link struct {
	Text, Href string
	Here       bool
}

type asset struct{ kind, text string }

// A Part is the pages of a package: in a folder html templates, in asset stylesheets, which
// are loaded by all of them, and scripts, which pages name.
type Part struct {
	frame     *Frame
	templates *template.Template
	styles    []string
	hash      string
}

// A View is a page to show.
type View struct {
	// Title is that of the browser's tab; the template has the heading.
	Title string
	// Crumbs lead to the pages above, the first one first.
	Crumbs []Link
	// Scripts are ES modules among the assets of the part.
	Scripts []string
	// Wide gives the page the whole width of the window.
	Wide bool
	// Refresh is after how many seconds a browser without scripts loads the page again; 0
	// for never.
	Refresh int
	// Data is handed to the template.
	Data any
}

// NewFrame makes the frame of a site.
func NewFrame(s *Site, name string, nav func(r *http.Request) []Link) (*Frame, error) {
	f := &Frame{Site: s, Name: name, Nav: nav, assets: map[string]asset{}}
	all, err := fs.Sub(frameFiles, "frame")
	if err != nil {
		return nil, err
	}
	if f.own, err = f.Add(all, nil); err != nil {
		return nil, err
	}
	f.layout = f.own.templates
	shared, err := files.ReadFile("asset/style.css")
	if err != nil {
		return nil, err
	}
	f.own.add("style.css", shared)
	f.own.styles = append([]string{f.own.address("style.css")}, f.own.styles...)
	return f, nil
}

// Add adds the files of a package. Templates may call funcs, and asset, which gives the
// address of one of the part's assets.
func (f *Frame) Add(own fs.FS, funcs template.FuncMap) (*Part, error) {
	p := &Part{frame: f}
	p.templates = template.New("").Funcs(template.FuncMap{"asset": p.address}).Funcs(funcs)
	var err error
	if p.templates, err = p.templates.ParseFS(own, "html/*.html"); err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	names, err := fs.Glob(own, "asset/*")
	if err != nil {
		return nil, err
	}
	sum, texts := sha256.New(), make([][]byte, len(names))
	for i, name := range names {
		if texts[i], err = fs.ReadFile(own, name); err != nil {
			return nil, err
		}
		fmt.Fprintf(sum, "%s %d\n%s", name, len(texts[i]), texts[i])
	}
	p.hash = hex.EncodeToString(sum.Sum(nil))[:16]
	for i, name := range names {
		p.add(path.Base(name), texts[i])
		if path.Ext(name) == ".css" {
			p.styles = append(p.styles, p.address(path.Base(name)))
		}
	}
	return p, nil
}

// add keeps an asset for ServeAsset.
func (p *Part) add(name string, text []byte) {
	p.frame.mu.Lock()
	defer p.frame.mu.Unlock()
	p.frame.assets[p.address(name)] = asset{types[path.Ext(name)], string(text)}
}

func (p *Part) address(name string) string { return "/assets/" + p.hash + "/" + name }

// ServeAsset serves /assets/{hash}/{name} of all parts. What is at such an address never
// changes.
func (f *Frame) ServeAsset(w http.ResponseWriter, r *http.Request) {
	f.mu.RLock()
	a, ok := f.assets[r.URL.Path]
	f.mu.RUnlock()
	if !ok {
		f.Fail(w, r, http.StatusNotFound, "not-found", "there is nothing at this address")
		return
	}
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Write([]byte(a.text))
}

// Show writes a page within the frame, whole, or an error instead.
func (p *Part) Show(w http.ResponseWriter, r *http.Request, status int, name string, v View) {
	f := p.frame
	var body, all bytes.Buffer
	err := p.templates.ExecuteTemplate(&body, name, v.Data)
	if err == nil {
		var nav []Link
		if f.Nav != nil {
			nav = f.Nav(r)
		}
		styles := slices.Clone(f.own.styles)
		if p != f.own {
			styles = append(styles, p.styles...)
		}
		scripts := make([]string, len(v.Scripts))
		for i, s := range v.Scripts {
			scripts[i] = p.address(s)
		}
		err = f.layout.ExecuteTemplate(&all, "frame.html", map[string]any{
			"View": v, "Site": f.Name, "Nav": nav, "Styles": styles, "Scripts": scripts, "Token": f.Token(r),
			"Body": template.HTML(body.String()), // made by a template
		})
	}
	if err != nil {
		f.Trouble(r.Context(), fmt.Errorf("page %s: %w", name, err))
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(f.outward(all.Bytes()))
}

// Fragment is a template of the part without a frame, for scripts that put it into a page.
func (p *Part) Fragment(name string, data any) (string, error) {
	var b bytes.Buffer
	if err := p.templates.ExecuteTemplate(&b, name, data); err != nil {
		return "", fmt.Errorf("page %s: %w", name, err)
	}
	return string(p.frame.outward(b.Bytes())), nil
}

// Refuse is the page of something that did not work, and for scripts, which ask for JSON,
// {"error": "…"}. It fits Options.Fail.
func (f *Frame) Refuse(w http.ResponseWriter, r *http.Request, status int, _, detail string) {
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(map[string]string{"error": detail, "request": VisitOf(r.Context()).ID})
		return
	}
	f.own.Show(w, r, status, "refused.html", View{Title: http.StatusText(status), Data: map[string]any{"Heading": http.StatusText(status), "Text": detail, "Request": VisitOf(r.Context()).ID}})
}
