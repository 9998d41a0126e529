package staging_test

import (
	"path/filepath"
	"strings"
	"testing"

	"hed/internal/staging"
)

// FuzzParseList: a list from elsewhere names files of its folder alone.
func FuzzParseList(f *testing.F) {
	f.Add([]byte(`{"run.json":[{"name":"a/b.csv","size":1,"sha256":"00"},{"name":"run.json","size":2,"sha256":"00"}]}`))
	f.Add([]byte(`{"run.json":[{"name":"../run.json"}]}`))
	f.Add([]byte(`{"run.json":[{"name":"C:\\x"},{"name":"run.json"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := staging.ParseList(data, "run.json")
		if err != nil {
			return
		}
		for _, file := range list {
			if !filepath.IsLocal(filepath.FromSlash(file.Name)) || strings.HasPrefix(file.Name, ".unfinished") {
				t.Errorf("%q is in the list", file.Name)
			}
		}
		if list[len(list)-1].Name != "run.json" {
			t.Errorf("it ends with %q", list[len(list)-1].Name)
		}
	})
}
