package corpus_test

import (
	"reflect"
	"testing"

	"hed/corpus"
)

func TestResolve(t *testing.T) {
	known := []string{"id", "text", "headline"}
	for _, c := range []struct {
		columns map[string]string
		want    map[string]string
		err     string
	}{
		{nil, map[string]string{"id": "id", "text": "text", "headline": "headline"}, ""},
		{map[string]string{"text": "body", "id": ""}, map[string]string{"body": "text", "headline": "headline"}, ""},
		// The column text now plays another role, so no column plays text.
		{map[string]string{"headline": "text"}, map[string]string{"id": "id", "text": "headline"}, ""},
		{map[string]string{"body": "text"}, nil, `no role is called "body"; the roles are id, text, headline`},
		{map[string]string{"text": "a", "id": "a"}, nil, `"a" is given to both id and text; a column has only one role`},
	} {
		got, err := corpus.Options{Columns: c.columns}.Resolve(known)
		if !reflect.DeepEqual(got, c.want) || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%v: got %v, %v; want %v, %s", c.columns, got, err, c.want, c.err)
		}
	}
}
