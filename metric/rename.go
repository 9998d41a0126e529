package metric

import "hed/score"

// renamed returns m with prefix and a dot before its column names.
func renamed(m Metric, prefix string) Metric {
	r := prefixed{m, prefix}
	switch f := m.(type) {
	case Keeper:
		return struct {
			prefixed
			Keeper
		}{r, f}
	case Fitter:
		return struct {
			prefixed
			Fitter
		}{r, f}
	}
	return r
}

type prefixed struct {
	Metric
	prefix string
}

// Columns asks the metric each time, since fitting may change signatures.
func (p prefixed) Columns() []score.Column {
	cols := p.Metric.Columns()
	out := make([]score.Column, len(cols))
	for i, c := range cols {
		c.Name = p.prefix + "." + c.Name
		out[i] = c
	}
	return out
}

// Notes implements Noter for a metric that does.
func (p prefixed) Notes() []string {
	if n, ok := p.Metric.(Noter); ok {
		return n.Notes()
	}
	return nil
}

// Warnings implements Warner for a metric that does.
func (p prefixed) Warnings() []string {
	if w, ok := p.Metric.(Warner); ok {
		return w.Warnings()
	}
	return nil
}
