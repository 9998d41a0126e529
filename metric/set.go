package metric

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"hed/score"
	"hed/spec"
)

// A Set is a list of metrics, with groups of them under one name.
type Set struct {
	infos  []Info
	groups []Group
}

// A Group is a name for several specs.
type Group struct {
	Name  string
	Doc   string
	Specs string // as spec.Parse reads them
	// Labels are what the columns are called in the paper that the group is
	// of, in the order of the columns; nil without such a paper.
	Labels []string
	// Possible says that members are left out which need what the inputs do not
	// have, or cannot learn from them, where they would otherwise be refused.
	Possible bool
}

// NewSet panics if two infos or groups share a name, since the list is
// written in the source.
func NewSet(infos []Info, groups []Group) *Set {
	seen := map[string]bool{}
	add := func(name string) {
		if name == "" || seen[name] {
			panic(fmt.Sprintf("metric: empty or repeated name %q", name))
		}
		seen[name] = true
	}
	for _, in := range infos {
		add(in.Name)
		if in.New == nil {
			panic("metric: " + in.Name + " has no New")
		}
	}
	for _, g := range groups {
		add(g.Name)
	}
	return &Set{infos, groups}
}

// Infos returns the metrics in the order of the list.
func (s *Set) Infos() []Info { return slices.Clone(s.infos) }

// Groups returns the groups in the order of the list.
func (s *Set) Groups() []Group { return slices.Clone(s.groups) }

// names returns what a spec may begin with.
func (s *Set) names() string {
	var ns []string
	for _, in := range s.infos {
		ns = append(ns, in.Name)
	}
	for _, g := range s.groups {
		ns = append(ns, g.Name)
	}
	return strings.Join(ns, ", ")
}

// A Selected is a metric built from a spec.
type Selected struct {
	Metric
	Info Info
	Spec spec.Spec
}

// Columns are those of the metric, under the prefix that the spec gives them.
func (s Selected) Columns() []score.Column { return prefixed(s.Spec.As, s.Metric.Columns()) }

func prefixed(prefix string, columns []score.Column) []score.Column {
	if prefix == "" {
		return columns
	}
	out := slices.Clone(columns)
	for i := range out {
		out[i].Name = prefix + "." + out[i].Name
	}
	return out
}

// Expand replaces groups by the specs of their members, as far as the inputs
// have what those need.
func (s *Set) Expand(specs []spec.Spec, have Need) ([]spec.Spec, error) {
	var out []spec.Spec
	for _, sp := range specs {
		i := slices.IndexFunc(s.groups, func(g Group) bool { return g.Name == sp.Name })
		if i < 0 {
			out = append(out, sp)
			continue
		}
		g := s.groups[i]
		if len(sp.Options) > 0 {
			return nil, fmt.Errorf("%s is a group and takes no options but as=PREFIX; name its metrics instead: %s", g.Name, g.Specs)
		}
		members, err := spec.Parse(g.Specs)
		if err != nil {
			return nil, fmt.Errorf("group %s: %w", g.Name, err)
		}
		for _, m := range members {
			if g.Possible && s.needs(m.Name)&^have != 0 {
				continue
			}
			m.As, m.Optional = sp.As, g.Possible
			out = append(out, m)
		}
	}
	return out, nil
}

// needs is what a metric compares headlines with.
func (s *Set) needs(name string) (n Need) {
	for _, in := range s.infos {
		if in.Name == name {
			n = in.Needs
		}
	}
	return n
}

// Build makes the metrics of the specs and of all members of groups. Two
// columns of one name are refused.
func (s *Set) Build(specs []spec.Spec) ([]Selected, error) {
	specs, err := s.Expand(specs, References|Body)
	if err != nil {
		return nil, err
	}
	var out []Selected
	owner := map[string]spec.Spec{}
	for _, sp := range specs {
		b, err := s.build(sp)
		if err != nil {
			return nil, err
		}
		for _, c := range b.Columns() {
			if prev, dup := owner[c.Name]; dup {
				return nil, fmt.Errorf("metrics %s and %s both give the column %s; add as=PREFIX to one of them", prev, sp, c.Name)
			}
			owner[c.Name] = sp
		}
		out = append(out, b)
	}
	return out, nil
}

// Describe gives the columns of the specs and of all members of groups, in order,
// for lists. Those that want an option such as a model need not have it.
func (s *Set) Describe(specs []spec.Spec) ([]Described, error) {
	specs, err := s.Expand(specs, References|Body)
	if err != nil {
		return nil, err
	}
	var out []Described
	for _, sp := range specs {
		if i := slices.IndexFunc(s.infos, func(in Info) bool { return in.Name == sp.Name }); i >= 0 && s.infos[i].Columns != nil {
			columns, err := s.infos[i].describe(sp.Options)
			if err != nil {
				return nil, fmt.Errorf("metric %s: %w", sp.Name, err)
			}
			out = append(out, Described{s.infos[i], prefixed(sp.As, columns)})
			continue
		}
		b, err := s.build(sp)
		if err != nil {
			return nil, err
		}
		out = append(out, Described{b.Info, b.Columns()})
	}
	return out, nil
}

// describe gives the columns of a metric that New may not be able to make. The
// options must be some that it has all the same.
func (in *Info) describe(options map[string]string) ([]score.Column, error) {
	if in.Describe != nil {
		return in.Describe(options)
	}
	opt := reflect.New(reflect.TypeOf(in.Options))
	if err := spec.Decode(options, opt.Interface()); err != nil {
		return nil, err
	}
	return in.Columns, nil
}

// A Described is a metric with its columns.
type Described struct {
	Info    Info
	Columns []score.Column
}

func (s *Set) build(sp spec.Spec) (Selected, error) {
	i := slices.IndexFunc(s.infos, func(in Info) bool { return in.Name == sp.Name })
	if i < 0 {
		if owner := s.owner(sp.Name); owner != "" {
			return Selected{}, fmt.Errorf("no metric named %q; it is a column of the metric %s", sp.Name, owner)
		}
		return Selected{}, fmt.Errorf("no metric named %q; have %s", sp.Name, s.names())
	}
	m, err := s.infos[i].New(sp.Options)
	if err != nil {
		return Selected{}, fmt.Errorf("metric %s: %w", sp.Name, err)
	}
	return Selected{m, s.infos[i], sp}, nil
}

// owner is the first metric that has a column of that name without options; ""
// if none has.
func (s *Set) owner(column string) string {
	for _, in := range s.infos {
		columns := in.Columns
		if columns == nil {
			m, err := in.New(nil)
			if err != nil {
				continue // it cannot be asked
			}
			columns = m.Columns()
		}
		if slices.ContainsFunc(columns, func(c score.Column) bool { return c.Name == column }) {
			return in.Name
		}
	}
	return ""
}
