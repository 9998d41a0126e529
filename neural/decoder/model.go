package decoder

import (
	"fmt"

	"hed/tensor"
)

// A Model is one on a device. It is for one goroutine at a time; the device has the parallelism.
type Model struct {
	Config   Config
	Settings Settings // of the folder

	folder *Folder
	device tensor.Decoder
	kind   architecture
	// The card sums by how many rows there are, so that it always gets as many: what is written for a text is then the same beside any
	// others. Rows without a token fill them up. They are of no sequence, so that nothing attends to them.
	padded bool

	table            tensor.Matrix // of words
	head             dense
	encoder, decoder stack
	guide            *guide          // of a Season
	kept             []tensor.Matrix // all of these, as the device made them

	reading reading
	writing writing
}

// Open is Read and Load.
func Open(dir string, device tensor.Device) (*Model, error) {
	f, err := Read(dir)
	if err != nil {
		return nil, err
	}
	m, err := f.Load(device)
	if err != nil {
		f.Close() // the reason is another
	}
	return m, err
}

// Load loads the model to a device, which stays the caller's; an error is the device's, which has its memory back
// then. On the processor a table of words in float32 stays in the file, so the file must not be changed before Close.
func (f *Folder) Load(device tensor.Device) (*Model, error) {
	d, ok := device.(tensor.Decoder)
	if !ok {
		return nil, fmt.Errorf("load the model %s: this device does not run models that write; choose another", f.Dir)
	}
	if _, ok := device.(tensor.Shortener); f.Short && !ok {
		return nil, fmt.Errorf("load the model %s: weights in bfloat16 need an NVIDIA card; leave that precision out on the processor", f.Dir)
	}
	if err := f.fits(device); err != nil {
		return nil, fmt.Errorf("load the model %s: %w", f.Dir, err)
	}
	_, processor := device.(*tensor.CPU)
	m := &Model{Config: f.Config, Settings: f.Settings, folder: f, device: d, kind: f.kind, padded: !processor}
	if err := m.load(); err != nil {
		tensor.Free(device, m.kept...)
		return nil, fmt.Errorf("load the model %s: %w", f.Dir, err)
	}
	return m, nil
}

func (m *Model) load() (err error) {
	defer tensor.Recover(&err)
	l := loader{m, m.folder.Loader(m.device)}
	l.Short = m.folder.Short
	defer func() {
		l.Done()
		m.kept = l.Kept
	}()
	l.words()
	m.encoder = l.stack(&m.kind.encoder, m.Config.Encoder, false)
	m.decoder = l.stack(&m.kind.decoder, m.Config.Decoder, true)
	if m.Config.Season != nil {
		m.guide = l.guide()
	}
	return nil
}

// Close lets go of the device's memory and of the folder; the device stays. It is called once, before the device is
// closed.
func (m *Model) Close() error {
	m.reading.free(m.device)
	m.writing.free(m.device)
	tensor.Free(m.device, m.kept...)
	return m.folder.Close()
}

// normalise sets y to the norm of x.
func (m *Model) normalise(y, x tensor.Matrix, n norm) {
	if n.bias.Rows == 0 {
		m.device.RMSNorm(y, x, n.gain, m.Config.Epsilon)
	} else {
		m.device.LayerNorm(y, x, n.gain, n.bias, m.Config.Epsilon)
	}
}

// around does a part of a layer: part reads a state and sets y, which is added to the state; the norm comes before or after.
func (m *Model) around(x, y, z tensor.Matrix, n norm, part func(y, x tensor.Matrix)) {
	if m.kind.early {
		m.normalise(z, x, n)
		part(y, z)
		m.device.Add(x, x, y)
		return
	}
	part(y, x)
	m.device.Add(x, x, y)
	m.normalise(x, x, n)
}

// inner is the dense part of a layer, in the memory wide.
func (m *Model) inner(l *layer, h *Half, wide tensor.Matrix) func(y, x tensor.Matrix) {
	return func(y, x tensor.Matrix) {
		d, a := m.device, m.Config.Activation
		n := wide.Part(0, x.Rows, 0, h.Inner)
		if m.Config.Gated {
			d.Linear(wide.Part(0, x.Rows, 0, 2*h.Inner), x, l.wide.weights, l.wide.bias, tensor.Identity)
			d.Activate(n, n, a)
			d.Multiply(n, n, wide.Part(0, x.Rows, h.Inner, 2*h.Inner), 0)
		} else {
			d.Linear(n, x, l.wide.weights, l.wide.bias, a)
		}
		d.Linear(y, n, l.narrow.weights, l.narrow.bias, tensor.Identity)
	}
}

// embed sets x to the vectors of tokens at their places.
func (m *Model) embed(x, y tensor.Matrix, s *stack, tokens, places []int32) {
	d := m.device
	d.Gather(x, m.table, tokens)
	if by := m.Config.scale; by != 1 {
		d.Combine(x, by, x, 0, x)
	}
	if s.places.Rows > 0 {
		d.Gather(y, s.places, places)
		d.Add(x, x, y)
	}
	if s.wordNorm.gain.Rows > 0 {
		m.normalise(x, x, s.wordNorm)
	}
}

// scaled is what attention multiplies products by.
func (a *architecture) scaled(h *Half) float32 {
	if a.relative {
		return 1
	}
	return 1 / root(h.Width/h.Heads)
}
