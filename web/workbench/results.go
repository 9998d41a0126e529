package workbench

import (
	"errors"
	"io/fs"
	"net/http"
	"slices"

	"hed/web/internal/site"
	"hed/web/workbench/look"
	"hed/workbench"
)

// resultRoutes mount the pages of results: for who is inside, for guests with the link of a run,
// and the history of a project.
func (s *server) resultRoutes() error {
	h, err := look.New(look.Options{
		Frame: s.Frame, Run: s.lookedAt, Runs: s.beside, Workers: s.bench.Workers,
		Base:   func(r *http.Request) string { return placeOf(r).base },
		Crumbs: s.above,
	})
	if err != nil {
		return err
	}
	s.mux.Handle("GET /runs/{id}/results/", s.inside(mount(h, func(r *http.Request) place {
		id := r.PathValue("id")
		return place{base: "/runs/" + id + "/results", run: id}
	})))
	history := mount(h, func(r *http.Request) place {
		id := r.PathValue("id")
		return place{base: "/projects/" + id, project: id}
	})
	s.handle("GET /projects/{id}/history", func(w http.ResponseWriter, r *http.Request) error {
		_, err := s.bench.Find(r.Context(), workbench.ProjectKind, r.PathValue("id"))
		if err == nil {
			history.ServeHTTP(w, r)
		}
		return err
	})
	s.mux.Handle("GET /shared/{key}/", mount(h, func(r *http.Request) place {
		key := r.PathValue("key")
		at := place{base: "/shared/" + key, guest: true}
		if run, err := s.bench.SharedRun(r.Context(), key); err == nil {
			at.run = run.ID
		} else if !errors.Is(err, workbench.ErrNone) {
			s.Trouble(r.Context(), err)
		}
		return at
	}))
	s.handle("POST /runs/{id}/share", s.deed((*workbench.Bench).Share))
	s.handle("POST /runs/{id}/unshare", s.deed((*workbench.Bench).Unshare))
	return nil
}

// lookedAt is the run that a request is about.
func (s *server) lookedAt(r *http.Request) (look.Run, error) {
	at := placeOf(r)
	one, err := s.bench.Run(r.Context(), at.run)
	if errors.Is(err, workbench.ErrNone) || err == nil && one.State != workbench.Done {
		err = fs.ErrNotExist
	}
	if err != nil {
		return look.Run{}, err
	}
	v := s.shown(one)
	if at.guest {
		v.Href = at.base
	}
	return v, nil
}

// shown is a run for the pages of results.
func (s *server) shown(r *workbench.Run) look.Run {
	return look.Run{ID: r.ID, Name: r.Name, Folder: s.bench.RunFolder(r.ID), Begun: r.Began, Href: "/runs/" + r.ID + "/results"}
}

// beside are the finished runs of the project that a request is about, the oldest first. Guests
// see the one that they were shown.
func (s *server) beside(r *http.Request) (list []look.Run, err error) {
	at := placeOf(r)
	if at.guest {
		one, err := s.lookedAt(r)
		if err != nil {
			return nil, err
		}
		return []look.Run{one}, nil
	}
	project := at.project
	if project == "" {
		one, err := s.bench.Run(r.Context(), at.run)
		if errors.Is(err, workbench.ErrNone) {
			err = fs.ErrNotExist
		}
		if err != nil {
			return nil, err
		}
		project = one.Parent
	}
	runs, err := s.bench.Runs(r.Context(), project)
	for _, one := range slices.Backward(runs) {
		if one.State == workbench.Done {
			list = append(list, s.shown(one))
		}
	}
	return list, err
}

// above are the crumbs over the pages of results.
func (s *server) above(r *http.Request) []site.Link {
	at := placeOf(r)
	if at.guest {
		return nil
	}
	project, run := at.project, (*workbench.Run)(nil)
	if project == "" {
		one, err := s.bench.Run(r.Context(), at.run)
		if err != nil {
			return nil
		}
		project, run = one.Parent, one
	}
	crumbs, err := s.where(r, project)
	if err == nil && run != nil {
		crumbs = append(crumbs, site.Link{Text: run.Name, Href: "/runs/" + run.ID})
	}
	return crumbs
}
