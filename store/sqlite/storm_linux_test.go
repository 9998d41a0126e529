package sqlite_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/internal/race"
	"hed/store/sqlite"
	"hed/store/storetest"
	"hed/study"
)

// TestOverwrittenStorm saves as fast as it can, with answers so large that the log is moved to
// the file all the time, while copies are put over it at random moments. Nothing may be
// acknowledged that was sent after the copy was there, and what was acknowledged before the copy
// was made must be in it. It is short unless HED_LONG is set.
func TestOverwrittenStorm(t *testing.T) {
	race.Skip(t, "it burns processor time, in one goroutine at a time")
	rounds := 5
	if os.Getenv("HED_LONG") != "" {
		rounds = 300
	}
	shell(t, `:`) // which skips where there is none
	random := rand.New(rand.NewPCG(3, 4))
	acknowledged, mixed, early := 0, 0, 0
	for round := range rounds {
		var r storm
		r.run(t, random, []string{`cp "$2" "$1"`, `cat "$2" > "$1"`}[round%2])
		acknowledged += len(r.saved)
		if r.mixed {
			mixed++
		}
		if r.early {
			early++
		}
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	t.Logf("%d copies were put over open stores: %d answers acknowledged, none after a copy; %d copies came while the file was written, %d stores stopped before it",
		rounds, acknowledged, mixed, early)
}

// A storm is a round of it.
type storm struct {
	mu    sync.Mutex
	saved map[string]time.Time // when answers were sent that were acknowledged
	mixed bool                 // the copy came while the log was moved, and is not what was copied
	early bool                 // the store stopped before the copy came
}

func (r *storm) run(t *testing.T, random *rand.Rand, over string) {
	const judges = 6
	name, s := storetest.Filled(t, plain, 1, judges)
	b := filepath.Join(t.TempDir(), "b.db")
	r.saved = map[string]time.Time{}
	large := strings.Repeat("y", 40000+random.IntN(80000))
	var wg sync.WaitGroup
	for j := range judges {
		wg.Go(func() {
			for i := 0; ; i++ {
				a := study.Answer{ID: fmt.Sprintf("%d-%d", j, i), Judge: fmt.Sprintf("j%03d", j+1), Question: "good.A", Value: large}
				begin := time.Now()
				if _, err := s.Save(t.Context(), a, storetest.Start, nil); err != nil {
					if study.CodeOf(err) != study.Unavailable {
						t.Errorf("got %v, want %s", err, study.Unavailable)
					}
					return
				}
				r.mu.Lock()
				r.saved[a.ID] = begin
				r.mu.Unlock()
			}
		})
	}
	ended := make(chan struct{})
	go func() { wg.Wait(); close(ended) }()
	wait := func(most int) { time.Sleep(time.Duration(random.IntN(most)) * time.Microsecond) }
	wait(200_000)
	r.mu.Lock()
	before := make([]string, 0, len(r.saved))
	for id := range r.saved {
		before = append(before, id)
	}
	r.mu.Unlock()
	db := raw(t, "file:"+(&url.URL{Path: filepath.ToSlash(name)}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(10000)")
	exec(t, db, `VACUUM INTO '`+b+`'`)
	db.Close()
	wait(200_000)
	select {
	case <-ended:
		r.early = true
	default:
	}
	shell(t, over, name, b)
	after := time.Now()
	select {
	case <-ended:
	case <-time.After(2 * time.Minute):
		t.Fatal("two minutes after the copy the store still saves")
	}
	for id, sent := range r.saved {
		if sent.After(after) {
			t.Errorf("answer %s was acknowledged after the copy was put over the store", id)
		}
	}
	s.Close()
	if _, err := sqlite.Open(t.Context(), name); study.CodeOf(err) != study.Unavailable {
		t.Errorf("the copy opens with the log of another file: %v", err)
	}
	want, _ := os.ReadFile(b)
	if got, _ := os.ReadFile(name); !bytes.Equal(got, want) {
		r.mixed = true
		shell(t, over, name, b)
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		os.Remove(name + suffix)
	}
	c := reopen(t, name)
	there := map[string]bool{}
	for a, err := range c.Answers(t.Context(), study.Filter{History: true}) {
		if err != nil {
			t.Fatal(err)
		}
		there[a.ID] = true
	}
	for _, id := range before {
		if !there[id] {
			t.Errorf("answer %s was acknowledged before the copy was made, and is not in it", id)
		}
	}
	c.Close()
	os.RemoveAll(filepath.Dir(name))
	os.RemoveAll(filepath.Dir(b))
}
