package client

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hed/internal/staging"
)

// TestDamagedDownload: results that were spoilt on their way took the place of those that were there, and only then it was said.
func TestDamagedDownload(t *testing.T) {
	files := map[string]string{"summary.csv": "rank,system\n1,b\n", "run.json": "{}\n"}
	var list staging.List
	for _, name := range []string{"summary.csv", "run.json"} {
		list = append(list, staging.Listed{Name: name, Size: int64(len(files[name])), SHA256: fmt.Sprintf("%x", sha256.Sum256([]byte(files[name])))})
	}
	said, err := json.Marshal(map[string]staging.List{"run.json": list})
	if err != nil {
		t.Fatal(err)
	}
	files[staging.ListFile] = string(said)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, files[strings.TrimPrefix(r.URL.Path, "/runs/x/files/")])
	}))
	defer s.Close()
	o := &Options{Server: s.URL, Folder: t.TempDir()}
	if err := o.fetch(t.Context(), "x"); err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []string{"rank,system\n1,c\n", "rank", ""} {
		files["summary.csv"] = damaged
		if err := o.fetch(t.Context(), "x"); err == nil || !strings.Contains(err.Error(), "summary.csv") {
			t.Errorf("%q: got %v", damaged, err)
		}
		if got, err := os.ReadFile(filepath.Join(o.Folder, "summary.csv")); err != nil || string(got) != "rank,system\n1,b\n" {
			t.Errorf("%q: the results that were there are %q now, %v", damaged, got, err)
		}
	}
}
