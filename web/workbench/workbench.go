// Package workbench shows a workbench in a browser: projects, uploads, evaluations and their
// queue, results, the editor's page, and studies.
//
// Whoever has the link with the key that the server was started with may do everything; a
// session keeps them in. Pages are HTML and forms, which work without scripts; small scripts
// of ours show progress. Nothing is asked of any other server.
//
// Package hed/workbench knows what there is and does the work. Results are read by package
// look, headlines written in package editor; web/judge asks people.
package workbench

import (
	"cmp"
	"context"
	"crypto/subtle"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"hed/internal/option"
	"hed/internal/plain"
	"hed/web/internal/site"
	"hed/web/workbench/editor"
	"hed/workbench"
)

// Options are what a server needs.
type Options struct {
	Bench *workbench.Bench
	// Key is what the link has that lets people in; see Link.
	Key string
	// Now is the clock.
	Now func() time.Time
	// Command writes arguments of an evaluation as people type them on a command line.
	Command func(arguments [][2]string) string
	// Listen listens for a study, on a port or, if it is 0, on any.
	Listen func(port int) (net.Listener, error)
	// Log is given errors that are the operator's; they are not shown to anybody else.
	Log func(error)
}

// A server is a workbench on the web.
type server struct {
	Options
	*site.Frame
	bench *workbench.Bench
	part  *site.Part
	mux   *http.ServeMux
	rooms *rooms
	desks desks
}

// A Server is the handler of a workbench, and serves its studies beside it.
type Server struct {
	http.Handler
	s *server
}

// Close ends the studies, and what the editor learns.
func (s *Server) Close() error { return errors.Join(s.s.desks.close(""), s.s.rooms.close()) }

//go:embed html asset
var files embed.FS

// NewKey makes a key.
func NewKey() string { return site.Random() }

// Link is where whoever has the key goes in.
func Link(addr net.Addr, key string) string { return "http://" + addr.String() + "/enter?key=" + key }

// New makes the handler of a workbench, and serves its studies until it is closed.
func New(ctx context.Context, o Options) (*Server, error) {
	s := &server{
		Options: o, bench: o.Bench, mux: http.NewServeMux(), rooms: newRooms(ctx, o.Bench, o.Log),
		desks: desks{bench: o.Bench, listen: o.Listen, now: o.Now, log: o.Log, open: map[string]*desk{}},
	}
	own, err := site.New(site.Options{
		Safe: o.Bench, Now: o.Now, Log: o.Log, Cookies: "workbench-", Room: s.room,
		Fail: func(w http.ResponseWriter, r *http.Request, status int, code, detail string) {
			s.Refuse(w, r, status, code, detail)
		},
		Path: func(r *http.Request) string { return r.URL.Path },
	})
	if err != nil {
		return nil, err
	}
	if s.Frame, err = site.NewFrame(own, "hed", s.nav); err != nil {
		return nil, err
	}
	if s.part, err = s.Add(files, funcs); err != nil {
		return nil, err
	}
	if err := s.routes(); err != nil {
		return nil, err
	}
	return &Server{s.Guard(s.mux), s}, s.desks.all(ctx)
}

// Serve serves a handler of New until ctx ends, and then finishes what is at work, for a
// while.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error { return site.Serve(ctx, l, h) }

// room is how many bytes a request may have: files are large, and so is an article.
func (s *server) room(r *http.Request) int64 {
	switch {
	case r.Method == "POST" && r.URL.Path == "/add", r.Method == "POST" && strings.HasPrefix(r.URL.Path, "/corpora/") && strings.HasSuffix(r.URL.Path, "/systems"):
		return 8*s.bench.MaxUpload + site.MaxBody // several files
	case strings.HasPrefix(r.URL.Path, "/editor/"), strings.HasPrefix(r.URL.Path, "/projects/") && strings.Contains(r.URL.Path, "/editor/"):
		return editor.Bytes
	}
	return site.MaxBody
}

func (s *server) nav(r *http.Request) []site.Link {
	if c, err := s.Session(r); err != nil || c == "" {
		return nil
	}
	// Not r.URL, which lacks its beginning on the pages of other packages.
	at := func(text, href string, below ...string) site.Link {
		return site.Link{Text: text, Href: href, Here: slices.ContainsFunc(below, func(b string) bool { return strings.HasPrefix(r.RequestURI, b) })}
	}
	return []site.Link{
		at("Projects", "/projects", "/projects", "/corpora/", "/runs/", "/studies/", "/add"), at("Queue", "/queue", "/queue"), at("Editor", "/editor/", "/editor/"),
	}
}

func (s *server) routes() error {
	s.mux.HandleFunc("GET /healthz", s.health)
	s.mux.HandleFunc("GET /assets/{hash}/{name}", s.ServeAsset)
	s.mux.HandleFunc("GET /enter", s.enter)
	s.handle("GET /{$}", s.start)
	s.handle("POST /sample", s.sample)
	s.handle("GET /projects", s.projects)
	s.handle("POST /projects", s.newProject)
	s.handle("GET /projects/{id}", s.project)
	s.handle("POST /things/{id}/describe", s.describe)
	s.handle("GET /things/{id}/delete", s.confirmDelete)
	s.handle("POST /things/{id}/delete", s.remove)
	s.handle("GET /add", s.addPage)
	s.handle("POST /add", s.add)
	s.handle("POST /add/server", s.addServer)
	s.handle("GET /corpora/{id}", s.corpus)
	s.handle("POST /corpora/{id}", s.readCorpus)
	s.handle("POST /corpora/{id}/systems", s.addSystems)
	s.handle("GET /projects/{id}/evaluate", s.evaluatePage)
	s.handle("POST /projects/{id}/evaluate", s.evaluate)
	s.handle("GET /queue", s.queue)
	s.handle("GET /runs/{id}", s.run)
	s.handle("GET /runs/{id}/progress", s.progress)
	s.handle("POST /runs/{id}/stop", s.deed((*workbench.Bench).Stop))
	s.handle("POST /runs/{id}/continue", s.deed((*workbench.Bench).Continue))
	s.studyRoutes()
	s.mux.HandleFunc("/", s.Nowhere(s.mux))
	return errors.Join(s.editorRoutes(), s.resultRoutes())
}

// handle adds a handler for who has a session, whose forms are their own, and whose errors are
// pages.
func (s *server) handle(pattern string, h func(http.ResponseWriter, *http.Request) error) {
	s.mux.Handle(pattern, s.inside(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			s.failed(w, r, err)
		}
	})))
}

// inside lets those through who have a session. What changes something carries the token of
// the session, as a field, as the header of a script's request, or, where files follow, as the
// first field, which is looked at by who reads them.
func (s *server) inside(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := s.Session(r)
		if err != nil {
			s.failed(w, r, err)
			return
		}
		if c == "" {
			s.Refuse(w, r, http.StatusUnauthorized, "closed", "Open the link that the server printed when it was started; it lets you in for twelve hours.")
			return
		}
		change := r.Method != http.MethodGet && r.Method != http.MethodHead
		files := slices.Contains([]string{"POST /add", "POST /corpora/{id}/systems"}, r.Pattern) && strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/")
		if change && !files && !s.OwnToken(r, r.Header.Get("X-Token")) && !s.Own(r) {
			s.Refuse(w, r, http.StatusForbidden, "csrf", "This form is too old; reload the page and send it again.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// failed answers with what went wrong: of what was asked for, or here.
func (s *server) failed(w http.ResponseWriter, r *http.Request, err error) {
	if wrong, ok := errors.AsType[*option.Error](err); ok {
		s.Refuse(w, r, http.StatusUnprocessableEntity, wrong.Option, said(err))
		return
	}
	switch {
	case errors.Is(err, workbench.ErrNone):
		s.Refuse(w, r, http.StatusNotFound, "not-found", "There is nothing at this address; it may have been deleted.")
	case errors.Is(err, workbench.ErrState):
		s.Refuse(w, r, http.StatusConflict, "state", said(err))
	case errors.Is(err, errForm):
		s.Refuse(w, r, http.StatusBadRequest, "form", said(err))
	default:
		s.Log(fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, err))
		s.Refuse(w, r, http.StatusInternalServerError, "internal", said(err))
	}
}

// said is what an error says on a page, where options are fields.
func said(err error) string { return words(err.Error()) }

// words puts the names of fields in place of what libraries call options.
func words(text string) string {
	return option.Rename(plain.Text(text), func(name string) string { return "“" + cmp.Or(labels[name], name) + "”" })
}

// labels are what fields are called, by the option that they are for.
var labels = map[string]string{
	"docs": "Corpus", "ref": "Reference headlines", "system": "Systems", "baseline": "Baselines", "generator": "Generators", "metric": "Metrics",
	"chart": "Figures", "test": "Test", "overall": "Overall score", "bootstrap": "Resamples", "seed": "Seed", "lang": "Language", "columns": "Columns",
	"format": "Format", "name": "Name", "notes": "Notes", "path": "Path", "file": "File", "judges": "Judges", "cases": "Cases", "forms": "Forms", "protocol": "Protocol",
}

func (s *server) health(w http.ResponseWriter, r *http.Request) {
	if _, err := s.bench.Secret(r.Context(), "health"); err != nil {
		s.Log(err)
		http.Error(w, `{"ok":false}`, http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintln(w, `{"ok":true}`)
}

// enter begins a session for who has the key.
func (s *server) enter(w http.ResponseWriter, r *http.Request) {
	if subtle.ConstantTimeCompare([]byte(r.URL.Query().Get("key")), []byte(s.Key)) != 1 {
		s.Refuse(w, r, http.StatusForbidden, "key", "This link is not that of the server which runs now. Open the one that it printed last.")
		return
	}
	if err := s.Begin(w, r); err != nil {
		s.failed(w, r, err)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// see sends a browser on after a form.
func see(w http.ResponseWriter, r *http.Request, to string) error {
	http.Redirect(w, r, to, http.StatusSeeOther)
	return nil
}

// funcs are what templates call.
var funcs = template.FuncMap{
	"size": size, "when": when, "join": strings.Join, "words": words, "dict": dict, "page": page, "span": span, "decimal": decimal,
	"percent": func(x float64) int { return int(x*100 + 0.5) },
}

// size is a number of bytes for people.
func size(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1e6:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1e9:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// when is a time for people; "" for none.
func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2 Jan 2006, 15:04")
}

// dict hands a template more than one value.
func dict(pairs ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}
