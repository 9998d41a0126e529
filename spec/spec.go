// Package spec reads how users name a part of hed and its options:
// "rouge:profile=google+stem=false", "first:words=12". Metrics and generators
// are chosen in this one way, on the command line and in hed.yaml.
//
// A Spec is what was written, Decode fills a struct of options from it, and a
// Set is the list in which its name is looked up.
package spec

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Spec names a metric, a group or a generator and its options, as users write them:
// "rouge:profile=google+stem=false+as=g".
type Spec struct {
	Name    string
	Options map[string]string
	// As is another name for what is made, so that one part can be used
	// twice: a prefix of a metric's columns, the name of a generator.
	As string
	// Group is the group that named it; "" where the user did.
	Group string
	// Optional is set where a group stands for whatever is possible: what cannot
	// learn from the documents is left out then.
	Optional bool
}

// Parse reads specs separated by commas. A backslash keeps the next
// character as it is, for a path with a comma, a plus sign or a backslash in it.
func Parse(s string) ([]Spec, error) {
	var specs []Spec
	for _, part := range split(s, ',') {
		if strings.TrimSpace(part) == "" {
			return nil, fmt.Errorf("the list %q has an empty entry; write NAME or NAME:key=value+key=value, separated by commas", s)
		}
		sp, err := parse(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		specs = append(specs, sp)
	}
	return specs, nil
}

func parse(s string) (Spec, error) {
	name, opts, has := strings.Cut(s, ":")
	sp := Spec{Name: name, Options: map[string]string{}}
	if !has {
		return sp, nil
	}
	for _, kv := range split(opts, '+') {
		k, v, ok := strings.Cut(kv, "=")
		if !ok || k == "" {
			return Spec{}, fmt.Errorf("%s: option %q is not of the form key=value", name, kv)
		}
		if err := sp.Set(k, unescape(v)); err != nil {
			return Spec{}, err
		}
	}
	return sp, nil
}

// Set adds one option; "as" is the other name. An option given twice is refused.
func (sp *Spec) Set(key, value string) error {
	if key == "as" {
		if value == "" || strings.ContainsAny(value, ".,:/\\ \t\n\"") {
			return fmt.Errorf("%s: as=%s: the name must be a plain word", sp.Name, value)
		}
		if sp.As != "" {
			return fmt.Errorf("%s: option as is given twice", sp.Name)
		}
		sp.As = value
		return nil
	}
	if _, dup := sp.Options[key]; dup {
		return fmt.Errorf("%s: option %s is given twice", sp.Name, key)
	}
	if sp.Options == nil {
		sp.Options = map[string]string{}
	}
	sp.Options[key] = value
	return nil
}

// String writes sp so that Parse reads it back, options in order of name.
func (sp Spec) String() string {
	var opts []string
	for _, k := range slices.Sorted(maps.Keys(sp.Options)) {
		opts = append(opts, k+"="+specEscape.Replace(sp.Options[k]))
	}
	if sp.As != "" {
		opts = append(opts, "as="+sp.As)
	}
	if len(opts) == 0 {
		return sp.Name
	}
	return sp.Name + ":" + strings.Join(opts, "+")
}

var specEscape = strings.NewReplacer(`\`, `\\`, `,`, `\,`, `+`, `\+`)

// split cuts s at sep, except where a backslash stands before it. The
// backslashes stay, since a part may be split again.
func split(s string, sep byte) []string {
	var parts []string
	start := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case sep:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Named makes of each NAME=SPEC a spec that has that name.
func Named(list []string) (specs []string, err error) {
	for _, entry := range list {
		name, spec, ok := strings.Cut(entry, "=")
		if !ok || name == "" || spec == "" || strings.ContainsAny(name, `:,+\`) {
			return nil, fmt.Errorf("%s: want NAME=SPEC, such as pn=pn:model=DIR", entry)
		}
		if strings.Contains(spec, ":") {
			spec += "+as=" + name
		} else {
			spec += ":as=" + name
		}
		specs = append(specs, spec)
	}
	return specs, nil
}
