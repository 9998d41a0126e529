package workbench

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hed/workbench"
)

// A program asks with a token.
type program struct {
	*testing.T
	url, token string
}

func (m *team) program(user string, scope workbench.Scope) *program {
	m.Helper()
	token, err := AddToken(m.Context(), m.bench.Shelf, user, string(scope), scope, time.Now())
	if err != nil {
		m.Fatal(err)
	}
	return &program{m.T, m.url, token}
}

// ask sends a request, and decodes the reply into a value unless it is nil.
func (p *program) ask(method, path, kind string, body io.Reader, into any) (int, string) {
	p.Helper()
	r, err := http.NewRequest(method, p.url+path, body)
	if err != nil {
		p.Fatal(err)
	}
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	reply, err := (&http.Client{Timeout: slow}).Do(r)
	if err != nil {
		p.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		p.Fatal(err)
	}
	if into != nil && reply.StatusCode < 300 {
		if err := json.Unmarshal(text, into); err != nil {
			p.Fatalf("%s %s: %v in %s", method, path, err, text)
		}
	}
	return reply.StatusCode, string(text)
}

// send asks with JSON.
func (p *program) send(method, path string, body, into any) (int, string) {
	p.Helper()
	if body == nil {
		return p.ask(method, path, "", nil, into)
	}
	data, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	return p.ask(method, path, "application/json", bytes.NewReader(data), into)
}

// upload sends files; each is field, name and text, and a field without a name.
func (p *program) upload(path string, into any, files ...[3]string) (int, string) {
	p.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, f := range files {
		if f[1] == "" {
			w.WriteField(f[0], f[2])
			continue
		}
		part, err := w.CreateFormFile(f[0], f[1])
		if err != nil {
			p.Fatal(err)
		}
		io.WriteString(part, f[2])
	}
	w.Close()
	return p.ask("POST", path, w.FormDataContentType(), &b, into)
}

// TestAPIRoutes asks for every operation without a token, without the scope, and about things of
// somebody else.
func TestAPIRoutes(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	nobody, reads, bob := &program{t, m.url, ""}, m.program("ann", workbench.ReadScope), m.program("bob", workbench.RunScope)
	wrong := &program{t, m.url, "hed_wrong"}
	operations := 0
	for _, pattern := range m.web.s.mux.patterns {
		method, path, _ := strings.Cut(pattern, " ")
		if !strings.HasPrefix(path, "/api/") {
			continue
		}
		operations++
		for kind, id := range ids {
			path = strings.Replace(path, "/"+kind+"/{id}", "/"+kind+"/"+id, 1)
		}
		path = strings.Replace(path, "{path...}", "run.json", 1)
		kind, body := "", ""
		if method == "POST" {
			kind, body = "application/json", `{"name":"x","settings":{"corpus":"`+ids["corpora"]+`","bootstrap":0,"seed":1}}`
			switch {
			case strings.HasSuffix(path, "/studies"):
				body = `{"name":"x","protocol":"suitability"}`
			case strings.HasSuffix(path, "/judges"):
				body = `{"judges":1}`
			}
		}
		for _, p := range []*program{nobody, wrong} {
			if code, _ := p.ask(method, path, kind, strings.NewReader(body), nil); code != http.StatusUnauthorized {
				t.Errorf("%s without a token: %d", pattern, code)
			}
		}
		code, text := reads.ask(method, path, kind, strings.NewReader(body), nil)
		want := needs(&http.Request{Method: method, Pattern: pattern}) == workbench.ReadScope
		if (code == http.StatusOK) != want || (code == http.StatusForbidden) == want {
			t.Errorf("%s with a token that may read: %d %s", pattern, code, text)
		}
		code, text = bob.ask(method, path, kind, strings.NewReader(body), nil)
		if strings.Contains(pattern, "{id}") && code != http.StatusNotFound || strings.Contains(text, "Secret") || strings.Contains(text, ids["projects"]) {
			t.Errorf("%s about what is somebody else's: %d %s", pattern, code, text)
		}
	}
	if operations < 15 {
		t.Errorf("only %d operations were found", operations)
	}
	var spec struct {
		OpenAPI string
		Paths   map[string]any
	}
	if code, _ := nobody.send("GET", "/openapi.json", nil, &spec); code != 200 || !strings.HasPrefix(spec.OpenAPI, "3.1") || len(spec.Paths) < 12 {
		t.Errorf("the description: %d %s %d", code, spec.OpenAPI, len(spec.Paths))
	}
}

// TestAPI goes all the way, from files to results, and meets what a program can do wrong.
func TestAPI(t *testing.T) {
	m := newTeam(t)
	bob := m.program("bob", workbench.RunScope)
	var p APIThing
	if code, text := bob.send("POST", "/api/v1/projects", map[string]any{"name": "News"}, &p); code != 201 || p.Owner != "bob" {
		t.Fatalf("%d %s", code, text)
	}
	docs := `{"id":"a","text":"The council voted on Monday.","headline":"Council votes"}` + "\n" + `{"id":"b","text":"The mayor spoke.","headline":"Mayor speaks"}` + "\n"
	for _, c := range []struct {
		files [][3]string
		code  int
	}{
		{nil, 422},
		{[][3]string{{"docs", "x.jsonl", docs}, {"docs", "y.jsonl", docs}}, 422},
		{[][3]string{{"other", "x.jsonl", docs}}, 400},
		{[][3]string{{"docs", "big.jsonl", strings.Repeat("x", 1<<20+1)}}, 422},
	} {
		if code, text := bob.upload("/api/v1/projects/"+p.ID+"/corpora", nil, c.files...); code != c.code {
			t.Errorf("%d %s", code, text)
		}
	}
	if code, _ := bob.ask("POST", "/api/v1/projects/"+p.ID+"/corpora", "multipart/form-data; boundary=x", strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"docs\"; filename=\"a.jsonl\"\r\n\r\n{"), nil); code != 400 {
		t.Errorf("an upload that ends in the middle: %d", code)
	}
	left, err := os.ReadDir(filepath.Join(m.bench.Folder, "files"))
	if err != nil || len(left) != 0 {
		t.Errorf("%d files are left of what was refused, %v", len(left), err)
	}
	var c apiCorpus
	code, text := bob.upload("/api/v1/projects/"+p.ID+"/corpora", &c, [3]string{"docs", "../../<b>news</b>.jsonl", docs}, [3]string{"system", "one.txt", "Council voted\n=cmd()\n"})
	if code != 201 || c.Documents != 2 || len(c.Problems) != 0 || len(c.Systems) != 1 || c.Name != "<b>news<_b>.jsonl" && strings.Contains(c.Name, "/") {
		t.Fatalf("%d %s", code, text)
	}
	if code, text = bob.upload("/api/v1/corpora/"+c.ID+"/systems", &c, [3]string{"name", "", "two"}, [3]string{"system", "x.txt", "A\nB\n"}); code != 201 || len(c.Systems) != 2 || c.Systems[1].Name != "two" {
		t.Fatalf("%d %s", code, text)
	}
	set := workbench.DefaultSettings()
	set.Corpus, set.Systems, set.Bootstrap = c.ID, []string{c.Systems[0].ID, c.Systems[1].ID}, 0
	bad := set
	bad.Metrics = []string{"ruoge"}
	if code, text := bob.send("POST", "/api/v1/projects/"+p.ID+"/runs", map[string]any{"name": "x", "settings": bad}, nil); code != 422 || !strings.Contains(text, `"option":"metric"`) {
		t.Errorf("%d %s", code, text)
	}
	if code, text := bob.ask("POST", "/api/v1/projects", "application/json", strings.NewReader(`{"name":`), nil); code != 400 {
		t.Errorf("half a body: %d %s", code, text)
	}
	var r apiRun
	if code, text := bob.send("POST", "/api/v1/projects/"+p.ID+"/runs", map[string]any{"name": "first", "settings": set}, &r); code != 201 {
		t.Fatalf("%d %s", code, text)
	}
	for until := time.Now().Add(slow); r.State != workbench.Done; time.Sleep(10 * time.Millisecond) {
		if code, text := bob.send("GET", "/api/v1/runs/"+r.ID, nil, &r); code != 200 || r.State == workbench.Failed || time.Now().After(until) {
			t.Fatalf("%d %s", code, text)
		}
	}
	if code, _ := bob.send("POST", "/api/v1/runs/"+r.ID+"/continue", nil, nil); code != 409 {
		t.Errorf("a run that is done is continued: %d", code)
	}
	var files []apiFile
	if code, text := bob.send("GET", "/api/v1/runs/"+r.ID+"/files", nil, &files); code != 200 || len(files) < 8 {
		t.Fatalf("%d %s", code, text)
	}
	for _, f := range files {
		code, text := bob.send("GET", "/api/v1/runs/"+r.ID+"/files/"+f.Name, nil, nil)
		want, err := os.ReadFile(filepath.Join(m.bench.RunFolder(r.ID), filepath.FromSlash(f.Name)))
		if code != 200 || err != nil || text != string(want) {
			t.Errorf("%s: %d %v, not the same bytes", f.Name, code, err)
		}
	}
	for _, name := range []string{"..%2f..%2fworkbench.db", "%2e%2e/%2e%2e/workbench.db", "nothing.csv"} {
		if code, _ := bob.send("GET", "/api/v1/runs/"+r.ID+"/files/"+name, nil, nil); code == 200 {
			t.Errorf("%s is served", name)
		}
	}
	if code, _ := bob.send("DELETE", "/api/v1/things/"+p.ID, nil, nil); code != 204 {
		t.Errorf("delete: %d", code)
	}
	if code, _ := bob.send("GET", "/api/v1/runs/"+r.ID, nil, nil); code != 404 {
		t.Errorf("what was in a deleted project: %d", code)
	}
}

// TestUnread uploads a file that cannot be read in time.
func TestUnread(t *testing.T) {
	m := newTeam(t, func(o *workbench.Options, _ *Options) { o.Patience = time.Nanosecond })
	bob := m.program("bob", workbench.RunScope)
	var p APIThing
	bob.send("POST", "/api/v1/projects", map[string]any{"name": "Large"}, &p)
	var c apiCorpus
	code, text := bob.upload("/api/v1/projects/"+p.ID+"/corpora", &c, [3]string{"docs", "x.jsonl", `{"id":"a","text":"Rain.","headline":"Rain"}` + "\n"})
	if code != 201 || c.Documents != 0 || len(c.Problems) != 0 || !strings.Contains(c.Note, "only the first 0 documents were read") {
		t.Errorf("%d %s", code, text)
	}
	if code, text := m.as("bob").get("/corpora/" + c.ID); code != 200 || !strings.Contains(text, "There was no time to read it") || !strings.Contains(text, ">Evaluate</a>") {
		t.Errorf("%d %s", code, text)
	}
	m.bench.Patience = slow
	id := c.ID
	c = apiCorpus{}
	if code, text = bob.send("GET", "/api/v1/corpora/"+id, nil, &c); code != 200 || c.Documents != 1 || c.Note != "" {
		t.Errorf("%d %s", code, text)
	}
}
