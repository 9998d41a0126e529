// Package spark scores, and learns, on a Spark cluster. The driver is a short program for pyspark that is
// part of hed: it sends hed itself, and what metrics learnt, to the executors, each of which
// runs 'hed worker', and passes batches of cases on to them. Executors need neither hed nor
// the files of the evaluation. A batch whose executor is lost is scored by another. Documents that Spark can
// read are read by the executors, a part at a time; then only rows come back.
package spark

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"hed/corpus"
	"hed/evaluate"
	"hed/internal/crash"
	"hed/internal/whole"
)

//go:embed hed_spark.py
var script []byte

// An Engine is a Spark cluster.
type Engine struct {
	Master string // its URL; "" for this machine
	// Args are those of hed for a worker that scores as the plan says, but for the state.
	Args func(*evaluate.Plan) []string
	// Note, if not nil, is called with what is worth knowing meanwhile.
	Note func(text string)

	folder *whole.Temporary // of what is sent
	states int              // that were sent
	cmd    *exec.Cmd
	in     io.WriteCloser
	said   tail
	slots  int
	parts  []evaluate.Part

	mu      sync.Mutex
	waiting map[uint32]chan reply
	last    uint32
	ended   error
	reading crash.Group
}

type reply struct {
	rows []byte
	err  error
}

// setup is what the driver is told first.
type setup struct {
	Master  string `json:"master"`
	Machine string `json:"machine"` // that hed is built for
	Binary  string `json:"binary"`  // path here
	Hed     string `json:"hed"`     // name there
	Place   *place `json:"place,omitempty"`
	work
}

// work is what executors do, and may change.
type work struct {
	Args   []string `json:"args"`
	Learnt string   `json:"learnt"` // path here
	State  string   `json:"state"`  // name there
}

// place is where executors read.
type place struct {
	URI     string            `json:"uri"`
	Format  string            `json:"format"`
	Columns map[string]string `json:"columns"` // by role, those of the table that play one
	Mapped  map[string]string `json:"mapped"`  // those of them that somebody named, which must be there
	Systems []string          `json:"systems"`
}

// ready is what the driver says when executors are there.
type ready struct {
	Slots int             `json:"slots"`
	Parts []evaluate.Part `json:"parts"`
}

// Start begins the driver and waits for executors. Those that are there get other work.
func (e *Engine) Start(ctx context.Context, plan *evaluate.Plan, state *evaluate.State, from *evaluate.Place) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, e.Close())
		}
	}()
	if e.cmd != nil {
		return e.change(ctx, plan, state)
	}
	how, err := e.prepare(plan, state)
	if err != nil {
		return fmt.Errorf("prepare for Spark: %w", err)
	}
	if from != nil {
		how.Place = &place{ // of which nothing may be null, which Python does not go over
			URI: from.URI, Format: from.Format, Columns: map[string]string{}, Mapped: map[string]string{}, Systems: append([]string{}, from.Systems...),
		}
		maps.Copy(how.Place.Mapped, from.Columns.Columns)
		names, err := from.Columns.Resolve(corpus.TableRoles)
		if err != nil {
			return err
		}
		for column, role := range names {
			how.Place.Columns[role] = column
		}
	}
	python := cmp.Or(os.Getenv("PYSPARK_DRIVER_PYTHON"), os.Getenv("PYSPARK_PYTHON"), "python3")
	e.cmd = exec.Command(python, filepath.Join(e.folder.Path, scriptName))
	e.cmd.Stderr = &e.said
	e.cmd.SysProcAttr = ownGroup() // Ctrl-C is for hed, which ends the driver when it is ready to
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := e.cmd.Start(); err != nil {
		return fmt.Errorf("start Python for Spark: %w; name the one that has pyspark in PYSPARK_PYTHON", err)
	}
	begun := e.expect(0)
	e.reading.Go(func() { e.read(bufio.NewReaderSize(out, 1<<20)) })
	line, err := json.Marshal(how)
	if err != nil {
		return err
	}
	_, _ = e.in.Write(append(line, '\n')) // a driver that has ended shows below, with what it said
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case r := <-begun:
		if r.err != nil {
			return r.err
		}
		var is ready
		err := json.Unmarshal(r.rows, &is)
		e.slots, e.parts = is.Slots, is.Parts
		return err
	}
}

const scriptName = "hed_spark.py"

// prepare puts what is sent into a folder.
func (e *Engine) prepare(plan *evaluate.Plan, state *evaluate.State) (how *setup, err error) {
	how = &setup{Master: e.Master, Machine: runtime.GOOS + "/" + runtime.GOARCH}
	if how.Binary, err = os.Executable(); err != nil {
		return nil, err
	}
	how.Hed = filepath.Base(how.Binary)
	if e.folder, err = whole.NewTemporary("hed-spark-"); err != nil {
		return nil, err
	}
	if how.work, err = e.work(plan, state); err != nil {
		return nil, err
	}
	return how, whole.Write(filepath.Join(e.folder.Path, scriptName), func(w io.Writer) error {
		_, err := w.Write(script)
		return err
	})
}

// work writes what metrics learnt. Spark sends a file of one name once.
func (e *Engine) work(plan *evaluate.Plan, state *evaluate.State) (w work, err error) {
	w.Args = e.Args(plan)
	if state != nil {
		e.states++
		w.State = fmt.Sprintf("learnt-%d.state", e.states)
		w.Learnt = filepath.Join(e.folder.Path, w.State)
		err = whole.Write(w.Learnt, state.Write)
	}
	return w, err
}

// change gives the executors other work.
func (e *Engine) change(ctx context.Context, plan *evaluate.Plan, state *evaluate.State) error {
	w, err := e.work(plan, state)
	if err != nil {
		return fmt.Errorf("prepare for Spark: %w", err)
	}
	data, err := json.Marshal(w)
	if err != nil {
		return err
	}
	_, err = e.ask(ctx, 'w', data)
	return err
}

// Slots is how many batches keep the executors busy, with some on their way.
func (e *Engine) Slots() int { return 2*e.slots + 2 }

// Answer lets an executor answer the lines.
func (e *Engine) Answer(ctx context.Context, lines []byte) ([]byte, error) {
	return e.ask(ctx, 'c', lines)
}

// Parts are what executors read.
func (e *Engine) Parts() []evaluate.Part { return e.parts }

// AnswerPart lets an executor read and answer a part.
func (e *Engine) AnswerPart(ctx context.Context, part int) (*evaluate.PartAnswer, error) {
	got, err := e.ask(ctx, 'p', binary.BigEndian.AppendUint32(nil, uint32(part)))
	if err != nil {
		return nil, err
	}
	head, rows, _ := bytes.Cut(got, []byte("\n"))
	a := &evaluate.PartAnswer{Rows: rows}
	return a, json.Unmarshal(head, a)
}

// Records lets an executor read a part.
func (e *Engine) Records(ctx context.Context, part int) ([]byte, error) {
	return e.ask(ctx, 'l', binary.BigEndian.AppendUint32(nil, uint32(part)))
}

// ask sends a frame and waits for what comes back.
func (e *Engine) ask(ctx context.Context, kind byte, data []byte) ([]byte, error) {
	e.mu.Lock()
	e.last++
	number := e.last
	e.mu.Unlock()
	answer := e.expect(number)
	head := binary.BigEndian.AppendUint32(nil, number)
	head = binary.BigEndian.AppendUint32(append(head, kind), uint32(len(data)))
	e.mu.Lock()
	_, _ = e.in.Write(append(head, data...)) // a driver that has ended shows below, with what it said
	e.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case r := <-answer:
		return r.rows, r.err
	}
}

// expect is where the answer to a number will come.
func (e *Engine) expect(number uint32) <-chan reply {
	e.mu.Lock()
	defer e.mu.Unlock()
	to := make(chan reply, 1)
	if e.ended != nil {
		to <- reply{err: e.ended}
		return to
	}
	if e.waiting == nil {
		e.waiting = map[uint32]chan reply{}
	}
	e.waiting[number] = to
	return to
}

// read hands on what the driver says, until it ends.
func (e *Engine) read(out *bufio.Reader) {
	var err error
	for err == nil {
		var head [9]byte
		if _, err = io.ReadFull(out, head[:]); err != nil {
			break
		}
		number, kind := binary.BigEndian.Uint32(head[:]), head[4]
		data := make([]byte, binary.BigEndian.Uint32(head[5:]))
		if _, err = io.ReadFull(out, data); err != nil {
			break
		}
		r := reply{rows: data}
		switch kind {
		case 'n':
			if e.Note != nil {
				e.Note(string(data))
			}
			continue
		case 'e':
			r = reply{err: &Error{string(data)}}
		}
		e.mu.Lock()
		if to := e.waiting[number]; to != nil {
			delete(e.waiting, number)
			to <- r
		}
		e.mu.Unlock()
	}
	// Only when all of its processes have ended is all there that it said.
	kill := e.killLater()
	_ = e.cmd.Wait()
	kill.Stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ended = e.failed(err)
	for number, to := range e.waiting {
		delete(e.waiting, number)
		to <- reply{err: e.ended}
	}
}

// An Error is what Spark could not do.
type Error struct{ Text string }

func (e *Error) Error() string { return "spark: " + e.Text }

// failed is a driver that has ended, with the last that it said.
func (e *Engine) failed(err error) error {
	text := "its driver ended"
	if said := e.said.String(); said != "" {
		text += "; it said last: " + said
	} else if err != io.EOF {
		text += ": " + err.Error()
	}
	return &Error{text}
}

// patience is how long the driver has to end by itself, and a part of it how long it has when it was told to end: Java then
// removes what it has on disk.
const patience = 10 * time.Second

// A killer ends the driver, and all that it started, when it has had its time.
type killer [2]*time.Timer

func (e *Engine) killLater() killer {
	p := e.cmd.Process
	return killer{time.AfterFunc(patience, func() { endGroup(p) }), time.AfterFunc(patience+patience/2, func() { killGroup(p) })}
}

// Stop leaves a driver that has ended alone.
func (k killer) Stop() {
	for _, t := range k {
		t.Stop()
	}
}

// Close ends the driver, and removes what was made for it.
func (e *Engine) Close() error {
	if e.cmd != nil && e.cmd.Process != nil {
		e.in.Close()
		kill := e.killLater()
		e.reading.Wait()
		kill.Stop()
		e.cmd = nil
	}
	if e.folder == nil {
		return nil
	}
	folder := e.folder
	e.folder = nil
	return folder.Remove()
}

// tail is the last lines that were written.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 2000

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - tailBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return strings.Join(lines[max(0, len(lines)-3):], "; ")
}
