package judge

import (
	"fmt"
	"net/http"
	"sync/atomic"

	"hed/internal/count"
	"hed/web/internal/site"
)

// refusals are sign-ins that failed, for the log. Who guesses must not fill the disk with
// it, so most of many are only counted.
type refusals struct {
	lines *site.Limiter
	left  atomic.Int64 // how many were not written since the last line
}

// refused writes to the log that somebody did not get in, and why. What they tried is not
// in it: it may be almost right.
func (s *server) refused(r *http.Request, why string) {
	if s.refusals.lines.Take("") > 0 {
		s.refusals.left.Add(1)
		return
	}
	who := s.Address(r)
	if who == "" {
		who = "an unknown address"
	}
	more := ""
	if n := s.refusals.left.Swap(0); n > 0 {
		more = fmt.Sprintf(" (and %s since the last line)", count.Of(int(n), "other refusal"))
	}
	s.Trouble(r.Context(), fmt.Errorf("sign-in refused: %s, from %s%s", why, who, more))
}
