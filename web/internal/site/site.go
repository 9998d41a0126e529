// Package site is what every website of hed does in the same way, whatever its pages are
// about: headers that tell browsers what they may do, limits, sessions and forms, secrets,
// and pages in a language with their assets.
//
// A Site is handed to handlers, which use its parts; Guard goes around all of them. What
// is kept is kept in a Safe, which store/sqlite and store/postgres implement. Package
// web/judge is made of it.
package site

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"hed/internal/option"
)

// Options are what a Site needs. All but BaseURL, Cookies and Room must be set, and Pages where Show is called.
type Options struct {
	Safe  Safe
	Pages *Pages
	// Now is the clock.
	Now func() time.Time
	// BaseURL is where people find the site: https://study.example.org, or a path there,
	// which a proxy before the site leaves in its requests. If it is empty links take the host
	// of the request that asks for them.
	BaseURL string
	// Secure says that browsers come over TLS, here or at a proxy before this
	// server: cookies are for TLS only, and browsers are told to stay with it.
	Secure bool
	// Proxied says that a proxy stands before this server: who asks is the last
	// address of X-Forwarded-For, which the proxy has written. Without a proxy anybody
	// could write it, and be somebody else at each try.
	Proxied bool
	// Log is told what went wrong and is the operator's to mend, as errors, which are not shown to
	// anybody else, and every request, as information; see Trouble.
	Log *slog.Logger
	// Fail answers a request that is refused, in a form that the one who asks can read.
	// The code is for programs, the detail for people.
	Fail func(w http.ResponseWriter, r *http.Request, status int, code, detail string)
	// Path is the path of a request for the log, without what is secret in it.
	Path func(r *http.Request) string
	// Cookies is what the names of cookies begin with, where another site is under the same
	// name on another port, which browsers do not tell apart.
	Cookies string
	// Room is how many bytes a request may have; nil is MaxBody for all.
	Room func(r *http.Request) int64
}

// A Site is a website.
type Site struct {
	Options
	prefix  string // the path of BaseURL, without a slash at its end
	origin  *http.CrossOriginProtection
	hashing chan struct{}
	meter   *meter
}

// New makes a Site.
func New(o Options) (*Site, error) {
	s := &Site{Options: o, origin: http.NewCrossOriginProtection(), hashing: make(chan struct{}, mostHashing), meter: newMeter(time.Now())}
	if o.BaseURL == "" {
		return s, nil
	}
	if err := CheckBase(o.BaseURL); err != nil {
		return nil, err
	}
	u, _ := url.Parse(o.BaseURL) // CheckBase has seen to it
	// Behind a proxy the host of a request need not be the one that browsers name as its
	// origin, and without this every form would seem to come from another site.
	if err := s.origin.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
		return nil, fmt.Errorf("base URL %q: %w", o.BaseURL, err)
	}
	s.BaseURL, s.prefix = strings.TrimRight(o.BaseURL, "/"), strings.TrimRight(u.Path, "/")
	return s, nil
}

// basePath is a path that a site can be below: no character of it is escaped in any link.
var basePath = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)*/?$`)

// CheckBase refuses a base URL under which people could not reach a site.
func CheckBase(base string) error {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return option.Errorf("base-url", " %s: expected an address such as https://study.example.org", base)
	case u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return option.Errorf("base-url", " %s: expected an address alone, without what is behind ? and # and before @", base)
	case !basePath.MatchString(u.EscapedPath()) || path.Clean("/"+u.Path) != "/"+strings.Trim(u.Path, "/"):
		return option.Errorf("base-url", " %s: expected a path of letters, digits, hyphens, dots and underscores, such as https://example.org/hed", base)
	}
	return nil
}

// MaxBody is how many bytes a request may have where Options.Room says nothing else.
const MaxBody = 64 << 10

// policy lets pages use what this server sends, and nothing else: a script that somebody
// smuggles into a page as text does not run even if it is not escaped.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
	"frame-ancestors 'none'; form-action 'self'; base-uri 'none'"

// Guard is around everything: it says what browsers may do, refuses what is too
// large before it is read, and keeps a panic from being a broken connection.
//
// Requests that another site made its visitor's browser send are refused here, by what the
// browser says of their origin. Old browsers say nothing, so that forms carry a token
// too; see Own.
func (s *Site) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(raw http.ResponseWriter, outer *http.Request) {
		w := &reply{ResponseWriter: raw, prefix: s.prefix}
		r, ours := s.below(outer)
		r, visit := s.visit(r)
		h := w.Header()
		h.Set("X-Request-Id", visit.ID)
		begun := s.Now()
		s.meter.flying.Add(1)
		defer func() {
			s.meter.flying.Add(-1)
			s.answered(r, visit, w, s.Now().Sub(begun))
		}()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer") // addresses have tokens
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store") // who uses the device next sees nothing; assets say otherwise
		if s.Secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { // how a handler hangs up on purpose
					panic(p)
				}
				s.Trouble(r.Context(), fmt.Errorf("%s %s: panic: %v", r.Method, s.Path(r), p))
				s.Fail(w, r, http.StatusInternalServerError, "internal", "something went wrong here; try again, and tell whoever runs this site if it stays")
			}
		}()
		if !ours {
			s.elsewhere(w, r)
			return
		}
		room := int64(MaxBody)
		if s.Room != nil {
			room = s.Room(r)
		}
		if r.ContentLength > room {
			h.Set("Connection", "close") // instead of reading the rest
			s.Fail(w, r, http.StatusRequestEntityTooLarge, "too-large", fmt.Sprintf("a request has at most %d bytes", room))
			return
		}
		if err := s.origin.Check(r); err != nil {
			s.Fail(w, r, http.StatusForbidden, "cross-origin", "this request came from another site")
			return
		}
		// One byte more, so that whoever reads sees that it is too large.
		r.Body = http.MaxBytesReader(raw, r.Body, room+1)
		next.ServeHTTP(w, r)
	})
}

// elsewhere answers what is not below the path of the site.
func (s *Site) elsewhere(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == s.prefix {
		http.Redirect(w, r, "/", http.StatusMovedPermanently)
		return
	}
	s.Fail(w, r, http.StatusNotFound, "not-found", "there is nothing at this address; this site begins at "+s.prefix+"/")
}

// Nowhere answers what has no page, and says so where only the method is wrong. It is
// the handler of "/" in mux.
func (s *Site) Nowhere(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, m := range []string{"DELETE", "GET", "PATCH", "POST", "PUT"} {
			other := r.Clone(r.Context())
			other.Method = m
			if _, pattern := mux.Handler(other); pattern != "/" && pattern != "" {
				allowed = append(allowed, m)
			}
		}
		if len(allowed) > 0 && !slices.Contains(allowed, r.Method) {
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			s.Fail(w, r, http.StatusMethodNotAllowed, "method", "this address takes "+strings.Join(allowed, ", "))
			return
		}
		s.Fail(w, r, http.StatusNotFound, "not-found", "there is nothing at this address")
	}
}

// Link is a path of the site as a link that works elsewhere.
func (s *Site) Link(r *http.Request, to string) string {
	base := s.BaseURL
	if base == "" {
		scheme := "http"
		if s.Secure || r.TLS != nil {
			scheme = "https"
		}
		base = scheme + "://" + r.Host
	}
	return base + to
}
