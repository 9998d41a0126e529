package metric

import (
	"cmp"
	"fmt"
	"slices"

	"hed/internal/option"
	"hed/score"
	"hed/spec"
)

// A Set is a list of metrics, with groups of them under one name.
type Set struct {
	spec.Set[Info]
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
	var names []string
	for _, g := range groups {
		names = append(names, g.Name)
	}
	return &Set{spec.NewSet("metric", infos, func(in Info) string { return in.Name }, names...), groups}
}

// A Selected is a metric built from a spec.
type Selected struct {
	Metric
	Info Info
	Spec spec.Spec
}

// Columns are those of the metric, under the prefix that the spec gives them.
func (s Selected) Columns() []score.Column { return prefixed(s.Spec.As, s.Metric.Columns()) }

// Label names the metric among others of the same name.
func (s Selected) Label() string { return cmp.Or(s.Spec.As, s.Info.Name) }

func prefixed(prefix string, columns []score.Column) []score.Column {
	if prefix == "" {
		return columns
	}
	out := slices.Clone(columns)
	for i := range out {
		out[i].Name = prefix + "." + out[i].Name
		out[i].Title += " (" + prefix + ")"
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
func (s *Set) needs(name string) Need {
	in, _ := s.Find(name)
	return in.Needs
}

// Build makes the metrics of the specs and of all members of groups. Two
// columns of one name are refused.
func (s *Set) Build(specs []spec.Spec) ([]Selected, error) {
	specs, err := s.Expand(specs, References|Body)
	if err != nil {
		return nil, err
	}
	columns := func(b Selected) (names []string) {
		for _, c := range b.Columns() {
			names = append(names, c.Name)
		}
		return names
	}
	return spec.Build(specs, s.build, columns, "metrics %s and %s both give the column %s; add as=PREFIX to one of them")
}

// Choose makes the metrics that a user lists, as spec.Parse reads them. They get the
// given options where they take them and have none of their own. Those that need an
// article are refused with an option.Error where there is none; references may yet be
// found.
func (s *Set) Choose(list string, have Need, given map[string]string) ([]Selected, error) {
	specs, err := spec.Parse(list)
	if err != nil {
		return nil, err
	}
	if specs, err = s.Expand(specs, have); err != nil {
		return nil, err
	}
	for _, in := range s.Infos() {
		spec.Complete(specs, in.Name, in.Options, given)
	}
	built, err := s.Build(specs)
	if err != nil {
		return nil, err
	}
	for _, b := range built {
		if b.Info.Needs&^have&Body != 0 {
			return nil, &option.Error{Option: "docs", Err: fmt.Errorf("metric %s compares headlines with articles; give them with %s", b.Info.Name, option.Name("docs"))}
		}
	}
	return built, nil
}

func (s *Set) build(sp spec.Spec) (Selected, error) {
	in, err := s.Find(sp.Name)
	if err != nil {
		if owner := s.owner(sp.Name); owner != "" {
			return Selected{}, fmt.Errorf("no metric named %q; it is a column of the metric %s", sp.Name, owner)
		}
		return Selected{}, err
	}
	m, err := in.New(sp.Options)
	if err != nil {
		return Selected{}, fmt.Errorf("metric %s: %w", sp.Name, err)
	}
	return Selected{m, in, sp}, nil
}

// owner is the first metric that has a column of that name without options; ""
// if none has.
func (s *Set) owner(column string) string {
	for _, in := range s.Infos() {
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
