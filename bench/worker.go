package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// A worker is a process with one peer, mostly of peers.py, which holds the
// data and waits for commands.
type worker struct {
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	answers *bufio.Scanner
}

// An answer is a line that a worker prints.
type answer struct {
	Error   string
	Seconds float64
	Means   map[string]float64
	Tags    [][][2]string // word and tag, by sentence
}

// maxAnswer is the longest answer, the tags of a treebank.
const maxAnswer = 64 << 20

// startWorker returns when the peer is imported and has read the data.
func (b *bench) startWorker(peer string, data *dataset) (*worker, error) {
	tmp := filepath.Join(b.dir, peer)
	if err := os.RemoveAll(tmp); err != nil {
		return nil, err
	}
	return b.startPeer(b.command(b.python, filepath.Join(b.scripts, "peers.py"), peer, data.refFile, data.hypFile, strconv.Itoa(len(data.refs)), tmp))
}

// startPeer starts a program that obeys commands as peers.py does.
func (b *bench) startPeer(cmd *exec.Cmd) (*worker, error) {
	w := &worker{cmd: cmd}
	w.cmd.Stderr = b.log
	var err error
	if w.stdin, err = w.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := w.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w.answers = bufio.NewScanner(stdout)
	w.answers.Buffer(nil, maxAnswer)
	if err := w.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	if _, err := w.read(); err != nil {
		w.stop()
		return nil, err
	}
	return w, nil
}

// run returns the seconds of one run, as the worker's own clock has them.
func (w *worker) run() (float64, error) {
	a, err := w.ask("run")
	return a.Seconds, err
}

func (w *worker) means() (map[string]float64, error) {
	a, err := w.ask("means")
	return a.Means, err
}

func (w *worker) ask(command string) (answer, error) {
	if _, err := fmt.Fprintln(w.stdin, command); err != nil {
		return answer{}, err
	}
	return w.read()
}

// read returns the next answer. One that does not come, or tells of an
// error, is an absence of the peer.
func (w *worker) read() (a answer, err error) {
	if !w.answers.Scan() {
		return a, absence{"its process ended without an answer"}
	}
	if err := json.Unmarshal(w.answers.Bytes(), &a); err != nil {
		return a, fmt.Errorf("answer of the peer: %w", err)
	}
	if a.Error != "" {
		return a, absence{a.Error}
	}
	return a, nil
}

// stop ends the process, which ends by itself when there are no more commands.
func (w *worker) stop() {
	w.stdin.Close()
	w.cmd.Wait() // how it ended changes nothing that was measured
}
