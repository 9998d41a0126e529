package remote

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"sync"
)

// perMillion is how many tokens a price is of.
const perMillion = 1e6

// Usage is how many tokens a server has counted.
type Usage struct {
	In  int `json:"in"`
	Out int `json:"out"`
}

// A ledger counts tokens and cost, and keeps them below a cap. A request is let through only if all that are on their way
// could take the most that they can and stay below it.
type ledger struct {
	in, out float64 // prices of a token
	cap     float64 // 0 for none

	mu       sync.Mutex
	reserved float64
	settled  chan struct{}   // closed when something is
	known    map[string]bool // requests whose answers are counted, by name
	sum      used
	longest  int // text, in tokens, of servers that do not keep to the limit
}

type used struct {
	requests int // that were sent
	kept     int // answers of the cache
	unknown  int // requests whose answer did not come to its end
	in, out  int // tokens
	cost     float64
	counted  float64 // what counts for the cap: answers of the cache too, and the most that unknown ones can cost
}

// A CapError is a request that was not made because of the cap on cost.
type CapError struct{ Cap, Spent, Need float64 }

func (e *CapError) Error() string {
	return fmt.Sprintf("cost=%s would be exceeded: %s of it is counted so far, and the next request may cost up to %s; raise cost to continue",
		money(e.Cap), money(round(e.Spent)), money(round(e.Need)))
}

// round leaves six digits behind the point, as many as prices of tokens have.
func round(v float64) float64 { return math.Round(v*perMillion) / perMillion }

func (l *ledger) set(o *EndpointOptions) error {
	l.settled, l.known = make(chan struct{}), map[string]bool{}
	if o.Cost < 0 || math.IsInf(o.Cost, 0) {
		return fmt.Errorf("cost=%g: want the most that all answers may cost", o.Cost)
	}
	if o.Price == nil {
		if o.Cost > 0 {
			return fmt.Errorf("cost=%s: hed cannot know what a request costs without prices; add price=IN/OUT, for a million tokens", money(o.Cost))
		}
		return nil
	}
	var prices []float64
	for _, text := range o.Price {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Errorf("price: %q is not what a million tokens cost; want IN/OUT, such as 0.15/0.6", text)
		}
		prices = append(prices, v/perMillion)
	}
	if len(prices) != 2 {
		return fmt.Errorf("price: want two numbers, IN/OUT for a million tokens read and written, such as 0.15/0.6")
	}
	l.in, l.out, l.cap = prices[0], prices[1], o.Cost
	if l.cap > 0 && l.in+l.out == 0 {
		return fmt.Errorf("cost=%s: by price everything is free; leave cost out", money(l.cap))
	}
	return nil
}

func (l *ledger) priced() bool { return l.in+l.out > 0 }

func (l *ledger) price(u Usage) float64 { return l.in*float64(u.In) + l.out*float64(u.Out) }

// most is the most that a request of so many bytes can use.
func (l *ledger) most(size, choices int) Usage {
	l.mu.Lock()
	defer l.mu.Unlock()
	// No tokenizer makes more tokens of a text than it has bytes.
	return Usage{In: size, Out: max(mostTokens, l.longest) * choices}
}

// reserve waits until the most that a request can use fits below the cap, whatever those on their way will cost.
func (l *ledger) reserve(ctx context.Context, most Usage) error {
	need := l.price(most)
	for {
		l.mu.Lock()
		if l.cap == 0 || l.sum.counted+l.reserved+need <= l.cap {
			l.reserved += need
			l.mu.Unlock()
			return nil
		}
		if l.sum.counted+need > l.cap {
			defer l.mu.Unlock()
			return &CapError{l.cap, l.sum.counted, need}
		}
		settled := l.settled
		l.mu.Unlock()
		select {
		case <-settled:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// request counts one that is sent.
func (l *ledger) request() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sum.requests++
}

// answered ends the reservation of a request that has its answer.
func (l *ledger) answered(name string, most Usage, a *Answer) {
	l.settle(most, &a.Usage)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.known[name] = true
	l.longest = max(l.longest, a.longest())
}

// longest is how many tokens a text of an answer has: the server counts those of all together.
func (a *Answer) longest() int {
	n := max(1, len(a.Texts))
	return (a.Usage.Out + n - 1) / n
}

// settle ends a reservation. u is what was used; nil if that is not known, and then the most is counted for the cap.
func (l *ledger) settle(most Usage, u *Usage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reserved -= l.price(most)
	if u == nil {
		l.sum.unknown++
		l.sum.counted += l.price(most)
	} else {
		l.sum.in += u.In
		l.sum.out += u.Out
		l.sum.cost += l.price(*u)
		l.sum.counted += l.price(*u)
	}
	close(l.settled)
	l.settled = make(chan struct{})
}

// keep counts an answer of the cache, once however often it is looked up.
func (l *ledger) keep(name string, a *Answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known[name] {
		return
	}
	l.known[name] = true
	l.sum.kept++
	l.sum.counted += l.price(a.Usage)
	l.longest = max(l.longest, a.longest())
}

// lose counts requests of an earlier run of which nobody knows what became of them, once.
func (l *ledger) lose(name string, requests int, most Usage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.known[name+"?"] {
		l.known[name+"?"] = true
		l.sum.counted += float64(requests) * l.price(most)
	}
}

func (l *ledger) used() used {
	l.mu.Lock()
	defer l.mu.Unlock()
	u := l.sum
	u.cost = round(u.cost)
	return u
}
