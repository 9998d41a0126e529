//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// session gives a process, and all that it starts, a session of their own, by which they are found.
var session = &syscall.SysProcAttr{Setsid: true}

// killSession ends all processes of a session, which are ours.
func killSession(id int) {
	for _, p := range processes() {
		if p.session == id {
			syscall.Kill(p.pid, syscall.SIGKILL)
		}
	}
}

// A cost is processor time in seconds, by what used it.
type cost map[string]float64

func (c cost) String() string {
	total := 0.0
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(c)) {
		if kind != "executors" { // part of Java
			total += c[kind]
		}
		parts = append(parts, fmt.Sprintf("%s %.1f", kind, c[kind]))
	}
	return fmt.Sprintf("%.1f s (%s)", total, strings.Join(parts, ", "))
}

// A watch looks at processes now and then, and keeps what each has used until it was last seen.
type watch struct {
	cluster  *cluster
	sessions map[int]bool
	before   map[int]float64 // what processes had used when it began
	seen     map[int]process
}

type process struct {
	pid, parent, session int
	name                 string
	used                 float64
}

func newWatch(c *cluster) *watch {
	w := &watch{cluster: c, sessions: map[int]bool{}, before: map[int]float64{}, seen: map[int]process{}}
	if c != nil {
		for _, cmd := range c.all {
			w.sessions[cmd.Process.Pid] = true
		}
		w.look()
		for pid, p := range w.seen {
			w.before[pid] = p.used
		}
	}
	return w
}

func (w *watch) start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = session
	err := cmd.Start()
	if err == nil {
		w.sessions[cmd.Process.Pid] = true
	}
	return err
}

func (w *watch) look() {
	for _, p := range processes() {
		if w.sessions[p.session] {
			w.seen[p.pid] = p
		}
	}
	if w.cluster == nil || w.cluster.kill == 0 {
		return
	}
	worker := w.cluster.workers[1].Process.Pid
	for _, p := range w.seen {
		if p.parent == worker && p.name == "java" && p.used > w.cluster.kill {
			fmt.Printf("%s: killing worker %d and executor %d, which has used %.1f s\n", time.Now().Format(time.TimeOnly), worker, p.pid, p.used)
			syscall.Kill(worker, syscall.SIGKILL)
			syscall.Kill(p.pid, syscall.SIGKILL)
			w.cluster.kill = 0
			return
		}
	}
}

// cost is what all of them used: hed itself to its end, others until they were last seen.
func (w *watch) cost(hed *os.ProcessState) cost {
	c := cost{}
	workers := map[int]bool{}
	if w.cluster != nil {
		for _, cmd := range w.cluster.workers {
			workers[cmd.Process.Pid] = true
		}
	}
	for pid, p := range w.seen {
		used := p.used - w.before[pid]
		switch {
		case pid == hed.Pid():
			continue
		case p.name == "hed":
			c["workers"] += used
		case p.name == "java":
			c["java"] += used
			if workers[p.parent] {
				c["executors"] = max(c["executors"], used)
			}
		default:
			c["python"] += used
		}
	}
	// Its children's time is in theirs.
	c["hed"] = w.seen[hed.Pid()].used
	if w.cluster == nil {
		c["hed"] = (hed.UserTime() + hed.SystemTime()).Seconds()
	}
	return c
}

// processes are all that there are.
func processes() (all []process) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		data, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		open, end := strings.IndexByte(string(data), '('), strings.LastIndexByte(string(data), ')')
		fields := strings.Fields(string(data[end+1:]))
		number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
		const ticks = 100 // a second, on all Linux systems that Go knows
		all = append(all, process{pid, number(1), number(3), string(data[open+1 : end]), float64(number(11)+number(12)) / ticks})
	}
	return all
}
