package embed

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"hed/tensor"
)

// Models are the model folders in use, on one device. It is safe for
// concurrent use.
type Models struct {
	// Find, if set, gives the folder of a model that is no path, such as one that
	// was fetched from the Hub. It is to be set before the first Open.
	Find func(name string) (dir string, err error)

	choose func() (tensor.Device, error)
	cache  string

	mu     sync.Mutex
	device tensor.Device
	open   map[string]*Model
}

// New gives Models that choose their device when the first model is opened;
// what was computed is kept in the folder cache, unless that is "".
func New(choose func() (tensor.Device, error), cache string) *Models {
	return &Models{choose: choose, cache: cache, open: map[string]*Model{}}
}

// Processor chooses the processor, with that many workers.
func Processor(workers int) func() (tensor.Device, error) {
	return func() (tensor.Device, error) { return tensor.New(workers), nil }
}

// Open gives the model of a folder, or of a name that Find knows. Opened again it
// is the same one.
func (s *Models) Open(name string) (*Model, error) {
	m, err := s.get(name)
	if err != nil {
		return nil, &OpenError{err}
	}
	return m, nil
}

// An OpenError is a model that is not there or damaged, or a device that is not
// there, as opposed to a setting that makes no sense.
type OpenError struct{ Err error }

func (e *OpenError) Error() string { return e.Err.Error() }

func (e *OpenError) Unwrap() error { return e.Err }

func (s *Models) get(name string) (*Model, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	dir, err := s.find(name)
	if err != nil {
		return nil, err
	}
	key, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("find the model %s: %w", name, err)
	}
	if m := s.open[key]; m != nil {
		return m, nil
	}
	if s.device == nil {
		if s.device, err = s.choose(); err != nil {
			return nil, err
		}
	}
	m, err := open(dir, s.device)
	if err != nil {
		return nil, err
	}
	if dir != name {
		name, _, _ = strings.Cut(name, "@") // which a revision may follow
	}
	m.Name = nameOf(name)
	if _, ok := s.device.(*tensor.CPU); ok {
		m.cache = s.cache
	}
	s.open[key] = m
	return m, nil
}

// Notes say, for the user, what of the cache could not be kept. Results are the
// same without it.
func (s *Models) Notes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var notes []string
	for _, m := range s.open {
		if err := m.kept.Load().complaint(); err != nil {
			notes = append(notes, fmt.Sprintf("what the model %s computed is not kept for the next time: %v", m.Name, err))
		}
	}
	slices.Sort(notes)
	return notes
}

// Close lets go of all models and of the device. They are not to be used
// afterwards.
func (s *Models) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, m := range s.open {
		errs = append(errs, m.close())
	}
	if s.device != nil {
		s.device.Close()
	}
	s.open, s.device = nil, nil
	return errors.Join(errs...)
}
