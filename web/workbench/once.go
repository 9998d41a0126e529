package workbench

import (
	"crypto/sha256"
	"net/http"
	"sync"
)

// A sent form is one that has a number of its own. Who presses its button twice sends it twice, at once, and gets what they would have with one press.
type sent struct {
	done chan struct{} // closed when it was done
	to   string        // where it led to; "" if it did not work
}

// onces remembers the forms that were sent last.
type onces struct {
	mu   sync.Mutex
	sent map[[sha256.Size]byte]*sent
	keys [][sha256.Size]byte // the oldest first
}

// mostSent is how many forms are remembered: a second press comes within a second.
const mostSent = 1000

// begin remembers a form, and tells whether it is the first of its kind.
func (o *onces) begin(key [sha256.Size]byte) (one *sent, first bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if one = o.sent[key]; one != nil {
		return one, false
	}
	if o.sent == nil {
		o.sent = map[[sha256.Size]byte]*sent{}
	}
	if len(o.keys) == mostSent {
		delete(o.sent, o.keys[0])
		o.keys = o.keys[1:]
	}
	one = &sent{done: make(chan struct{})}
	o.sent[key], o.keys = one, append(o.keys, key)
	return one, true
}

// once does what a form is for once, if it comes again with the same number and the same fields; who went back and changed one sends another form.
func (s *server) once(do func(http.ResponseWriter, *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if r.PostFormValue("once") == "" {
			return do(w, r)
		}
		id := s.SessionID(r)
		one, first := s.onces.begin(sha256.Sum256([]byte(string(id[:]) + r.URL.Path + "\n" + r.PostForm.Encode())))
		if first {
			defer close(one.done)
			led := &led{ResponseWriter: w}
			err := do(led, r)
			one.to = led.to
			return err
		}
		select {
		case <-one.done:
		case <-r.Context().Done():
			return nil
		}
		if one.to == "" {
			return do(w, r)
		}
		return see(w, r, one.to)
	}
}

// A led reply remembers where it leads to.
type led struct {
	http.ResponseWriter
	to string
}

func (l *led) WriteHeader(status int) {
	if status == http.StatusSeeOther {
		l.to = l.Header().Get("Location") // before the path of the site is put before it
	}
	l.ResponseWriter.WriteHeader(status)
}

// Unwrap lets http.ResponseController find what it needs.
func (l *led) Unwrap() http.ResponseWriter { return l.ResponseWriter }
