package judge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hed/study"
	"hed/web/internal/site"
)

// A problem is an error as RFC 9457 writes it, with a code for programs.
type problem struct {
	Title  string `json:"title" doc:"what the status is called"`
	Status int    `json:"status" doc:"the HTTP status"`
	Detail string `json:"detail" doc:"what is wrong, and what to do"`
	Code   string `json:"code" doc:"what is wrong, for programs" example:"closed"`
	// Study tells a page that it is its own server that refuses something for good, and not
	// that of another study at the same address.
	Study string `json:"study" doc:"the study that says so, by an id that stays"`
	// Missing are the questions that keep a step from being closed.
	Missing []string            `json:"missing,omitempty" doc:"keys of the questions without an answer"`
	Errors  []*huma.ErrorDetail `json:"errors,omitempty" doc:"what is wrong with which part of the request"`

	wait time.Duration // before it is worth trying again
}

var problemType = reflect.TypeFor[problem]()

func (p *problem) Error() string             { return p.Detail }
func (p *problem) GetStatus() int            { return p.Status }
func (p *problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders says how to prove who one is, and when it is worth trying again.
func (p *problem) GetHeaders() http.Header {
	h := http.Header{}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if p.wait > 0 {
		h.Set("Retry-After", site.Retry(p.wait))
	}
	return h
}

func newProblem(status int, code, detail string) *problem {
	return &problem{Title: http.StatusText(status), Status: status, Code: code, Detail: detail}
}

// codes are the statuses of what package study says to who asked. The other codes are the
// operator's.
var codes = map[study.Code]int{
	study.Invalid:   http.StatusUnprocessableEntity,
	study.NotFound:  http.StatusNotFound,
	study.Forbidden: http.StatusForbidden,
	study.Closed:    http.StatusGone,
	study.Stopped:   http.StatusGone,
	study.Conflict:  http.StatusConflict,
}

// problemOf says what an error is to whoever asked. What is not theirs to read goes
// to the operator: it is the store, and nothing was saved.
func (s *server) problemOf(ctx context.Context, err error) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*study.Error](err); ok && codes[e.Code] != 0 {
		return newProblem(codes[e.Code], string(e.Code), e.Message)
	}
	if !errors.Is(err, context.Canceled) { // the one who asked has left
		s.Trouble(ctx, err)
	}
	if full(err) {
		return newProblem(http.StatusServiceUnavailable, "full", "your answer is not saved yet: the disk of the server is full; do not close this page, and tell the coordinator")
	}
	return newProblem(http.StatusServiceUnavailable, "unavailable", "your answer is not saved yet: the server cannot reach its store; do not close this page, it will be tried again")
}

// full tells whether an error is about a disk without room; stores say it in words. Judges
// are told apart from other trouble, because only the coordinator can mend it.
func full(err error) bool { return strings.Contains(err.Error(), "is full") }

// name is an id of a study that no other has, and that stays whatever hed serves it: of
// what a study is made with, only what every hed reads in the same way counts.
func name(st *study.Study) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %q", st.Created.UnixNano(), st.Seed, st.Title))
	return hex.EncodeToString(sum[:8])
}

// transform gives the errors of huma itself, such as a body that is no JSON, our
// shape. It leaves out the values, which may be long, and answers are nobody's in a log.
func (s *server) transform(ctx huma.Context, _ string, v any) (any, error) {
	if p, ok := v.(*problem); ok {
		p.Study = s.name
	}
	m, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	code := map[int]string{
		http.StatusBadRequest: "bad-request", http.StatusRequestTimeout: "timeout", http.StatusNotAcceptable: "not-acceptable",
		http.StatusRequestEntityTooLarge: "too-large", http.StatusUnsupportedMediaType: "media-type", http.StatusUnprocessableEntity: "invalid",
	}[m.Status]
	if code == "" {
		code = "internal"
	}
	p := newProblem(m.Status, code, m.Detail)
	p.Study = s.name
	for _, e := range m.Errors {
		p.Errors = append(p.Errors, &huma.ErrorDetail{Message: e.Message, Location: e.Location})
	}
	if m.Status >= 500 {
		s.Trouble(ctx.Context(), fmt.Errorf("API: %s: %v", m.Detail, p.Errors))
		p.Errors = nil
	}
	return p, nil
}

// fail answers with a page, or with a problem where a program asks.
func (s *server) fail(w http.ResponseWriter, r *http.Request, status int, code, detail string) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(status)
		p := newProblem(status, code, detail)
		p.Study = s.name
		json.NewEncoder(w).Encode(p)
		return
	}
	m := s.message(code, detail)
	if status >= 500 { // what the log tells more of
		m.Note = s.Pages.Say("fail.request", site.VisitOf(r.Context()).ID)
	}
	s.Show(w, status, "message.html", m)
}
