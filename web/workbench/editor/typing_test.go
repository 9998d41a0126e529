package editor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"hed/draft"
	"hed/internal/crash"
)

// BenchmarkTyping has ten editors type at once, each another headline for another article, as their pages would: after
// each letter, 120 to 280 milliseconds after the last, all headlines are checked, and a check that is out of date is called
// off. It reports how long those took that were not. The first letter has the article with it. Beside them somebody asks for a
// page that is not there, which says how busy the machine is with other things.
//
//	go test ./web/workbench/editor -run '^$' -bench Typing -benchtime 1x -cpu 2
func BenchmarkTyping(b *testing.B) {
	const editors = 10
	for b.Loop() {
		p := open(b)
		var mu sync.Mutex
		var took []time.Duration
		off := 0
		var group crash.Group
		for i := range editors {
			group.Go(func() {
				e := &typist{place: p, name: fmt.Sprint("editor", i), rnd: rand.New(rand.NewPCG(uint64(i), 0))}
				e.write(b.Context(), i)
				mu.Lock()
				defer mu.Unlock()
				took, off = append(took, e.took...), off+e.off
			})
		}
		ctx, stop := context.WithCancel(b.Context())
		var idle []time.Duration
		var beside crash.Group
		beside.Go(func() { idle = p.idle(ctx) })
		group.Wait()
		stop()
		beside.Wait()
		b.ReportMetric(at(took, 0.5), "p50-ms")
		b.ReportMetric(at(took, 0.95), "p95-ms")
		b.ReportMetric(at(took, 0.99), "p99-ms")
		b.ReportMetric(at(took, 1), "max-ms")
		b.ReportMetric(at(idle, 0.99), "idle-p99-ms")
		b.ReportMetric(float64(len(took)), "checks")
		b.ReportMetric(float64(off), "called-off")
		b.ReportMetric(0, "ns/op")
	}
}

// at is a percentile in milliseconds.
func at(all []time.Duration, share float64) float64 {
	slices.Sort(all)
	return float64(all[int(share*float64(len(all)-1))].Microseconds()) / 1000
}

// idle asks for nothing, twenty times a second.
func (p *place) idle(ctx context.Context) (took []time.Duration) {
	for ctx.Err() == nil {
		began := time.Now()
		r, err := http.NewRequestWithContext(ctx, "GET", "http://"+p.addr+"/assets/0/none.js", nil)
		if err != nil {
			p.Error(err)
			return took
		}
		r.Header.Set("Accept", "application/json")
		if reply, err := http.DefaultClient.Do(r); err == nil {
			io.Copy(io.Discard, reply.Body)
			reply.Body.Close()
			took = append(took, time.Since(began))
		}
		time.Sleep(50 * time.Millisecond)
	}
	return took
}

// A typist is an editor at work.
type typist struct {
	*place
	name string
	rnd  *rand.Rand
	mu   sync.Mutex
	took []time.Duration
	off  int
	key  string // of the article, when the server has read it
}

func (e *typist) write(ctx context.Context, i int) {
	english := e.docs[:20]
	d := &draft.Draft{ID: e.name}
	for k := range 3 { // articles as long as those of newspapers: 400 to 700 words
		d.Article += english[(3*i+k)%len(english)].Body + "\n\n"
	}
	d.Headlines = []draft.Headline{{ID: "a", Text: "An earlier one with 12 words"}, {ID: "b"}}
	var running crash.Group
	cancel := func() {}
	for _, headline := range []string{english[3*i%20].References[0], "About 1,200 of 3,500 jobs go by 2027, a third", english[(3*i+1)%20].References[0]} {
		for n := range []rune(headline) {
			d.Headlines[1].Text = string([]rune(headline)[:n+1])
			cancel()
			var mine context.Context
			mine, cancel = context.WithCancel(ctx)
			body := e.question(d)
			running.Go(func() { e.ask(mine, body) })
			time.Sleep(time.Duration(120+e.rnd.IntN(160)) * time.Millisecond)
		}
	}
	running.Wait()
	cancel()
}

func (e *typist) question(d *draft.Draft) []byte {
	e.mu.Lock()
	defer e.mu.Unlock()
	sent := *d
	if e.key != "" {
		sent.Article = ""
	}
	body, err := json.Marshal(map[string]any{"article": e.key, "draft": sent, "current": "b"})
	if err != nil {
		e.Error(err)
	}
	return body
}

func (e *typist) ask(ctx context.Context, body []byte) {
	began := time.Now()
	r, err := http.NewRequestWithContext(ctx, "POST", e.URL+"/check", bytes.NewReader(body))
	if err != nil {
		e.Error(err)
		return
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Writer", e.name)
	reply, err := http.DefaultClient.Do(r)
	var o outcome
	if err == nil {
		var text []byte
		text, err = io.ReadAll(reply.Body)
		reply.Body.Close()
		if err == nil && reply.StatusCode != 200 {
			e.Errorf("%d: %s", reply.StatusCode, text)
			return
		}
		if err == nil {
			err = json.Unmarshal(text, &o)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		e.off++
	case err != nil:
		e.Error(err)
	default:
		e.key = o.Article
		e.took = append(e.took, time.Since(began))
	}
}
