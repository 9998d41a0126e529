// Package web shows a study: forms to judges, a dashboard to its coordinator,
// and a JSON API to programs.
//
// Pages are HTML made here; small scripts of ours save each answer as it is given,
// keep it on the device until the server has it, and say which of the two it is.
// Nothing is asked of any other server. Whatever comes from a corpus, a judge or a
// coordinator is text and stays text.
//
// A judge is known by the token of a personal link, the coordinator by a password
// and then a cookie. Without a password there is no dashboard.
//
// Package study knows what is asked and what is an answer, package store keeps it;
// the process, its address and its certificates are the caller's.
package web

import (
	"context"
	"embed"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"hed/study"
)

// Options are what a server needs.
type Options struct {
	Store study.Store
	Desk  *study.Desk
	// Now is the clock; time.Now if nil.
	Now func() time.Time
	// BaseURL is where judges find the server, for links: https://study.example.org.
	// If it is empty links take the host of the request that asks for them.
	BaseURL string
	// Secure says that browsers come over TLS, here or at a proxy before this
	// server: cookies are for TLS only, and browsers are told to stay with it.
	Secure bool
	// Proxied says that a proxy stands before this server: who asks is the last
	// address of X-Forwarded-For, which the proxy has written. Without a proxy anybody
	// could write it, and be somebody else at each try.
	Proxied bool
	// Version is hed's, for the API's description.
	Version string
	// Log is given errors that are the operator's; they are not shown to anybody
	// else. It may be nil.
	Log func(error)
}

// A server is one study on the web.
type server struct {
	Options
	study  *study.Study
	pages  *pages
	spec   []byte // the API's description
	mux    *http.ServeMux
	origin *http.CrossOriginProtection

	judges  *limiter // requests of a token
	guesses *limiter // unknown tokens and codes of an address
	logins  *limiter // passwords tried by an address
	door    *limiter // passwords tried by anybody
	hashing chan struct{}
	dash    cache
	links   shelf
}

// maxBody is how many bytes a request may have.
const maxBody = 64 << 10

//go:embed html asset word
var files embed.FS

// New makes the handler of a study, which must be in the store.
func New(o Options) (http.Handler, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = func(error) {}
	}
	if o.BaseURL != "" {
		u, err := url.Parse(o.BaseURL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("base URL %q: want one such as https://study.example.org", o.BaseURL)
		}
		o.BaseURL = strings.TrimRight(o.BaseURL, "/")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	st, err := o.Store.Study(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the study: %w", err)
	}
	s := &server{
		Options: o, study: st, mux: http.NewServeMux(), origin: http.NewCrossOriginProtection(),
		// A person answers once a second at most; simulated judges twenty times.
		judges:  newLimiter(o.Now, 50, 300),
		guesses: newLimiter(o.Now, 0.5, 30),
		logins:  newLimiter(o.Now, 1.0/30, 5),
		door:    newLimiter(o.Now, 0.2, 30),
		hashing: make(chan struct{}, 2),
	}
	if s.pages, err = newPages(st.Lang); err != nil {
		return nil, err
	}
	if o.BaseURL != "" {
		// Behind a proxy the host of a request need not be the one that browsers name.
		u, _ := url.Parse(o.BaseURL)
		if err := s.origin.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return nil, fmt.Errorf("base URL %q: %w", o.BaseURL, err)
		}
	}
	if err := s.routes(); err != nil {
		return nil, err
	}
	return s.guard(s.mux), nil
}

func (s *server) routes() error {
	if err := s.describe(); err != nil {
		return err
	}
	s.mux.HandleFunc("GET /healthz", s.health)
	s.mux.HandleFunc("GET /openapi.json", s.serveSpec)
	s.mux.HandleFunc("GET /assets/{hash}/{name}", s.pages.serveAsset)
	s.mux.HandleFunc("GET /{$}", s.home)
	s.mux.HandleFunc("GET /j/{token}", s.judgePage)
	s.mux.HandleFunc("GET /enrol", s.enrolPage)
	s.mux.HandleFunc("POST /enrol", s.enrolForm)
	s.coordinatorRoutes()
	s.mux.HandleFunc("/", s.nowhere)
	return nil
}

// policy lets pages use what this server sends, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"frame-ancestors 'none'; form-action 'self'; base-uri 'none'"

// guard is around everything: it says what browsers may do, refuses what is too
// large before it is read, and keeps a panic from being a broken connection.
func (s *server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer") // addresses have tokens
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if s.Secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				s.Log(fmt.Errorf("%s %s: panic: %v", r.Method, place(r), p))
				s.fail(w, r, http.StatusInternalServerError, "internal", "something went wrong here; try again, and tell the coordinator if it stays")
			}
		}()
		if r.ContentLength > maxBody {
			h.Set("Connection", "close") // instead of reading the rest
			s.fail(w, r, http.StatusRequestEntityTooLarge, "too-large", fmt.Sprintf("a request has at most %d bytes", maxBody))
			return
		}
		if err := s.origin.Check(r); err != nil {
			s.fail(w, r, http.StatusForbidden, "cross-origin", "this request came from another site")
			return
		}
		// One byte more, so that whoever reads sees that it is too large.
		r.Body = http.MaxBytesReader(w, r.Body, maxBody+1)
		next.ServeHTTP(w, r)
	})
}

// place is the path of a request without a judge's token, for the log.
func place(r *http.Request) string {
	if strings.HasPrefix(r.URL.Path, "/j/") {
		return "/j/…"
	}
	return r.URL.Path
}

// health tells whether the store answers.
func (s *server) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	if _, err := s.Store.Running(ctx); err != nil {
		s.Log(fmt.Errorf("health: %w", err))
		writeJSON(w, http.StatusServiceUnavailable, map[string]bool{"ok": false})
		return
	}
	writeJSON(w, http.StatusOK, map[string]bool{"ok": true})
}

// nowhere answers what has no page, and says so where only the method is wrong.
func (s *server) nowhere(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, m := range []string{"DELETE", "GET", "PATCH", "POST", "PUT"} {
		other := r.Clone(r.Context())
		other.Method = m
		if _, pattern := s.mux.Handler(other); pattern != "/" && pattern != "" {
			allowed = append(allowed, m)
		}
	}
	if len(allowed) > 0 && !slices.Contains(allowed, r.Method) {
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		s.fail(w, r, http.StatusMethodNotAllowed, "method", "this address takes "+strings.Join(allowed, ", "))
		return
	}
	s.fail(w, r, http.StatusNotFound, "not-found", "there is nothing at this address")
}

// link is the personal link of a token.
func (s *server) link(r *http.Request, token string) string {
	base := s.BaseURL
	if base == "" {
		scheme := "http"
		if s.Secure || r.TLS != nil {
			scheme = "https"
		}
		base = scheme + "://" + r.Host
	}
	return base + "/j/" + token
}
