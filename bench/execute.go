package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An execution is what one run of a program took.
type execution struct {
	Seconds float64
	Peak    float64 // resident bytes at most; 0 where the system does not say
	Stdout  []byte
}

// launcher is the argument that makes this program run another one and
// report on it.
//
// Note: on Linux the peak of a process is at least that of the process which
// started it, since memory is shared until exec. This process holds all the
// data, so it must not start what it measures; a small process does.
const launcher = "launch"

// found is the exit code of a check that found something.
const found = 100

// launch runs a program and writes its execution to w.
func launch(w io.Writer, name string, args []string) error {
	cmd := exec.Command(name, args...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	start := time.Now()
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == found {
		err = nil
	}
	e := execution{Seconds: time.Since(start).Seconds(), Stdout: out.Bytes()}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(name), err, bytes.TrimSpace(complaint.Bytes()))
	}
	e.Peak = peakMemory(cmd.ProcessState)
	return json.NewEncoder(w).Encode(e)
}

// execute runs a program by way of a launcher.
func (b *bench) execute(name string, args ...string) (e execution, err error) {
	self, err := os.Executable()
	if err != nil {
		return e, err
	}
	cmd := b.command(self, append([]string{launcher, name}, args...)...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return e, fmt.Errorf("%w: %s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	return e, json.Unmarshal(out, &e)
}

// command prepares a program with the threads and the encoding that every
// side gets, and away from the user's settings of hed.
func (b *bench) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = b.dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "HED_") })
	cmd.Env = append(cmd.Env,
		fmt.Sprintf("GOMAXPROCS=%d", threads),
		fmt.Sprintf("RAYON_NUM_THREADS=%d", threads),
		fmt.Sprintf("OMP_NUM_THREADS=%d", threads),
		fmt.Sprintf("OPENBLAS_NUM_THREADS=%d", threads),
		"PYTHONUTF8=1",
	)
	return cmd
}
