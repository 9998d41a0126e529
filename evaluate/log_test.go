package evaluate

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzLog: whatever is in the file of a log, it opens with its whole records, or is refused; what is added then is there, and
// opening it again changes nothing.
func FuzzLog(f *testing.F) {
	const header = "hed test 1\n"
	f.Add([]byte(header+"\x03abc\xc2A$5\x03abc"), 0)
	f.Add([]byte(header+"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), 0)
	f.Add([]byte(header+"abcd"), 4)
	f.Add([]byte("hed te"), 0)
	f.Fuzz(func(t *testing.T, data []byte, fixed int) {
		if fixed < 0 || fixed > 64 {
			return
		}
		file := filepath.Join(t.TempDir(), "log")
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := openLog(file, header, fixed)
		if err != nil {
			return
		}
		known := l.known
		record := make([]byte, fixed)
		if fixed == 0 {
			record = []byte("added")
		}
		if err := l.append(record); err != nil {
			t.Fatal(err)
		}
		if err := l.close(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			again, err := openLog(file, header, fixed)
			if err != nil || again.known != known+1 || again.torn {
				t.Fatalf("%d records became %v, %v", known, again, err)
			}
			if err := again.close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
