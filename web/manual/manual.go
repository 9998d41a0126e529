// Package manual shows the documentation of hed in a browser, without a network.
package manual

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"hed/web/internal/site"
)

//go:embed page.html
var layout string

//go:embed style.css
var style []byte

// first is the page that lists the others.
const first = "README"

// policy lets pages use what this server sends, and nothing else.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// New makes a handler of pages in Markdown: README.md at /, others at their names without .md, and pictures in the folder figures.
func New(pages fs.FS) (http.Handler, error) {
	shown, err := render(pages)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { send(w, "text/html; charset=utf-8", shown[first]) })
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, r *http.Request) { send(w, "text/css; charset=utf-8", style) })
	mux.Handle("GET /figures/", http.FileServerFS(pages))
	mux.HandleFunc("GET /{page}", func(w http.ResponseWriter, r *http.Request) {
		page, ok := shown[r.PathValue("page")]
		if !ok {
			http.Error(w, "there is no such page", http.StatusNotFound)
			return
		}
		send(w, "text/html; charset=utf-8", page)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		mux.ServeHTTP(w, r)
	}), nil
}

func send(w http.ResponseWriter, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Write(body)
}

// render makes HTML of all pages, by name.
func render(pages fs.FS) (map[string][]byte, error) {
	files, err := fs.Glob(pages, "*.md")
	if err != nil {
		return nil, err
	}
	frame, err := template.New("page").Parse(layout)
	if err != nil {
		return nil, err
	}
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links{}, 100))),
	)
	shown := map[string][]byte{}
	for _, file := range files {
		source, err := fs.ReadFile(pages, file)
		if err != nil {
			return nil, err
		}
		var body, page bytes.Buffer
		if err := md.Convert(source, &body, parser.WithContext(parser.NewContext(parser.WithIDs(ids{})))); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		title := strings.TrimSpace(strings.TrimPrefix(string(source[:bytes.IndexByte(source, '\n')+1]), "# "))
		name := strings.TrimSuffix(file, ".md")
		err = frame.Execute(&page, map[string]any{"Title": title, "First": name == first, "Body": template.HTML(reachable.Replace(body.String()))}) // of our own text
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		shown[name] = page.Bytes()
	}
	return shown, nil
}

// reachable lets those without a mouse scroll what is wider than the page.
var reachable = strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<table>", `<div class="wide" tabindex="0"><table>`, "</table>", "</table></div>")

// links makes links between files ones between pages. Those to files beside the documentation, which are in the repository
// alone, become plain text.
type links struct{}

func (links) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var outside []*ast.Link
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		link, ok := n.(*ast.Link)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		to, heading, cut := strings.Cut(string(link.Destination), "#")
		switch {
		case strings.HasPrefix(to, "../"):
			outside = append(outside, link)
		case path.Ext(to) == ".md":
			if to = "/" + strings.TrimSuffix(to, ".md"); to == "/"+first {
				to = "/"
			}
			if cut {
				to += "#" + heading
			}
			link.Destination = []byte(to)
		}
		return ast.WalkContinue, nil
	})
	for _, link := range outside {
		for c := link.FirstChild(); c != nil; c = link.FirstChild() {
			link.Parent().InsertBefore(link.Parent(), link, c)
		}
		link.Parent().RemoveChild(link.Parent(), link)
	}
}

// ids names headings as GitHub does, so that a link works in both places.
type ids struct{}

var marks = regexp.MustCompile(`[^\pL\pN_ -]`)

func (ids) Generate(heading []byte, _ ast.NodeKind) []byte {
	name := strings.ReplaceAll(marks.ReplaceAllString(strings.ToLower(string(heading)), ""), " ", "-")
	return []byte(cmp.Or(name, "heading"))
}

func (ids) Put([]byte) {}

// Serve serves the pages until ctx ends.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error { return site.Serve(ctx, l, h) }
