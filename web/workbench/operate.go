package workbench

import (
	"errors"
	"fmt"
	"net/http"

	"hed/web/internal/site"
	"hed/workbench"
)

// operateRoutes are for machines that look after the server.
func (s *server) operateRoutes() {
	s.mux.HandleFunc("GET /healthz", s.health)
	s.mux.HandleFunc("GET /readyz", s.ready)
	s.mux.HandleFunc("GET /metrics", s.measure)
}

// health tells that the process answers, and the shelf too.
func (s *server) health(w http.ResponseWriter, r *http.Request) {
	s.tell(w, r, s.bench.Ping(r.Context()))
}

// ready tells whether requests should come here: what they need is there, and the server does not end.
func (s *server) ready(w http.ResponseWriter, r *http.Request) {
	s.tell(w, r, s.bench.Ready(r.Context()))
}

func (s *server) tell(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Content-Type", "application/json")
	if err != nil {
		if !errors.Is(err, workbench.ErrEnding) {
			s.Trouble(r.Context(), fmt.Errorf("%s: %w", r.URL.Path, err))
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, `{"ok":false}`)
		return
	}
	fmt.Fprintln(w, `{"ok":true}`)
}

// measure answers Prometheus. Where there are users it asks with a token of an administrator, of any
// scope; without users, from the machine itself.
func (s *server) measure(w http.ResponseWriter, r *http.Request) {
	v, p := s.bearer(r)
	shared, err := s.bench.Shared(r.Context())
	switch {
	case err != nil:
		p = s.problemOf(r.Context(), err)
	case !shared && s.Beside(r):
		p = nil
	case p == nil && shared:
		a, err := s.bench.Account(r.Context(), v.Name)
		if err != nil {
			p = s.problemOf(r.Context(), err)
		} else if !a.Scope.Covers(workbench.AdminScope) {
			p = problem(http.StatusForbidden, "this takes a token of an administrator; it may be one that may read only")
		}
	}
	if p == nil {
		err := s.Measure(w, r, s.Version, func(e *site.Exposition) error { return s.measured(r, e) })
		if err == nil {
			return
		}
		p = s.problemOf(r.Context(), err)
	}
	s.refuseProgram(w, r, p)
}

// measured adds what is in the workbench.
func (s *server) measured(r *http.Request, e *site.Exposition) error {
	c, err := s.bench.Counts(r.Context())
	if err != nil {
		return err
	}
	e.Gauge("hed_queue_length", "Runs that wait.", float64(c.Runs[workbench.Waiting]))
	e.Family("hed_runs", "gauge", "Runs by state.")
	for _, state := range workbench.States {
		e.Sample("hed_runs", float64(c.Runs[state]), "state", string(state))
	}
	e.Family("hed_documents_scored_total", "counter", "Documents that runs have scored since the server was started.")
	e.Sample("hed_documents_scored_total", float64(c.Scored))
	e.Family("hed_things", "gauge", "What is in the workbench, by kind.")
	for _, kind := range workbench.Kinds {
		e.Sample("hed_things", float64(c.Things[kind]), "kind", kind)
	}
	e.Gauge("hed_disk_used_bytes", "Bytes of files, results and studies.", float64(c.Used))
	e.Gauge("hed_users", "People who may sign in.", float64(c.Users))
	e.Gauge("hed_sessions", "Sessions that are open.", float64(c.Sessions))
	return nil
}
