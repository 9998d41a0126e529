package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"hed/store/shelf"
	"hed/web/internal/site"
	"hed/workbench"
)

// A runView is a run in a list.
type runView struct {
	*workbench.Run
	Project string // its name
	Ahead   int
	Now     *workbench.Snapshot
}

// queue lists all runs, those first that are not over.
func (s *server) queue(w http.ResponseWriter, r *http.Request) error {
	runs, err := s.bench.Runs(r.Context(), "")
	if err != nil {
		return err
	}
	projects, err := s.bench.List(r.Context(), shelf.Query{Kind: workbench.ProjectKind})
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, p := range projects {
		names[p.ID] = p.Name
	}
	ahead, err := s.bench.Queue(r.Context())
	if err != nil {
		return err
	}
	var open, over []runView
	for _, one := range runs {
		v := runView{one, names[one.Parent], ahead[one.ID], s.bench.Progress(one.ID)}
		if one.Over() {
			over = append(over, v)
		} else {
			open = append(open, v)
		}
	}
	refresh := 0
	if len(open) > 0 {
		refresh = 3
	}
	s.part.Show(w, r, http.StatusOK, "queue.html", site.View{Title: "Queue", Refresh: refresh, Scripts: []string{"reload.js"}, Data: map[string]any{
		"Token": s.Token(r), "Open": open, "Over": over, "AtOnce": max(s.bench.AtOnce, 1),
	}})
	return nil
}

// run is the page of a run: how far it is, or what was found.
func (s *server) run(w http.ResponseWriter, r *http.Request) error {
	one, err := s.bench.Run(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	crumbs, err := s.where(r, one.Parent)
	if err != nil {
		return err
	}
	ahead, err := s.bench.Ahead(r.Context(), one)
	if err != nil {
		return err
	}
	data := map[string]any{"Token": s.Token(r), "Run": one, "Ahead": ahead, "Now": s.bench.Progress(one.ID), "Label": labels[one.Option]}
	if args, err := s.bench.Arguments(r.Context(), one.Parent, &one.Settings); err == nil {
		data["Command"] = s.Command(args)
	}
	if one.Over() {
		data["Took"] = took(one.Ended.Sub(one.Began))
	}
	data["Started"], data["Shared"] = s.bench.Started(one), s.Link(r, "/shared/"+one.Shared+"/")
	v := site.View{Title: one.Name, Crumbs: crumbs, Data: data}
	if !one.Over() {
		v.Refresh, v.Scripts = 2, []string{"run.js"}
	}
	s.part.Show(w, r, http.StatusOK, "run.html", v)
	return nil
}

// took is how long something took, for people.
func took(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%.0f min", d.Minutes())
}

// progress is how far a run is, for scripts.
func (s *server) progress(w http.ResponseWriter, r *http.Request) error {
	one, err := s.bench.Run(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(map[string]any{"state": one.State, "over": one.Over(), "now": s.bench.Progress(one.ID)})
}

// deed does something to a run, and shows it again.
func (s *server) deed(do func(b *workbench.Bench, ctx context.Context, id string) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		one, err := s.bench.Run(r.Context(), r.PathValue("id"))
		if err != nil {
			return err
		}
		if err := do(s.bench, r.Context(), one.ID); err != nil && !errors.Is(err, workbench.ErrState) {
			return err // and what is over meanwhile is seen there
		}
		return see(w, r, "/runs/"+one.ID)
	}
}
