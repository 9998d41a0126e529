// Package killtest ends programs at random moments, lets them continue, and compares what they come to with what they come
// to when nobody ends them. It is how everything long is tested.
package killtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A Work is a command that takes long.
type Work struct {
	Name string
	// Command does the work, with its results in out, a path that is not there at first; or continues it, after it was ended.
	Command func(out string, again bool) *exec.Cmd
	// Result is what has come of the work so far, by name: what is there must be as it will be in the end. nil takes the files
	// at out, but for what is in hidden folders meanwhile.
	Result func(out string) (map[string]string, error)
}

// A Harm ends a process, or lets it end. It must not return an error where the process has ended already.
type Harm func(*os.Process) error

// Kill is kill -9.
func Kill(p *os.Process) error { return p.Kill() }

// Interrupt is what Ctrl-C sends.
func Interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }

// Terminate is what a service manager sends, and a cluster that wants its machine back.
func Terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// A Toll is what a work went through.
type Toll struct {
	Ended   int           // how often it was ended
	Results int           // how often it came to the same in the end
	Took    time.Duration // undisturbed
	// When has how often it was ended in each tenth of that time, counted from when the process started.
	When [10]int
}

// Endure does the work once undisturbed, and then again and again until it was ended so many times, at random moments. It
// is an error if it does not continue, if what it comes to differs in a byte, or if something half-written or hidden is there.
// All files are in dir.
func (w *Work) Endure(ctx context.Context, dir string, rng *rand.Rand, times int, harm Harm) (t Toll, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", w.Name, err)
		}
	}()
	for _, sub := range []string{"tmp", "whole", "ended"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o777); err != nil {
			return t, err
		}
	}
	whole := filepath.Join(dir, "whole", "out")
	began := time.Now()
	if _, err := w.attempt(ctx, dir, whole, false, 0, nil); err != nil {
		return t, err
	}
	t.Took = time.Since(began)
	want, err := w.result(whole)
	if err != nil {
		return t, err
	}
	if len(want) == 0 {
		return t, errors.New("nothing came of it")
	}
	for t.Ended < times {
		if err := w.round(ctx, dir, rng, times, harm, want, &t); err != nil {
			return t, fmt.Errorf("after it was ended %d times: %w", t.Ended, err)
		}
	}
	return t, nil
}

// round does the work to its end, and compares.
func (w *Work) round(ctx context.Context, dir string, rng *rand.Rand, times int, harm Harm, want map[string]string, t *Toll) error {
	place := filepath.Join(dir, "ended")
	out := filepath.Join(place, "out")
	for again := false; ; again = true {
		moment, with := time.Duration(rng.Int64N(int64(t.Took))), harm
		if t.Ended >= times {
			with = nil
		}
		ended, err := w.attempt(ctx, dir, out, again, moment, with)
		if err != nil {
			return err
		}
		if !ended {
			break
		}
		t.Ended++
		t.When[10*moment/t.Took]++
		have, err := w.result(out)
		if err != nil {
			return err
		}
		if name := differs(have, want); name != "" {
			return fmt.Errorf("%s is there and is not whole", name)
		}
	}
	have, err := w.result(out)
	if err != nil {
		return err
	}
	if name := differs(have, want); name != "" {
		return fmt.Errorf("%s is another file than without that", name)
	}
	if len(have) != len(want) {
		return fmt.Errorf("there are %v, not %v", slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want)))
	}
	for _, place := range []string{place, filepath.Join(dir, "tmp")} {
		if left, err := hidden(place); err != nil || left != "" {
			return fmt.Errorf("%s is left behind, %v", left, err)
		}
	}
	t.Results++
	if err := os.RemoveAll(place); err != nil {
		return err
	}
	return os.Mkdir(place, 0o777)
}

// attempt runs the command, and tells whether it was ended.
func (w *Work) attempt(ctx context.Context, dir, out string, again bool, moment time.Duration, harm Harm) (ended bool, err error) {
	cmd := w.Command(out, again)
	cmd.Env = append(cmd.Environ(), "TMPDIR="+filepath.Join(dir, "tmp"))
	var said bytes.Buffer
	cmd.Stderr = &said
	cmd.WaitDelay = time.Minute
	if err := cmd.Start(); err != nil {
		return false, err
	}
	stop := context.AfterFunc(ctx, func() { cmd.Process.Kill() })
	defer stop()
	hit := make(chan error, 1)
	var timer *time.Timer
	if harm != nil {
		timer = time.AfterFunc(moment, func() { hit <- harm(cmd.Process) })
	}
	err = cmd.Wait()
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	struck := timer != nil && !timer.Stop()
	if struck {
		if failed := <-hit; failed != nil && !errors.Is(failed, os.ErrProcessDone) && !errors.Is(failed, syscall.ESRCH) {
			return false, failed
		}
	}
	if err != nil && !struck {
		return false, fmt.Errorf("%s: %w: %.1000s", strings.Join(cmd.Args, " "), err, said.String())
	}
	return err != nil, nil
}

// result is what has come of it.
func (w *Work) result(out string) (map[string]string, error) {
	if w.Result != nil {
		return w.Result(out)
	}
	return Files(out)
}

// Files are those of a folder by name, or the file of that name, without hidden ones and what is in hidden folders.
func Files(at string) (map[string]string, error) {
	all := map[string]string{}
	err := filepath.WalkDir(at, func(name string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // nothing has come of it, or it was being renamed
			return nil
		case err != nil:
			return err
		case strings.HasPrefix(d.Name(), ".") && d.IsDir():
			return fs.SkipDir
		case strings.HasPrefix(d.Name(), ".") || d.IsDir():
			return nil
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(at, name)
		all[filepath.ToSlash(rel)] = string(data)
		return err
	})
	return all, err
}

// differs names a file that is not as it should be; "" for none.
func differs(have, want map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(have)) {
		if data, there := want[name]; !there || data != have[name] {
			return name
		}
	}
	return ""
}

// hidden names what is there and hidden, or temporary.
func hidden(place string) (left string, err error) {
	err = filepath.WalkDir(place, func(name string, d fs.DirEntry, err error) error {
		if err == nil && (strings.HasPrefix(d.Name(), ".") || filepath.Base(place) == "tmp" && name != place) {
			left = name
		}
		return err
	})
	return left, err
}
