package spec

import (
	"fmt"
	"slices"

	"hed/internal/near"
)

// A Set is a list of all parts of one kind, such as metrics, by the names that specs
// have for them. Info is how a part presents itself.
type Set[Info any] struct {
	kind  string
	infos []Info
	names []string // of the infos, in order, and then of what else a spec may name
}

// NewSet makes the list. kind is what errors call a part of it; also are names that
// specs may have too, for something that the caller knows. It panics if a name is
// empty or there twice, since the list is written in the source.
func NewSet[Info any](kind string, infos []Info, name func(Info) string, also ...string) Set[Info] {
	s := Set[Info]{kind: kind, infos: infos}
	for _, in := range infos {
		s.names = append(s.names, name(in))
	}
	s.names = append(s.names, also...)
	for i, n := range s.names {
		if n == "" || slices.Contains(s.names[:i], n) {
			panic(fmt.Sprintf("spec: empty or repeated name %q of a %s", n, kind))
		}
	}
	return s
}

// Infos returns the parts in the order of the list.
func (s *Set[Info]) Infos() []Info { return slices.Clone(s.infos) }

// Find is the part of that name. The error has the name that may be meant, or lists all.
func (s *Set[Info]) Find(name string) (Info, error) {
	if i := slices.Index(s.names[:len(s.infos)], name); i >= 0 {
		return s.infos[i], nil
	}
	var none Info
	return none, fmt.Errorf("no %s named %q; %s", s.kind, name, near.Hint(name, s.names))
}

// Build makes something of every spec, in order. What is made has names, such as
// those of its columns, which nothing else may have: the first that is there twice is
// refused in the words of clash, which names both specs and then the name.
func Build[Built any](specs []Spec, make func(Spec) (Built, error), names func(Built) []string, clash string) ([]Built, error) {
	var out []Built
	owner := map[string]Spec{}
	for _, sp := range specs {
		b, err := make(sp)
		if err != nil {
			return nil, err
		}
		for _, n := range names(b) {
			if prev, dup := owner[n]; dup {
				return nil, fmt.Errorf(clash, prev, sp, n)
			}
			owner[n] = sp
		}
		out = append(out, b)
	}
	return out, nil
}
