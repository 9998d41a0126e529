package folder

import (
	"hed/tensor"
	"hed/tensor/safetensors"
)

// A Loader takes weights to a device.
type Loader struct {
	// Kept are all matrices that were made for good, as the device made them.
	Kept []tensor.Matrix
	// Short packs weights in bfloat16. The device is a tensor.Shortener then.
	Short bool

	device  tensor.Device
	weights *Weights
	buf     []float32
	last    string                   // that Numbers gave
	stages  map[[2]int]tensor.Matrix // weights on their way to being packed, by shape
}

// Loader takes the weights to a device.
func (w *Weights) Loader(d tensor.Device) *Loader {
	return &Loader{device: d, weights: w, stages: map[[2]int]tensor.Matrix{}}
}

// Done gives back the memory that was needed on the way.
func (l *Loader) Done() {
	for _, m := range l.stages {
		tensor.Free(l.device, m)
	}
	l.stages = nil
}

// Matrix makes a matrix of numbers for good.
func (l *Loader) Matrix(rows, cols int, x []float32) tensor.Matrix {
	m := l.device.New(rows, cols)
	l.Kept = append(l.Kept, m)
	l.device.Write(m, x)
	return m
}

// Pack packs weights for good.
func (l *Loader) Pack(b tensor.Matrix) *tensor.Weights {
	pack := l.device.Pack
	if l.Short {
		pack = l.device.(tensor.Shortener).PackShort
	}
	w := pack(b)
	l.Kept = append(l.Kept, w.Own)
	return w
}

// Numbers are those of a part, good until the next call. Then the memory of the file goes: all is copied, and
// once suffices.
func (l *Loader) Numbers(name string) []float32 {
	if l.last != "" {
		l.weights.Forget(l.last)
	}
	l.last = name
	x := l.weights.Numbers(name, l.buf)
	// Of F32 they are the file's memory, which is not to be written to. The rare file where they lie askew costs
	// memory for each tensor.
	if l.weights.tensors[name].Type != safetensors.F32 {
		l.buf = x
	}
	return x
}

// Row is a part of one index, as a matrix of one row.
func (l *Loader) Row(name string) tensor.Matrix {
	x := l.Numbers(name)
	return l.Matrix(1, len(x), x)
}

// Norm is what a norm multiplies by and adds, if it adds something.
func (l *Loader) Norm(name string) (gain, bias tensor.Matrix) {
	gain = l.Row(name + ".weight")
	if l.weights.Has(name + ".bias") {
		bias = l.Row(name + ".bias")
	}
	return gain, bias
}

// Dense loads linear layers that have the same input as one. bias is the zero Matrix where they have none.
func (l *Loader) Dense(in, out int, names ...string) (weights *tensor.Weights, bias tensor.Matrix) {
	shape := [2]int{len(names) * out, in}
	stage, ok := l.stages[shape]
	if !ok {
		stage = l.device.New(shape[0], shape[1])
		l.stages[shape] = stage
	}
	var sums []float32
	for i, name := range names {
		l.device.Write(stage.Part(i*out, (i+1)*out, 0, in), l.Numbers(name+".weight"))
		if l.weights.Has(name + ".bias") {
			sums = append(sums, l.Numbers(name+".bias")...)
		}
	}
	weights = l.Pack(stage.T())
	if sums != nil {
		bias = l.Matrix(1, len(sums), sums)
	}
	return weights, bias
}

// Table is a large table of which few rows are needed at a time. The processor reads those where the file has them.
func (l *Loader) Table(name string, rows, cols int) tensor.Matrix {
	x := l.weights.Numbers(name, nil)
	if _, ok := l.device.(*tensor.CPU); ok {
		return tensor.Of(rows, cols, x)
	}
	return l.Matrix(rows, cols, x)
}
