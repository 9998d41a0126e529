package workbench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"hed"
	"hed/internal/crash"
	"hed/store"
	"hed/study"
	"hed/web/internal/site"
	"hed/web/judge"
	"hed/workbench"
)

// desks serve the studies of a workbench, each at a port of its own: judges know no other page,
// and the pages of a study know one another by paths from the root.
type desks struct {
	bench  *workbench.Bench
	listen func(port int) (net.Listener, error)
	now    func() time.Time
	log    *slog.Logger

	mu   sync.Mutex
	open map[string]*desk // by study
}

// A desk is a study that is served.
type desk struct {
	store *store.Store
	addr  net.Addr
	stop  context.CancelFunc
	group crash.Group
}

// desk serves a study, if it is not served yet.
func (d *desks) desk(ctx context.Context, s *workbench.Study) (*desk, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if k := d.open[s.ID]; k != nil {
		return k, nil
	}
	if _, err := d.bench.Study(workbench.Itself(ctx), s.ID); err != nil { // deleted since it was looked up
		return nil, err
	}
	kept, err := store.Open(ctx, d.bench.StudyFile(s.ID))
	if err != nil {
		return nil, err
	}
	k, err := d.serve(ctx, s, kept)
	if err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	d.open[s.ID] = k
	return k, nil
}

func (d *desks) serve(ctx context.Context, s *workbench.Study, kept *store.Store) (*desk, error) {
	l, err := d.listen(s.Port)
	if err != nil { // somebody else has the port now
		if l, err = d.listen(0); err != nil {
			return nil, err
		}
	}
	h, err := judge.New(judge.Options{Store: kept, Desk: study.NewDesk(kept, d.now), Now: d.now, Addr: l.Addr(), Version: hed.Version, Log: d.log.With("study", s.ID)})
	port := l.Addr().(*net.TCPAddr).Port
	if err == nil && port != s.Port {
		err = d.bench.SetPort(workbench.Itself(ctx), s.ID, port)
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	k := &desk{store: kept, addr: l.Addr(), stop: stop}
	k.group.Go(func() {
		if err := site.Serve(serving, l, h); err != nil {
			d.log.Error(err.Error(), "study", s.ID)
		}
	})
	return k, nil
}

// all serves every study, so that the links of judges work.
func (d *desks) all(ctx context.Context) error {
	studies, err := d.bench.Studies(ctx, "")
	for _, s := range studies {
		if _, e := d.desk(ctx, s); e != nil {
			d.log.Error(fmt.Sprintf("study %q: %v", s.Name, e)) // the others are served
		}
	}
	return err
}

// close ends the serving of a study; of all if id is "". Whoever is slow to end keeps nobody else waiting.
func (d *desks) close(id string) (err error) {
	d.mu.Lock()
	var ending []*desk
	for one, k := range d.open {
		if id == "" || one == id {
			k.stop()
			ending = append(ending, k)
			delete(d.open, one)
		}
	}
	d.mu.Unlock()
	for _, k := range ending {
		k.group.Wait()
		err = errors.Join(err, k.store.Close())
	}
	return err
}

// enter lets who is in the workbench into the dashboard of a study too. Browsers do not tell
// ports apart, so that the cookie is for both.
func (k *desk) enter(w http.ResponseWriter, r *http.Request, now func() time.Time) error {
	return (&site.Site{Options: site.Options{Safe: k.store, Now: now}}).Begin(w, r)
}

// url is where a browser finds the study that has found the workbench at a host.
func (k *desk) url(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	return "http://" + net.JoinHostPort(host, fmt.Sprint(k.addr.(*net.TCPAddr).Port))
}
