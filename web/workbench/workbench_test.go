package workbench

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	generators "hed/generate/all"
	"hed/internal/alert"
	metrics "hed/metric/all"
	"hed/workbench"
)

// slow is how long something may take that takes no time, on a machine that has much else to do.
const slow = 5 * time.Minute

// A visitor is a browser without scripts.
type visitor struct {
	*testing.T
	*http.Client
	url string
	at  string // the path that the last request has led to
}

// visit opens a workbench, and goes in by its link.
func visit(t *testing.T) *visitor {
	t.Helper()
	now := func() time.Time { return time.Now().UTC() }
	log := func(err error) { t.Error(err) }
	b, err := workbench.Open(t.Context(), workbench.Options{
		Folder: t.TempDir(), Metrics: metrics.Metrics, Generators: generators.Generators, Workers: 2, AtOnce: 1, Limits: workbench.Limits{MaxUpload: 1 << 20}, Patience: slow, Now: now, Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	h, err := New(t.Context(), Options{
		Listen: func(port int) (net.Listener, error) { return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)) },
		Bench:  b, Key: "the-key", Now: now, Log: alert.Logger(func(text string) { t.Error(text) }), Command: func(args [][2]string) string { return fmt.Sprint("hed eval ", args) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	v := &visitor{T: t, Client: &http.Client{Jar: jar, Timeout: slow}, url: server.URL}
	if code, text := v.get("/projects"); code != 401 || !strings.Contains(text, "Open the link") {
		t.Errorf("without the key: %d", code)
	}
	if code, _ := v.get("/enter?key=another"); code != 403 {
		t.Errorf("another key: %d", code)
	}
	if code, text := v.get("/enter?key=the-key"); code != 200 || !strings.Contains(text, "Try the sample") {
		t.Fatalf("the key: %d %s", code, text)
	}
	return v
}

func (v *visitor) do(r *http.Request) (int, string) {
	v.Helper()
	reply, err := v.Do(r)
	if err != nil {
		v.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		v.Fatal(err)
	}
	v.at = reply.Request.URL.Path
	return reply.StatusCode, string(text)
}

func (v *visitor) get(path string) (int, string) {
	v.Helper()
	r, err := http.NewRequest("GET", v.url+path, nil)
	if err != nil {
		v.Fatal(err)
	}
	return v.do(r)
}

var tokenField = regexp.MustCompile(`data-token="([^"]+)"`)

// token is that of the session.
func (v *visitor) token() string {
	v.Helper()
	_, text := v.get("/")
	m := tokenField.FindStringSubmatch(text)
	if m == nil {
		v.Fatal("there is no token")
	}
	return m[1]
}

func (v *visitor) post(path string, form url.Values) (int, string) {
	v.Helper()
	if form == nil {
		form = url.Values{}
	}
	if !form.Has("token") {
		form.Set("token", v.token())
	}
	r, err := http.NewRequest("POST", v.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		v.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return v.do(r)
}

// upload sends files; each is field, name and text.
func (v *visitor) upload(path, token string, files ...[3]string) (int, string) {
	v.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	w.WriteField("token", token)
	for _, f := range files {
		if f[1] == "" {
			w.WriteField(f[0], f[2])
			continue
		}
		part, err := w.CreateFormFile(f[0], f[1])
		if err != nil {
			v.Fatal(err)
		}
		io.WriteString(part, f[2])
	}
	w.Close()
	r, err := http.NewRequest("POST", v.url+path, &b)
	if err != nil {
		v.Fatal(err)
	}
	r.Header.Set("Content-Type", w.FormDataContentType())
	return v.do(r)
}

// until loads a page again until it has a text.
func (v *visitor) until(path, want string) string {
	v.Helper()
	for end := time.Now().Add(slow); ; time.Sleep(20 * time.Millisecond) {
		_, text := v.get(path)
		if strings.Contains(text, want) {
			return text
		}
		if time.Now().After(end) {
			v.Fatalf("no %q after a long time in %s", want, text)
		}
	}
}

// want looks for texts in a page.
func (v *visitor) want(code int, page string, status int, texts ...string) {
	v.Helper()
	if code != status {
		v.Errorf("status %d, want %d: %s", code, status, page)
	}
	for _, text := range texts {
		if !strings.Contains(page, text) {
			v.Errorf("no %q in %s", text, page)
		}
	}
}

// find is the first group of a pattern in a page.
func (v *visitor) find(page, pattern string) string {
	v.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(page)
	if m == nil {
		v.Fatalf("no %s in %s", pattern, page)
	}
	return m[1]
}

// TestSample is what somebody does first.
func TestSample(t *testing.T) {
	v := visit(t)
	if code, _ := v.post("/sample", url.Values{"token": {"another"}}); code != 403 {
		t.Errorf("a form of another session: %d", code)
	}
	code, page := v.post("/sample", url.Values{"lang": {"en"}})
	v.want(code, page, 200, "Sample with five baselines")
	run := v.at
	page = v.until(run, "leads on")
	v.want(200, page, 200, "30 documents", "8 systems", "hed eval", run+"/results/")
	if len(page) > 100_000 {
		t.Errorf("the page has %d bytes", len(page))
	}
	_, results := v.get(run + "/results/")
	v.want(200, results, 200, "polished", run+"/results/examples")
	code, page = v.post(run+"/share", nil)
	v.want(code, page, 200)
	shared := v.find(page, `href="(/shared/\w+/)"`)
	guest := &visitor{T: t, Client: &http.Client{Timeout: slow}, url: v.url}
	code, page = guest.get(shared)
	v.want(code, page, 200, "polished", shared+"examples")
	if code, _ := guest.get(run + "/results/"); code != 401 {
		t.Errorf("a guest sees more: %d", code)
	}
	v.post(run+"/unshare", nil)
	if code, _ := guest.get(shared); code != 404 {
		t.Errorf("a link that was taken back: %d", code)
	}
	_, page = v.get("/projects?q=sample+five")
	v.want(200, page, 200, `href="`+run+`"`)
	_, page = v.get(run + "/progress")
	v.want(200, page, 200, `"state":"done"`)
	code, page = v.post(run+"/continue", nil)
	v.want(code, page, 200, "leads on") // there is nothing to do
	// Another with the same settings, changed.
	project := v.find(page, `/projects/(\w+)/evaluate\?from=`)
	_, form := v.get("/projects/" + project + "/evaluate?from=" + strings.TrimPrefix(run, "/runs/"))
	v.want(200, form, 200, `value="stextrank" checked`, `value="rouge" checked`, `value="Sample with five baselines"`)
	_, page = v.get("/things/" + project + "/delete")
	v.want(200, page, 200, "1 corpus", "1 run", "3 systems")
	code, page = v.post("/things/"+project+"/delete", nil)
	v.want(code, page, 200, "There are no projects yet")
	if code, _ := v.get(run); code != 404 {
		t.Errorf("a deleted run: %d", code)
	}
}

// TestUpload brings files, chooses columns, and evaluates with what is wrong at first.
func TestUpload(t *testing.T) {
	v := visit(t)
	news := "nr,news,title\n1,Rain fell on the town of Ansley.,Rain falls\n2,Snow fell in Dellmont for 3 days.,Snow for 3 days\n"
	files := [][3]string{{"name", "", "Weather"}, {"docs", "../../news.csv", news}, {"system", "a.txt", "Rain falls in Ansley\nSnow\n"}}
	if code, _ := v.upload("/add", "another", files...); code != 400 {
		t.Errorf("an upload of another session: %d", code)
	}
	code, page := v.upload("/add", v.token(), files...)
	v.want(code, page, 200, "This is not understood yet", "news.csv:1:", "“Columns”", `<option selected>title</option>`, "chosen by their names")
	corpus := v.at
	code, page = v.post(corpus, url.Values{"format": {""}, "role.id": {"nr"}, "own.id": {""}, "role.text": {"news"}, "own.text": {""}, "role.headline": {"title"}, "own.headline": {""}})
	v.want(code, page, 200, "2 documents, read as csv", "Snow for 3 days", "Rain falls in Ansley")
	code, page = v.upload(corpus+"/systems", v.token(), [3]string{"system", "b.jsonl", `{"id":"2","headline":"Snow for 3 days"}` + "\n"}, [3]string{"name", "", "bee"})
	v.want(code, page, 200, "bee", "b.jsonl", `wb-problems`)
	evaluate := v.find(page, `(/projects/\w+)"`) + "/evaluate"
	system := v.find(page, `/things/(\w+)/delete`)
	ask := func(change func(url.Values)) (int, string) {
		form := url.Values{"name": {"Try"}, "corpus": {strings.TrimPrefix(corpus, "/corpora/")}, "system": {system}, "metric": {"rouge"}, "metric.rouge.types": {"1/2"}, "baseline": {"first"},
			"baseline.first.words": {"4"}, "chart": {"overview"}, "bootstrap": {"0"}, "seed": {"1"}, "test": {"paired"}}
		change(form)
		return v.post(evaluate, form)
	}
	for option, change := range map[string]func(url.Values){
		"metric":    func(f url.Values) { f.Set("metric.rouge.profile", "none") },
		"system":    func(f url.Values) { f.Del("system"); f.Del("baseline") },
		"bootstrap": func(f url.Values) { f.Set("bootstrap", "many") },
		"seed":      func(f url.Values) { f.Set("seed", "-1") },
		"chart":     func(f url.Values) { f.Set("more.chart", "pie") },
		"generator": func(f url.Values) { f.Set("more.generator", "nothing") },
		"overall":   func(f url.Values) { f.Set("overall", "columns=x") },
	} {
		code, page := ask(change)
		v.want(code, page, 422, `href="#field-`+option+`"`, `id="field-`+option+`"`, `role="alert"`, `value="Try"`)
		if option != "system" { // where it is not chosen
			v.want(code, page, 422, `value="4"`)
		}
	}
	_, page = ask(func(f url.Values) { f.Set("bootstrap", "many") })
	v.want(422, page, 422, `value="many" inputmode="numeric" aria-invalid="true"`)
	code, page = ask(func(url.Values) {})
	v.want(code, page, 200)
	page = v.until(v.at, "/results/")
	v.want(200, page, 200, "2 documents", "2 systems", "baseline first:words=4", "metric rouge:types=1/2", "columns headline=title,id=nr,text=news")
}

// TestServer takes files of the server.
func TestServer(t *testing.T) {
	v, folder := visit(t), t.TempDir()
	for name, text := range map[string]string{"news.jsonl": `{"id":"1","text":"Rain.","headline":"Rain falls"}` + "\n", "a.txt": "Rain\n", "readme.md": "hello"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, page := v.get("/add?path=" + url.QueryEscape(folder))
	v.want(200, page, 200, "news.jsonl", `value="docs" selected`, `value="system" selected`, "readme.md")
	code, page := v.post("/add/server", url.Values{"path": {filepath.Join(folder, "news.jsonl"), filepath.Join(folder, "a.txt"), filepath.Join(folder, "readme.md")}, "role": {"docs", "system", ""}})
	v.want(code, page, 200, "1 document", "Rain falls", "a.txt")
	code, page = v.get("/add?path=" + url.QueryEscape(filepath.Join(folder, "nowhere")))
	v.want(code, page, 422, "no such file")
	if code, _ := v.post("/add/server", url.Values{"path": {"/dev/zero"}, "role": {"docs"}}); code != 422 {
		t.Errorf("a device: %d", code)
	}
}

// TestToken refuses forms of other sites, also those that say that they have files.
func TestToken(t *testing.T) {
	v := visit(t)
	if code, _ := v.upload("/projects", "another", [3]string{"name", "", "Not ours"}); code != 403 {
		t.Errorf("a form with files and another token: %d", code)
	}
	if code, _ := v.upload("/projects", v.token(), [3]string{"name", "", "Ours"}); code != 200 {
		t.Errorf("a form with files and our token: %d", code)
	}
	if _, text := v.get("/projects"); strings.Contains(text, "Not ours") || !strings.Contains(text, "Ours") {
		t.Error(text)
	}
}

// TestAddNothing brings two systems of one name: nothing is left of the corpus that was begun.
func TestAddNothing(t *testing.T) {
	v := visit(t)
	docs := [3]string{"docs", "d.jsonl", `{"text":"Rain fell.","headline":"Rain"}`}
	systems := [][3]string{{"system", "a.txt", "Rain\n"}, {"system", "a.out", "Rain\n"}}
	if code, text := v.upload("/add", v.token(), docs, systems[0], systems[1]); code != 422 || !strings.Contains(text, "another system of this corpus has it") {
		t.Errorf("%d %s", code, text)
	}
	if _, text := v.get("/projects"); strings.Contains(text, "/projects/") {
		t.Errorf("a project is left: %s", text)
	}
	v.post("/projects", url.Values{"name": {"Mine"}})
	mine := v.at
	if code, _ := v.upload("/add", v.token(), [3]string{"project", "", strings.TrimPrefix(mine, "/projects/")}, docs, systems[0], systems[1]); code != 422 {
		t.Errorf("into a project: %d", code)
	}
	if code, text := v.get(mine); code != 200 || strings.Contains(text, "/corpora/") {
		t.Errorf("a corpus is left: %d %s", code, text)
	}
}

// A draft is deleted after a question, with what it says; deleting a study says how many answers are lost.
func TestDelete(t *testing.T) {
	v := visit(t)
	v.post("/editor/new", url.Values{"article": {"Rain fell on Ansley for 3 days."}})
	draft := v.at
	_, text := v.get("/editor/")
	link := regexp.MustCompile(`href="(/things/[^"]+/delete)"`).FindStringSubmatch(text)
	if link == nil {
		t.Fatal("drafts cannot be deleted")
	}
	if _, text = v.get(link[1]); !strings.Contains(text, "Its headlines and its article go with it") {
		t.Error(text)
	}
	if code, text := v.post(link[1], nil); code != 200 || v.at != "/editor/" || !strings.Contains(text, "There are none yet") {
		t.Errorf("%d at %s", code, v.at)
	}
	if code, _ := v.get(draft); code != 404 {
		t.Errorf("it is still there: %d", code)
	}
	v.post("/sample", nil)
	project := regexp.MustCompile(`href="(/projects/[^"/?]+)"`)
	_, text = v.get(v.at)
	id := strings.TrimPrefix(project.FindStringSubmatch(text)[1], "/projects/")
	if _, text = v.get("/things/" + id + "/delete"); !strings.Contains(text, "With it go 1 corpus, 1 run, 3 systems, and their files.") {
		t.Error(text)
	}
}
