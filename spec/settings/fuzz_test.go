package settings_test

import (
	"testing"

	"hed/spec/settings"
)

// FuzzParse: a file of settings is read or refused with its name.
func FuzzParse(f *testing.F) {
	f.Add([]byte("out: results\neval:\n  metric: [rouge, bleu]\n"))
	f.Add([]byte("a: &x [1, 2]\nb: *x\n<<: *x\n"))
	f.Add([]byte("? {a: b}\n: c\n---\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := settings.Parse("hed.yaml", data, func(command, entry string) (bool, error) { return command == "" && entry == "eval", nil })
		if (file == nil) != (err != nil) {
			t.Errorf("%v, %v", file, err)
		}
	})
}
