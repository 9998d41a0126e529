package run

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

	"hed/internal/option"
	"hed/internal/whole"
	"hed/score"
)

// headlines is the file that Generate writes. Until it is complete they stand in a
// file beside it, one JSON object a line after a line that says what they are of,
// and generating goes on from there.
type headlines struct {
	name  string
	style string // the ending of the name
	lines int
	empty int
	known int // lines that an earlier run wrote

	direct io.Writer // where they pass by
	begun  *os.File  // where they do not
	lock   *flock.Flock
	w      *bufio.Writer
	keep   bool
}

// A headline is a line of the unfinished file.
type headline struct {
	ID       string `json:"id"`
	Headline string `json:"headline"`
}

func (h *headlines) unfinished() string {
	return filepath.Join(filepath.Dir(h.name), "."+filepath.Base(h.name)+".unfinished")
}

func (h *headlines) failed(err error) error { return whole.Failed(option.Name("out"), h.name, err) }

// start opens the unfinished file, to be continued if it is of the same run.
func (h *headlines) start(fingerprint string, resume bool) error {
	h.lock = flock.New(h.unfinished() + ".lock")
	switch mine, err := h.lock.TryLock(); {
	case err != nil:
		return h.failed(err)
	case !mine:
		return fmt.Errorf("%s %s: another hed is writing it; wait for it, or name another file", option.Name("out"), h.name)
	}
	sum := sha256.Sum256([]byte(fingerprint))
	head := "hed headlines " + hex.EncodeToString(sum[:]) + "\n"
	flags := os.O_RDWR | os.O_CREATE
	if !resume {
		flags |= os.O_TRUNC
	}
	var err error
	if h.begun, err = os.OpenFile(h.unfinished(), flags, 0o666); err != nil {
		return h.failed(err)
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
			return h.failed(err)
		}
	case err != nil:
		return fmt.Errorf("read %s: %w", h.unfinished(), err)
	case first != head:
		return &OtherRunError{h.name}
	default:
		for {
			line, err := r.ReadString('\n')
			var one headline
			if err != nil || json.Unmarshal([]byte(line), &one) != nil {
				break
			}
			h.count(one.Headline)
			h.known++
			end += int64(len(line))
		}
	}
	if err := h.begun.Truncate(end); err != nil {
		return h.failed(err)
	}
	_, err = h.begun.Seek(end, io.SeekStart)
	return err
}

func (h *headlines) count(text string) {
	h.lines++
	if strings.TrimSpace(text) == "" {
		h.empty++
	}
}

// write adds a headline.
func (h *headlines) write(id, text string) error {
	h.count(text)
	if h.direct != nil {
		if h.w == nil {
			h.w = bufio.NewWriter(h.direct)
		}
		_, err := h.w.WriteString(oneLine(text) + "\n")
		return err
	}
	enc := json.NewEncoder(h.w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(headline{id, text}); err != nil {
		return h.failed(err)
	}
	return nil
}

// flush writes what is buffered; if that fails, so does the next write.
func (h *headlines) flush() {
	if h.w != nil {
		h.w.Flush()
	}
}

// oneLine is how a headline stands in a file of lines.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// commit makes the file appear.
func (h *headlines) commit() error {
	if h.direct != nil {
		if h.w == nil {
			return nil
		}
		return h.w.Flush()
	}
	if err := h.w.Flush(); err != nil {
		return h.failed(err)
	}
	h.keep = true // until it is there
	if err := whole.Write(h.name, h.copy); err != nil {
		return h.failed(err)
	}
	h.keep = false
	return nil
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
	var one headline
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
	h.flush() // what is there consists of whole lines
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
