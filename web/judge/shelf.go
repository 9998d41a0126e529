package judge

import (
	"slices"
	"sync"
	"time"

	"hed/web/internal/site"
)

// A shelf keeps new personal links for a while, so that the page that shows them can be
// loaded again. The store has only their hashes, so they are gone with the process.
type shelf struct {
	mu   sync.Mutex
	lots []lot
}

type lot struct {
	key, session string
	until        time.Time
	links        []string
}

const (
	shelfLife = 10 * time.Minute
	mostLots  = 20
)

// put keeps links for a session, and gives the key to get them by. When the shelf is full
// the oldest go.
func (s *shelf) put(links []string, session string, now time.Time) (key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lots = slices.DeleteFunc(s.lots, func(l lot) bool { return now.After(l.until) })
	s.lots = append(s.lots[max(0, len(s.lots)-mostLots+1):], lot{site.Random(), session, now.Add(shelfLife), links})
	return s.lots[len(s.lots)-1].key
}

// get gives links to the session that they were put for; none if they are gone.
func (s *shelf) get(key, session string, now time.Time) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.lots {
		if l.key == key && l.session == session && now.Before(l.until) {
			return l.links
		}
	}
	return nil
}
