package cli

import (
	"net/http"
	"strings"

	"hed/generate"
	"hed/generate/all"
	"hed/internal/option"
)

// BuildGenerators makes the generators that a flag names.
func (a *App) BuildGenerators(flag string, lists []string, lang string) ([]generate.Named, error) {
	if len(lists) == 0 {
		return nil, nil
	}
	set := all.With(a.OpenModels(&Device{Name: "auto"}), http.DefaultClient)
	built, err := set.Choose(strings.Join(lists, ","), map[string]string{"lang": lang}, a.Seed)
	if err != nil {
		return nil, option.Errorf(strings.TrimPrefix(flag, "--"), ": %w", err)
	}
	return built, nil
}
