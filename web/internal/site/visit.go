package site

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// A Visit is what is known of a request while it is answered, for the log.
type Visit struct {
	// ID is that of the request. The reply has it in X-Request-Id, and so do the pages of what
	// went wrong, so that somebody can ask what it was.
	ID string
	// User is who asks, once that is found out.
	User string
}

type visitKey struct{}

// VisitOf is the request that something is done for; an empty one where there is none.
func VisitOf(ctx context.Context) *Visit {
	if v, ok := ctx.Value(visitKey{}).(*Visit); ok {
		return v
	}
	return new(Visit)
}

// requestID is an id that proxies give: what else somebody may have written is not for our log.
var requestID = regexp.MustCompile(`^[A-Za-z0-9._=+/-]{1,128}$`)

// visit begins a request. It takes the id of a proxy, if there is one before the site.
func (s *Site) visit(r *http.Request) (*http.Request, *Visit) {
	v := &Visit{ID: r.Header.Get("X-Request-Id")}
	if !s.Proxied || !requestID.MatchString(v.ID) {
		v.ID = strings.ToLower(rand.Text()[:16])
	}
	return r.WithContext(context.WithValue(r.Context(), visitKey{}, v)), v
}

// Trouble writes to the log what went wrong and is the operator's to mend.
func (s *Site) Trouble(ctx context.Context, err error) {
	attrs := []slog.Attr{}
	if v := VisitOf(ctx); v.ID != "" {
		attrs = append(attrs, slog.String("request", v.ID))
	}
	s.Log.LogAttrs(ctx, slog.LevelError, err.Error(), attrs...)
}

// answered writes a request to the log, and counts it.
func (s *Site) answered(r *http.Request, v *Visit, w *reply, took time.Duration) {
	if w.status == 0 { // nothing was written, or the connection was given up
		w.status = http.StatusOK
	}
	s.meter.count(r, w.status, took)
	level := slog.LevelInfo
	if quiet[r.URL.Path] { // machines ask every few seconds
		level = slog.LevelDebug
	}
	if !s.Log.Enabled(r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("request", v.ID), slog.String("method", r.Method), slog.String("path", s.Path(r)), slog.Int("status", w.status),
		slog.Int64("bytes", w.bytes), slog.Float64("seconds", took.Seconds()), slog.String("from", s.Address(r)),
	}
	if v.User != "" {
		attrs = append(attrs, slog.String("user", v.User))
	}
	s.Log.LogAttrs(r.Context(), level, "answered", attrs...)
}

var quiet = map[string]bool{"/healthz": true, "/livez": true, "/readyz": true, "/metrics": true}
