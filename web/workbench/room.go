package workbench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"sync"

	"hed/draft"
	"hed/internal/crash"
	"hed/web/internal/site"
	"hed/web/workbench/editor"
	"hed/workbench"
)

// rooms are where headlines are written: in a project, or in none. Each has a Checker, which
// learns from the project when somebody first comes.
type rooms struct {
	bench *workbench.Bench
	log   func(error)

	ctx      context.Context // of what they learn
	stop     context.CancelFunc
	learning crash.Group

	mu   sync.Mutex
	open map[string]*draft.Checker // by project, or by whose drafts they are
}

func newRooms(ctx context.Context, b *workbench.Bench, log func(error)) *rooms {
	o := &rooms{bench: b, log: log, open: map[string]*draft.Checker{}}
	o.ctx, o.stop = context.WithCancel(context.WithoutCancel(ctx))
	return o
}

// close ends what the rooms do.
func (o *rooms) close() (err error) {
	o.stop()
	o.learning.Wait()
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, c := range o.open {
		err = errors.Join(err, c.Close())
	}
	clear(o.open)
	return err
}

// checker gives the one of a project; "" is none.
func (o *rooms) checker(ctx context.Context, project string) (*draft.Checker, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := project
	if v := workbench.ViewerOf(ctx); v != nil && project == "" { // it knows the drafts of one person
		key = "of " + v.Name
	}
	if c := o.open[key]; c != nil {
		return c, nil
	}
	c, err := o.bench.Checker(ctx, project)
	if err != nil {
		return nil, err
	}
	o.open[key] = c
	if project != "" {
		o.learning.Go(func() {
			err := crash.Call(func() error { return o.bench.Learn(o.ctx, c, project) })
			if err != nil && o.ctx.Err() == nil {
				o.log(fmt.Errorf("learn from the project %s: %w", project, err))
			}
		})
	}
	return c, nil
}

// forget lets a Checker be made anew when somebody comes again: the project has changed.
func (o *rooms) forget(project string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.open, project)
}

// roomOf says what a request to the editor is about.
func (s *server) roomOf(r *http.Request) (*editor.Room, error) {
	at := placeOf(r)
	room := &editor.Room{Base: at.base, Writer: s.Cookie(r), Drafts: s.bench.Drafts(at.project)}
	if at.project != "" {
		p, err := s.bench.Find(r.Context(), workbench.ProjectKind, at.project)
		if errors.Is(err, workbench.ErrNone) {
			return nil, fs.ErrNotExist
		}
		if err != nil {
			return nil, err
		}
		room.Name, room.Documents = p.Name, workbench.Articles{Bench: s.bench, Project: p.ID}
		room.Crumbs = []site.Link{{Text: "Projects", Href: "/projects"}, {Text: p.Name, Href: "/projects/" + p.ID}}
	}
	var err error
	room.Checker, err = s.rooms.checker(r.Context(), at.project)
	return room, err
}

// A place is what a request is about that goes to the pages of another package.
type place struct {
	base    string // the path that the package does not see
	project string
	run     string
	guest   bool // who may see nothing but the run
}

type placeKey struct{}

func placeOf(r *http.Request) place { return r.Context().Value(placeKey{}).(place) }

// mount hands requests to pages of another package, with what they are about.
func mount(h http.Handler, about func(r *http.Request) place) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := about(r)
		http.StripPrefix(at.base, h).ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), placeKey{}, at)))
	})
}

// editorRoutes mount the editor: for a project, and for none.
func (s *server) editorRoutes() error {
	h, err := editor.New(editor.Options{Frame: s.Frame, Room: s.roomOf, Now: s.Now})
	if err != nil {
		return err
	}
	s.mux.Handle("/editor/", s.inside(mount(h, func(*http.Request) place { return place{base: "/editor"} })))
	s.mux.Handle("/projects/{id}/editor/", s.inside(mount(h, func(r *http.Request) place {
		id := r.PathValue("id")
		return place{base: "/projects/" + id + "/editor", project: id}
	})))
	return nil
}
