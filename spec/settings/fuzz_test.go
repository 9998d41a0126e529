package settings_test

import (
	"errors"
	"testing"

	"hed/spec/settings"
)

// FuzzParse: a file of settings is read or refused with its name.
func FuzzParse(f *testing.F) {
	f.Add([]byte("out: results\neval:\n  metric: [rouge, bleu]\n"))
	f.Add([]byte("a: &x [1, 2]\nb: *x\n<<: *x\n"))
	f.Add([]byte("? {a: b}\n: c\n---\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := settings.Parse("hed.yaml", data, func(command, entry string) (bool, error) { return command == "" && entry == "eval", nil })
		if e, ok := errors.AsType[*settings.Error](err); err != nil && (!ok || e.File != "hed.yaml" || e.Line < 0) {
			t.Errorf("%v", err)
		}
	})
}
