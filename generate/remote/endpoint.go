package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// An Endpoint answers requests with one model. Its methods are safe for concurrent use.
type Endpoint struct {
	Model, URL string

	key     secret
	cache   string
	client  http.Client
	timeout time.Duration
	pause   time.Duration // before the second try
	slots   chan struct{}
	limits  limits
	ledger  ledger

	mu    sync.Mutex
	begun map[string]chan struct{} // requests on their way, by name
	// form is how much of the interface the server has, once proven.
	form   form
	proven bool
	// answered says that there was an answer, now or before. answers counts those of the server, kept those of the cache;
	// failed and refused count what came to nothing since the last one of the server.
	answered        bool
	answers, kept   int
	failed, refused int
	broken          atomic.Pointer[error] // why nothing is asked any more
}

// A Request is what a model is asked. The same request has the same answer as long as the answer is kept.
type Request struct {
	Messages []Message
	Schema   *Schema // of each answer
	Choices  int     // how many answers
	Seed     uint64  // another one for another answer
}

// A Message is a turn of a conversation.
type Message struct {
	Role    string `json:"role"` // system, user or assistant
	Content string `json:"content"`
}

// A Schema is what an answer looks like as JSON, for servers that can keep to one.
type Schema struct {
	Name string          `json:"name"`
	JSON json.RawMessage `json:"schema"`
}

// A Failure is a request that the endpoint did not answer, as opposed to an endpoint that answers none.
type Failure struct{ Reason string }

func (e *Failure) Error() string { return e.Reason }

const (
	// mostTries is how often a request is sent that fails. mostWaits is how often one is sent that the server wants to have
	// later, and mostWaited how long that may take, while nobody gets an answer.
	mostTries, mostWaits = 8, 100
	mostWaited           = time.Hour
	// fewTries is how often a server is looked for that has never answered: its address may be wrong.
	fewTries     = 3
	firstPause   = time.Second / 2
	longestPause = 30 * time.Second
	// longestWait is what a server may ask for. Whoever waits longer does better to come back.
	longestWait = 10 * time.Minute
	// grace is how long answers that are on their way may take when everything is stopped: they are paid for.
	grace = 5 * time.Second
	// mostFailed requests in a row that the server gives no answer to are an endpoint that is down; mostRefused in a row
	// that it refuses from the start are an endpoint that is not what it should be. Once it has answered they may be more,
	// by refusedMore for each request at a time: refusals come faster than answers. So they may where much is kept, and what was
	// refused before is all that is asked.
	mostFailed, mostRefused, refusedMore = 3, 10, 4
	// mostTokens is how long an answer may be: headlines are short, but models may think before they write.
	mostTokens = 4096
)

// Concurrency is how many requests are on their way at a time.
func (e *Endpoint) Concurrency() int { return cap(e.slots) }

// Redact takes the key out of what was made of an answer.
func (e *Endpoint) Redact(text string) string { return e.key.redactJSON(text) }

// Ask returns the answer to a request. A *Failure says why there is none, and that there may be one to others; any
// other error is of the endpoint, or of the cap on cost.
func (e *Endpoint) Ask(ctx context.Context, r *Request) (*Answer, error) {
	name := e.name(r)
	done, err := e.begin(ctx, name)
	if err != nil {
		return nil, err
	}
	defer done()
	pending := e.pending(name)
	e.ledger.lose(name, pending, e.ledger.most(r.size(), r.choices()))
	if a := e.recall(name); a != nil {
		e.remember(name, a)
		e.mu.Lock()
		e.kept++
		e.mu.Unlock()
		return a, nil
	}
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	a, err := e.try(ctx, name, pending, r)
	if err = e.judge(ctx, err); err != nil {
		return nil, err
	}
	return a, nil
}

// Count counts for the cap what the answer to a request has cost, if it is kept.
func (e *Endpoint) Count(r *Request) (found *Answer) {
	name := e.name(r)
	if found = e.recall(name); found != nil {
		e.remember(name, found)
	}
	e.ledger.lose(name, e.pending(name), e.ledger.most(r.size(), r.choices()))
	return found
}

// remember counts an answer that was kept.
func (e *Endpoint) remember(name string, a *Answer) {
	e.ledger.keep(name, a)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answered = true
}

// begin waits until nobody else asks the same: then the answer is kept.
func (e *Endpoint) begin(ctx context.Context, name string) (done func(), err error) {
	for {
		e.mu.Lock()
		other := e.begun[name]
		if other == nil {
			own := make(chan struct{})
			e.begun[name] = own
			e.mu.Unlock()
			return func() {
				e.mu.Lock()
				delete(e.begun, name)
				e.mu.Unlock()
				close(own)
			}, nil
		}
		e.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// size is how many bytes a model reads, with what servers put between messages.
func (r *Request) size() int {
	size := 0
	for _, m := range r.Messages {
		size += len(m.Content) + len(m.Role) + 16
	}
	if r.Schema != nil {
		size += len(r.Schema.JSON)
	}
	return size
}

func (r *Request) choices() int { return max(1, r.Choices) }

// try sends a request until there is an answer, or none to be had. pending are those like it that were sent before.
func (e *Endpoint) try(ctx context.Context, name string, pending int, r *Request) (*Answer, error) {
	size := r.size()
	foreseen := size/4 + 64*r.choices()
	tries, pause := 0, e.pause
	var waits, answers int
	var waited time.Duration
	for {
		if err := e.broken.Load(); err != nil {
			return nil, *err
		}
		if err := e.limits.wait(ctx, foreseen); err != nil {
			return nil, err
		}
		most := e.ledger.most(size, r.choices())
		if err := e.ledger.reserve(ctx, most); err != nil {
			return nil, err
		}
		if err := e.setPending(name, pending+1); err != nil {
			e.ledger.settle(most, &Usage{})
			return nil, fmt.Errorf("keep count of requests to %s: %w", e.Model, err)
		}
		a, fault := e.send(ctx, r)
		if fault == nil {
			if a.Usage == (Usage{}) { // it does not count them
				a.Usage = Usage{In: size, Out: len(strings.Join(a.Texts, ""))}
			}
			e.ledger.answered(name, most, a)
			if err := e.keep(name, a); err != nil {
				return nil, err
			}
			if err := e.setPending(name, pending); err != nil {
				return nil, err
			}
			// A server that counts more than there can be does not stop everything.
			e.limits.correct(min(a.Usage.In, size) + min(a.Usage.Out, mostTokens*r.choices()) - foreseen)
			return a, nil
		}
		if fault.unknown {
			pending++
			e.ledger.settle(most, nil)
		} else {
			e.ledger.settle(most, &Usage{})
			e.limits.correct(-foreseen)
			if err := e.setPending(name, pending); err != nil {
				return nil, err
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		switch {
		case !fault.again:
			return nil, fault.err
		case fault.after > longestWait:
			return nil, fmt.Errorf("%w, and asks to wait %v; try again then", fault.err, fault.after)
		case fault.busy || fault.after >= 0:
			wait := max(fault.after, e.pause/5)
			if fault.after < 0 {
				wait, pause = pause, min(2*pause, longestPause)
			}
			e.limits.hold(wait)                   // for all, who would hear the same
			if now := e.count(); now != answers { // it works, though not for this one yet
				waits, waited, answers = 0, 0, now
			}
			waited += wait
			if waits++; waits == mostWaits || waited > mostWaited {
				return nil, fault.given(waits)
			}
			continue
		}
		if tries++; tries == mostTries || tries == fewTries && unreachable(fault.err) && !e.known() {
			return nil, fault.given(tries)
		}
		if err := sleep(ctx, pause); err != nil {
			return nil, err
		}
		pause = min(2*pause, longestPause)
	}
}

// known tells whether there was an answer.
func (e *Endpoint) known() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.answered
}

// count is how many answers the server has given.
func (e *Endpoint) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.answers
}

// judge says what an error of a request means for the endpoint. One that nobody gets an answer from is not asked again.
func (e *Endpoint) judge(ctx context.Context, err error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err == nil {
		e.answered, e.failed, e.refused = true, 0, 0
		e.answers++
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if b := e.broken.Load(); b != nil {
		return *b
	}
	down, gone := errors.AsType[*downError](err)
	failure, one := errors.AsType[*Failure](err)
	switch {
	case gone:
		if e.failed++; e.failed < mostFailed && !down.any {
			return &Failure{down.Error()}
		}
		err = fmt.Errorf("%s does not answer: %w", e.URL, down)
	case one:
		most := mostRefused
		if e.answered {
			most += refusedMore*e.Concurrency() + e.kept/4
		}
		if e.refused++; e.refused < most {
			return failure
		}
		err = fmt.Errorf("%s refuses everything: %v", e.URL, failure) // which is not one of a request any more
	}
	e.broken.CompareAndSwap(nil, &err)
	return err
}
