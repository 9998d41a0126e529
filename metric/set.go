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
	// taken are columns whose names other metrics have; they get the name of the group.
	taken []string
}

// Columns are those of the metric, under the prefix that the spec gives them.
func (s Selected) Columns() []score.Column {
	columns := prefixed(s.Spec.As, s.Metric.Columns())
	for i, c := range columns {
		if slices.Contains(s.taken, c.Name) {
			columns = slices.Replace(slices.Clone(columns), i, i+1, prefixed(s.Spec.Group, columns[i:i+1])...)
		}
	}
	return columns
}

// Apart is the metric by itself, for whoever builds it again from its spec without the group: if columns got the name of
// the group, all of them have the prefix in its place.
func (s Selected) Apart(prefix string) Selected {
	if len(s.taken) > 0 {
		s.Spec.As, s.taken = prefix, nil
	}
	return s
}

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
			m.As, m.Group, m.Optional = sp.As, g.Name, g.Possible
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

// A LeftOut is a member of a group that cannot be had here, for want of a model.
type LeftOut struct {
	Spec spec.Spec
	Err  error
}

// Build makes the metrics of the specs and of all members of groups. Two columns of one name are refused where the user
// wrote both specs. A group yields: what is there already is not measured twice, and columns of other metrics whose names
// are taken get the name of the group. Members that lack a model are left out.
func (s *Set) Build(specs []spec.Spec) (built []Selected, left []LeftOut, err error) {
	if specs, err = s.Expand(specs, References|Body); err != nil {
		return nil, nil, err
	}
	const clash = "metrics %s and %s both give the column %s; add as=PREFIX to one of them"
	written := slices.DeleteFunc(slices.Clone(specs), func(sp spec.Spec) bool { return sp.Group != "" })
	own, err := spec.Build(written, s.build, columnNames, clash)
	if err != nil {
		return nil, nil, err
	}
	owner := map[string]string{} // the spec of each column
	known := map[string]bool{}   // specs
	keep := func(b Selected) {
		known[b.Spec.String()] = true
		for _, n := range columnNames(b) {
			owner[n] = b.Spec.String()
		}
	}
	for _, b := range own {
		keep(b)
	}
	for _, sp := range specs {
		if sp.Group == "" {
			built, own = append(built, own[0]), own[1:]
			continue
		}
		if known[sp.String()] {
			continue
		}
		b, err := s.build(sp)
		if in, _ := s.Find(sp.Name); err != nil && in.Columns != nil {
			left = append(left, LeftOut{sp, err})
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		for _, n := range columnNames(b) {
			if owner[n] != "" {
				b.taken = append(b.taken, n)
			}
		}
		for _, n := range columnNames(b) {
			if owner[n] != "" {
				return nil, nil, fmt.Errorf(clash, owner[n], b.Spec, n)
			}
		}
		keep(b)
		built = append(built, b)
	}
	return built, left, nil
}

func columnNames(s Selected) []string { return score.Names(s.Columns()) }

// Choose makes the metrics that a user lists, as spec.Parse reads them. They get the
// given options where they take them and have none of their own. Those that need an
// article are refused with an option.Error where there is none; references may yet be
// found. Members of groups that lack a model are left out.
func (s *Set) Choose(list string, have Need, given map[string]string) (built []Selected, left []LeftOut, err error) {
	specs, err := spec.Parse(list)
	if err != nil {
		return nil, nil, err
	}
	if specs, err = s.Expand(specs, have); err != nil {
		return nil, nil, err
	}
	for _, in := range s.Infos() {
		spec.Complete(specs, in.Name, in.Options, given)
	}
	if built, left, err = s.Build(specs); err != nil {
		return nil, nil, err
	}
	for _, b := range built {
		if b.Info.Needs&^have&Body != 0 {
			return nil, nil, &option.Error{Option: "docs", Err: fmt.Errorf("metric %s compares headlines with articles; give them with %s", b.Info.Name, option.Name("docs"))}
		}
	}
	return built, left, nil
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
	return Selected{Metric: m, Info: in, Spec: sp}, nil
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
