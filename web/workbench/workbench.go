// Package workbench shows a workbench in a browser: projects, uploads, evaluations and their
// queue, results, the editor's page, and studies.
//
// Whoever has the link with the key that the server was started with may do everything; a
// session keeps them in. Once there are accounts people sign in instead, and see what is theirs
// and what others let them see: gate.go finds out who asks, and package hed/workbench hides the
// rest, whatever a page asks for. Pages are HTML and forms, which work without scripts; small scripts
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
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"hed/internal/count"
	"hed/internal/option"
	"hed/internal/plain"
	"hed/run"
	"hed/web/internal/site"
	"hed/web/workbench/editor"
	"hed/workbench"
)

// Options are what a server needs.
type Options struct {
	Bench *workbench.Bench
	// Key is what the link has that lets people in; see Link.
	Key string
	// BaseURL is where people find the server, Secure says that they come over TLS, and
	// Proxied that a proxy is before it; see site.Options.
	BaseURL         string
	Secure, Proxied bool
	// Trusted is a header by which the proxy says who somebody is; "" for none.
	Trusted string
	// Now is the clock.
	Now func() time.Time
	// Command writes arguments of an evaluation as people type them on a command line.
	Command func(arguments [][2]string) string
	// Version is that of the program, for whoever asks the interface.
	Version string
	// Listen listens for a study, on a port or, if it is 0, on any.
	Listen func(port int) (net.Listener, error)
	// Log is told what went wrong and is the operator's to mend, which is not shown to anybody
	// else, and every request.
	Log *slog.Logger
}

// A server is a workbench on the web.
type server struct {
	Options
	*site.Frame
	bench *workbench.Bench
	part  *site.Part
	mux   *table
	rooms *rooms
	desks desks
	onces onces

	tries, door *site.Limiter // of passwords: for an address or a name, and for all
	nobody      string        // a hash for names that nobody has
	spec        []byte        // the description of the interface
	reporting   sync.Mutex    // held by who makes a report
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

// Link is where whoever has the key goes in, of a server at an address such as
// http://127.0.0.1:8090.
func Link(base, key string) string { return strings.TrimRight(base, "/") + "/enter?key=" + key }

// CheckBase refuses a base URL under which people could not reach the server.
func CheckBase(base string) error { return site.CheckBase(base) }

// New makes the handler of a workbench, and serves its studies until it is closed.
func New(ctx context.Context, o Options) (*Server, error) {
	s := &server{
		Options: o, bench: o.Bench, mux: &table{ServeMux: http.NewServeMux()}, rooms: newRooms(ctx, o.Bench, func(err error) { o.Log.Error(err.Error()) }),
		desks: desks{bench: o.Bench, listen: o.Listen, now: o.Now, log: o.Log, open: map[string]*desk{}},
	}
	o.Bench.OnLearnt(s.rooms.forget)
	o.Bench.OnStudyGone(s.desks.close)
	s.tries, s.door, s.nobody = site.NewLimiter(o.Now, 1.0/20, 10), site.NewLimiter(o.Now, 1, 60), site.Hash(site.Random())
	own, err := site.New(site.Options{
		Safe: o.Bench, Now: o.Now, Log: o.Log, BaseURL: o.BaseURL, Secure: o.Secure, Proxied: o.Proxied, Cookies: "workbench-", Room: s.room,
		Fail: func(w http.ResponseWriter, r *http.Request, status int, code, detail string) {
			if strings.HasPrefix(r.URL.Path, "/api/") {
				s.refuseProgram(w, r, problem(status, detail))
				return
			}
			s.Refuse(w, r, status, code, detail)
		},
		Path: shownPath,
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
	context.AfterFunc(ctx, o.Bench.End)
	return &Server{s.Guard(s.mux), s}, s.desks.all(ctx)
}

// Serve serves a handler of New until ctx ends, and then finishes what is at work, for a
// while.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error { return site.Serve(ctx, l, h) }

// room is how many bytes a request may have: files are large, and so is an article.
func (s *server) room(r *http.Request) int64 {
	path := strings.TrimPrefix(r.URL.Path, "/api/v1")
	switch {
	case r.Method == "POST" && (path == "/add" || strings.HasPrefix(path, "/corpora/") && strings.HasSuffix(path, "/systems") || strings.HasPrefix(path, "/projects/") && (strings.HasSuffix(path, "/corpora") || strings.HasSuffix(path, "/models"))):
		return 8*s.bench.MaxUpload + site.MaxBody // several files
	case strings.HasPrefix(r.URL.Path, "/editor/"), strings.HasPrefix(r.URL.Path, "/projects/") && strings.Contains(r.URL.Path, "/editor/"):
		return editor.Bytes
	}
	return site.MaxBody
}

func (s *server) nav(r *http.Request) []site.Link {
	v, err := s.visitor(r)
	if err != nil {
		return nil
	}
	// Not r.URL, which lacks its beginning on the pages of other packages.
	at := func(text, href string, below ...string) site.Link {
		return site.Link{Text: text, Href: href, Here: slices.ContainsFunc(below, func(b string) bool { return strings.HasPrefix(r.RequestURI, b) })}
	}
	links := []site.Link{
		at("Projects", "/projects", "/projects", "/corpora/", "/runs/", "/studies/", "/models/", "/add"), at("Queue", "/queue", "/queue"), at("Editor", "/editor/", "/editor/"),
	}
	if v != nil {
		links = append(links, at(v.Name, "/account", "/account", "/audit"))
	}
	return links
}

func (s *server) routes() error {
	s.operateRoutes()
	s.mux.HandleFunc("GET /assets/{hash}/{name}", s.ServeAsset)
	s.mux.HandleFunc("GET /enter", s.enter)
	s.handle("GET /{$}", s.start)
	s.handle("POST /sample", s.once(s.sample))
	s.handle("GET /projects", s.projects)
	s.handle("POST /projects", s.once(s.newProject))
	s.handle("GET /projects/{id}", s.project)
	s.handle("POST /things/{id}/describe", s.describe)
	s.handle("GET /things/{id}/delete", s.confirmDelete)
	s.handle("POST /things/{id}/delete", s.remove)
	s.handle("GET /add", s.addPage)
	s.handle("POST /add", s.add)
	s.handle("POST /add/server", s.once(s.addServer))
	s.handle("GET /corpora/{id}", s.corpus)
	s.handle("POST /corpora/{id}", s.readCorpus)
	s.handle("POST /corpora/{id}/systems", s.addSystems)
	s.handle("GET /projects/{id}/evaluate", s.evaluatePage)
	s.handle("POST /projects/{id}/evaluate", s.once(s.evaluate))
	s.handle("GET /queue", s.queue)
	s.handle("GET /runs/{id}", s.run)
	s.handle("GET /runs/{id}/progress", s.progress)
	s.handle("POST /runs/{id}/stop", s.deed((*workbench.Bench).Stop))
	s.handle("POST /runs/{id}/continue", s.deed((*workbench.Bench).Continue))
	s.studyRoutes()
	s.modelRoutes()
	s.accountRoutes()
	s.mux.HandleFunc("/", s.Nowhere(s.mux.ServeMux))
	return errors.Join(s.editorRoutes(), s.resultRoutes(), s.apiRoutes())
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

// failed answers with what went wrong: of what was asked for, or here.
func (s *server) failed(w http.ResponseWriter, r *http.Request, err error) {
	if wrong, ok := errors.AsType[*option.Error](err); ok {
		s.Refuse(w, r, http.StatusUnprocessableEntity, wrong.Option, said(err))
		return
	}
	if no, ok := errors.AsType[refusal](err); ok {
		s.Refuse(w, r, http.StatusUnprocessableEntity, "refused", said(no)+".")
		return
	}
	if away, ok := errors.AsType[*workbench.Away](err); ok {
		s.Trouble(r.Context(), fmt.Errorf("%s %s: %w", r.Method, shownPath(r), err))
		s.Refuse(w, r, http.StatusServiceUnavailable, "away", awayNow(away))
		return
	}
	switch {
	case errors.Is(err, workbench.ErrNone):
		s.Refuse(w, r, http.StatusNotFound, "not-found", "There is nothing at this address; it may have been deleted.")
	case errors.Is(err, workbench.ErrRefused):
		s.Refuse(w, r, http.StatusForbidden, "scope", said(err)+".")
	case errors.Is(err, workbench.ErrState):
		s.Refuse(w, r, http.StatusConflict, "state", said(err))
	case errors.Is(err, errForm):
		s.Refuse(w, r, http.StatusBadRequest, "form", said(err))
	default:
		s.Trouble(r.Context(), fmt.Errorf("%s %s: %w", r.Method, shownPath(r), err))
		text := "Something went wrong here. Try again, and tell whoever runs this server if it stays."
		if bad, ok := errors.AsType[*run.FileError](err); ok {
			text = unfitFile(bad) + "."
		}
		if v, err2 := s.visitor(r); err2 == nil && (v == nil || v.Scope.Covers(workbench.AdminScope)) { // who looks after the server
			text = said(err)
		}
		s.Refuse(w, r, http.StatusInternalServerError, "internal", text)
	}
}

// unfitFile says of a damaged file of results what to do, and not where it is.
func unfitFile(bad *run.FileError) string {
	return fmt.Sprintf("%s cannot be handed out: %s; delete the run and do it again, or restore a backup", filepath.Base(bad.File), strings.ReplaceAll(bad.Err.Error(), filepath.Dir(bad.File)+string(filepath.Separator), ""))
}

// awayNow is what everybody may read of a database that can do nothing now.
func awayNow(away *workbench.Away) string {
	return "This cannot be done at the moment: " + away.Sentence + ". Try again in a minute; runs that go continue. If it stays so, whoever runs this server finds in its log what to do."
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
	"format": "Format", "name": "Name", "notes": "Notes", "path": "Path", "file": "File", "judges": "Judges", "cases": "Cases", "forms": "Forms", "protocol": "Protocol", "user": "User", "scope": "May", "model": "Model", "label": "Field",
}

// shownPath is the path of a request for the log, without the key of a guest.
func shownPath(r *http.Request) string {
	if rest, ok := strings.CutPrefix(r.URL.Path, "/shared/"); ok {
		_, rest, _ = strings.Cut(rest, "/")
		return "/shared/…/" + rest
	}
	return r.URL.Path
}

// enter begins a session for who has the key.
func (s *server) enter(w http.ResponseWriter, r *http.Request) {
	if shared, err := s.bench.Shared(r.Context()); err != nil {
		s.failed(w, r, err)
		return
	} else if shared {
		http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
		return
	}
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
	"size": size, "when": when, "once": site.Random, "join": strings.Join, "words": words, "dict": dict, "things": count.Of, "page": page, "does": does, "span": span, "decimal": decimal,
	"pathescape": url.PathEscape, "percent": func(x float64) int { return int(x*100 + 0.5) },
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
