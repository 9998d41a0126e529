package workbench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"slices"
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

	mu    sync.Mutex
	open  map[string]*room // by project, or by whose drafts they are
	clock int
}

// A room is a Checker with its models. It is closed when it is not among the open ones any more and
// nobody is in it.
type room struct {
	ready   chan struct{} // closed when the rest is there
	checker *draft.Checker
	close   func() error
	err     error
	users   int
	used    int
	gone    bool
}

// mostRooms is how many are open at once; each may have networks in memory.
const mostRooms = 16

func newRooms(ctx context.Context, b *workbench.Bench, log func(error)) *rooms {
	o := &rooms{bench: b, log: log, open: map[string]*room{}}
	o.ctx, o.stop = context.WithCancel(context.WithoutCancel(ctx))
	return o
}

// close ends what the rooms do. Nobody comes any more.
func (o *rooms) close() error {
	o.stop()
	o.mu.Lock()
	keys := slices.Collect(maps.Keys(o.open))
	o.mu.Unlock()
	for _, key := range keys {
		o.forget(key)
	}
	o.learning.Wait()
	return nil
}

// enter opens the room of a project, or finds it open; "" is none. It stays so until release is called.
func (o *rooms) enter(ctx context.Context, project string) (one *room, release func(), err error) {
	key := roomKey(ctx, project)
	o.mu.Lock()
	one = o.open[key]
	var left *room
	if one == nil {
		one = &room{ready: make(chan struct{}), users: 1} // who opens it
		o.open[key] = one
		left = o.makeRoom(one)
		o.learning.Go(func() { o.furnish(context.WithoutCancel(ctx), one, key, project) })
	}
	o.clock++
	one.used = o.clock
	one.users++
	o.mu.Unlock()
	o.shut(left)
	release = func() { o.release(one) }
	select {
	case <-one.ready:
		err = one.err
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err != nil {
		release()
		return nil, nil, err
	}
	return one, release, nil
}

// roomKey is by what a room is known: a project, or who writes, as it knows the drafts of one person.
func roomKey(ctx context.Context, project string) string {
	if v := workbench.ViewerOf(ctx); v != nil && project == "" {
		return "of " + v.Name
	}
	return project
}

// furnish makes the Checker of a room and lets it learn. Nobody waits for the second.
func (o *rooms) furnish(ctx context.Context, one *room, key, project string) {
	defer o.release(one)
	one.err = crash.Call(func() (err error) {
		one.checker, one.close, err = o.bench.Checker(ctx, project)
		return err
	})
	close(one.ready)
	if one.err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.open[key] == one {
			o.leave(key) // the next one tries again
		}
		return
	}
	if project == "" {
		return
	}
	err := crash.Call(func() error { return o.bench.Learn(o.ctx, one.checker, project) })
	if err != nil && o.ctx.Err() == nil {
		o.log(fmt.Errorf("learn from the project %s: %w", project, err))
	}
}

// makeRoom leaves the one in which nobody was for longest, if there are too many. What it gives is to be shut.
func (o *rooms) makeRoom(but *room) *room {
	if len(o.open) <= mostRooms {
		return nil
	}
	oldest := ""
	for key, one := range o.open {
		if one != but && (oldest == "" || one.used < o.open[oldest].used) {
			oldest = key
		}
	}
	return o.leave(oldest)
}

// forget lets a Checker be made anew when somebody comes again: the project has changed.
func (o *rooms) forget(key string) {
	o.mu.Lock()
	one := o.leave(key)
	o.mu.Unlock()
	o.shut(one)
}

// leave takes a room from the open ones, and gives it if it is to be shut.
func (o *rooms) leave(key string) *room {
	one := o.open[key]
	if one == nil {
		return nil
	}
	delete(o.open, key)
	if one.gone = true; one.users > 0 {
		return nil
	}
	return one
}

// release is called by who was in a room. The last one shuts it if it is gone.
func (o *rooms) release(one *room) {
	o.mu.Lock()
	one.users--
	last := one.users == 0 && one.gone
	o.mu.Unlock()
	if last {
		o.shut(one)
	}
}

// shut closes the models of a room that nobody can enter; nil is none. Suggestions end that are being written.
func (o *rooms) shut(one *room) {
	if one == nil || one.close == nil {
		return
	}
	if err := crash.Call(one.close); err != nil {
		o.log(fmt.Errorf("close the models of an editor: %w", err))
	}
}

// roomOf says what a request to the editor is about.
func (s *server) roomOf(r *http.Request) (*editor.Room, error) {
	at := placeOf(r)
	room := &editor.Room{Base: at.base, Writer: s.Cookie(r), Drafts: s.bench.Drafts(at.project), Delete: func(id string) string {
		return "/things/" + url.PathEscape(s.bench.DraftID(at.project, id)) + "/delete"
	}}
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
	in, release, err := s.rooms.enter(r.Context(), at.project)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(r.Context(), release) // when the request is answered
	room.Checker = in.checker
	return room, nil
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
