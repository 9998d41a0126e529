package generate

import (
	"cmp"
	"fmt"

	"hed/spec"
)

// A Set is a list of generators.
type Set struct{ spec.Set[Info] }

// NewSet panics if two infos share a name, since the list is written in the
// source.
func NewSet(infos []Info) *Set {
	return &Set{spec.NewSet("generator", infos, func(in Info) string { return in.Name })}
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

// Choose makes the generators that a user lists, as spec.Parse reads them. They get the
// given options where they take them and have none of their own.
func (s *Set) Choose(list string, given map[string]string, seed uint64) ([]Named, error) {
	specs, err := spec.Parse(list)
	if err != nil {
		return nil, err
	}
	for _, in := range s.Infos() {
		spec.Complete(specs, in.Name, in.Options, given)
	}
	return s.Build(specs, seed)
}

// Build makes the generators of the specs. All of them get the seed. Two of
// one name are refused, since each is a system with a name of its own.
func (s *Set) Build(specs []spec.Spec, seed uint64) ([]Named, error) {
	build := func(sp spec.Spec) (Named, error) {
		in, err := s.Find(sp.Name)
		if err != nil {
			return Named{}, err
		}
		g, err := in.New(sp.Options, seed)
		if err != nil {
			return Named{}, fmt.Errorf("generator %s: %w", sp.Name, err)
		}
		return Named{cmp.Or(sp.As, in.Name), g, in, sp}, nil
	}
	name := func(n Named) []string { return []string{n.Name} }
	return spec.Build(specs, build, name, "generators %s and %s are both named %s; add as=NAME to one of them")
}
