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

	choose    func() (tensor.Device, error)
	choosing  sync.Once
	device    tensor.Device
	deviceErr error

	cache string
	most  int64 // bytes of the cache
	mu    sync.Mutex
	open  map[string]*Model
}

// New gives Models that choose their device when the first encoder is loaded;
// what was computed is kept in the folder cache, unless that is "".
func New(choose func() (tensor.Device, error), cache string) *Models {
	return &Models{choose: choose, cache: cache, most: allBytes, open: map[string]*Model{}}
}

// Processor chooses the processor, with that many workers.
func Processor(workers int) func() (tensor.Device, error) {
	return func() (tensor.Device, error) { return tensor.New(workers), nil }
}

// Open gives the model of a folder, or of a name that Find knows, with its encoder.
// Opened again it is the same one.
func (s *Models) Open(name string) (*Model, error) { return s.get(name, true) }

// OpenWords gives the same model for its tokenizer and its Words, without the time
// and the memory that loading the encoder takes. States loads it all the same.
func (s *Models) OpenWords(name string) (*Model, error) { return s.get(name, false) }

// An OpenError is a model that is not there or damaged, or a device that is not
// there, as opposed to a setting that makes no sense.
type OpenError struct{ Err error }

func (e *OpenError) Error() string { return e.Err.Error() }

func (e *OpenError) Unwrap() error { return e.Err }

func (s *Models) get(name string, compute bool) (*Model, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.model(name, compute)
	if err == nil && compute {
		err = m.load()
	}
	if err != nil {
		return nil, &OpenError{err}
	}
	return m, nil
}

func (s *Models) model(name string, compute bool) (*Model, error) {
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
	m, err := s.read(dir, compute)
	if err != nil {
		return nil, err
	}
	if dir != name {
		name, _, _ = strings.Cut(name, "@") // which a revision may follow
	}
	m.Name = nameOf(name)
	s.open[key] = m
	return m, nil
}

// Folder is that of a model: a path, or what Find gives.
func (s *Models) Folder(name string) (string, error) {
	dir, err := s.find(name)
	if err != nil {
		return "", &OpenError{err}
	}
	return dir, nil
}

// Device is where the models are, for networks that are not encoders.
func (s *Models) Device() (tensor.Device, error) { return s.chosen() }

// chosen is the device, which the first model that computes asks for.
func (s *Models) chosen() (tensor.Device, error) {
	s.choosing.Do(func() {
		var err error
		if s.device, err = s.choose(); err != nil {
			s.deviceErr = &OpenError{err}
		}
	})
	return s.device, s.deviceErr
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
	used := false
	for _, m := range s.open {
		used = used || m.kept.Load() != nil
		errs = append(errs, m.close())
	}
	if s.device != nil {
		s.device.Close()
	}
	if used {
		sweep(stores(s.cache), s.most)
	}
	s.open, s.device = nil, nil
	return errors.Join(errs...)
}
