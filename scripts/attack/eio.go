//go:build linux

package main

import (
	"os"
	"os/exec"
	"strconv"
	"time"
)

// faults lets writing and forcing to disk fail with EIO now and then, for a while each time.
func faults(a *arena, r *row) error {
	f, s, judges, err := a.begin(a.fresh("eio"), "", 60, a.times(10))
	if err != nil {
		return err
	}
	n := 0
	for judges.until(300 + a.rng.IntN(600)) {
		every := strconv.Itoa(1+a.rng.IntN(5)) + "+" + strconv.Itoa(2+a.rng.IntN(7))
		calls := []string{"fdatasync,fsync", "pwrite64", "pwrite64,fdatasync,fsync,ftruncate"}[n%3]
		strace := exec.Command("strace", "-f", "-qq", "-o", "/dev/null", "-p", strconv.Itoa(s.Process.Pid),
			"-e", "trace="+calls, "-e", "inject="+calls+":error=EIO:when="+every)
		if err := strace.Start(); err != nil {
			return err
		}
		time.Sleep(500*time.Millisecond + a.moment(time.Second))
		strace.Process.Signal(os.Interrupt) // it lets go
		strace.Wait()
		if n%3 == 2 {
			s.kill()
			if s, err = f.again(); err != nil {
				return err
			}
		}
		n++
	}
	judges.finish(r)
	s.end()
	r.remark("%d spells of errors", n)
	return f.settle(r, nil)
}

// unplugged takes the disk of a store away while judges answer, with all that is not on it
// yet, and brings it back.
func unplugged(a *arena, r *row) error {
	d, err := a.ext4(96 << 20)
	if err != nil {
		return err
	}
	defer d.drop()
	for range a.times(8) {
		f, s, judges, err := a.begin(a.freshIn(d.dir, "study"), "", 30, 10)
		if err != nil {
			return err
		}
		judges.until(300 + a.rng.IntN(900))
		time.Sleep(a.moment(50 * time.Millisecond))
		if err := d.shutdown(); err != nil {
			return err
		}
		time.Sleep(a.moment(500 * time.Millisecond))
		s.kill()
		judges.stop()
		d.away()
		if err := d.mount(); err != nil {
			return err
		}
		if err := f.settle(r, nil); err != nil {
			r.trouble(err)
		}
		if err := os.RemoveAll(f.dir); err != nil {
			return err
		}
	}
	return nil
}
