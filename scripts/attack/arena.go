//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hed/internal/postgres"
	"hed/store"
	"hed/study"
	"hed/study/simulate"
)

// patience is how long anything that should happen may take, on a machine that is busy.
const patience = 2 * time.Minute

// An arena is where all storms are.
type arena struct {
	ctx   context.Context
	hed   string // the program
	dir   string
	scale float64
	rng   *rand.Rand
	made  int // studies and disks so far
	host  host
	pg    *postgres.Server
}

// times is how often something is done that is done n times at scale 1.
func (a *arena) times(n int) int { return max(1, int(float64(n)*a.scale+0.5)) }

// moment is a random time up to most.
func (a *arena) moment(most time.Duration) time.Duration {
	return time.Duration(a.rng.Int64N(int64(most)))
}

// fresh names a folder that is not there yet.
func (a *arena) fresh(kind string) string { return a.freshIn(a.dir, kind) }

func (a *arena) freshIn(dir, kind string) string {
	a.made++
	return filepath.Join(dir, fmt.Sprint(kind, a.made))
}

// database is an empty schema of a PostgreSQL server that all storms share.
func (a *arena) database() string {
	if a.pg == nil {
		a.pg = postgres.Start(&a.host)
	}
	return a.pg.Fresh(&a.host)
}

func (a *arena) close() {
	for _, end := range slices.Backward(a.host.ends) {
		end()
	}
}

// A host is what package postgres asks of a test.
type host struct {
	testing.TB
	ends []func()
}

// A fatal ends a storm.
type fatal string

func (h *host) Helper()                     {}
func (h *host) Cleanup(f func())            { h.ends = append(h.ends, f) }
func (h *host) Fatal(args ...any)           { panic(fatal(fmt.Sprint(args...))) }
func (h *host) Skip(args ...any)            { h.Fatal(args...) }
func (h *host) Skipf(f string, args ...any) { h.Fatal(fmt.Sprintf(f, args...)) }

// A field is a study with its judges.
type field struct {
	*arena
	dir    string
	store  string // its name
	port   string
	links  []string
	judges int // that were invited
	ledger ledger
}

const systems = 3

// study makes a study in a store of its own: in a file in dir, or in PostgreSQL if store has
// a URL. Each judge has so many cases, of 16 questions each.
func (a *arena) study(dir, name string, judges, cases int) (*field, error) {
	f := &field{arena: a, dir: dir, store: name, judges: judges}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if f.store == "" {
		f.store = filepath.Join(dir, "study.db")
	}
	forms := min(10, max(1, judges/3))
	news := filepath.Join(a.dir, "news")
	if err := writeNews(news, 400); err != nil {
		return nil, err
	}
	args := []string{"study", "new", "-q", "--docs", filepath.Join(news, "news.jsonl"), "--protocol", "suitability", "--cases", strconv.Itoa(cases),
		"--forms", strconv.Itoa(forms), "--judges", strconv.Itoa((judges + forms - 1) / forms), "--store", f.store}
	for i := range systems {
		args = append(args, "--system", fmt.Sprintf("s%d=%s", i, filepath.Join(news, fmt.Sprintf("s%d.txt", i))))
	}
	if _, err := f.command(args...); err != nil {
		return nil, err
	}
	out, err := f.command("study", "invite", "--store", f.store, "--judges", strconv.Itoa(judges), "--base-url", "http://127.0.0.1")
	if err != nil {
		return nil, err
	}
	f.links = strings.Fields(out)
	f.port, err = free()
	return f, err
}

// free is a port that nobody listens on.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), l.Close()
}

// writeNews writes a corpus with the headlines of three systems, unless it is there.
func writeNews(dir string, n int) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	files := map[string]*bytes.Buffer{"news.jsonl": {}}
	for i := range n {
		fmt.Fprintf(files["news.jsonl"], `{"id":"n%d","text":"The council of town %d voted on Monday to spend %d euros on a bridge. Its mayor spoke. Work on it begins in spring.","headline":"Town %d Votes for a Bridge"}`+"\n", i, i, 1000+i, i)
		for s := range systems {
			name := fmt.Sprintf("s%d.txt", s)
			if files[name] == nil {
				files[name] = &bytes.Buffer{}
			}
			fmt.Fprintf(files[name], "Town %d spends %d euros on bridge number %d\n", i, 1000+i, s)
		}
	}
	for name, b := range files {
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// command runs hed to its end and gives what it printed.
func (a *arena) command(args ...string) (string, error) { return a.output(a.hed, args...) }

// output runs a program to its end.
func (a *arena) output(program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(a.ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = a.dir
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("%s %s: %w: %.600s", filepath.Base(program), strings.Join(args, " "), err, said.String())
	}
	return out.String(), nil
}

// A server is a process that serves a study.
type server struct {
	*exec.Cmd
	base string
	said bytes.Buffer // to be read when it has ended
	done chan struct{}
}

// serve starts a server and waits until it is well. A second one of a study needs a port.
func (f *field) serve(name, port string) (*server, error) {
	s := &server{Cmd: exec.Command(f.hed, "study", "serve", "--store", name, "--listen", "127.0.0.1:"+port), base: "http://127.0.0.1:" + port, done: make(chan struct{})}
	s.Stderr = &s.said
	s.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is for us, who end it
	if err := s.Start(); err != nil {
		return nil, err
	}
	go func() {
		s.Wait()
		close(s.done)
	}()
	f.host.Cleanup(s.kill)
	for end := time.Now().Add(patience); time.Now().Before(end) && f.ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
		select {
		case <-s.done:
			return nil, fmt.Errorf("the server ended: %.600s", s.said.String())
		default:
		}
		if s.health() == http.StatusOK {
			return s, nil
		}
	}
	s.kill()
	return nil, fmt.Errorf("the server is not well: %.600s", s.said.String())
}

// begin makes a study, as study does, and starts its server and its judges.
func (a *arena) begin(dir, name string, judges, cases int) (*field, *server, *crew, error) {
	f, err := a.study(dir, name, judges, cases)
	if err != nil {
		return nil, nil, nil, err
	}
	s, err := f.again()
	if err != nil {
		return nil, nil, nil, err
	}
	return f, s, f.work(s.base, f.links), nil
}

// again starts the server of the study, for the first time or once more.
func (f *field) again() (*server, error) { return f.serve(f.store, f.port) }

// health is the status of /healthz; 0 if there is none.
func (s *server) health() int {
	client := http.Client{Timeout: 10 * time.Second}
	resp, err := client.Get(s.base + "/healthz")
	if err != nil {
		return 0
	}
	resp.Body.Close()
	return resp.StatusCode
}

// kill is kill -9.
func (s *server) kill() {
	s.Process.Kill()
	<-s.done
}

// pause keeps it from doing anything, and returns when no thread of it runs.
func (s *server) pause() error {
	if err := s.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", s.Process.Pid))
		if !slices.ContainsFunc(threads, func(file string) bool {
			stat, err := os.ReadFile(file)
			_, after, _ := strings.Cut(string(stat), ") ")
			return err == nil && !strings.HasPrefix(after, "T")
		}) {
			return nil
		}
	}
	return errors.New("the server does not stop")
}

// resume lets it continue.
func (s *server) resume() error { return s.Process.Signal(syscall.SIGCONT) }

// end lets it end in order.
func (s *server) end() {
	s.Process.Signal(os.Interrupt)
	select {
	case <-s.done:
	case <-time.After(patience):
		s.kill()
	}
}

// A crew is judges at work.
type crew struct {
	*field
	cancel context.CancelFunc
	done   chan struct{}
	err    error // of the first judge who gave up; to be read when they are done
	sum    *simulate.Summary
	judges int
}

// work lets judges answer, each as fast as the server lets them.
func (f *field) work(base string, links []string) *crew {
	ctx, cancel := context.WithCancel(f.ctx)
	c := &crew{field: f, cancel: cancel, done: make(chan struct{}), judges: len(links)}
	client := &http.Client{Timeout: 30 * time.Second, Transport: &witness{&f.ledger, &http.Transport{MaxIdleConnsPerHost: len(links)}}}
	go func() {
		defer close(c.done)
		c.sum, c.err = simulate.Run(ctx, simulate.Options{Server: base, Links: links, Noise: 1, Seed: 1, Patience: patience, Client: client})
	}()
	return c
}

// until waits for n more acknowledgements, and tells whether the judges are still at work.
func (c *crew) until(n int) bool {
	before := c.ledger.len()
	for end := time.Now().Add(patience); c.ledger.len() < before+n && time.Now().Before(end); {
		select {
		case <-c.done:
			return false
		case <-time.After(2 * time.Millisecond):
		}
	}
	return true
}

// stop sends the judges home.
func (c *crew) stop() {
	c.cancel()
	<-c.done
}

// finish waits until all judges have reached the end of their work, and says so if they do
// not.
func (c *crew) finish(r *row) {
	select {
	case <-c.done:
	case <-time.After(2 * patience):
		r.trouble(errors.New("judges did not come to the end of their work"))
		c.stop()
		return
	}
	if c.err != nil {
		r.trouble(fmt.Errorf("the judges: %w", c.err))
	} else if c.sum.Finished != c.judges {
		r.trouble(fmt.Errorf("%d of %d judges came to the end", c.sum.Finished, c.judges))
	}
}

// history is everything that was ever answered, and how many judges there are.
func (f *field) history() (answers []study.Answer, judges int, err error) {
	st, err := store.Open(f.ctx, f.store)
	if err != nil {
		return nil, 0, err
	}
	defer st.Close()
	list, err := st.Judges(f.ctx)
	if err != nil {
		return nil, 0, err
	}
	for a, err := range st.Answers(f.ctx, study.Filter{History: true}) {
		if err != nil {
			return nil, 0, err
		}
		answers = append(answers, *a)
	}
	return answers, len(list), nil
}

// settle compares what was acknowledged with the store, which nobody serves any more, and
// lets hed verify it. What cannot be read is lost.
func (f *field) settle(r *row, c *cut) error {
	r.rounds++
	answers, judges, err := f.history()
	if f.ctx.Err() != nil {
		return f.ctx.Err() // somebody ended the attack, and nothing is known
	}
	r.add(f.ledger.settle(answers, c))
	if err != nil {
		return err
	}
	if c == nil && judges != f.judges {
		r.trouble(fmt.Errorf("%d judges were invited, and %d are there", f.judges, judges))
	}
	return f.verify(r)
}

// verify lets hed look at the store as a whole.
func (f *field) verify(r *row) error {
	help, _ := f.command("study", "--help")
	if !strings.Contains(help, "\n  verify ") {
		return nil // it is older than that
	}
	if _, err := f.command("study", "verify", "--store", f.store); f.ctx.Err() != nil {
		return f.ctx.Err()
	} else if err != nil {
		r.damaged++
		return err
	}
	r.verified++
	return nil
}

// invite lets one more judge in, by the command line, and counts who was let in.
func (f *field) invite(name string) error {
	out, err := f.command("study", "invite", "--store", name, "--judges", "1", "--base-url", "http://127.0.0.1")
	if err == nil {
		f.judges += len(strings.Fields(out))
	}
	return err
}
