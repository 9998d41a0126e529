package judge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hed/internal/crash"
	"hed/web/internal/site"
)

// health is what /healthz and /livez say.
type health struct {
	OK bool `json:"ok"`
}

type healthReply struct {
	Status int
	Body   health
}

// watch adds the addresses that machines ask how the server is. They need no token.
func (s *server) watch(api huma.API) {
	ready := huma.Operation{
		OperationID: "get-health", Method: "GET", Path: "/healthz", Summary: "Tell whether answers can be saved",
		Description: "Something small was written to the store and forced to disk, at most a second ago. 503 if that failed.",
		Responses:   map[string]*huma.Response{},
	}
	schema := huma.SchemaFromType(api.OpenAPI().Components.Schemas, reflect.TypeFor[health]())
	ready.Responses["503"] = &huma.Response{
		Description: http.StatusText(http.StatusServiceUnavailable),
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schema}},
	}
	huma.Register(api, ready, func(ctx context.Context, _ *struct{}) (*healthReply, error) {
		if s.pulse.ask(ctx) != nil {
			return &healthReply{http.StatusServiceUnavailable, health{false}}, nil
		}
		return &healthReply{http.StatusOK, health{true}}, nil
	})
	huma.Register(api, huma.Operation{
		OperationID: "get-life", Method: "GET", Path: "/livez", Summary: "Tell that the process lives",
		Description: "The store is not asked.",
	}, func(context.Context, *struct{}) (*healthReply, error) {
		return &healthReply{http.StatusOK, health{true}}, nil
	})
	delete(api.OpenAPI().Paths["/livez"].Get.Responses, "default") // it does not fail
}

// A pulse tells whether the store can be written, by writing to it. All who ask share one
// try, and for a moment what came of it: to ask often costs no more than to ask once.
type pulse struct {
	try func(context.Context) error
	now func() time.Time
	log func(error) // hears of each try that failed or takes too long

	mu     sync.Mutex
	trying chan struct{} // closed when the try at work ends; nil if there is none
	tried  time.Time     // when the last one ended; zero if there was none
	err    error         // what came of it
}

const (
	pulseLife  = time.Second     // how long what came of a try counts
	pulseLimit = 5 * time.Second // how long who asks waits; a store that takes longer saves no answers
)

var errLate = fmt.Errorf("the store has not answered for %s", pulseLimit)

// ask gives what came of a try that ended a moment ago or is at work. A try that takes too
// long is not given up, since what waits for a disk cannot be called back; but nobody waits
// for it, and no other is begun.
func (p *pulse) ask(ctx context.Context) error {
	p.mu.Lock()
	// A clock that was set back says nothing of how old a try is.
	if age := p.now().Sub(p.tried); p.trying == nil && !p.tried.IsZero() && age >= 0 && age < pulseLife {
		defer p.mu.Unlock()
		return p.err
	}
	if p.trying == nil {
		p.trying = make(chan struct{})
		// Who asked first may leave before the others.
		go p.run(context.WithoutCancel(ctx))
	}
	trying := p.trying
	p.mu.Unlock()
	limit := time.NewTimer(pulseLimit)
	defer limit.Stop()
	select {
	case <-trying:
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.err
	case <-limit.C:
		return errLate
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pulse) run(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, pulseLimit)
	defer cancel()
	report := func(err error) { p.log(fmt.Errorf("health: %w", err)) }
	late := time.AfterFunc(pulseLimit, func() { report(errLate) })
	err := crash.Call(func() error { return p.try(ctx) })
	// A store that gave up at the limit says nothing that was not said.
	if intime := late.Stop(); err != nil && (intime || !errors.Is(err, context.DeadlineExceeded)) {
		report(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err, p.tried = err, p.now()
	close(p.trying)
	p.trying = nil
}

// probe is the try of the server's pulse. Saving an answer reads the store before it writes.
func (s *server) probe(ctx context.Context) error {
	_, err := s.store.Running(ctx)
	if err == nil {
		err = s.store.Probe(ctx)
	}
	return err
}

// measure answers Prometheus, if it asks from this machine, or has the coordinator's password: a study has no tokens but those of judges.
func (s *server) measure(w http.ResponseWriter, r *http.Request, version string) {
	if !s.Beside(r) && !s.scraper(w, r) {
		return
	}
	err := s.Measure(w, r, version, func(e *site.Exposition) error {
		up := 0.0
		if s.pulse.ask(r.Context()) == nil {
			up = 1
		}
		e.Gauge("hed_store_writable", "Whether answers can be saved.", up)
		return nil
	})
	if err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
	}
}

// scraper tells whether a request has the coordinator's password, as HTTP has it, and answers one that has not. Tries are counted, all together.
func (s *server) scraper(w http.ResponseWriter, r *http.Request) bool {
	_, password, ok := r.BasicAuth()
	if !ok {
		s.fail(w, r, http.StatusForbidden, "forbidden", "measurements are for the machine that the server runs on, and for programs that send the coordinator's password (basic_auth in Prometheus)")
		return false
	}
	if wait := s.scrapes.Take(""); wait > 0 {
		w.Header().Set("Retry-After", site.Retry(wait))
		s.fail(w, r, http.StatusTooManyRequests, "limited", "too many programs ask for measurements with a password; ask every ten seconds at most")
		return false
	}
	ok, err := s.knows(r, password)
	switch {
	case err != nil:
		s.showProblem(w, r, s.problemOf(r.Context(), err))
	case !ok:
		s.refused(r, "the password of a program is wrong")
		w.Header().Set("WWW-Authenticate", `Basic realm="measurements"`)
		s.fail(w, r, http.StatusUnauthorized, "forbidden", "this is not the coordinator's password; whoever runs the study sets it")
	}
	return err == nil && ok
}
