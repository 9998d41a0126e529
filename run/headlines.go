package run

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"

	"hed/corpus"
	"hed/internal/formula"
	"hed/internal/option"
	"hed/internal/plain"
	"hed/internal/whole"
	"hed/score"
)

// headlines is the file that Generate writes. Until it is complete they stand in a
// file beside it, one JSON object a line after a line that says what they are of,
// and generating goes on from there.
type headlines struct {
	name  string
	style string // the ending of the name
	raw   bool   // nothing is defused in CSV
	lines int
	empty int
	known int // lines that an earlier run wrote

	refused int      // of empty, those with a reason
	reasons []string // of the first of them, with their documents

	direct  io.Writer // where they pass by
	objects bool      // as JSON
	begun   *os.File  // where they do not
	lock    *whole.Lock
	w       *bufio.Writer
	keep    bool
}

// A headline is a line of the unfinished file.
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
	sum := sha256.Sum256([]byte(fingerprint))
	head := "hed headlines " + hex.EncodeToString(sum[:]) + "\n"
	flags := os.O_RDWR | os.O_CREATE
	if !resume {
		flags |= os.O_TRUNC
	}
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
		var failed []headline
		length := int64(0)
		for {
			line, err := r.ReadString('\n')
			one, _, ok := parseLine(line)
			if err != nil || !ok {
				break
			}
			// The last ones without a headline are asked for again: they may be why the run ended.
			failed, length = append(failed, one), length+int64(len(line))
			if one.Reason != "" {
				continue
			}
			for i := range failed {
				h.count(&failed[i])
			}
			h.known, end = h.known+len(failed), end+length
			failed, length = failed[:0], 0
		}
	}
	if err := h.begun.Truncate(end); err != nil {
		return h.failed(err)
	}
	_, err = h.begun.Seek(end, io.SeekStart)
	return err
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
	if h.direct != nil && h.w == nil {
		h.w = bufio.NewWriter(h.direct)
	}
	if h.direct != nil && !h.objects {
		_, err := h.w.WriteString(oneLine(o.Text) + "\n")
		return err
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	err := enc.Encode(one)
	switch {
	case err == nil && h.direct != nil:
		_, err := h.w.Write(line.Bytes())
		return err
	case err == nil:
		object := bytes.TrimSuffix(line.Bytes(), []byte("\n"))
		_, err = fmt.Fprintf(h.w, "%s\t%08x\n", object, crc32.ChecksumIEEE(object))
	}
	if err != nil {
		return h.failed(err)
	}
	return nil
}

// parseLine reads a line of the unfinished file, and its object as it stands there. ok
// is false for a damaged one. Earlier versions wrote no checksums.
func parseLine(line string) (one headline, object string, ok bool) {
	object, sum, summed := strings.Cut(strings.TrimSuffix(line, "\n"), "\t") // JSON has no tabs in its strings
	if summed && sum != fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(object))) {
		return one, "", false
	}
	return one, object, json.Unmarshal([]byte(object), &one) == nil
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
	if _, err := h.begun.Seek(0, io.SeekStart); err != nil {
		return err
	}
	lines := bufio.NewReader(h.begun)
	for n := -1; n < h.lines; n++ {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		if n < 0 {
			continue // what run it is
		}
		one, object, ok := parseLine(line)
		if !ok {
			return fmt.Errorf("%s is damaged; write the headlines again", h.unfinished())
		}
		if err := do(one, object); err != nil {
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
	h.flush() // what is there consists of whole lines
	if h.begun != nil {
		h.begun.Close()
		if h.keep { // lines that a power cut damages all the same are found, and written again
			_ = whole.Sync(h.unfinished())
			_ = whole.SyncFolders(filepath.Dir(h.name))
		} else {
			os.Remove(h.unfinished())
		}
	}
	if h.lock != nil {
		h.lock.Release()
	}
}
