package input

import (
	"runtime"
	"testing"
)

// Paths with drives have URIs, too, from which they come back.
func TestFileURI(t *testing.T) {
	for path, want := range map[string]string{"/a b/100%": "file:///a b/100%", "C:/news": "file:///C:/news"} {
		if got := fileURI(path); got != want {
			t.Errorf("%s: got %s want %s", path, got, want)
		}
	}
	want := "/C:/news"
	if runtime.GOOS == "windows" {
		want = `C:\news`
	}
	if got := filePath("file:///C:/news"); got != want {
		t.Errorf("got %s want %s", got, want)
	}
}
