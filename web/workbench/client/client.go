// Package client evaluates on the server of a workbench: it brings the files there, starts a
// run, waits for it, and fetches the folder of results, which has the same bytes as one that was
// made here.
package client

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"hed/corpus/input"
	"hed/internal/crash"
	"hed/internal/staging"
	"hed/run"
	"hed/workbench"
)

// Options say what is evaluated, and where.
type Options struct {
	// Server is its address, such as https://hed.example.org, and Token lets the program in.
	Server, Token string
	// Project is the name of a project, which is made for the run.
	Project string
	Docs    string
	Refs    []string
	Format  string
	Columns []string
	Systems []input.Named
	// Settings are all others; the corpus and the systems in it are set here.
	Settings workbench.Settings
	// Folder gets the results.
	Folder string
	// Tell is told how far the run is.
	Tell func(workbench.Snapshot)
	// Every is how long it is between two questions of how far the run is.
	Every time.Duration
}

// An Error is what the server says of a request.
type Error struct {
	Status int
	Detail string `json:"detail"`
	Option string `json:"option"`
}

func (e *Error) Error() string { return fmt.Sprintf("the server says: %s", e.Detail) }

type thing struct {
	ID string `json:"id"`
}

// Evaluate does all of it.
func Evaluate(ctx context.Context, o Options) error {
	u, err := url.Parse(o.Server)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("the server %q is not an address; write it as https://hed.example.org", o.Server)
	}
	o.Server = strings.TrimRight(o.Server, "/") + "/api/v1"
	var project thing
	if err := o.send(ctx, "POST", "/projects", map[string]string{"name": o.Project}, &project); err != nil {
		return err
	}
	withdraw := func(err error) error { // nothing is left there of what could not begin
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		return errors.Join(err, o.send(last, "DELETE", "/things/"+project.ID, nil, nil))
	}
	if err := o.bring(ctx, project.ID); err != nil {
		return withdraw(err)
	}
	var r struct {
		thing
		State    workbench.State     `json:"state"`
		Error    string              `json:"error"`
		Progress *workbench.Snapshot `json:"progress"`
	}
	if err := o.send(ctx, "POST", "/projects/"+project.ID+"/runs", map[string]any{"name": o.Project, "settings": o.Settings}, &r); err != nil {
		return withdraw(err)
	}
	for r.State == workbench.Waiting || r.State == workbench.Going {
		select {
		case <-time.After(o.Every):
		case <-ctx.Done(): // the run is stopped there, too
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
			defer cancel()
			return errors.Join(ctx.Err(), o.send(last, "POST", "/runs/"+r.ID+"/stop", nil, nil))
		}
		r.Progress = nil
		if err := o.send(ctx, "GET", "/runs/"+r.ID, nil, &r); err != nil && ctx.Err() == nil {
			return err
		}
		if r.Progress != nil && o.Tell != nil {
			o.Tell(*r.Progress)
		}
	}
	if r.State != workbench.Done {
		return fmt.Errorf("the run on the server has %s: %s", r.State, r.Error)
	}
	return o.fetch(ctx, r.ID)
}

// bring uploads the corpus, and then each system under its name.
func (o *Options) bring(ctx context.Context, project string) error {
	var c struct {
		thing
		Problems []string `json:"problems"`
		Systems  []thing  `json:"systems"`
	}
	files := [][2]string{}
	if o.Docs != "" {
		files = append(files, [2]string{"docs", o.Docs})
	}
	for _, f := range o.Refs {
		files = append(files, [2]string{"ref", f})
	}
	fields := map[string]string{"format": o.Format, "columns": strings.Join(o.Columns, ",")}
	if err := o.upload(ctx, "/projects/"+project+"/corpora", fields, files, &c); err != nil {
		return err
	}
	for _, s := range o.Systems {
		if err := o.upload(ctx, "/corpora/"+c.ID+"/systems", map[string]string{"name": s.Name}, [][2]string{{"system", s.File}}, &c); err != nil {
			return err
		}
	}
	if len(c.Problems) > 0 {
		return errors.New(c.Problems[0])
	}
	o.Settings.Corpus, o.Settings.Systems = c.ID, nil
	for _, s := range c.Systems {
		o.Settings.Systems = append(o.Settings.Systems, s.ID)
	}
	return nil
}

// upload sends fields and files, as they are read.
func (o *Options) upload(ctx context.Context, path string, fields map[string]string, files [][2]string, into any) error {
	from, to := io.Pipe()
	form := multipart.NewWriter(to)
	var group crash.Group
	group.Go(func() {
		to.CloseWithError(crash.Call(func() error {
			for name, value := range fields {
				if value != "" {
					form.WriteField(name, value)
				}
			}
			for _, f := range files {
				if err := attach(form, f[0], f[1]); err != nil {
					return err
				}
			}
			return form.Close()
		}))
	})
	err := o.ask(ctx, "POST", path, form.FormDataContentType(), from, into)
	from.CloseWithError(io.ErrClosedPipe) // an upload that was refused is not read to its end
	group.Wait()
	return err
}

func attach(form *multipart.Writer, field, file string) error {
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	part, err := form.CreateFormFile(field, filepath.Base(file))
	if err == nil {
		_, err = io.Copy(part, from)
	}
	return err
}

func (o *Options) send(ctx context.Context, method, path string, body, into any) error {
	if body == nil {
		return o.ask(ctx, method, path, "", nil, into)
	}
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return o.ask(ctx, method, path, "application/json", bytes.NewReader(data), into)
}

func (o *Options) ask(ctx context.Context, method, path, kind string, body io.Reader, into any) error {
	reply, err := o.open(ctx, method, path, kind, body)
	if err != nil {
		return err
	}
	defer reply.Close()
	if into == nil {
		return nil
	}
	if err := json.NewDecoder(reply).Decode(into); err != nil {
		return fmt.Errorf("read what %s says: %w", o.Server, err)
	}
	return nil
}

// open asks, and gives the reply if the server has agreed.
func (o *Options) open(ctx context.Context, method, path, kind string, body io.Reader) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, method, o.Server+path, body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+o.Token)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	if reply.StatusCode < 300 {
		return reply.Body, nil
	}
	defer reply.Body.Close()
	wrong := &Error{}
	if err := json.NewDecoder(io.LimitReader(reply.Body, 1<<20)).Decode(wrong); err != nil || wrong.Detail == "" {
		wrong.Detail = reply.Status
	}
	wrong.Status = reply.StatusCode
	return nil, wrong
}

// fetch brings the results, which appear whole, run.json last.
func (o *Options) fetch(ctx context.Context, id string) error {
	text, err := o.open(ctx, "GET", "/runs/"+id+"/files/"+staging.ListFile, "", nil)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(text, mostList))
	if err := errors.Join(err, text.Close()); err != nil {
		return err
	}
	list, err := staging.ParseList(data, run.RecordFile)
	if err != nil {
		return err
	}
	dir, err := staging.Open(o.Folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	var names []string
	for _, f := range list {
		names = append(names, f.Name)
	}
	if err := dir.Refuse(run.RecordFile, nil, names...); err != nil {
		return err
	}
	for _, f := range list {
		err := dir.Add(f.Name, func(w io.Writer) error {
			from, err := o.open(ctx, "GET", "/runs/"+id+"/files/"+(&url.URL{Path: f.Name}).EscapedPath(), "", nil)
			if err != nil {
				return err
			}
			defer from.Close()
			sum := sha256.New()
			if _, err = io.Copy(io.MultiWriter(w, sum), from); err == nil && hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
				err = fmt.Errorf("%s is not what the server lists; fetch the results on the page of the run, or run the command again", f.Name)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return dir.Appear(nil)
}

// mostList is how long a list of files may be.
const mostList = 64 << 20
