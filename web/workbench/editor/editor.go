// Package editor is the page on which somebody writes headlines for an article. As they type it shows what package draft
// knows of each headline: length, numbers with their evidence, measures, style, copies of earlier ones; and it suggests
// some.
//
// What is typed is kept in the browser until the server has it, and on the server as a draft with a version; the page
// always says which of the two it is. All findings are HTML made here, in a page or, for its scripts, as pieces of
// one, so that a browser without scripts shows the same.
//
// A server mounts the handler of [New] below a path by http.StripPrefix, and says by [Options.Room] what belongs to the
// request: which Checker, which drafts, which documents. It has seen to sessions and tokens before the handler is called. The
// paths below are
//
//	GET  /          drafts, and how to begin one: paste an article, open a document, take the sample
//	POST /new       makes a draft of an article, or of a document, or of the sample, and goes there
//	GET  /d/{id}    the page of a draft; POST saves it, for browsers without scripts; PUT saves it, for scripts
//	POST /check     what is known of some headlines
//	POST /suggest   what generators suggest for an article that was checked
//
// A request has at most draft.MaxArticle bytes of article, twice that in JSON where every character is escaped; Bytes is enough for all.
package editor

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"time"

	"hed/corpus"
	"hed/draft"
	"hed/web/internal/site"
)

// Bytes is how many bytes a request to the editor may have.
const Bytes = 2 << 20

// Options are what the editor needs.
type Options struct {
	// Frame is around its pages.
	Frame *site.Frame
	// Room says what a request is about. An error that is fs.ErrNotExist says that there is nothing at this address.
	Room func(r *http.Request) (*Room, error)
	// Now is the clock.
	Now func() time.Time
}

// A Room is where somebody writes: a project, or all of a server.
type Room struct {
	Name string // of the project; "" where there is none
	// Base is the path that the editor is mounted at, without a slash at its end.
	Base string
	// Writer is who writes, for limits on requests: a session.
	Writer string
	// Crumbs lead to the pages above.
	Crumbs []site.Link

	Checker *draft.Checker
	Drafts  draft.Store
	// Documents are articles that may be opened; nil for none.
	Documents Documents
	// Delete is the page that deletes a draft; nil where none does.
	Delete func(id string) string
}

// Documents are those of a corpus.
type Documents interface {
	// Find gives so many documents that have the words of a query in their headline or at their beginning; the first ones
	// for an empty query.
	Find(ctx context.Context, query string, most int) ([]*corpus.Document, error)
	// Document gives the one with an id, or an error that is fs.ErrNotExist.
	Document(ctx context.Context, id string) (*corpus.Document, error)
}

//go:embed html asset
var files embed.FS

type server struct {
	Options
	part   *site.Part
	mux    *http.ServeMux
	limits *site.Limiter
}

// New makes the handler.
func New(o Options) (http.Handler, error) {
	s := &server{Options: o, mux: http.NewServeMux(),
		// Who types fast makes ten changes a second, in each of a few windows.
		limits: site.NewLimiter(o.Now, 40, 120),
	}
	var err error
	if s.part, err = o.Frame.Add(files, funcs); err != nil {
		return nil, err
	}
	s.mux.HandleFunc("GET /{$}", s.in(s.home))
	s.mux.HandleFunc("POST /new", s.in(s.begin))
	s.mux.HandleFunc("GET /d/{id}", s.in(s.page))
	s.mux.HandleFunc("POST /d/{id}", s.in(s.submit))
	s.mux.HandleFunc("PUT /d/{id}", s.in(s.save))
	s.mux.HandleFunc("POST /check", s.in(s.check))
	s.mux.HandleFunc("POST /suggest", s.in(s.suggest))
	s.mux.HandleFunc("/", o.Frame.Nowhere(s.mux))
	return s.mux, nil
}

// in finds the room of a request, and lets nobody ask too often.
func (s *server) in(next func(http.ResponseWriter, *http.Request, *Room) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		room, err := s.Room(r)
		if err == nil {
			if wait := s.limits.Take(room.Writer); wait > 0 {
				w.Header().Set("Retry-After", site.Retry(wait))
				s.Frame.Refuse(w, r, http.StatusTooManyRequests, "limited", "these are too many requests; try again in a moment")
				return
			}
			err = next(w, r, room)
		}
		if err != nil {
			s.fail(w, r, err)
		}
	}
}

// A refusal is an error that the one who asks can do something about.
type refusal struct {
	status int
	text   string
}

func (e refusal) Error() string { return e.text }

func refuse(status int, format string, args ...any) error {
	return refusal{status, fmt.Sprintf(format, args...)}
}

func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if e, ok := errors.AsType[refusal](err); ok {
		s.Frame.Refuse(w, r, e.status, "refused", e.text)
		return
	}
	switch {
	case r.Context().Err() != nil: // nobody listens: they have typed on
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, draft.ErrMissing):
		s.Frame.Refuse(w, r, http.StatusNotFound, "not-found", "there is nothing at this address; it may have been removed")
	default:
		s.Frame.Trouble(r.Context(), fmt.Errorf("%s %s: %w", r.Method, r.URL.Path, err))
		s.Frame.Refuse(w, r, http.StatusInternalServerError, "internal", "something went wrong here; nothing that you wrote is lost. Try again, and tell whoever runs this server if it stays")
	}
}

var funcs = template.FuncMap{
	"percent": func(share float64) float64 { return 100 * share },
}
