package transformer

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"
)

// FuzzCandidates: whatever a record of candidates says, the file continues after those that are some.
func FuzzCandidates(f *testing.F) {
	f.Add([]byte("[[1,2],[3]]"))
	f.Add([]byte("[[1]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), candidatesFile)
		c, err := openCandidates(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.file.Append(candidatesRecord, data), c.file.Close()); err != nil {
			t.Fatal(err)
		}
		if c, err = openCandidates(name); err != nil {
			t.Fatal(err)
		}
		n, want := c.len(), [][]int32{{1, 2}, {3}}
		if err := c.add([][][]int32{want}); err != nil {
			t.Fatal(err)
		}
		if got, err := c.at(n); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, %v", got, err)
		}
		if err := c.close(); err != nil {
			t.Fatal(err)
		}
		again, err := openCandidates(name)
		if err != nil || again.len() != n+1 {
			t.Fatalf("%d became %v, %v", n, again, err)
		}
		again.file.Close()
	})
}
