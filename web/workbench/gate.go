package workbench

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"hed/store/shelf"
	"hed/web/internal/site"
	"hed/workbench"
)

// A table is the routes of a server, which tests go through.
type table struct {
	*http.ServeMux
	patterns []string
}

func (t *table) Handle(pattern string, h http.Handler) {
	t.patterns = append(t.patterns, pattern)
	t.ServeMux.Handle(pattern, h)
}

func (t *table) HandleFunc(pattern string, h func(http.ResponseWriter, *http.Request)) {
	t.Handle(pattern, http.HandlerFunc(h))
}

// scopes are what routes need that need more than their method says: to look is to read, and
// all else is to run.
var scopes = map[string]workbench.Scope{
	"POST /add/server":                     workbench.AdminScope, // it reads any file of the server
	"GET /audit":                           workbench.AdminScope,
	"GET /studies/{id}/dashboard":          workbench.RunScope, // it opens what a coordinator may do
	"GET /things/{id}/delete":              workbench.RunScope,
	"GET /projects/{id}/evaluate":          workbench.RunScope,
	"GET /runs/{id}/study":                 workbench.RunScope,
	"GET /projects/{id}/models/add":        workbench.RunScope,
	"GET /add":                             workbench.RunScope,
	"GET /api/v1/studies/{id}/answers.zip": workbench.RunScope,
	"GET /api/v1/studies/{id}/report.zip":  workbench.RunScope,
	"POST /sign-out":                       workbench.ReadScope,
	"POST /account/password":               workbench.ReadScope,
	"POST /account/tokens":                 workbench.ReadScope,
	"POST /account/tokens/{name}/remove":   workbench.ReadScope,
}

// needs is the scope that a request needs.
func needs(r *http.Request) workbench.Scope {
	if s := scopes[r.Pattern]; s != "" {
		return s
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return workbench.ReadScope
	}
	return workbench.RunScope
}

// errOutside says that somebody has not come in yet.
var errOutside = errors.New("sign in first")

// visitor is who has the session of a request; nil for the one person of a workbench without
// accounts. Nobody else is in: errOutside.
func (s *server) visitor(r *http.Request) (*workbench.Viewer, error) {
	c, err := s.Session(r)
	if err != nil {
		return nil, err
	}
	shared, err := s.bench.Shared(r.Context())
	if err != nil {
		return nil, err
	}
	switch {
	case c == "":
		return nil, errOutside
	case !shared:
		return nil, nil
	}
	a, err := s.bench.Holder(r.Context(), s.SessionID(r))
	if errors.Is(err, workbench.ErrNone) { // of the time before there were accounts
		return nil, errOutside
	}
	if err != nil {
		return nil, err
	}
	if s.Trusted != "" && r.Header.Get(s.Trusted) != a.Name { // the proxy says who it is now
		return nil, errOutside
	}
	return &workbench.Viewer{Name: a.Name, Scope: a.Scope}, nil
}

// inside lets those through who have a session and may do what the route is for, on whose
// behalf all is done. What changes something carries the token of the session, as a field, as
// the header of a script's request, or, where files follow, as the first field, which is looked
// at by who reads them.
func (s *server) inside(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, err := s.visitor(r)
		if errors.Is(err, errOutside) {
			s.outside(w, r)
			return
		}
		if err != nil {
			s.failed(w, r, err)
			return
		}
		change := r.Method != http.MethodGet && r.Method != http.MethodHead
		if change && !uploads[r.Pattern] && !s.OwnToken(r, r.Header.Get("X-Token")) && !s.Own(r) {
			s.Refuse(w, r, http.StatusForbidden, "csrf", "This form is too old; reload the page and send it again.")
			return
		}
		if v != nil {
			if !v.Scope.Covers(needs(r)) {
				s.failed(w, r, workbench.ErrRefused)
				return
			}
			site.VisitOf(r.Context()).User, v.Request = v.Name, site.VisitOf(r.Context()).ID
			r = r.WithContext(workbench.As(r.Context(), *v))
		}
		next.ServeHTTP(w, r)
	})
}

// uploads are the routes whose handlers look for the token themselves, before the files.
var uploads = map[string]bool{"POST /add": true, "POST /corpora/{id}/systems": true, "POST /projects/{id}/models": true}

// outside answers who has no session: pages lead to where one begins.
func (s *server) outside(w http.ResponseWriter, r *http.Request) {
	shared, err := s.bench.Shared(r.Context())
	switch {
	case err != nil:
		s.failed(w, r, err)
	case !shared:
		s.Refuse(w, r, http.StatusUnauthorized, "closed", "Open the link that the server printed when it was started; it lets you in for twelve hours.")
	case r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html"):
		http.Redirect(w, r, "/sign-in?to="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
	default:
		s.Refuse(w, r, http.StatusUnauthorized, "closed", "Sign in first, at /sign-in.")
	}
}

// onward is a path of this server to go on to; "/" for everything else.
func onward(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\r\n") {
		return "/"
	}
	return to
}

// signInPage asks for a name and a password. Where a proxy says who somebody is there is nothing
// to ask.
func (s *server) signInPage(w http.ResponseWriter, r *http.Request) {
	if name := r.Header.Get(s.Trusted); s.Trusted != "" && name != "" {
		s.trusted(w, r, name)
		return
	}
	s.showSignIn(w, r, http.StatusOK, "")
}

func (s *server) showSignIn(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	shared, err := s.bench.Shared(r.Context())
	if err != nil {
		s.failed(w, r, err)
		return
	}
	if !shared {
		s.outside(w, r)
		return
	}
	s.part.Show(w, r, status, "signin.html", site.View{Title: "Sign in", Data: map[string]any{
		"Token": s.Visit(w, r), "Wrong": wrong, "Name": r.PostFormValue("name"), "To": onward(r.FormValue("to")),
	}})
}

// trusted begins a session for who a proxy says somebody is.
func (s *server) trusted(w http.ResponseWriter, r *http.Request, name string) {
	if _, err := s.bench.Account(r.Context(), name); errors.Is(err, workbench.ErrNone) {
		s.Refuse(w, r, http.StatusForbidden, "unknown", "The proxy says that you are "+name+", who has no account here. Ask an administrator for one.")
		return
	} else if err != nil {
		s.failed(w, r, err)
		return
	}
	s.admit(w, r, name)
}

// admit begins the session of an account.
func (s *server) admit(w http.ResponseWriter, r *http.Request, name string) {
	id, err := s.BeginID(w, r)
	if err == nil {
		err = s.bench.Hold(r.Context(), id, name)
	}
	if err == nil {
		err = s.note(r, shelf.Deed{Account: name, What: "signed in", Kind: "user", Name: name})
	}
	if err != nil {
		s.failed(w, r, err)
		return
	}
	http.Redirect(w, r, onward(r.FormValue("to")), http.StatusSeeOther)
}

// note puts what somebody did to their account into the audit log, also if they have left since: it was done.
func (s *server) note(r *http.Request, d shelf.Deed) error {
	d.At, d.Request = s.Now(), site.VisitOf(r.Context()).ID
	return s.bench.Note(context.WithoutCancel(r.Context()), d)
}

// signIn takes a name and a password. Tries are counted before anything is looked at, the right
// ones too: for an address, for a name, and for all together.
func (s *server) signIn(w http.ResponseWriter, r *http.Request) {
	name := r.PostFormValue("name")
	for _, l := range []struct {
		*site.Limiter
		key string
	}{{s.tries, "at " + s.Address(r)}, {s.tries, "as " + name}, {s.door, ""}} {
		if wait := l.Take(l.key); wait > 0 {
			w.Header().Set("Retry-After", site.Retry(wait))
			s.showSignIn(w, r, http.StatusTooManyRequests, "Too many tries. Wait "+site.Retry(wait)+" seconds.")
			return
		}
	}
	if !s.Visited(r) {
		s.showSignIn(w, r, http.StatusForbidden, "The form was too old. Try again.")
		return
	}
	switch ok, err := s.knows(r, name, r.PostFormValue("password")); {
	case err != nil:
		s.failed(w, r, err)
	case !ok:
		s.showSignIn(w, r, http.StatusUnauthorized, "The name or the password is not right.")
	default:
		s.admit(w, r, name)
	}
}

// knows tells whether a password is that of an account. It takes as long for names that nobody
// has.
func (s *server) knows(r *http.Request, name, password string) (bool, error) {
	hash := s.nobody
	a, err := s.bench.Account(r.Context(), name)
	if err == nil {
		hash = a.Hash
	} else if !errors.Is(err, workbench.ErrNone) {
		return false, err
	}
	done, err := s.Turn(r.Context())
	if err != nil {
		return false, err
	}
	defer done()
	ok, err := site.Matches(hash, password)
	return ok && a != nil, err
}

func (s *server) signOut(w http.ResponseWriter, r *http.Request) error {
	if err := s.End(w, r); err != nil {
		return err
	}
	return see(w, r, "/sign-in")
}

// may are the scopes that somebody may have or give, the smallest first.
func may(most workbench.Scope) []workbench.Scope {
	all := []workbench.Scope{workbench.ReadScope, workbench.RunScope, workbench.AdminScope}
	return slices.DeleteFunc(all, func(s workbench.Scope) bool { return !most.Covers(s) })
}
