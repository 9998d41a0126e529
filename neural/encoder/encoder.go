package encoder

import (
	"fmt"

	"hed/neural/safetensors"
	"hed/neural/tokenizer"
	"hed/tensor"
)

// An Encoder is a model on a device. It is for one goroutine at a time; the device
// has the parallelism.
type Encoder struct {
	Config Config

	archive *safetensors.Archive
	device  tensor.Device
	kind    architecture

	words, places tensor.Matrix
	norm          norm
	distance      tensor.Matrix
	layers        []layer
	kept          []tensor.Matrix // all of these, as the device made them

	batch batch
}

// Open loads the model of a folder to a device, which stays the caller's. Close
// ends it. On the processor weights of float32 stay in the file where that serves,
// so the file must not be changed before.
func Open(dir string, device tensor.Device) (*Encoder, error) {
	c, err := ReadConfig(dir)
	if err != nil {
		return nil, err
	}
	archive, err := safetensors.Open(dir)
	if err != nil {
		return nil, err
	}
	e := &Encoder{Config: c, archive: archive, device: device, kind: architectures[c.Architecture]}
	if err := e.load(); err != nil {
		archive.Close()
		return nil, fmt.Errorf("load the model %s: %w", dir, err)
	}
	return e, nil
}

func (e *Encoder) load() (err error) {
	defer tensor.Recover(&err)
	l := loader{archive: e.archive, device: e.device, prefix: e.kind.prefix, stages: map[[2]int]tensor.Matrix{}}
	n, c := e.kind.names, &e.Config
	e.words = l.words(n.words+".weight", c.Vocabulary, c.Hidden)
	e.places = l.places(n, c)
	e.norm = l.norm(n.norm, c.Hidden)
	if n.distance != "" {
		e.distance = l.distance(n.distance, c)
	}
	for i := 0; i < c.Layers && l.err == nil; i++ {
		e.layers = append(e.layers, l.layer(n, c, i))
	}
	for _, m := range l.stages {
		free(e.device, m)
	}
	e.kept = l.kept
	return l.err
}

// Close lets go of the files and of the device's memory; the device stays. It is
// called once, before the device is closed.
func (e *Encoder) Close() error {
	free(e.device, append(e.kept, e.batch.x, e.batch.y, e.batch.wide)...)
	return e.archive.Close()
}

// Limit gives t with its truncation lowered, where needed, to what the model takes.
func (e *Encoder) Limit(t *tokenizer.Tokenizer) *tokenizer.Tokenizer {
	limit := t.Truncation()
	if limit.Max != 0 && limit.Max <= e.Config.Tokens {
		return t
	}
	limit.Max = e.Config.Tokens
	return t.WithTruncation(limit)
}
