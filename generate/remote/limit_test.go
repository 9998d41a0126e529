package remote

import (
	"errors"
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
		if took := time.Since(begun); took < 10*time.Second || took > 15*time.Second {
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
		if took := time.Since(begun); took < 25*time.Second || took > 30*time.Second {
			t.Errorf("held while waiting: after %v", took)
		}
		// They come back one after another and not all at once.
		l = &limits{}
		l.hold(10 * time.Second)
		var mu sync.Mutex
		times := map[time.Time]bool{}
		for range 20 {
			waiting.Go(func() {
				l.wait(t.Context(), 0)
				mu.Lock()
				defer mu.Unlock()
				times[time.Now()] = true
			})
		}
		waiting.Wait()
		if len(times) < 15 {
			t.Errorf("20 came back at %d times", len(times))
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

// A request waits while those on their way could take all that is left of the cap, and is made or refused when it is known what
// they took.
func TestReserve(t *testing.T) {
	for took, refused := range map[int]bool{3: false, 5: true, 6: true} {
		synctest.Test(t, func(t *testing.T) {
			var l ledger
			if err := l.set(&EndpointOptions{Price: []string{"1e6", "1e6"}, Cost: 10}); err != nil {
				t.Fatal(err)
			}
			most := Usage{In: 6}
			if err := l.reserve(t.Context(), most); err != nil {
				t.Fatal(err)
			}
			second := make(chan error, 1)
			go func() { second <- l.reserve(t.Context(), most) }()
			synctest.Wait()
			select {
			case err := <-second:
				t.Errorf("the second request does not wait: %v", err)
			default:
			}
			l.settle(most, &Usage{Out: took})
			err := <-second
			if _, ok := errors.AsType[*CapError](err); ok != refused || !ok && err != nil {
				t.Errorf("after %d: %v", took, err)
			}
		})
	}
	// One of which nobody knows what it took counts with the most.
	var l ledger
	if err := l.set(&EndpointOptions{Price: []string{"1e6", "1e6"}, Cost: 10}); err != nil {
		t.Fatal(err)
	}
	most := Usage{In: 6}
	l.reserve(t.Context(), most)
	l.settle(most, nil)
	if err := l.reserve(t.Context(), most); err == nil {
		t.Error("what may have been billed does not count")
	}
}
