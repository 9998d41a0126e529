// Package judge shows a study: forms to judges, a dashboard to its coordinator,
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
// Package study knows what is asked and what is an answer, package store keeps it,
// web/internal/site has what a website of any kind needs; the process, its address and its
// certificates are the caller's.
package judge

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"hed/study"
	"hed/text/lang"
	"hed/web/internal/site"
)

// A Store keeps a study, and the secrets and sessions of its server.
type Store interface {
	study.Store
	site.Safe
	// Probe tells whether answers can be saved, by writing as they are written.
	Probe(ctx context.Context) error
}

// Options are what a server needs.
type Options struct {
	Store Store
	Desk  *study.Desk
	// Now is the clock; time.Now if nil.
	Now func() time.Time
	// BaseURL is where judges find the server, for links: https://study.example.org.
	BaseURL string
	// Addr is where the server listens, if not nil. Without a BaseURL links lead there;
	// where judges cannot find the server under it, as behind a proxy, links take the host
	// of the request that asks for them.
	Addr net.Addr
	// Secure says that browsers come over TLS, here or at a proxy before this server.
	Secure bool
	// Proxied says that a proxy stands before this server, which writes X-Forwarded-For.
	Proxied bool
	// Version is hed's, for the API's description.
	Version string
	// Unlock is what the coordinator types on the machine that has the store to set a
	// password. It is shown where there is none; it may be empty.
	Unlock string
	// Log is told what went wrong and is the operator's to mend, which is not shown to anybody
	// else, and every request. It may be nil.
	Log *slog.Logger
}

// A server is one study on the web.
type server struct {
	*site.Site
	store  Store
	desk   *study.Desk
	study  *study.Study
	name   string // of the study, for pages
	unlock string
	spec   []byte // the API's description
	mux    *http.ServeMux
	// nowhere answers what is not there.
	nowhere http.HandlerFunc

	judges   *site.Limiter // requests of a token
	guesses  *site.Limiter // unknown tokens and codes of an address
	logins   *site.Limiter // passwords tried by an address
	door     *site.Limiter // passwords tried by anybody
	scrapes  *site.Limiter // passwords of programs that measure
	refusals refusals
	dash     cache
	links    shelf
	pulse    pulse
	// reporting is held by who makes a report.
	reporting sync.Mutex
}

//go:embed html asset word
var files embed.FS

// New makes the handler of a study, which must be in the store.
func New(o Options) (http.Handler, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.BaseURL == "" && !o.Proxied {
		o.BaseURL = urlOf(o.Addr, o.Secure)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	st, err := o.Store.Study(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the study: %w", err)
	}
	write := &writer{Format: lang.Of(st.Lang).Format()}
	pages, err := site.NewPages(files, st.Lang, write.funcs())
	if err != nil {
		return nil, err
	}
	write.pages = pages
	s := &server{
		store: o.Store, desk: o.Desk, study: st, name: name(st), unlock: o.Unlock, mux: http.NewServeMux(),
		// A person answers once a second at most; simulated judges twenty times.
		judges: site.NewLimiter(o.Now, 50, 300),
		// Who mistypes a link or a code needs a few tries, and so does a class behind one
		// address; a token of 192 bits is not found at one every other second.
		guesses: site.NewLimiter(o.Now, 0.5, 30),
		// Passwords are what people choose, so that guessing them is made slow.
		logins: site.NewLimiter(o.Now, 1.0/30, 5),
		door:   site.NewLimiter(o.Now, 0.2, 30),
		// Apart from those of people, whom a program that asks often would keep out.
		scrapes: site.NewLimiter(o.Now, 0.2, 30),
		// Six lines at once, and six a minute.
		refusals: refusals{lines: site.NewLimiter(o.Now, 0.1, 6)},
	}
	s.pulse.try, s.pulse.now, s.pulse.log = s.probe, o.Now, func(err error) { o.Log.Error(err.Error()) }
	s.Site, err = site.New(site.Options{
		Safe: o.Store, Pages: pages, Now: o.Now, BaseURL: o.BaseURL, Secure: o.Secure, Proxied: o.Proxied,
		Log: o.Log, Fail: s.fail, Path: place,
	})
	if err != nil {
		return nil, err
	}
	if err := s.routes(o.Version); err != nil {
		return nil, err
	}
	return s.Guard(s.mux), nil
}

// urlOf is the URL of an address, and "" if it is all addresses of the machine.
func urlOf(a net.Addr, secure bool) string {
	tcp, ok := a.(*net.TCPAddr)
	switch {
	case !ok || tcp.IP.IsUnspecified():
		return ""
	case secure:
		return "https://" + a.String()
	}
	return "http://" + a.String()
}

func (s *server) routes(version string) error {
	if err := s.describe(version); err != nil {
		return err
	}
	s.mux.HandleFunc("GET /openapi.json", s.serveSpec)
	s.mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) { s.measure(w, r, version) })
	s.mux.HandleFunc("GET /assets/{hash}/{name}", s.Pages.ServeAsset)
	s.mux.HandleFunc("GET /{$}", s.home)
	s.mux.HandleFunc("GET /j/{token}", s.judgePage)
	s.mux.HandleFunc("POST /j/{token}", s.consentForm)
	s.mux.HandleFunc("GET /enrol", s.enrolPage)
	s.mux.HandleFunc("POST /enrol", s.enrolForm)
	s.coordinatorRoutes()
	s.nowhere = s.Nowhere(s.mux)
	s.mux.HandleFunc("/", s.nowhere)
	return nil
}

// place is the path of a request without a judge's token, for the log.
func place(r *http.Request) string {
	if strings.HasPrefix(r.URL.Path, "/j/") {
		return "/j/…"
	}
	return r.URL.Path
}

// Serve serves a handler of New until ctx ends, and then finishes what is at work, for a
// while.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error { return site.Serve(ctx, l, h) }

// CheckBase refuses a base URL under which judges could not reach a server.
func CheckBase(base string) error { return site.CheckBase(base) }

// Link is the personal link of a token, for judges who reach the server under a base URL.
func Link(base, token string) string { return strings.TrimRight(base, "/") + path(token) }

// path is that of a judge's page.
func path(token string) string { return "/j/" + token }

// funcs are what templates call.
func (w *writer) funcs() template.FuncMap {
	return template.FuncMap{
		"paragraphs": paragraphs,
		"dict":       dict,
		"scale":      scale,
		"clock":      w.clock,
		"figure":     w.figure,
		"answer":     w.answer,
		"percent":    w.percent,
		"ago":        ago,
		"time":       w.moment,
		"plus":       func(n int) int { return n + 1 },
		"head":       first,
		"operators":  operators,
	}
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
