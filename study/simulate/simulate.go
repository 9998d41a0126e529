// Package simulate has judges that are programs. They work over HTTP as a browser
// would, so that a study can be tried out before people are asked: does every judge
// reach the end, does the server hold, what will the report look like.
//
// A headline has a quality, which comes of its words alone, and every simulated
// judge sees it with an error of his own; Options.Noise says how large that is. So
// judges agree as well as the noise lets them, and a study gives the same answers
// for the same seed.
package simulate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"hed/corpus"
	"hed/internal/count"
	"hed/internal/crash"
	"hed/internal/option"
)

// Options of a simulation.
type Options struct {
	// Server is where the study is served, as http://127.0.0.1:8080.
	Server string
	// Links are the judges' personal links, or their tokens alone.
	Links []string
	// Noise is the standard deviation of a judge's error, where the qualities of
	// headlines have 1. With 0 all judges agree.
	Noise float64
	// Pace is the least time between two answers of a judge.
	Pace time.Duration
	Seed uint64
	// Patience is how long a judge tries to reach a server that is away, and waits
	// for work that others hold, before he gives up.
	Patience time.Duration
	// Saved, if not nil, is called with each answer that the server acknowledged,
	// one call at a time. Its error ends the simulation.
	Saved func(Answer) error
	// Waiting, if not nil, is called with a sentence when judges begin to wait for something, at most once a second and one call
	// at a time.
	Waiting func(string)
	// Client, if not nil, is used for all requests.
	Client *http.Client
}

// An Answer is one that the server acknowledged.
type Answer struct {
	Judge    string `json:"judge"`
	Case     int    `json:"case"`
	Question string `json:"question"`
	Value    string `json:"value"`
}

// A Summary is what became of the judges.
type Summary struct {
	Finished int // judges that reached the end
	Answers  int // acknowledged
	Retries  int // requests that were sent again
	// Times are how long the server took to acknowledge each answer, from the first
	// try on if that one got through, in no order.
	Times []time.Duration
}

// Took is how long the server took for a share of the answers at most: 0.5 gives the median,
// 1 the longest. It is 0 without an answer.
func (s *Summary) Took(share float64) time.Duration {
	if len(s.Times) == 0 {
		return 0
	}
	times := slices.Sorted(slices.Values(s.Times))
	return times[min(int(share*float64(len(times))), len(times)-1)]
}

// Words say what so many judges did in that time, and how long answers took.
func (s *Summary) Words(judges int, took time.Duration) string {
	said := fmt.Sprintf("%d of %s finished, %s acknowledged in %s, %s sent again", s.Finished, count.Of(judges, "judge"),
		count.Of(s.Answers, "answer"), took.Round(time.Millisecond), count.Of(s.Retries, "request"))
	if len(s.Times) == 0 {
		return said
	}
	at := func(share float64) time.Duration { return s.Took(share).Round(10 * time.Microsecond) }
	return said + fmt.Sprintf("; an answer took %s (median), %s (99%%), %s (longest)", at(0.5), at(0.99), at(1))
}

// Journal is a Saved that writes each answer to w as one line of JSON, at once: whoever
// ends the process still has what was acknowledged.
func Journal(w io.Writer) func(Answer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return func(a Answer) error {
		if err := out.Encode(a); err != nil {
			return fmt.Errorf("write the journal: %w", err)
		}
		return nil
	}
}

// OpenJournal is a Journal in a file, behind what an earlier simulation wrote, which is evidence
// too. done ends it; with an error, lines may be missing.
func OpenJournal(file string) (saved func(Answer) error, done func() error, err error) {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("open the journal: %w", err)
	}
	return Journal(f), func() error {
		err := f.Sync() // it is evidence, also after a power cut
		if errors.Is(err, syscall.EINVAL) {
			err = nil // a pipe or a terminal
		}
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("write the journal %s: %w", file, err)
		}
		return nil
	}, nil
}

// Run lets all judges work at once, until each has reached the end, one fails for
// good, or ctx ends. The summary counts what was done, also with an error.
func Run(ctx context.Context, o Options) (*Summary, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	base, err := url.Parse(o.Server)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("the server %q is not an address; write it as http://127.0.0.1:8080", o.Server)
	}
	if len(o.Links) == 0 {
		return nil, errors.New("there are no links, so there are no judges")
	}
	if o.Client == nil {
		o.Client = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: len(o.Links)}}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := &run{Options: o, base: base, waits: map[string]int{}}
	var judges crash.Group
	for i, link := range o.Links {
		j := &judge{run: r, view: view{o.Seed, o.Noise}, token: token(link), rng: rand.New(rand.NewPCG(o.Seed, uint64(i)))}
		judges.Go(func() {
			if err := crash.Call(func() error { return j.work(ctx) }); err != nil {
				cancel(fmt.Errorf("judge %d: %w", i+1, err))
				return
			}
			r.mu.Lock()
			r.sum.Finished++
			r.mu.Unlock()
		})
	}
	judges.Wait()
	return &r.sum, context.Cause(ctx)
}

// Check refuses options with which no simulation can be, as far as it can tell before the
// links are known.
func (o *Options) Check() error {
	if o.Server == "" {
		return option.Errorf("server", " is missing: the address of the server, as http://127.0.0.1:8080")
	}
	return checkNoise(o.Noise)
}

// checkNoise refuses what cannot be the noise of judges, NaN and infinity among it.
func checkNoise(x float64) error {
	if !(x >= 0 && x-x == 0) {
		return option.Errorf("noise", " must be 0 or more, not %g", x)
	}
	return nil
}

// ReadLinks reads a file of personal links, one per line. A line that is none is a
// *corpus.SyntaxError.
func ReadLinks(src *corpus.Source) (links []string, err error) {
	data, err := src.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", option.Name("links"), err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		link := strings.TrimSpace(line)
		if strings.ContainsAny(link, " \t") {
			return nil, corpus.At(src.Name(), n, errors.New("not a link; want one per line"))
		}
		if link != "" {
			links = append(links, link)
		}
	}
	return links, nil
}

// token is the last part of a personal link.
func token(link string) string {
	if u, err := url.Parse(strings.TrimSpace(link)); err == nil {
		return path.Base(u.Path)
	}
	return link
}

// A run is what all judges share.
type run struct {
	Options
	base *url.URL

	mu    sync.Mutex
	sum   Summary
	waits map[string]int // judges that wait, by what for
	told  time.Time      // when Waiting was last called
}

// saved counts an acknowledged answer.
func (r *run) saved(a Answer, took time.Duration) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Answers++
	r.sum.Times = append(r.sum.Times, took)
	if r.Saved == nil {
		return nil
	}
	return r.Saved(a)
}

// What judges wait for.
const (
	forOthers  = "other judges have the remaining cases and may return them"
	forStopped = "the study is stopped and may be resumed"
	forServer  = "the server cannot be reached"
)

// wait counts a judge who begins to wait for something, and says so.
func (r *run) wait(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waits[what]++
	if r.Waiting == nil || time.Since(r.told) < time.Second {
		return
	}
	r.told = time.Now()
	r.Waiting(fmt.Sprintf("waiting (%d of %s): %s; each gives up after %s", r.waits[what], count.Of(len(r.Links), "judge"), what, r.Patience))
}

// waited ends the waiting of a judge.
func (r *run) waited(what string) {
	r.mu.Lock()
	r.waits[what]--
	r.mu.Unlock()
}
