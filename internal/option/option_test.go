package option_test

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"hed/internal/option"
)

func TestError(t *testing.T) {
	err := fmt.Errorf("a.csv: %w", option.Errorf("fail-on", " %s: %w; or leave %s out", "x", fs.ErrNotExist, option.Name("columns")))
	if got, want := err.Error(), "a.csv: the option fail-on x: file does not exist; or leave the option columns out"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if e, ok := errors.AsType[*option.Error](err); !ok || e.Option != "fail-on" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%#v", err)
	}
	flag := func(name string) string { return "--" + name }
	if got, want := option.Rename(err.Error(), flag), "a.csv: --fail-on x: file does not exist; or leave --columns out"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, text := range []string{"", "no option here", "the optional", "the option 7", "bathe option x"} {
		if got := option.Rename(text, flag); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
