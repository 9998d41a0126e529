package cli

import (
	"fmt"
	"strings"

	"hed/generate"
	"hed/generate/all"
	"hed/spec"
)

// BuildGenerators makes the generators that a flag names.
func BuildGenerators(flag string, lists []string, lang string, seed uint64) ([]generate.Named, error) {
	if len(lists) == 0 {
		return nil, nil
	}
	parsed, err := spec.Parse(strings.Join(lists, ","))
	if err != nil {
		return nil, Usagef("%s: %w", flag, err)
	}
	for _, in := range all.Generators.Infos() {
		complete(parsed, in.Name, in.Options, map[string]string{"lang": lang})
	}
	built, err := all.Generators.Build(parsed, seed)
	if err != nil {
		return nil, NotBuilt(fmt.Errorf("%s: %w", flag, err))
	}
	return built, nil
}
