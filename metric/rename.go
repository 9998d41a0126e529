package metric

import "hed/score"

// renamed returns m with prefix and a dot before its column names.
func renamed(m Metric, prefix string) Metric {
	cols := m.Columns()
	out := make([]score.Column, len(cols))
	for i, c := range cols {
		c.Name = prefix + "." + c.Name
		out[i] = c
	}
	r := &prefixed{m, out}
	if f, ok := m.(Fitter); ok {
		return struct {
			*prefixed
			Fitter
		}{r, f}
	}
	return r
}

type prefixed struct {
	Metric
	cols []score.Column
}

func (p *prefixed) Columns() []score.Column { return p.cols }
