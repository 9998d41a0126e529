package folder

import (
	"iter"

	"hed/tensor"
	"hed/tensor/grad"
	"hed/tensor/safetensors"
)

// Params are the weights of a model that learns, on a device.
type Params struct {
	device tensor.Learner
	prefix string
	all    []*grad.Param
	parts  []Part
	by     map[string]*grad.Param
}

// NewParams is for weights whose names get a prefix in files. It has none yet.
func NewParams(d tensor.Learner, prefix string) *Params {
	return &Params{device: d, prefix: prefix, by: map[string]*grad.Param{}}
}

// Learn takes the weights to a device. Those that learns accepts have gradients; nil accepts all.
func (w *Weights) Learn(d tensor.Learner, learns func(Part) bool) *Params {
	p := NewParams(d, w.prefix)
	for _, part := range w.parts {
		p.Add(part, w.Numbers(part.Name, nil), learns == nil || learns(part))
		w.Forget(part.Name)
	}
	return p
}

// Draw makes weights of the numbers that draw gives for each part.
func Draw(d tensor.Learner, prefix string, parts iter.Seq[Part], draw func(Part) []float32, learns func(Part) bool) *Params {
	p := NewParams(d, prefix)
	for part := range parts {
		p.Add(part, draw(part), learns == nil || learns(part))
	}
	return p
}

// Add adds a part with its first numbers. A part of one index is a matrix of one row.
func (p *Params) Add(part Part, x []float32, learns bool) *grad.Var {
	rows, cols := 1, part.Shape[len(part.Shape)-1]
	if len(part.Shape) == 2 {
		rows = part.Shape[0]
	}
	v := &grad.Param{Name: part.Name}
	if !part.Bare {
		v.Name = p.prefix + part.Name
	}
	v.Value = p.device.New(rows, cols)
	p.by[part.Name], p.all, p.parts = v, append(p.all, v), append(p.parts, part)
	p.device.Write(v.Value, x)
	if learns {
		v.Grad = p.device.New(rows, cols)
	}
	return &v.Var
}

// Var is a part by its name, without the prefix; nil if there is none.
func (p *Params) Var(name string) *grad.Var {
	if v := p.by[name]; v != nil {
		return &v.Var
	}
	return nil
}

// Learning are the weights that have gradients, under the names that they have in files.
func (p *Params) Learning() (list []*grad.Param) {
	for _, v := range p.all {
		if v.Grad.Rows > 0 {
			list = append(list, v)
		}
	}
	return list
}

// Count is how many numbers there are.
func (p *Params) Count() (n int) {
	for _, v := range p.all {
		n += v.Value.Rows * v.Value.Cols
	}
	return n
}

// Out are the weights as files have them.
func (p *Params) Out(as safetensors.Type) (list []safetensors.Out) {
	for i, v := range p.all {
		list = append(list, safetensors.Out{Name: v.Name, Type: as, Shape: p.parts[i].Shape, Read: func(x []float32) { p.device.Read(x, v.Value) }})
	}
	return list
}

// Free gives back the memory of a device that has its own. The weights are not to be used afterwards.
func (p *Params) Free() {
	for _, v := range p.all {
		tensor.Free(p.device, v.Value)
		if v.Grad.Rows > 0 {
			tensor.Free(p.device, v.Grad)
		}
	}
	*p = Params{}
}
