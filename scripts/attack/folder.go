//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A task is a command that writes to a folder or a file, and continues with --resume.
type task struct {
	name string
	args []string
	out  string
}

// tasks are some, on inputs of writeLong.
func tasks(inputs string) []task {
	in := func(name string) string { return filepath.Join(inputs, name) }
	return []task{
		{"eval", []string{"eval", "-q", "--docs", in("news.jsonl"), "--baseline", "first,random,tfidf", "--metric", "rouge,bleu,lda:topics=5+iterations=50", "--chart", "bar"}, "out"},
		{"generate", []string{"generate", "-q", "--docs", in("news.jsonl"), "--with", "wtextrank"}, "out.jsonl"},
		{"fit", []string{"fit", "-q", "--docs", in("few.jsonl"), "--metric", "lda:topics=5+iterations=200,lsi"}, "out.state"},
		{"train pn", []string{"train", "pn:hidden=12+embedding=12+vocabulary=500+words=40", "-q", "--docs", in("few.jsonl"), "--steps", "300", "--batch", "4", "--device", "cpu"}, "model"},
		{"train vectors", []string{"train", "vectors", "-q", "--docs", in("few.jsonl")}, "vectors"},
	}
}

// at is the command with its output in a folder.
func (t *task) at(a *arena, dir string, more ...string) *exec.Cmd {
	return exec.Command(a.hed, append(append(append([]string{}, t.args...), "--out", filepath.Join(dir, t.out)), more...)...)
}

// A calm is what a command comes to that nobody disturbs.
type calm struct {
	task
	home string // where its caches are
	want string
	took time.Duration
}

// calmly runs tasks undisturbed, and hands each to do.
func (a *arena) calmly(do func(*calm) error) error {
	inputs := a.fresh("inputs")
	if err := writeLong(inputs); err != nil {
		return err
	}
	for _, t := range tasks(inputs) {
		c, whole := &calm{task: t, home: a.fresh("home")}, a.fresh("whole")
		if err := errors.Join(os.MkdirAll(c.home, 0o777), os.MkdirAll(whole, 0o777)); err != nil {
			return err
		}
		began := time.Now()
		_, err := a.run(t.at(a, whole), c.home)
		c.took = time.Since(began)
		if err == nil {
			c.want, err = listing(filepath.Join(whole, t.out))
		}
		if err == nil {
			err = do(c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// plain tells whether an error is one of hed, in words.
func plain(err error) bool {
	return err != nil && strings.Contains(err.Error(), "exit status 1") && strings.Contains(err.Error(), "hed: ") && !strings.Contains(err.Error(), "goroutine ")
}

// fullFolder fills the disk under commands at random moments, and lets them continue when there is room.
func fullFolder(a *arena, r *row) error {
	failed := 0
	err := a.calmly(func(t *calm) error {
		for range a.times(4) {
			d, err := a.memory("24m")
			if err != nil {
				return err
			}
			more := []string(nil)
			for try := 0; ; try++ {
				var empty func() error
				filled := make(chan struct{})
				timer := time.AfterFunc(a.moment(t.took), func() {
					defer close(filled)
					if try < 3 {
						empty, _ = d.fill()
					}
				})
				_, err := a.run(t.at(a, d.dir, more...), t.home)
				if !timer.Stop() {
					<-filled
				}
				if empty != nil {
					if err := empty(); err != nil {
						return err
					}
				}
				if err == nil {
					break
				}
				if failed++; !plain(err) || try > 5 {
					r.trouble(fmt.Errorf("%s on a full disk: %w", t.name, err))
					break
				}
				more = []string{"--resume"}
			}
			have, err := listing(filepath.Join(d.dir, t.out))
			if err != nil || have != t.want {
				r.trouble(fmt.Errorf("%s has other results after the disk was full, %v", t.name, err))
			}
			r.rounds++
			d.away()
		}
		return nil
	})
	r.remark("commands failed %d times for want of room, and continued to the same bytes", failed)
	return err
}

// readOnly lets commands write where nothing can be written. They say so.
func readOnly(a *arena, r *row) error {
	inputs := a.fresh("inputs")
	if err := writeLong(inputs); err != nil {
		return err
	}
	d, err := a.memory("24m")
	if err != nil {
		return err
	}
	defer d.away()
	f, err := a.study(d.dir, "", 3, 1)
	if err != nil {
		return err
	}
	if err := syscall.Mount("", d.dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return err
	}
	home := a.fresh("home")
	if err := os.MkdirAll(home, 0o777); err != nil {
		return err
	}
	for _, t := range tasks(inputs) {
		if _, err := a.run(t.at(a, d.dir), home); !plain(err) || !strings.Contains(err.Error(), "read-only") {
			r.trouble(fmt.Errorf("%s on a read-only disk: %v", t.name, err))
		}
		r.rounds++
	}
	for _, line := range [][]string{{"status"}, {"verify"}} { // which only look
		if _, err := a.command("study", line[0], "--store", f.store); err != nil {
			r.trouble(err)
		}
		r.rounds++
	}
	if _, err := a.command("study", "invite", "--store", f.store, "--judges", "1"); !plain(err) {
		r.trouble(fmt.Errorf("study invite on a read-only disk: %v", err))
	}
	r.remark("commands that write said that the disk is read-only; the study could be looked at")
	return nil
}

// twoHeds lets two processes do the same in one folder, one of them stopped for a while. The second is refused, and the first comes to its results.
func twoHeds(a *arena, r *row) error {
	refused := 0
	err := a.calmly(func(t *calm) error {
		both := a.fresh("both")
		if err := os.MkdirAll(both, 0o777); err != nil {
			return err
		}
		first := t.at(a, both)
		ended := make(chan error, 1)
		go func() {
			_, err := a.run(first, t.home)
			ended <- err
		}()
		for end := time.Now().Add(patience); !begun(both) && len(ended) == 0 && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(a.moment(t.took / 4))
		if first.Process == nil || first.Process.Signal(syscall.SIGSTOP) != nil {
			r.remark("%s was too quick to be stopped", t.name)
		} else {
			_, err := a.run(t.at(a, both, "--resume"), t.home)
			if err != nil && plain(err) && strings.Contains(err.Error(), "another hed is writing") {
				refused++
			} else if done := errors.Is(first.Process.Signal(syscall.Signal(0)), os.ErrProcessDone); !done {
				r.trouble(fmt.Errorf("%s: a second one was not refused: %v", t.name, err))
			}
			first.Process.Signal(syscall.SIGCONT)
		}
		if err := <-ended; err != nil {
			r.trouble(err)
		}
		if have, err := listing(filepath.Join(both, t.out)); err != nil || have != t.want {
			r.trouble(fmt.Errorf("%s has other results where two wanted to write, %v", t.name, err))
		}
		r.rounds++
		return nil
	})
	r.remark("a second process was refused %d times while the first stood still (SIGSTOP)", refused)
	return err
}

// begun tells whether somebody has begun to write in a folder.
func begun(dir string) bool {
	for _, pattern := range []string{".*.unfinished*", "*/.unfinished/lock"} {
		if found, _ := filepath.Glob(filepath.Join(dir, pattern)); found != nil {
			return true
		}
	}
	return false
}

// slow lets a study's disk take long for everything that is forced to it.
func slow(a *arena, r *row) error {
	f, s, judges, err := a.begin(a.fresh("slow"), "", 30, a.times(6))
	if err != nil {
		return err
	}
	n := 0
	for judges.until(100 + a.rng.IntN(300)) {
		delay := strconv.Itoa(100_000 + a.rng.IntN(900_000)) // microseconds
		strace := exec.Command("strace", "-f", "-qq", "-o", "/dev/null", "-p", strconv.Itoa(s.Process.Pid),
			"-e", "trace=fdatasync,fsync,pwrite64", "-e", "inject=fdatasync,fsync:delay_exit="+delay, "-e", "inject=pwrite64:delay_exit=20000")
		if err := strace.Start(); err != nil {
			return err
		}
		time.Sleep(time.Second + a.moment(2*time.Second))
		strace.Process.Signal(os.Interrupt)
		strace.Wait()
		n++
	}
	judges.finish(r)
	s.end()
	r.remark("%d spells in which forcing to disk took 0.1 to 1 s", n)
	return f.settle(r, nil)
}
