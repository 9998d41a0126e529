package simulate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// A judge works through what the server gives him.
type judge struct {
	*run
	view
	token string
	rng   *rand.Rand // for waiting; what he answers does not depend on it
	last  time.Time  // when he last answered
}

// What the server says there is to do; the names are those of its interface.
type work struct {
	Judge     string
	State     string
	Case      int
	Step      int
	Article   string
	Headlines []headline
	Question  string
	Items     []item
}

type headline struct {
	Letter, Text string
	lift         float64 // what its system is better by; a server does not tell
}

type item struct {
	Key      string
	Kind     string
	Options  []struct{ Key string }
	From, To int
	Optional bool
	Asked    bool
	Value    string
}

// work does what the server says until it says that nothing is left. Waiting for others and
// for a study that is stopped has an end; work that there is has none.
func (j *judge) work(ctx context.Context) error {
	waiting, why := time.Time{}, "" // since when, and what for
	defer func() {
		if why != "" {
			j.waited(why)
		}
	}()
	for {
		var w work
		if _, err := j.call(ctx, "GET", "work", nil, &w); err != nil {
			return err
		}
		switch w.State {
		case "finished":
			return nil
		case "about", "case":
			if why != "" {
				j.waited(why)
			}
			waiting, why = time.Time{}, ""
			if err := j.answer(ctx, &w); err != nil {
				return err
			}
		case "waiting", "stopped":
			if waiting.IsZero() {
				waiting, why = time.Now(), map[string]string{"waiting": forOthers, "stopped": forStopped}[w.State]
				j.wait(why)
			}
			if time.Since(waiting) > j.Patience {
				return fmt.Errorf("%s waited %s and gave up: %s", w.Judge, j.Patience, why)
			}
			if err := sleep(ctx, time.Second); err != nil {
				return err
			}
		default:
			return fmt.Errorf("the server says %q is to be done, which this version of hed does not know", w.State)
		}
	}
}

// answer answers what a step asks, and closes it.
func (j *judge) answer(ctx context.Context, w *work) error {
	at, end := "about/answers/", "about/close"
	if w.State == "case" {
		at = "cases/" + strconv.Itoa(w.Case) + "/answers/"
		end = fmt.Sprintf("cases/%d/steps/%d/close", w.Case, w.Step)
	}
	// What an answer is may bring up further questions, so they are looked at anew.
	for again := true; again; {
		again = false
		for i := range w.Items {
			it := &w.Items[i]
			if !it.Asked || it.Value != "" {
				continue
			}
			choose := j.choose
			if it.Kind == "numeral" {
				choose = func(w *work, _ *item) (string, error) { return j.derive(ctx, w) }
			}
			value, err := choose(w, it)
			if err != nil {
				return err
			}
			if value == "" {
				continue
			}
			if err := j.save(ctx, w, at, it.Key, value); err != nil {
				return err
			}
			it.Value, again = value, true
		}
		if again {
			var next work
			if _, err := j.call(ctx, "GET", "work", nil, &next); err != nil {
				return err
			}
			if next.State != w.State || next.Case != w.Case || next.Step != w.Step {
				return nil // it was closed from elsewhere, or the study is stopped
			}
			w = &next
		}
	}
	status, err := j.call(ctx, "POST", end, struct{}{}, nil)
	if status == http.StatusGone {
		return nil // likewise: what there is to do is asked for anew
	}
	return err
}

// save saves an answer, at the pace of the judge.
func (j *judge) save(ctx context.Context, w *work, at, key, value string) error {
	if err := sleep(ctx, time.Until(j.last.Add(j.Pace))); err != nil {
		return err
	}
	j.last = time.Now()
	// The same id for every try, and no other: a try whose reply was lost may have been kept.
	id := fmt.Sprintf("%016x%016x", j.rng.Uint64(), uint64(time.Now().UnixNano()))
	body := map[string]any{"id": id, "value": value}
	var got struct {
		Judge    string
		Case     int
		Question string
		Value    string
	}
	status, err := j.call(ctx, "PUT", at+key, body, &got)
	switch {
	case status == http.StatusGone:
		return nil // the step is closed, or the study stopped; what is missing is asked again
	case err != nil:
		return err
	case got.Judge != w.Judge || got.Question != key || got.Value != value:
		return fmt.Errorf("%s answered %s with %q, the server acknowledged %+v", w.Judge, key, value, got)
	}
	return j.saved(Answer{got.Judge, got.Case, got.Question, got.Value}, time.Since(j.last))
}

// call sends a request until the server answers it for good, and reads the answer
// into out. The status is 0 if it never did.
func (j *judge) call(ctx context.Context, method, at string, in, out any) (status int, err error) {
	var body []byte
	if in != nil {
		if body, err = json.Marshal(in); err != nil {
			return 0, err
		}
	}
	began := time.Now()
	away := false
	defer func() {
		if away {
			j.waited(forServer)
		}
	}()
	for try := 0; ; try++ {
		status, wait, err := j.once(ctx, method, at, body, out)
		if err == nil || ctx.Err() != nil || !again(status) {
			return status, err
		}
		if time.Since(began) > j.Patience {
			return status, fmt.Errorf("gave up after %s: %w", j.Patience, err)
		}
		if wait == 0 {
			// Judges come back at different moments, and not more often than is useful.
			wait = time.Duration(float64(50*time.Millisecond<<min(try, 5)) * (0.5 + j.rng.Float64()))
		}
		j.mu.Lock()
		j.sum.Retries++
		j.mu.Unlock()
		if status == 0 && !away {
			away = true
			j.wait(forServer)
		}
		if err := sleep(ctx, wait); err != nil {
			return 0, err
		}
	}
}

// again tells whether a request may succeed if it is sent once more.
func again(status int) bool {
	return status == 0 || status == http.StatusTooManyRequests || status >= 500
}

// once sends a request one time. It gives status 0 if there was no whole reply, and how long
// the server asks to wait.
func (j *judge) once(ctx context.Context, method, at string, body []byte, out any) (status int, wait time.Duration, err error) {
	// The path is joined as text, since a question's key may have any letter in it.
	req, err := http.NewRequestWithContext(ctx, method, j.base.JoinPath("api/v1/", at).String(), bytes.NewReader(body))
	if err != nil {
		return http.StatusBadRequest, 0, err
	}
	req.Header.Set("Authorization", "Bearer "+j.token)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := j.Client.Do(req)
	if err != nil {
		return 0, 0, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, 16<<20))
	if err != nil {
		return 0, 0, err
	}
	if resp.StatusCode >= 300 {
		var problem struct{ Title, Detail string }
		if json.Unmarshal(data, &problem) != nil || problem.Detail == "" {
			problem.Detail = resp.Status
		}
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			wait = min(time.Duration(s)*time.Second, 5*time.Second)
		}
		return resp.StatusCode, wait, fmt.Errorf("%s %s: %s", method, at, problem.Detail)
	}
	if out != nil {
		if err := json.Unmarshal(data, out); err != nil {
			return resp.StatusCode, 0, errors.Join(fmt.Errorf("%s %s: the answer is not what was expected", method, at), err)
		}
	}
	return resp.StatusCode, 0, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return context.Cause(ctx)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
