package option_test

import (
	"errors"
	"testing"

	"hed/internal/option"
)

// A thousand million resamples or workers took all memory before anybody could say that they are too many.
func TestWithin(t *testing.T) {
	for name, most := range map[string]int{"bootstrap": 1_000_000, "workers": 1024, "iterations": 100_000, "folds": 1000} {
		if err := option.Within(name, most); err != nil {
			t.Error(err)
		}
		err := option.Within(name, most+1)
		if wrong, ok := errors.AsType[*option.Error](err); !ok || wrong.Option != name {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := option.Within("workers", 2_000_000_000); err == nil || err.Error() != "the option workers is 2000000000; it can be 1024 at most" {
		t.Errorf("got %v", err)
	}
}
