package transformer

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// FuzzCandidates: whatever is in the file of candidates, it continues after its last whole line.
func FuzzCandidates(f *testing.F) {
	f.Add([]byte("[[1,2],[3]]\td3b07384\n"))
	f.Add([]byte("[[1]]\t00000000\n[[2]]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		name := filepath.Join(t.TempDir(), candidatesFile)
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := openCandidates(name)
		if err != nil {
			return
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
