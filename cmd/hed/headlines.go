package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"hed/cmd/hed/internal/cli"
	"hed/run"
	"hed/score"
)

// headlines is the file that "hed generate" writes. Until it is complete they
// stand in a file beside it, from which --resume goes on.
type headlines struct {
	*cli.App
	name  string
	style string // the ending of the name
	lines int
	empty int
	known int // lines that an earlier run wrote

	direct *cli.OutFile // where they pass by
	begun  *os.File     // where they do not
	lock   *flock.Flock
	w      *bufio.Writer
	keep   bool
}

// A written is a line of the unfinished file.
type written struct {
	ID       string `json:"id"`
	Headline string `json:"headline"`
}

func openHeadlines(a *cli.App, name string) (*headlines, error) {
	h := &headlines{App: a, name: name, style: strings.ToLower(filepath.Ext(name))}
	if !cli.Passes(name) {
		return h, a.CanWrite("--out", name)
	}
	var err error
	if h.direct, err = a.Create("--out", name); err != nil {
		return nil, err
	}
	h.w = bufio.NewWriter(h.direct)
	return h, nil
}

// passing reports whether the headlines go to stdout or a device, line by line.
func (h *headlines) passing() bool { return h.direct != nil }

func (h *headlines) unfinished() string {
	return filepath.Join(filepath.Dir(h.name), "."+filepath.Base(h.name)+".unfinished")
}

// start opens the unfinished file, to be continued if it is of the same run.
func (h *headlines) start(fingerprint string, resume bool) error {
	h.lock = flock.New(h.unfinished() + ".lock")
	switch mine, err := h.lock.TryLock(); {
	case err != nil:
		return cli.NotWritten("--out", h.name, err)
	case !mine:
		return fmt.Errorf("--out %s: another hed is writing it; wait for it, or name another file", h.name)
	}
	sum := sha256.Sum256([]byte(fingerprint))
	head := "hed headlines " + hex.EncodeToString(sum[:]) + "\n"
	flags := os.O_RDWR | os.O_CREATE
	if !resume {
		flags |= os.O_TRUNC
	}
	var err error
	if h.begun, err = os.OpenFile(h.unfinished(), flags, 0o666); err != nil {
		return cli.NotWritten("--out", h.name, err)
	}
	if err := h.recover(head); err != nil {
		h.keep = true
		return err
	}
	h.w = bufio.NewWriter(h.begun)
	return nil
}

// recover counts the whole lines of an earlier run and cuts off the rest.
func (h *headlines) recover(head string) error {
	r := bufio.NewReader(h.begun)
	first, err := r.ReadString('\n')
	end := int64(len(first))
	switch {
	case err == io.EOF:
		end = int64(len(head)) // nothing was begun
		if _, err := h.begun.WriteAt([]byte(head), 0); err != nil {
			return cli.NotWritten("--out", h.name, err)
		}
	case err != nil:
		return fmt.Errorf("read %s: %w", h.unfinished(), err)
	case first != head:
		return &run.OtherRunError{Folder: h.name}
	default:
		for {
			line, err := r.ReadString('\n')
			var w written
			if err != nil || json.Unmarshal([]byte(line), &w) != nil {
				break
			}
			h.count(w.Headline)
			h.known++
			end += int64(len(line))
		}
	}
	if err := h.begun.Truncate(end); err != nil {
		return cli.NotWritten("--out", h.name, err)
	}
	_, err = h.begun.Seek(end, io.SeekStart)
	return err
}

func (h *headlines) count(headline string) {
	h.lines++
	if strings.TrimSpace(headline) == "" {
		h.empty++
	}
}

// write adds a headline.
func (h *headlines) write(id, headline string) error {
	h.count(headline)
	if h.passing() {
		_, err := h.w.WriteString(oneLine(headline) + "\n")
		return err
	}
	enc := json.NewEncoder(h.w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(written{id, headline}); err != nil {
		return cli.NotWritten("--out", h.name, err)
	}
	return nil
}

// oneLine is how a headline stands in a file of lines.
func oneLine(headline string) string { return strings.Join(strings.Fields(headline), " ") }

// commit makes the file appear.
func (h *headlines) commit() error {
	if h.passing() {
		if err := h.w.Flush(); err != nil {
			return err
		}
		return h.direct.Commit()
	}
	if err := h.w.Flush(); err != nil {
		return cli.NotWritten("--out", h.name, err)
	}
	h.keep = true // until it is there
	err := h.WriteOut("--out", h.name, h.copy)
	h.keep = err != nil
	return err
}

// copy writes what the unfinished file has in the style of the name.
func (h *headlines) copy(to io.Writer) error {
	if _, err := h.begun.Seek(0, io.SeekStart); err != nil {
		return err
	}
	w := bufio.NewWriter(to)
	if h.style == ".csv" {
		w.WriteString("id,headline\n") // errors come with Flush
	}
	lines := bufio.NewReader(h.begun)
	for n := -1; n < h.lines; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return err
		}
		if n < 0 {
			continue // what run it is
		}
		if err := h.line(w, line); err != nil {
			return err
		}
	}
	return w.Flush()
}

func (h *headlines) line(w *bufio.Writer, line []byte) error {
	if h.style == ".jsonl" {
		_, err := w.Write(line)
		return err
	}
	var one written
	if err := json.Unmarshal(line, &one); err != nil {
		return err
	}
	if h.style == ".csv" {
		b := append(score.AppendField(nil, one.ID), ',')
		_, err := w.Write(append(score.AppendField(b, one.Headline), '\n'))
		return err
	}
	_, err := w.WriteString(oneLine(one.Headline) + "\n")
	return err
}

// close leaves the unfinished file only where it can be gone on with.
func (h *headlines) close() {
	if h.w != nil {
		h.w.Flush() // what is there consists of whole lines
	}
	h.direct.Discard()
	if h.begun != nil {
		h.begun.Close()
		if !h.keep {
			os.Remove(h.unfinished())
		}
	}
	if h.lock != nil && h.lock.Locked() {
		h.lock.Close()
		os.Remove(h.lock.Path())
	}
}
