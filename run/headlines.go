package run

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"hed/corpus"
	"hed/internal/formula"
	"hed/internal/journal"
	"hed/internal/option"
	"hed/internal/plain"
	"hed/internal/whole"
	"hed/score"
)

// headlines is the file that Generate writes. Until it is complete they are in a
// journal beside it, one JSON object a record, and generating continues from there.
type headlines struct {
	name  string
	style string // the ending of the name
	raw   bool   // nothing is defused in CSV
	lines int
	empty int
	known int // lines that an earlier run wrote

	refused int      // of empty, those with a reason
	reasons []string // of the first of them, with their documents

	direct  *bufio.Writer // where they pass by
	objects bool          // as JSON
	begun   *journal.File // where they do not
	lock    *whole.Lock
	keep    bool
}

// headlineRecord is the kind of the records of the journal.
const headlineRecord = 'h'

// A headline is what such a record says.
type headline struct {
	ID       string `json:"id"`
	Headline string `json:"headline"`
	// Candidates has several, if they were asked for: Headline is the first.
	Candidates []corpus.Candidate `json:"candidates,omitempty"`
	Reason     string             `json:"reason,omitempty"` // why Headline is empty
}

func (h *headlines) unfinished() string {
	return filepath.Join(filepath.Dir(h.name), "."+filepath.Base(h.name)+".unfinished")
}

func (h *headlines) failed(err error) error { return whole.Failed(option.Name("out"), h.name, err) }

// start opens the unfinished file, to be continued if it is of the same run.
func (h *headlines) start(fingerprint string, resume bool) error {
	var err error
	switch h.lock, err = whole.TryLock(h.unfinished() + ".lock"); {
	case err != nil:
		return h.failed(err)
	case h.lock == nil:
		return fmt.Errorf("%s %s: another hed is writing it; wait for it, or name another file", option.Name("out"), h.name)
	}
	if info, err := os.Lstat(h.unfinished()); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s %s: hed keeps headlines in %s until all are written, but here it is a link or a folder; move it, or name another file",
			option.Name("out"), h.name, h.unfinished())
	}
	if !resume {
		if err := os.Remove(h.unfinished()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return h.failed(err)
		}
	}
	sum := sha256.Sum256([]byte(fingerprint))
	switch h.begun, err = journal.Open(h.unfinished(), "headlines "+hex.EncodeToString(sum[:])); {
	case errors.Is(err, journal.ErrOther):
		return &OtherRunError{h.name}
	case err != nil:
		return h.failed(err)
	}
	if err := h.recover(); err != nil {
		h.keep = true
		return err
	}
	return nil
}

// recover counts the headlines of an earlier run. The last ones without a headline are asked for again: they may be why the
// run ended.
func (h *headlines) recover() error {
	all := h.begun.Cursor()
	end := all.End
	var failed []headline
	for range h.begun.Len() {
		if err := all.Next(); err != nil {
			return fmt.Errorf("read %s: %w", h.unfinished(), err)
		}
		var one headline
		if json.Unmarshal(all.Payload, &one) != nil {
			break
		}
		if failed = append(failed, one); one.Reason != "" {
			continue
		}
		for i := range failed {
			h.count(&failed[i])
		}
		h.known, end = h.known+len(failed), all.End
		failed = failed[:0]
	}
	if err := h.begun.Cut(h.known, end); err != nil {
		return h.failed(err)
	}
	return nil
}

// mostReasons is how many documents without a headline are listed with the reason.
const mostReasons = 5

func (h *headlines) count(one *headline) {
	h.lines++
	if strings.TrimSpace(one.Headline) == "" {
		h.empty++
	}
	if one.Reason == "" {
		return
	}
	if h.refused++; h.refused <= mostReasons {
		h.reasons = append(h.reasons, fmt.Sprintf("document %s: %s", plain.Line(one.ID), plain.Line(one.Reason)))
	}
}

// write adds a headline.
func (h *headlines) write(o corpus.Output) error {
	one := headline{o.Doc, o.Text, o.Candidates, o.Reason}
	h.count(&one)
	if h.direct != nil && !h.objects {
		_, err := h.direct.WriteString(oneLine(o.Text) + "\n")
		return err
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(one); err != nil {
		return h.failed(err)
	}
	if h.direct != nil {
		_, err := h.direct.Write(line.Bytes())
		return err
	}
	if err := h.begun.Append(headlineRecord, bytes.TrimSuffix(line.Bytes(), []byte("\n"))); err != nil {
		return h.failed(err)
	}
	return nil
}

// flush writes what is buffered; if that fails, so does the next write.
func (h *headlines) flush() {
	switch {
	case h.direct != nil:
		h.direct.Flush()
	case h.begun != nil:
		h.begun.Flush()
	}
}

// oneLine is how a headline stands in a file of lines.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// commit makes the file appear.
func (h *headlines) commit() error {
	if h.direct != nil {
		return h.direct.Flush()
	}
	if err := h.begun.Flush(); err != nil {
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
	w := bufio.NewWriter(to)
	raw := h.raw
	if h.style == ".csv" {
		if !raw {
			raw = true // unless there is something to defuse
			if err := h.each(func(one headline, _ string) error {
				raw = raw && formula.Defuse(one.ID) == one.ID && formula.Defuse(one.Headline) == one.Headline
				return nil
			}); err != nil {
				return err
			}
		}
		head := "id,headline\n"
		if !raw {
			head = formula.Head
		}
		w.WriteString(head) // errors come with Flush
	}
	if err := h.each(func(one headline, object string) error { return h.line(w, one, object, raw) }); err != nil {
		return err
	}
	return w.Flush()
}

// each calls do with the headlines of the unfinished file, and the objects that they are there.
func (h *headlines) each(do func(one headline, object string) error) error {
	all := h.begun.Cursor()
	for range h.lines {
		var one headline
		if err := all.Next(); err != nil || json.Unmarshal(all.Payload, &one) != nil {
			return fmt.Errorf("%s is damaged; write the headlines again", h.unfinished())
		}
		if err := do(one, string(all.Payload)); err != nil {
			return err
		}
	}
	return nil
}

func (h *headlines) line(w *bufio.Writer, one headline, object string, raw bool) error {
	if h.style == ".jsonl" {
		_, err := w.WriteString(object + "\n")
		return err
	}
	if h.style == ".csv" {
		b := append(score.AppendText(nil, one.ID, raw), ',')
		_, err := w.Write(append(score.AppendText(b, one.Headline, raw), '\n'))
		return err
	}
	_, err := w.WriteString(oneLine(one.Headline) + "\n")
	return err
}

// close leaves the unfinished file only where it can be gone on with.
func (h *headlines) close() {
	h.flush()
	if h.begun != nil {
		if h.keep { // what a power cut damages all the same is found, and written again
			_ = h.begun.Force()
			_ = whole.SyncFolders(filepath.Dir(h.name))
		}
		h.begun.Close()
		if !h.keep {
			os.Remove(h.unfinished())
		}
	}
	if h.lock != nil {
		h.lock.Release()
	}
}
