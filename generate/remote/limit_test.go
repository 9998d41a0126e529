package remote

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Requests and tokens come as often as they may, whoever asks, and not at all while the server wants none.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		l := &limits{requests: rate(60), tokens: rate(6000)}
		for i := range 5 {
			if err := l.wait(t.Context(), 10); err != nil || time.Since(begun) != time.Duration(i)*time.Second {
				t.Errorf("request %d after %v, %v", i, time.Since(begun), err)
			}
		}
		time.Sleep(time.Minute)
		begun = time.Now()
		l.wait(t.Context(), 500) // five seconds of tokens
		l.correct(-200)          // or three
		l.wait(t.Context(), 10)
		if took := time.Since(begun); took != 3*time.Second {
			t.Errorf("tokens: after %v", took)
		}
		time.Sleep(time.Minute)
		begun = time.Now()
		l.hold(10 * time.Second)
		l.hold(5 * time.Second)
		l.wait(t.Context(), 0)
		if took := time.Since(begun); took != 10*time.Second {
			t.Errorf("held: after %v", took)
		}
		// One that is said while somebody waits.
		l = &limits{requests: rate(6)}
		l.wait(t.Context(), 0)
		begun = time.Now()
		var waiting sync.WaitGroup
		waiting.Go(func() { l.wait(t.Context(), 0) })
		synctest.Wait()
		l.hold(25 * time.Second)
		waiting.Wait()
		if took := time.Since(begun); took != 25*time.Second {
			t.Errorf("held while waiting: after %v", took)
		}
		l = &limits{}
		begun = time.Now()
		for range 1000 {
			l.wait(t.Context(), 1000)
		}
		if time.Since(begun) != 0 {
			t.Error("without limits it waits")
		}
	})
}
