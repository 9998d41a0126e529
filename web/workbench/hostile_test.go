package workbench

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/workbench"
)

// TestHostileFiles brings a file that unpacks to a thousand times its size, one that is not
// text, one whose gzip ends in the middle, and scripts in names and headlines.
func TestHostileFiles(t *testing.T) {
	m := newTeam(t, func(o *workbench.Options, _ *Options) { o.MaxUpload = 4 << 20 })
	bob := m.program("bob", workbench.RunScope)
	var p APIThing
	bob.send("POST", "/api/v1/projects", map[string]any{"name": "<script>alert(1)</script>"}, &p)
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	for zeros := make([]byte, 1<<20); bomb.Len() < 1<<17; { // 128 MB
		z.Write(zeros)
	}
	z.Close()
	for name, text := range map[string]string{
		"bomb.jsonl.gz": bomb.String(), "half.jsonl.gz": bomb.String()[:1000], "latin.csv": "id,text,headline\na,caf\xe9,th\xe9\n", "null.jsonl": "\x00\x00\x00", "wide.jsonl": "\xff\xfe{\x00}\x00",
	} {
		begun := time.Now()
		var c apiCorpus
		code, said := bob.upload("/api/v1/projects/"+p.ID+"/corpora", &c, [3]string{"docs", name, text})
		if code != http.StatusCreated || len(c.Problems) == 0 || time.Since(begun) > 40*time.Second {
			t.Errorf("%s: %d %.300s after %s", name, code, said, time.Since(begun))
		}
	}
	var c apiCorpus
	bob.upload("/api/v1/projects/"+p.ID+"/corpora", &c, [3]string{"docs", "<img src=x onerror=alert(1)>.jsonl", `{"id":"<b>","text":"<script>alert(2)</script>","headline":"<script>alert(3)</script>"}`})
	page := m.as("bob")
	for _, path := range []string{"/projects/" + p.ID, "/corpora/" + c.ID, "/projects"} {
		if code, text := page.get(path); code != 200 || strings.Contains(text, "<script>alert") || strings.Contains(text, "<img src=x") {
			t.Errorf("%s: %d, with a script of somebody else", path, code)
		}
	}
}

// TestCrowd asks 200 times at once.
func TestCrowd(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	ann := m.program("ann", workbench.ReadScope)
	var group sync.WaitGroup
	for range 200 {
		group.Go(func() {
			r, _ := http.NewRequest("GET", m.url+"/api/v1/runs/"+ids["runs"], nil)
			r.Header.Set("Authorization", "Bearer "+ann.token)
			reply, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			reply.Body.Close()
			if reply.StatusCode != 200 {
				t.Error(reply.StatusCode)
			}
		})
	}
	group.Wait()
}
