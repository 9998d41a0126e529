package run

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"hed/internal/option"
)

// maxName leaves room for what is put around a name, in the 255 bytes that
// file systems allow.
const maxName = 200

// windowsDevices cannot be the names of files there, whatever the ending.
var windowsDevices = strings.Fields("con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9")

// EvaluatedSystems is ParseSystems where a NAME without a FILE is a system whose headlines the documents have themselves.
func EvaluatedSystems(from string, list []string) ([]System, error) {
	var systems []System
	for _, text := range list {
		name, file, ok := strings.Cut(text, "=")
		_, isFile := os.Stat(text) // whose name was forgotten
		if name == "" || ok && file == "" || !ok && isFile == nil {
			return nil, option.Errorf(from, " %s: want NAME=FILE, or NAME alone if the documents have its headlines", text)
		}
		systems = append(systems, System{Name: name, File: file})
	}
	return systems, checkSystems(from, systems)
}

// ParseSystems reads NAME=FILE, the values of an option, and refuses names that cannot
// be those of systems, and two of one name.
func ParseSystems(from string, list []string) ([]System, error) {
	var systems []System
	for _, text := range list {
		name, file, ok := strings.Cut(text, "=")
		if !ok || name == "" || file == "" {
			return nil, option.Errorf(from, " %s: want NAME=FILE", text)
		}
		systems = append(systems, System{Name: name, File: file})
	}
	return systems, checkSystems(from, systems)
}

func checkSystems(from string, systems []System) error {
	names := systemNames{}
	for _, s := range systems {
		if err := names.add(s.Name); err != nil {
			shown := s.Name + "=" + s.File
			if len(s.Name) > maxName {
				shown = s.Name[:20] + "..."
			}
			return option.Errorf(from, " %s: %w", strings.ToValidUTF8(shown, "\uFFFD"), err)
		}
	}
	return nil
}

// names checks those of systems and generators together.
func (o *Options) names() error {
	if err := checkSystems("system", o.Systems); err != nil {
		return err
	}
	names := systemNames{}
	for _, s := range o.Systems {
		names[strings.ToLower(s.Name)] = s.Name
	}
	for _, g := range o.Plan.Generators {
		if err := names.add(g.Name); err != nil {
			hint := ""
			if g.Spec.As == "" {
				hint = "; add as=NAME"
			}
			return option.Errorf("baseline", " %s: %w%s", g.Spec, err, hint)
		}
	}
	return nil
}

// CheckName refuses what cannot be the name of a system.
func CheckName(name string) error { return systemNames{}.add(name) }

// systemNames are the names of systems, by what they are in lower case: some
// file systems do not tell them apart.
type systemNames map[string]string

// add takes a name. It becomes part of a file name, so it must be one
// everywhere.
func (s systemNames) add(name string) error {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch {
	case strings.ContainsAny(name, `/\:*?"<>|`) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f }) || name[0] == '.':
		return errors.New(`the name is used as a file name; use none of / \ : * ? " < > | and no dot at the start`)
	case !utf8.ValidString(name):
		return errors.New("the name is not valid UTF-8")
	case slices.Contains(windowsDevices, strings.TrimSpace(base)) || strings.TrimRight(name, ". ") != name:
		return errors.New("the name is used as a file name, but Windows would refuse it; choose another")
	case strings.HasSuffix(strings.ToLower(name), spearman):
		return fmt.Errorf("the name may not end in %s, as files of correlations do; choose another", spearman)
	case len(name) > maxName:
		return fmt.Errorf("the name is used as a file name; use at most %d bytes", maxName)
	}
	if prev, dup := s[strings.ToLower(name)]; dup {
		return fmt.Errorf("there is already a system named %s", prev)
	}
	s[strings.ToLower(name)] = name
	return nil
}
