package evaluate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"hed"
	"hed/metric"
)

// A State is what metrics learnt from a corpus, to be used again without the
// corpus. It belongs to metrics with the same options and to one version of hed.
//
// Its file is a line that says what it is, a line of JSON, and for each metric
// of that list its bytes.
type State struct {
	entries []stateEntry
}

type stateEntry struct {
	Spec string `json:"metric"`
	// Columns are the signatures that the columns had before fitting, which
	// name everything that the options changed.
	Columns []string `json:"columns"`
	Size    int      `json:"size"`
	SHA256  string   `json:"sha256"`
	data    []byte
}

const stateMagic = "hed state 1\n"

type stateHead struct {
	Version string       `json:"hed"`
	Metrics []stateEntry `json:"metrics"`
}

// add keeps what a metric learnt.
func (s *State) add(e stateEntry, m metric.Selected, k metric.Keeper) error {
	var b bytes.Buffer
	if err := k.Save(&b); err != nil {
		return fmt.Errorf("keep what metric %s learnt: %w", m.Info.Name, err)
	}
	e.data, e.Size, e.SHA256 = b.Bytes(), b.Len(), checksum(b.Bytes())
	s.entries = append(s.entries, e)
	return nil
}

func newEntry(m metric.Selected) stateEntry {
	sp := m.Spec
	sp.As = "" // another name changes no number
	e := stateEntry{Spec: sp.String()}
	for _, c := range m.Metric.Columns() { // without a prefix
		e.Columns = append(e.Columns, c.String())
	}
	return e
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Specs are the metrics of the state, as users write them.
func (s *State) Specs() []string {
	var specs []string
	for _, e := range s.entries {
		specs = append(specs, e.Spec)
	}
	return specs
}

// Write writes the state as ReadState reads it.
func (s *State) Write(w io.Writer) error {
	head, err := json.Marshal(stateHead{hed.Version, s.entries})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, stateMagic+string(head)+"\n"); err != nil {
		return err
	}
	for _, e := range s.entries {
		if _, err := w.Write(e.data); err != nil {
			return err
		}
	}
	return nil
}

// ErrNoState is a file that Write has not written.
var ErrNoState = errors.New("this is not a state of metrics, or it is from another version of hed")

// ReadState checks that all is there, and of this version.
func ReadState(data []byte) (*State, error) {
	rest, ok := bytes.CutPrefix(data, []byte(stateMagic))
	if !ok {
		return nil, ErrNoState
	}
	line, rest, ok := bytes.Cut(rest, []byte("\n"))
	var head stateHead
	if !ok || json.Unmarshal(line, &head) != nil {
		return nil, errors.New("the beginning of the state cannot be read")
	}
	if head.Version != hed.Version {
		return nil, fmt.Errorf("the state is from hed %s, this is hed %s; fit it again", head.Version, hed.Version)
	}
	s := &State{head.Metrics}
	for i := range s.entries {
		e := &s.entries[i]
		if e.Size < 0 || e.Size > len(rest) || checksum(rest[:e.Size]) != e.SHA256 {
			return nil, fmt.Errorf("the state is damaged at metric %s", e.Spec)
		}
		e.data, rest = rest[:e.Size], rest[e.Size:]
	}
	if len(rest) > 0 {
		return nil, errors.New("the state is damaged: there is something after its end")
	}
	return s, nil
}

// load gives a metric what it learnt.
func (s *State) load(m metric.Selected, k metric.Keeper) error {
	want := newEntry(m)
	for _, e := range s.entries {
		if e.Spec != want.Spec || strings.Join(e.Columns, "\n") != strings.Join(want.Columns, "\n") {
			continue
		}
		if err := k.Load(bytes.NewReader(e.data)); err != nil {
			return fmt.Errorf("load the state of metric %s: %w", want.Spec, err)
		}
		return nil
	}
	return &StateError{want.Spec, s.Specs()}
}

// A StateError is a metric that a state has nothing for.
type StateError struct {
	Metric string
	Has    []string
}

func (e *StateError) Error() string {
	return fmt.Sprintf("the state is not for metric %s; it is for %s", e.Metric, strings.Join(e.Has, ", "))
}
