//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"hed/draft"
	generators "hed/generate/all"
	"hed/internal/killtest"
	metrics "hed/metric/all"
	"hed/store/shelf"
	"hed/study"
	web "hed/web/workbench"
	"hed/workbench"
)

// A folder is that of a workbench which was left as kill -9 leaves it, and what is known to be in it.
type folder struct {
	*arena
	at, token            string // where it is, and what lets a program in
	project, corpus, run string
	study, model         string            // the model as settings name it
	things               map[string]string // by id
}

// settings are of a run that takes a moment.
func settings(corpus string) workbench.Settings {
	return workbench.Settings{Corpus: corpus, Metrics: []string{"rouge", "readability"}, Baselines: []string{"first", "random"}, Charts: []string{"none"}, Bootstrap: 100, Seed: 1}
}

// within opens the workbench of a folder in this process, by a clock of its own.
func (a *arena) within(at string, now func() time.Time) (*workbench.Bench, error) {
	return workbench.Open(a.ctx, workbench.Options{Folder: at, Metrics: metrics.Metrics, Generators: generators.Generators, Workers: 2, Limits: workbench.Limits{MaxUpload: 1 << 26},
		Now: now, Log: func(err error) { fmt.Fprintln(os.Stderr, "workbench:", err) }})
}

// filled makes a folder with one of everything.
func (a *arena) filled() (*folder, error) {
	f := &folder{arena: a, at: a.fresh("master")}
	dir := a.fresh("made")
	b, err := a.within(dir, time.Now)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	p, err := b.AddProject(a.ctx, workbench.Meta{Name: "storm"})
	if err != nil {
		return nil, err
	}
	c, systems, err := b.AddSample(a.ctx, p.ID, "en")
	if err != nil {
		return nil, err
	}
	s := settings(c.ID)
	s.Systems = []string{systems[0].ID, systems[1].ID}
	run, err := b.Start(a.ctx, p.ID, workbench.Meta{Name: "run"}, s)
	if err != nil {
		return nil, err
	}
	if run, err = over(a, b, run.ID); err != nil {
		return nil, err
	}
	st, _, err := b.AddStudy(a.ctx, run, workbench.Meta{Name: "study"}, workbench.StudySettings{Protocol: "suitability", Systems: []string{systems[0].Name, systems[1].Name}, Numbers: study.Numbers{Cases: 4, Forms: 1, Judges: 2}, Seed: 1})
	if err != nil {
		return nil, err
	}
	brought := b.BringModel()
	if err := errors.Join(brought.Add(a.ctx, "words.vec", strings.NewReader("3 3\ncouncil 1 0 0\nthe 0 1 0\ntown 0 0 1\n")), brought.Done(a.ctx)); err != nil {
		return nil, err
	}
	model, err := b.AddModel(a.ctx, p.ID, workbench.Meta{Name: "words"}, brought.File)
	if err != nil {
		return nil, err
	}
	for i := range 5 {
		d := &draft.Draft{ID: fmt.Sprint("d", i), Article: "The council of the town voted on Monday.", Headlines: []draft.Headline{{ID: "h", Text: fmt.Sprint("Council votes ", i)}}}
		if err := b.Drafts(p.ID).Save(a.ctx, d); err != nil {
			return nil, err
		}
	}
	if err := web.AddUser(a.ctx, b.Shelf, "ann", shelf.Admin, "a long password of ann", time.Now()); err != nil {
		return nil, err
	}
	if f.token, err = web.AddToken(a.ctx, b.Shelf, "ann", "storm", shelf.Admin, time.Now()); err != nil {
		return nil, err
	}
	f.project, f.corpus, f.run, f.study, f.model = p.ID, c.ID, run.ID, st.ID, model.Ref()
	if f.things, err = contents(a, b.Shelf); err != nil {
		return nil, err
	}
	// What is in the latest commit of a log cannot be told from what was never there.
	if err := b.SetSecret(a.ctx, "last", []byte("last")); err != nil {
		return nil, err
	}
	_, err = a.output("cp", "-a", dir, f.at) // while it is open: with its log
	return f, err
}

// over waits until a run is.
func over(a *arena, b *workbench.Bench, id string) (*workbench.Run, error) {
	for end := time.Now().Add(patience); time.Now().Before(end) && a.ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
		if r, err := b.Run(a.ctx, id); err != nil || r.State == workbench.Done {
			return r, err
		} else if r.Over() {
			return r, errors.New(string(r.State) + ": " + r.Error)
		}
	}
	return nil, errors.New("the run does not end")
}

// port is where judges find a study, which is another one if that is taken.
var port = regexp.MustCompile(`127\.0\.0\.1:\d+|"port":\d+`)

// contents are the things and accounts of a shelf, by id.
func contents(a *arena, s *shelf.Shelf) (map[string]string, error) {
	all := map[string]string{}
	list, err := s.List(a.ctx, shelf.Query{})
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		data, _ := json.Marshal(t)
		all[t.ID] = port.ReplaceAllString(string(data), "")
	}
	accounts, err := s.Accounts(a.ctx)
	for _, one := range accounts {
		all["user "+one.Name] = fmt.Sprint(one)
	}
	return all, err
}

// copied is the folder once more.
func (f *folder) copied() (string, error) {
	to := f.fresh("bench")
	_, err := f.output("cp", "-a", f.at, to)
	return to, err
}

// serve serves a copy of the folder.
func (f *folder) serve(at string) (*bench, error) {
	port, err := free()
	if err != nil {
		return nil, err
	}
	b, err := f.open(at, port)
	if err == nil {
		b.key = f.token
	}
	return b, err
}

// shown is all that the interface shows of the folder, by address.
func (f *folder) shown(b *bench) (map[string]string, error) {
	all := map[string]string{}
	get := func(path string) error {
		var data json.RawMessage
		err := b.ask("GET", path, "", nil, &data)
		all[path] = port.ReplaceAllString(string(data), "")
		return err
	}
	for _, path := range []string{"/projects", "/projects/" + f.project, "/projects/" + f.project + "/corpora", "/corpora/" + f.corpus, "/projects/" + f.project + "/runs",
		"/runs/" + f.run, "/runs/" + f.run + "/files", "/projects/" + f.project + "/studies", "/studies/" + f.study} {
		if err := get(path); err != nil {
			return nil, err
		}
	}
	files, err := killtest.Files(filepath.Join(f.at, "runs", f.run))
	for name := range files {
		text, err := b.download("/runs/" + f.run + "/files/" + name)
		if err != nil {
			return nil, err
		}
		all[name] = text
	}
	return all, err
}

// download gets a file.
func (b *bench) download(path string) (string, error) {
	req, err := http.NewRequestWithContext(b.ctx, "GET", b.base+"/api/v1"+path, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+b.key)
	resp, err := (&http.Client{Timeout: 30 * time.Second}).Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %.300s", path, resp.Status, data)
	}
	return string(data), err
}

// harmed turns bits of the files of a workbench that nobody serves, or cuts them off. hed must say so, or show what it showed.
func harmed(a *arena, r *row) error {
	f, err := a.filled()
	if err != nil {
		return err
	}
	at, err := f.copied()
	if err != nil {
		return err
	}
	b, err := f.serve(at)
	if err != nil {
		return err
	}
	want, err := f.shown(b)
	b.end()
	if err != nil {
		return err
	}
	var files []string
	err = filepath.WalkDir(f.at, func(name string, d fs.DirEntry, err error) error {
		if info, bad := d.Info(); err == nil && bad == nil && info.Mode().IsRegular() && info.Size() > 0 {
			rel, _ := filepath.Rel(f.at, name)
			if !strings.HasSuffix(rel, "-shm") && !strings.HasSuffix(rel, "lock") { // of processes
				files = append(files, rel)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	refused, said, same, ended := 0, 0, 0, 0
	for i := range a.times(60) {
		name := files[a.rng.IntN(len(files))]
		if i%3 > 0 {
			name = []string{"", workbench.ShelfFile, workbench.ShelfFile + "-wal"}[i%3]
		}
		at, err := f.copied()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(filepath.Join(at, name))
		if err != nil {
			return err
		}
		byteAt, what := a.rng.IntN(len(data)), "bit turned"
		cutOff := a.rng.IntN(3) == 0
		if cutOff {
			data, what = data[:byteAt], "cut off"
		} else {
			data[byteAt] ^= 1 << a.rng.IntN(8)
		}
		if err := os.WriteFile(filepath.Join(at, name), data, 0o600); err != nil {
			return err
		}
		r.rounds++
		trouble := func(err error) { r.trouble(fmt.Errorf("%s at byte %d of %s: %w", what, byteAt, name, err)) }
		b, err := f.serve(at)
		if err != nil {
			if refused++; !strings.Contains(err.Error(), "hed: ") || strings.Contains(err.Error(), "goroutine ") {
				trouble(err)
			}
			continue
		}
		lost := cutOff && name == workbench.ShelfFile+"-wal" // went with the end of the log
		got, shown := f.shown(b)
		if strings.HasPrefix(name, "files") && shown == nil {
			shown = f.uses(b, filepath.Base(name))
		}
		b.end()
		unknown := shown != nil && strings.Contains(shown.Error(), "401") // of the latest is the token
		switch left, err := f.left(at); {
		case lost && (err != nil || left > 0 || unknown):
			ended++ // it is as it was at an earlier moment
		case err != nil:
			trouble(err)
		case left > 0:
			trouble(fmt.Errorf("%d things are gone", left))
		case unknown || shown != nil && strings.Contains(shown.Error(), "404"):
			trouble(fmt.Errorf("what is damaged is said not to be there: %w", shown))
		case shown != nil:
			said++
		case !equal(got, want):
			trouble(errors.New("something else is shown"))
		default:
			same++
		}
		if err := os.RemoveAll(at); err != nil {
			return err
		}
	}
	r.remark("refused at the start %d times, said where it is used %d times, showed the same %d times; %d times the end of the log was cut off, and what was only there was gone", refused, said, same, ended)
	return nil
}

// uses lets a run read what was brought. That has to come to an end, or to say that it is damaged.
func (f *folder) uses(b *bench, id string) error {
	s := settings(f.corpus)
	s.Metrics = append(s.Metrics, "we:vectors="+f.model)
	for at, text := range f.things {
		if strings.Contains(text, `"kind":"system"`) || strings.Contains(text, `"Kind":"system"`) {
			s.Systems = append(s.Systems, at)
		}
	}
	slices.Sort(s.Systems)
	var run made
	if err := b.send("POST", "/projects/"+f.project+"/runs", map[string]any{"name": "run", "settings": s}, &run); err != nil {
		return err
	}
	return b.wait(run.ID, patience)
}

// left compares what a shelf has with what it had, and gives how much is gone. Something else is an error.
func (f *folder) left(at string) (gone int, err error) {
	s, err := shelf.Open(f.ctx, filepath.Join(at, workbench.ShelfFile))
	if err != nil {
		return 0, err
	}
	defer s.Close()
	have, err := contents(f.arena, s)
	for id, text := range f.things {
		switch got := have[id]; got {
		case text:
		case "":
			gone++
		default:
			err = errors.Join(err, fmt.Errorf("%s is another: %.300s", id, got))
		}
	}
	return gone, err
}

func equal(a, b map[string]string) bool {
	for name, text := range b {
		if a[name] != text {
			fmt.Fprintf(os.Stderr, "%s differs\n", name)
			return false
		}
	}
	return true
}

// moved moves the database of a workbench that is served away, puts an older copy over it or in its place, or takes its log away. Nothing may be
// acknowledged after that; when it is put back, or the log put aside, what was acknowledged before must be there.
func moved(a *arena, r *row) error {
	f, err := a.filled()
	if err != nil {
		return err
	}
	seen, ways := 0, []string{"moved", "copy put over it", "replaced by a copy", "log deleted"}
	for i := range a.times(12) {
		at, err := f.copied()
		if err != nil {
			return err
		}
		db, way := filepath.Join(at, workbench.ShelfFile), ways[i%len(ways)]
		b, err := f.serve(at)
		if err != nil {
			return err
		}
		add := func() (m made, err error) {
			return m, b.send("POST", "/projects", map[string]string{"name": "later"}, &m)
		}
		old := filepath.Join(f.dir, "old.db")
		os.Remove(old)
		if _, err := a.output("sqlite3", db, ".timeout 20000", fmt.Sprintf("VACUUM INTO '%s'", old)); err != nil {
			return err
		}
		var kept []string
		for range 1 + a.rng.IntN(5) {
			m, err := add()
			if err != nil {
				return err
			}
			kept = append(kept, m.ID)
		}
		switch way {
		case "moved":
			err = os.Rename(db, db+".moved")
		case "copy put over it":
			_, err = a.output("cp", old, db)
		case "replaced by a copy":
			_, err = a.output("sh", "-c", `mv "$2" "$2.moved" && cp "$1" "$2"`, "sh", old, db)
		case "log deleted":
			err = os.Remove(db + "-wal")
		}
		if err != nil {
			return err
		}
		r.rounds++
		if m, err := add(); err == nil {
			r.after++
			r.trouble(fmt.Errorf("%s: %s was acknowledged after that", way, m.ID))
		}
		for _, page := range []string{"/healthz", "/readyz"} {
			resp, err := http.Get(b.base + page)
			if err != nil {
				return err
			}
			if resp.Body.Close(); resp.StatusCode != http.StatusServiceUnavailable {
				r.trouble(fmt.Errorf("%s: %s says %s", way, page, resp.Status))
			} else {
				seen++
			}
		}
		if b.kill(); i%2 == 0 && way != "log deleted" && way != "copy put over it" {
			if err := os.Rename(db+".moved", db); err != nil {
				return err
			}
			if b, err = f.serve(at); err != nil {
				r.trouble(err)
				continue
			}
			for _, id := range kept {
				var m made
				r.acknowledged++
				if err := b.ask("GET", "/projects/"+id, "", nil, &m); err != nil {
					r.lost++
				}
			}
			b.end()
		} else if b, err = f.serve(at); err == nil {
			b.end()
			if way == "copy put over it" {
				r.trouble(fmt.Errorf("%s: it is served again, with a log that does not belong to it", way))
			}
		} else if !strings.Contains(err.Error(), "hed: ") {
			r.trouble(err)
		}
		// With its log all goes that was only there.
		if gone, err := f.left(at); err == nil && gone > 0 && way != "log deleted" {
			r.trouble(fmt.Errorf("%s: %d things are gone that were there before", way, gone))
		}
		if err := os.RemoveAll(at); err != nil {
			return err
		}
	}
	r.remark("moved, overwritten or replaced by an older copy, or its log deleted, %d times; /healthz and /readyz saw it %d times", r.rounds, seen)
	return nil
}
