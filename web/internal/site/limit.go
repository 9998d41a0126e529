package site

import (
	"container/list"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Limiter gives each key a bucket of tokens that fills up again: burst at once,
// then so many a second. It remembers the keys of late only, so its memory has a
// bound; a key that was forgotten starts with a full bucket, which is why there is
// also a limit for everybody where guessing must not pay.
type Limiter struct {
	now         func() time.Time
	rate, burst float64

	mu      sync.Mutex
	buckets map[string]*list.Element
	late    list.List // of *bucket, the latest first
}

type bucket struct {
	key    string
	tokens float64
	at     time.Time
}

// keys is how many keys a Limiter remembers.
const keys = 1 << 14

// NewLimiter makes a Limiter with rate tokens a second.
func NewLimiter(now func() time.Time, rate, burst float64) *Limiter {
	return &Limiter{now: now, rate: rate, burst: burst, buckets: map[string]*list.Element{}}
}

// Take takes a token, or says how long it is until there is one.
func (l *Limiter) Take(key string) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.bucket(key)
	if wait = l.until(b); wait == 0 {
		b.tokens--
	}
	return wait
}

// Wait says how long it is until there is a token, and takes none.
func (l *Limiter) Wait(key string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.until(l.bucket(key))
}

func (l *Limiter) until(b *bucket) time.Duration {
	if b.tokens >= 1 {
		return 0
	}
	return time.Duration((1 - b.tokens) / l.rate * float64(time.Second))
}

// bucket gives the bucket of a key as it is now.
func (l *Limiter) bucket(key string) *bucket {
	now := l.now()
	e := l.buckets[key]
	if e == nil {
		if len(l.buckets) >= keys {
			last := l.late.Back()
			delete(l.buckets, last.Value.(*bucket).key)
			l.late.Remove(last)
		}
		e = l.late.PushFront(&bucket{key, l.burst, now})
		l.buckets[key] = e
	} else {
		l.late.MoveToFront(e)
	}
	b := e.Value.(*bucket)
	if passed := now.Sub(b.at).Seconds(); passed > 0 {
		b.tokens = min(l.burst, b.tokens+passed*l.rate)
	}
	b.at = now
	return b
}

// Retry is a wait as the header Retry-After has it.
func Retry(wait time.Duration) string {
	return strconv.Itoa(int(math.Ceil(wait.Seconds())))
}

// Address is who asks, for limits: an IPv4 address, or the /64 of an IPv6 one,
// since that is what one customer has. Of what proxies say only the last word is that
// of ours; all before it is what the client says.
func (s *Site) Address(r *http.Request) string {
	host := r.RemoteAddr
	if said := r.Header.Values("X-Forwarded-For"); s.Proxied && len(said) > 0 {
		last := said[len(said)-1]
		host = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		at, err := netip.ParseAddrPort(host)
		if err != nil {
			return "" // nobody in particular: they share one limit
		}
		ip = at.Addr()
	}
	if ip = ip.Unmap(); ip.Is6() {
		if p, err := ip.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return ip.String()
}
