package site

import (
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// A site can be below a path, as https://news.example.org/hed is. Its pages do not know: within
// a site every path begins at its root. At the border, which is Guard and Show, the path is taken
// off requests, and put before the links of pages, the places that replies lead to, and the paths
// of cookies. Scripts find the root of the site in data-root of the html element.

// below takes the path of the site off a request; ok is false for one that is not below it.
func (s *Site) below(r *http.Request) (inner *http.Request, ok bool) {
	inner = new(http.Request)
	*inner = *r
	if s.prefix == "" {
		return inner, true
	}
	path, ok1 := strings.CutPrefix(r.URL.Path, s.prefix+"/")
	raw, ok2 := strings.CutPrefix(r.URL.RawPath, s.prefix+"/")
	if !ok1 || r.URL.RawPath != "" && !ok2 {
		return inner, false
	}
	inner.URL = new(url.URL)
	*inner.URL = *r.URL
	inner.URL.Path = "/" + path
	if r.URL.RawPath != "" {
		inner.URL.RawPath = "/" + raw
	}
	inner.RequestURI = inner.URL.RequestURI()
	return inner, true
}

// linking are the attributes of our pages that have paths. Templates write all of them in double
// quotes, which they escape in all that comes from elsewhere.
var linking = regexp.MustCompile(`( (?:href|src|action|formaction|data-root|data-base|data-from)=")/([^/])`)

// outward is a page as browsers see it.
func (s *Site) outward(page []byte) []byte {
	if s.prefix == "" {
		return page
	}
	return linking.ReplaceAll(page, []byte("${1}"+s.prefix+"/${2}"))
}

// A reply is what a handler writes to. It knows how the request was answered, and leads browsers
// to places below the path of the site.
type reply struct {
	http.ResponseWriter
	prefix string
	status int
	bytes  int64
}

// Unwrap lets http.ResponseController find what it needs.
func (w *reply) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *reply) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
		if to := w.Header().Get("Location"); strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") {
			w.Header().Set("Location", w.prefix+to)
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *reply) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom lets files go out without a copy of them in memory.
func (w *reply) ReadFrom(from io.Reader) (int64, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	n, err := io.Copy(w.ResponseWriter, from)
	w.bytes += n
	return n, err
}
