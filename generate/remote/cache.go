package remote

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"hed/internal/whole"
)

// An Answer is what a model said to a Request: one text for each choice, fewer if the server gave fewer.
type Answer struct {
	Texts   []string `json:"texts"`
	Refused string   `json:"refused,omitempty"` // why the first text that is empty is, if the model said so
	Usage   Usage    `json:"usage"`
}

// kept is an answer in the file of its request.
type kept struct {
	Sum string `json:"sum"` // of the request and the answer, so that one which the disk has changed is not used
	Answer
}

// sum is that of an answer to a request.
func (a *Answer) sum(name string) string {
	data, err := json.Marshal(a)
	if err != nil {
		panic(err) // of strings and numbers
	}
	sum := sha256.Sum256(append([]byte(name), data...))
	return hex.EncodeToString(sum[:])
}

// name is that of a request: everything that the answer depends on.
func (e *Endpoint) name(r *Request) string {
	text, err := json.Marshal(struct {
		Form, URL, Model string
		*Request
	}{"answer 1", e.URL, e.Model, r})
	if err != nil {
		panic(err) // of strings and numbers
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func (e *Endpoint) file(name string) string {
	return filepath.Join(e.cache, "remote", name[:2], name+".json")
}

// recall is the answer to a request that was made before; nil if there is none, or none that can be read.
func (e *Endpoint) recall(name string) *Answer {
	if e.cache == "" {
		return nil
	}
	data, err := os.ReadFile(e.file(name))
	if err != nil {
		return nil
	}
	var k kept
	if json.Unmarshal(data, &k) != nil || k.Sum != k.Answer.sum(name) || len(k.Texts) == 0 {
		return nil
	}
	return &k.Answer
}

// sent is the file that says how many requests are on their way of which it is not known what they will have cost. It
// outlives a process that is killed, so that a cap counts them.
func (e *Endpoint) sent(name string) string {
	return strings.TrimSuffix(e.file(name), ".json") + ".sent"
}

// pending is how many requests of that name are on their way, or were when a process ended.
func (e *Endpoint) pending(name string) int {
	if e.cache == "" || e.ledger.cap == 0 {
		return 0
	}
	data, err := os.ReadFile(e.sent(name))
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	text, _, _ := strings.Cut(string(data), " ")
	if n, err := strconv.Atoi(text); err == nil && n > 0 && string(data) == sentText(name, n) {
		return n
	}
	return mostTries // nobody knows how many, and a cap must hold
}

// sentText is what the file of so many requests says. It has a sum, since a bit that turns makes no requests of one.
func sentText(name string, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", name, n))
	return fmt.Sprintf("%d %x\n", n, sum[:8])
}

// setPending says how many are on their way.
func (e *Endpoint) setPending(name string, n int) error {
	if e.cache == "" || e.ledger.cap == 0 {
		return nil
	}
	file := e.sent(name)
	if n == 0 {
		return whole.Remove(file)
	}
	if err := whole.MakeFolder(filepath.Dir(file)); err != nil {
		return err
	}
	return whole.Write(file, func(w io.Writer) error { _, err := io.WriteString(w, sentText(name, n)); return err })
}

// keep puts an answer on disk.
func (e *Endpoint) keep(name string, a *Answer) error {
	if e.cache == "" {
		return nil
	}
	file := e.file(name)
	if err := whole.MakeFolder(filepath.Dir(file)); err != nil {
		return fmt.Errorf("keep an answer of %s: %w", e.Model, err)
	}
	err := whole.Write(file, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(kept{a.sum(name), *a})
	})
	if err != nil {
		return whole.Failed("an answer of "+e.Model, file, err)
	}
	return nil
}
