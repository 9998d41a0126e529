package judge

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"hed/report"
	"hed/study"
	"hed/study/outcome"
)

// resamples are those of the report that the dashboard offers, as many as the command line takes unless it is told otherwise.
const resamples = 1000

// longest is how long a report may take, with those that are made before it.
const longest = 15 * time.Minute

// outcome finds what the answers show, with intervals. That takes seconds, so it is done for one at a time.
func (s *server) outcome(ctx context.Context, by string) (*outcome.Outcome, error) {
	s.reporting.Lock()
	defer s.reporting.Unlock()
	if by != "" && !slices.Contains(outcome.Splits(s.study), by) {
		return nil, study.Errorf(study.NotFound, "judges were not asked about %q", by)
	}
	data, err := outcome.Load(ctx, s.store)
	if err != nil {
		return nil, err
	}
	return outcome.Of(ctx, data, outcome.Options{Resamples: resamples, Seed: s.study.Seed, Workers: 1, By: by})
}

// showReport is report.html of the study as it stands.
func (s *server) showReport(w http.ResponseWriter, r *http.Request) {
	s.send(w, r, "text/html; charset=utf-8", "", func(to io.Writer) error {
		o, err := s.outcome(r.Context(), r.URL.Query().Get("by"))
		if err != nil {
			return err
		}
		figures, err := o.Draw()
		if err != nil {
			return err
		}
		w.Header().Set("Content-Security-Policy", outcome.PagePolicy()+"; frame-ancestors 'none'")
		return o.WriteHTML(to, figures)
	})
}

// reportZip has the report with its tables and figures.
func (s *server) reportZip(w http.ResponseWriter, r *http.Request) {
	s.send(w, r, "application/zip", "report.zip", func(to io.Writer) error {
		o, err := s.outcome(r.Context(), r.URL.Query().Get("by"))
		if err != nil {
			return err
		}
		return o.WriteZip(to, report.Style{})
	})
}

// exportZip has the answers.
func (s *server) exportZip(w http.ResponseWriter, r *http.Request) {
	s.send(w, r, "application/zip", "answers.zip", func(to io.Writer) error {
		data, err := outcome.Load(r.Context(), s.store)
		if err != nil {
			return err
		}
		return data.ExportZip(r.Context(), to, false)
	})
}

// send makes something whole before it sends it: half an archive would look like one.
func (s *server) send(w http.ResponseWriter, r *http.Request, kind, name string, make func(io.Writer) error) {
	// Other pages are made at once. Where the connection has no deadline there is nothing to move.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(longest))
	var b bytes.Buffer
	if err := make(&b); err != nil {
		s.showProblem(w, r, s.problemOf(r.Context(), err))
		return
	}
	w.Header().Set("Content-Type", kind)
	if name != "" {
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	}
	w.Write(b.Bytes())
}
