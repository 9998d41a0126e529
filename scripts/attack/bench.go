//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"hed/internal/killtest"
	"hed/workbench"
)

// A bench is a workbench that is served.
type bench struct {
	*arena
	*server
	data string
	port string
	key  string
}

// open serves the workbench of a folder, for the first time or once more.
func (a *arena) open(data, port string) (*bench, error) {
	b := &bench{arena: a, data: data, port: port}
	s := &server{Cmd: exec.Command(a.hed, "serve", "--data", data, "--listen", "127.0.0.1:"+port), base: "http://127.0.0.1:" + port, done: make(chan struct{})}
	s.Stderr = &s.said
	s.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	s.Env = environment(data)
	out, err := s.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.Start(); err != nil {
		return nil, err
	}
	b.server = s
	link, err := bufio.NewReader(out).ReadString('\n')
	go func() {
		s.Wait()
		close(s.done)
	}()
	a.host.Cleanup(s.kill)
	if err != nil {
		s.kill()
		return nil, fmt.Errorf("the workbench did not start: %w: %.600s", err, s.said.String())
	}
	_, b.key, _ = strings.Cut(strings.TrimSpace(link), "key=")
	return b, nil
}

// begun serves a new workbench with a project, which has a corpus of one of the inputs of writeLong.
func (a *arena) begun(docs string) (b *bench, project, corpus made, err error) {
	dir := a.fresh("workbench")
	if err := writeLong(dir); err != nil {
		return nil, project, corpus, err
	}
	port, err := free()
	if err != nil {
		return nil, project, corpus, err
	}
	if b, err = a.open(filepath.Join(dir, "data"), port); err == nil {
		project, corpus, err = b.project(filepath.Join(dir, docs))
	}
	return b, project, corpus, err
}

// ask sends a request of the HTTP interface and reads the answer.
func (b *bench) ask(method, path, kind string, body io.Reader, into any) error {
	req, err := http.NewRequestWithContext(b.ctx, method, b.base+"/api/v1"+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+b.key)
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	client := http.Client{Timeout: 30 * time.Second}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %.300s", method, path, resp.Status, data)
	}
	return json.Unmarshal(data, into)
}

// A made is what the interface says of something.
type made struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Error string `json:"error"`
}

// send sends JSON.
func (b *bench) send(method, path string, body any, into *made) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return b.ask(method, path, "application/json", bytes.NewReader(data), into)
}

// project makes a project with a corpus.
func (b *bench) project(docs string) (project, corpus made, err error) {
	if err = b.send("POST", "/projects", map[string]string{"name": "storm"}, &project); err == nil {
		corpus, err = b.upload(project.ID, docs)
	}
	return project, corpus, err
}

// upload brings a corpus.
func (b *bench) upload(project, docs string) (corpus made, err error) {
	data, err := os.ReadFile(docs)
	if err != nil {
		return corpus, err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("docs", filepath.Base(docs))
	if err != nil {
		return corpus, err
	}
	part.Write(data)
	form.Close()
	return corpus, b.ask("POST", "/projects/"+project+"/corpora", form.FormDataContentType(), &body, &corpus)
}

// queue ends a workbench again and again while runs wait and go, or stops it for a while. Each run that was acknowledged comes to its end, with the
// results of one that nobody disturbed.
func queue(a *arena, r *row) error {
	b, project, corpus, err := a.begun("news.jsonl")
	if err != nil {
		return err
	}
	settings := workbench.Settings{Corpus: corpus.ID, Metrics: []string{"rouge", "bleu", "lda:topics=10+iterations=100"},
		Baselines: []string{"first", "random", "tfidf"}, Charts: []string{"none"}, Bootstrap: 1000, Seed: 1}
	start := func() (made, error) {
		var run made
		return run, b.send("POST", "/projects/"+project.ID+"/runs", map[string]any{"name": "run", "settings": settings}, &run)
	}
	whole, err := start()
	if err != nil {
		return err
	}
	began := time.Now()
	if err := b.wait(whole.ID, patience); err != nil {
		return err
	}
	took := time.Since(began)
	want, err := killtest.Files(b.results(whole.ID))
	if err != nil {
		return err
	}
	var acked []string
	kills := 0
	for range a.times(5) {
		run, err := start()
		if err != nil {
			return err
		}
		acked = append(acked, run.ID)
	}
	for ; kills < a.times(20); kills++ {
		time.Sleep(a.moment(took))
		if kills%3 == 0 { // one more is asked for as the workbench ends
			if run, err := start(); err == nil {
				acked = append(acked, run.ID)
			}
		}
		switch kills % 4 {
		case 1:
			b.Process.Signal(syscall.SIGTERM)
			select {
			case <-b.done:
			case <-time.After(patience):
				r.trouble(errors.New("it does not end after SIGTERM"))
			}
		case 3:
			if err := b.pause(); err != nil {
				return err
			}
			time.Sleep(a.moment(took))
			if err := b.resume(); err != nil {
				return err
			}
			continue
		}
		b.kill()
		if b, err = b.open(b.data, b.port); err != nil {
			return err
		}
	}
	for _, id := range acked {
		if err := b.wait(id, 2*patience); err != nil {
			r.trouble(fmt.Errorf("a run that was acknowledged: %w", err))
			continue
		}
		have, err := killtest.Files(b.results(id))
		if err != nil {
			return err
		}
		for name := range want {
			if have[name] != want[name] {
				r.trouble(fmt.Errorf("%s of a run that was killed differs", name))
			}
		}
		if len(have) != len(want) {
			r.trouble(fmt.Errorf("a run that was killed has %d files, not %d", len(have), len(want)))
		}
		r.rounds++
	}
	b.end()
	r.remark("ended by kill -9 or SIGTERM, or stopped, %d times; %d runs were acknowledged and came to the same bytes", kills, r.rounds)
	return nil
}

// results is the folder of a run.
func (b *bench) results(run string) string { return filepath.Join(b.data, "runs", run) }

// wait waits until a run is done.
func (b *bench) wait(id string, most time.Duration) error {
	var run made
	for end := time.Now().Add(most); time.Now().Before(end) && b.ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if err := b.ask("GET", "/runs/"+id, "", nil, &run); err != nil {
			return err
		}
		switch run.State {
		case "done":
			return nil
		case "failed", "stopped":
			return errors.New(run.State + ": " + run.Error)
		}
	}
	return errors.New("it is still " + run.State)
}
