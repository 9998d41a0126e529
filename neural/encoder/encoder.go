package encoder

import (
	"fmt"

	"hed/tensor"
)

// An Encoder is a model on a device. It is for one goroutine at a time; the device
// has the parallelism.
type Encoder struct {
	Config Config

	folder *Folder
	device tensor.Device
	kind   architecture

	words, places tensor.Matrix
	norm          norm
	distance      tensor.Matrix
	layers        []layer
	kept          []tensor.Matrix // all of these, as the device made them

	batch batch
}

// Open is Read and Load.
func Open(dir string, device tensor.Device) (*Encoder, error) {
	f, err := Read(dir)
	if err != nil {
		return nil, err
	}
	e, err := f.Load(device)
	if err != nil {
		f.Close() // the reason is another
	}
	return e, err
}

// Load loads the model to a device, which stays the caller's; an error is the
// device's, which has its memory back then. On the processor weights of float32 stay
// in the file where that serves, so the file must not be changed before Close.
func (f *Folder) Load(device tensor.Device) (*Encoder, error) {
	e := &Encoder{Config: f.Config, folder: f, device: device, kind: f.kind}
	if err := e.load(); err != nil {
		tensor.Free(device, e.kept...)
		return nil, fmt.Errorf("load the model %s: %w", f.Dir, err)
	}
	return e, nil
}

func (e *Encoder) load() (err error) {
	defer tensor.Recover(&err)
	l := loader{e, e.folder.Loader(e.device)}
	defer func() {
		l.Done()
		e.kept = l.Kept
	}()
	n, c := e.kind.names, &e.Config
	e.words = l.Table(n.words+".weight", c.Vocabulary, c.Hidden)
	e.places = l.table(n, c)
	e.norm = l.norm(n.norm)
	if n.distance != "" {
		e.distance = l.bias(n.distance, c)
	}
	for i := range c.Layers {
		e.layers = append(e.layers, l.layer(n, c, i))
	}
	return nil
}

// Close lets go of the device's memory and of the folder; the device stays. It is
// called once, before the device is closed.
func (e *Encoder) Close() error {
	tensor.Free(e.device, append(e.kept, e.batch.x, e.batch.y, e.batch.wide)...)
	return e.folder.Close()
}
