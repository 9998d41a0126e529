package cli

import (
	"strings"

	"hed/generate"
	"hed/generate/all"
	"hed/internal/option"
)

// BuildGenerators makes the generators that a flag names.
func BuildGenerators(flag string, lists []string, lang string, seed uint64) ([]generate.Named, error) {
	if len(lists) == 0 {
		return nil, nil
	}
	built, err := all.Generators.Choose(strings.Join(lists, ","), map[string]string{"lang": lang}, seed)
	if err != nil {
		return nil, option.Errorf(strings.TrimPrefix(flag, "--"), ": %w", err)
	}
	return built, nil
}
