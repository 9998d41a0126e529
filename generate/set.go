package generate

import (
	"fmt"
	"slices"
	"strings"

	"hed/spec"
)

// A Set is a list of generators.
type Set struct{ infos []Info }

// NewSet panics if two infos share a name, since the list is written in the
// source.
func NewSet(infos []Info) *Set {
	seen := map[string]bool{}
	for _, in := range infos {
		if in.Name == "" || seen[in.Name] {
			panic(fmt.Sprintf("generate: empty or repeated name %q", in.Name))
		}
		seen[in.Name] = true
		if in.New == nil {
			panic("generate: " + in.Name + " has no New")
		}
	}
	return &Set{infos}
}

// Infos returns the generators in the order of the list.
func (s *Set) Infos() []Info { return slices.Clone(s.infos) }

// names returns what a spec may begin with.
func (s *Set) names() string {
	var ns []string
	for _, in := range s.infos {
		ns = append(ns, in.Name)
	}
	return strings.Join(ns, ", ")
}

// A Named is a generator built from a spec. Whether it wants to be fitted
// is asked of its Generator, which may be a Fitter.
type Named struct {
	// Name is what tables call the system: the spec's other name, or else
	// that of the generator.
	Name string
	Generator
	Info Info
	Spec spec.Spec
}

// Build makes the generators of the specs. All of them get the seed. Two of
// one name are refused, since each is a system with a name of its own.
func (s *Set) Build(specs []spec.Spec, seed uint64) ([]Named, error) {
	var out []Named
	owner := map[string]spec.Spec{}
	for _, sp := range specs {
		n, err := s.build(sp, seed)
		if err != nil {
			return nil, err
		}
		if prev, dup := owner[n.Name]; dup {
			return nil, fmt.Errorf("generators %s and %s are both named %s; add as=NAME to one of them", prev, sp, n.Name)
		}
		owner[n.Name] = sp
		out = append(out, n)
	}
	return out, nil
}

func (s *Set) build(sp spec.Spec, seed uint64) (Named, error) {
	i := slices.IndexFunc(s.infos, func(in Info) bool { return in.Name == sp.Name })
	if i < 0 {
		return Named{}, fmt.Errorf("no generator named %q; have %s", sp.Name, s.names())
	}
	in := s.infos[i]
	g, err := in.New(sp.Options, seed)
	if err != nil {
		return Named{}, fmt.Errorf("generator %s: %w", sp.Name, err)
	}
	name := in.Name
	if sp.As != "" {
		name = sp.As
	}
	return Named{name, g, in, sp}, nil
}
