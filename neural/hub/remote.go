package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// A remote is the server's side of a pull.
type remote struct {
	ref
	endpoint     string
	client       http.Client
	token        bool // whether one is sent
	pause, stall time.Duration
	reached      bool // the server has answered once
}

func (h *Hub) remote(r ref) (*remote, error) {
	at, err := url.Parse(h.Endpoint)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return nil, fmt.Errorf("HF_ENDPOINT is %q, which is not the URL of a Hub, such as %s", h.Endpoint, DefaultEndpoint)
	}
	token := h.Token
	if token == "" && h.TokenFile != "" {
		data, err := os.ReadFile(h.TokenFile)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read the token for %s: %w", h.Endpoint, err)
		}
		token = strings.TrimSpace(string(data))
	}
	rem := &remote{ref: r, endpoint: h.Endpoint, token: token != "", pause: cmp.Or(h.Pause, time.Second), stall: cmp.Or(h.Stall, 30*time.Second)}
	if h.Client != nil {
		rem.client = *h.Client
	}
	next := rem.client.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	rem.client.Transport = bearer{token, at, next}
	return rem, nil
}

// A bearer adds the token to requests for one server. The client would also send it
// on to subdomains and other ports that a redirect leads to.
type bearer struct {
	token string
	to    *url.URL
	next  http.RoundTripper
}

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	if b.token != "" && sameServer(req.URL, b.to) {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	return b.next.RoundTrip(req)
}

func sameServer(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Host, b.Host)
}

// A file is one of a model, as the server describes it.
type file struct {
	name string // with slashes
	sum  checksum
	size int64
}

// longestAnswer is far more than the file list of any model has.
const longestAnswer = 64 << 20

// list asks which commit the revision is, and for the names of its files. Those are
// as the server says, whatever that is.
func (r *remote) list(ctx context.Context) (commit string, names map[string]bool, err error) {
	var answer struct {
		Commit string `json:"sha"`
		Files  []struct {
			Name string `json:"rfilename"`
		} `json:"siblings"`
	}
	at := r.endpoint + "/api/models/" + r.name + "/revision/" + url.PathEscape(r.revision)
	err = r.retry(ctx, func() (bool, error) {
		return false, r.send(ctx, http.MethodGet, at, nil, nil, func(resp *http.Response) error {
			data, err := io.ReadAll(io.LimitReader(resp.Body, longestAnswer))
			if err != nil {
				return temporary{err, 0}
			}
			if err := json.Unmarshal(data, &answer); err != nil {
				return fmt.Errorf("%s does not answer as a Hub does: %w; check HF_ENDPOINT", r.endpoint, err)
			}
			return nil
		})
	})
	if err != nil {
		return "", nil, err
	}
	if !commitID.MatchString(answer.Commit) {
		return "", nil, fmt.Errorf("%s says that %s is the commit %q, which is none; check HF_ENDPOINT", r.endpoint, r.ref, answer.Commit)
	}
	if commitID.MatchString(r.revision) && answer.Commit != r.revision {
		return "", nil, fmt.Errorf("%s answers with the commit %s, which was not asked for; do not trust this endpoint", r.endpoint, answer.Commit)
	}
	names = map[string]bool{}
	for _, f := range answer.Files {
		names[f.Name] = true
	}
	return answer.Commit, names, nil
}

func (r *remote) url(commit, name string) string {
	parts := strings.Split(name, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return r.endpoint + "/" + r.name + "/resolve/" + commit + "/" + strings.Join(parts, "/")
}

// describe asks for checksum and size of a file.
func (r *remote) describe(ctx context.Context, commit, name string) (file, error) {
	f := file{name: name}
	// A large file is elsewhere; what the Hub says of it comes with the redirect. Other
	// redirects are to a model's new name, or to a cache of the Hub's own.
	stay := func(req *http.Request, via []*http.Request) error {
		known := req.Response.Header.Get("X-Linked-Etag") != "" && req.Response.Header.Get("X-Linked-Size") != ""
		if known || !sameServer(req.URL, via[0].URL) {
			return http.ErrUseLastResponse
		}
		return redirects(req, via)
	}
	err := r.retry(ctx, func() (bool, error) {
		return false, r.send(ctx, http.MethodHead, r.url(commit, name), nil, stay, func(resp *http.Response) error {
			tag := cmp.Or(resp.Header.Get("X-Linked-Etag"), resp.Header.Get("ETag"))
			f.sum = checksum(strings.Trim(strings.TrimPrefix(tag, "W/"), `"`))
			if !f.sum.valid() {
				return fmt.Errorf("%s gives no checksum for %s (the ETag is %q), so it cannot be verified; use another endpoint", r.endpoint, name, tag)
			}
			length := resp.Header.Get("X-Linked-Size")
			if length == "" && resp.StatusCode == http.StatusOK {
				length = resp.Header.Get("Content-Length")
			}
			var err error
			if f.size, err = strconv.ParseInt(length, 10, 64); err != nil || f.size < 0 {
				return fmt.Errorf("%s does not say how long %s is; use another endpoint", r.endpoint, name)
			}
			return nil
		})
	})
	return f, err
}

func redirects(_ *http.Request, via []*http.Request) error {
	if len(via) >= 10 {
		return errors.New("redirected too often")
	}
	return nil
}

// send makes a request and lets read have the answer, if it is one. A server that is
// silent for too long while read reads counts as away.
func (r *remote) send(ctx context.Context, method, at string, header http.Header, redirect func(*http.Request, []*http.Request) error, read func(*http.Response) error) error {
	parent := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	silent := fmt.Errorf("nothing came for %s", r.stall)
	timer := time.AfterFunc(r.stall, func() { cancel(silent) })
	defer timer.Stop()
	req, err := http.NewRequestWithContext(ctx, method, at, nil)
	if err != nil {
		return err
	}
	for name := range header {
		req.Header[name] = header[name]
	}
	req.Header.Set("User-Agent", "hed")
	req.Header.Set("Accept-Encoding", "identity") // sizes and ranges are those of the file
	client := r.client
	client.CheckRedirect = redirect
	if redirect == nil {
		client.CheckRedirect = redirects
	}
	resp, err := client.Do(req)
	if err == nil {
		defer resp.Body.Close()
		r.reached = true
		if err = r.refused(resp); err != nil {
			return err
		}
		resp.Body = watched{resp.Body, timer, r.stall}
		err = read(resp)
	} else if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = r.away(req.URL.Host, wrapped.Err)
	}
	if parent.Err() != nil {
		return context.Cause(parent)
	}
	if err != nil && errors.Is(context.Cause(ctx), silent) {
		return r.away(req.URL.Host, silent)
	}
	return err
}

// away is a server that does not answer. One that has answered before may do so again;
// otherwise there is more likely a mistake than a fault, and nobody is kept waiting.
func (r *remote) away(host string, err error) error {
	err = fmt.Errorf("reach %s: %w", host, err)
	if r.reached {
		return temporary{err, 0}
	}
	return fmt.Errorf("%w; check the network, the proxy and HF_ENDPOINT", err)
}

// A watched body sets its timer back whenever something comes.
type watched struct {
	io.ReadCloser
	timer *time.Timer
	stall time.Duration
}

func (w watched) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	w.timer.Reset(w.stall)
	return n, err
}

// A temporary error may be gone when the request is made again.
type temporary struct {
	error
	after time.Duration // as long as the server asks for
}

func (t temporary) Unwrap() error { return t.error }

// retry calls f until it does not fail with a temporary error, five times, counted
// anew whenever f gets further.
func (r *remote) retry(ctx context.Context, f func() (further bool, err error)) error {
	const times = 5
	pause := r.pause
	for tried := 1; ; tried++ {
		further, err := f()
		t, ok := errors.AsType[temporary](err)
		if !ok {
			return err
		}
		if further {
			tried, pause = 1, r.pause
		}
		if tried == times {
			return fmt.Errorf("%w, %d times; try again later", t.error, times)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(max(pause, min(t.after, time.Minute))):
		}
		pause *= 2
	}
}
