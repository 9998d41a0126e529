package workbench

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	generators "hed/generate/all"
	"hed/internal/alert"
	metrics "hed/metric/all"
	"hed/store/shelf"
	"hed/study"
	"hed/web/internal/site"
	"hed/workbench"
)

// A team is a workbench that people share: root, who looks after it, ann and bob, who run, and
// rea, who reads. The password of each is their name three times.
type team struct {
	*testing.T
	bench *workbench.Bench
	web   *Server
	url   string
}

func newTeam(t *testing.T, change ...func(*workbench.Options, *Options)) *team {
	t.Helper()
	defer func(m uint32) { site.HashMemory = m }(site.HashMemory)
	site.HashMemory = 64
	now := func() time.Time { return time.Now().UTC() }
	log := func(err error) { t.Error(err) }
	bo := workbench.Options{
		Folder: t.TempDir(), Metrics: metrics.Metrics, Generators: generators.Generators, Workers: 2, AtOnce: 1, Limits: workbench.Limits{MaxUpload: 1 << 20}, Patience: slow, Now: now, Log: log,
	}
	wo := Options{
		Listen: func(port int) (net.Listener, error) { return net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)) },
		Key:    "the-key", Now: now, Log: alert.Logger(func(text string) { t.Error(text) }), Command: func(args [][2]string) string { return fmt.Sprint("hed eval ", args) },
	}
	for _, f := range change {
		f(&bo, &wo)
	}
	b, err := workbench.Open(t.Context(), bo)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	for _, u := range []struct {
		name  string
		scope workbench.Scope
	}{{"root", workbench.AdminScope}, {"ann", workbench.RunScope}, {"bob", workbench.RunScope}, {"rea", workbench.ReadScope}} {
		if err := AddUser(t.Context(), b.Shelf, u.name, u.scope, strings.Repeat(u.name, 3), now()); err != nil {
			t.Fatal(err)
		}
	}
	wo.Bench = b
	h, err := New(t.Context(), wo)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return &team{t, b, h, server.URL}
}

// stranger is a browser without a session, which does not follow redirects.
func (m *team) stranger() *visitor {
	jar, err := cookiejar.New(nil)
	if err != nil {
		m.Fatal(err)
	}
	return &visitor{T: m.T, Client: &http.Client{Jar: jar, Timeout: slow, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, url: m.url}
}

var formField = regexp.MustCompile(`name="token" value="([^"]+)"`)

// try signs in, and gives the status.
func (v *visitor) try(name, password string) int {
	v.Helper()
	_, text := v.get("/sign-in")
	field := formField.FindStringSubmatch(text)
	if field == nil {
		v.Fatalf("the page has no form: %s", text)
	}
	code, _ := v.post("/sign-in", url.Values{"token": {field[1]}, "name": {name}, "password": {password}})
	return code
}

// as signs somebody in.
func (m *team) as(name string) *visitor {
	m.Helper()
	v := m.stranger()
	if code := v.try(name, strings.Repeat(name, 3)); code != http.StatusSeeOther {
		m.Fatalf("%s signs in: %d", name, code)
	}
	return v
}

// things are what ann has: a project, a corpus, a run that is done, and a study.
func (m *team) things() map[string]string {
	m.Helper()
	ctx := workbench.As(m.Context(), workbench.Viewer{Name: "ann", Scope: workbench.RunScope})
	p, err := m.bench.AddProject(ctx, workbench.Meta{Name: "Secret project"})
	if err != nil {
		m.Fatal(err)
	}
	c, systems, err := m.bench.AddSample(ctx, p.ID, "en")
	if err != nil {
		m.Fatal(err)
	}
	set := workbench.DefaultSettings()
	set.Corpus, set.Bootstrap, set.Systems = c.ID, 0, []string{systems[0].ID, systems[1].ID}
	r, err := m.bench.Start(ctx, p.ID, workbench.Meta{Name: "Secret run"}, set)
	if err != nil {
		m.Fatal(err)
	}
	for r.State != workbench.Done {
		time.Sleep(10 * time.Millisecond)
		if r, err = m.bench.Run(ctx, r.ID); err != nil || r.State == workbench.Failed {
			m.Fatal(err, r)
		}
	}
	st, _, err := m.bench.AddStudy(ctx, r, workbench.Meta{Name: "Secret study"}, workbench.StudySettings{Protocol: "suitability", Systems: r.Systems[:2], Numbers: study.Numbers{Cases: 5, Forms: 2, Judges: 1}, Seed: 1})
	if err != nil {
		m.Fatal(err)
	}
	f, err := m.bench.Keep(ctx, "some.vec", strings.NewReader("2 3\nrain 1 0 0\nsnow 0 1 0\n"))
	if err != nil {
		m.Fatal(err)
	}
	model, err := m.bench.AddModel(ctx, p.ID, workbench.Meta{Name: "Secret model"}, f)
	if err != nil {
		m.Fatal(err)
	}
	return map[string]string{"models": model.ID, "projects": p.ID, "corpora": c.ID, "runs": r.ID, "studies": st.ID, "things": c.ID, "systems": systems[0].ID}
}

// open are the routes that need no session.
var open = []string{
	"GET /healthz", "GET /readyz", "GET /metrics", "GET /assets/{hash}/{name}", "GET /enter", "GET /sign-in", "POST /sign-in", "GET /shared/{key}/", "GET /openapi.json", "/",
}

// request makes a request to a route about things.
func (v *visitor) request(pattern string, ids map[string]string, token string) int {
	v.Helper()
	method, path, ok := strings.Cut(pattern, " ")
	if !ok {
		method, path = "GET", pattern
	}
	for kind, id := range ids {
		path = strings.Replace(path, "/"+kind+"/{id}", "/"+kind+"/"+id, 1)
	}
	path = strings.NewReplacer("{$}", "", "{name}", "x").Replace(path)
	if strings.Contains(path, "{") {
		v.Fatalf("%s: there is nothing to put into it", pattern)
	}
	r, err := http.NewRequest(method, v.url+path, nil)
	if err != nil {
		v.Fatal(err)
	}
	r.Header.Set("X-Token", token)
	code, _ := v.do(r)
	return code
}

// TestRoutes asks for everything that there is: without a session, without the scope, and about
// things of somebody else.
func TestRoutes(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	nobody, bob, rea := m.stranger(), m.as("bob"), m.as("rea")
	bobs, reas := bob.token(), rea.token()
	pages := 0
	for _, pattern := range m.web.s.mux.patterns {
		if slices.Contains(open, pattern) || strings.Contains(pattern, "/api/") {
			continue
		}
		pages++
		if code := nobody.request(pattern, ids, "x"); code != http.StatusUnauthorized {
			t.Errorf("%s without a session: %d", pattern, code)
		}
		method, _, _ := strings.Cut(pattern, " ")
		scope := needs(&http.Request{Method: method, Pattern: pattern})
		if method == pattern {
			scope = workbench.ReadScope
		}
		code := rea.request(pattern, ids, reas)
		if forbidden := code == http.StatusForbidden; forbidden != (scope != workbench.ReadScope) && !strings.Contains(pattern, "{id}") {
			t.Errorf("%s of who may read: %d", pattern, code)
		}
		if scope != workbench.ReadScope && code != http.StatusForbidden {
			t.Errorf("%s of who may read: %d", pattern, code)
		}
		switch code = bob.request(pattern, ids, bobs); {
		case scope == workbench.AdminScope && code != http.StatusForbidden:
			t.Errorf("%s of who is no administrator: %d", pattern, code)
		case strings.Contains(pattern, "{id}") && code != http.StatusNotFound && !uploads[pattern]:
			t.Errorf("%s about what is somebody else's: %d", pattern, code)
		}
		if pattern == "POST /sign-out" {
			bob, rea = m.as("bob"), m.as("rea")
			bobs, reas = bob.token(), rea.token()
		}
	}
	if pages < 30 {
		t.Errorf("only %d routes were found", pages)
	}
	if code := bob.request("POST /projects/{id}/evaluate", ids, "another"); code != http.StatusForbidden {
		t.Errorf("a form without its token: %d", code)
	}
	for _, path := range []string{"/", "/projects", "/projects?q=secret", "/queue", "/add", "/editor/"} {
		if code, text := bob.get(path); code != 200 || strings.Contains(text, "Secret") || strings.Contains(text, ids["projects"]) {
			t.Errorf("%s shows what is somebody else's: %d", path, code)
		}
	}
	before, err := m.bench.Thing(t.Context(), ids["runs"])
	if err != nil || before.Name != "Secret run" {
		t.Errorf("the run is not as it was: %v", err)
	}
	code, _ := bob.upload("/corpora/"+ids["corpora"]+"/systems", bobs, [3]string{"system", "x.txt", "a\n"})
	if code != http.StatusNotFound {
		t.Errorf("bob adds a system to a corpus of ann: %d", code)
	}
	if code, _ := bob.upload("/add", bobs, [3]string{"project", "", ids["projects"]}, [3]string{"docs", "x.jsonl", "{}\n"}); code != http.StatusNotFound {
		t.Errorf("bob adds a corpus to a project of ann: %d", code)
	}
}

// TestSharing lets others into a project, to look and to run, and takes it back.
func TestSharing(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	ann, bob := m.as("ann"), m.as("bob")
	let := func(user, scope string) int {
		code, _ := ann.post("/projects/"+ids["projects"]+"/let", url.Values{"user": {user}, "scope": {scope}, "token": {ann.token()}})
		return code
	}
	for _, c := range []struct{ user, scope string }{{"nobody", "read"}, {"bob", "admin"}, {"ann", "read"}} {
		if code := let(c.user, c.scope); code != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d", c, code)
		}
	}
	token := bob.token()
	stop := func() int { return bob.request("POST /runs/{id}/continue", ids, token) }
	for _, c := range []struct {
		scope           string
		look, run, gone int
	}{{"read", 200, 403, 403}, {"run", 200, 303, 403}, {"", 404, 404, 404}} {
		if code := let("bob", c.scope); code != http.StatusSeeOther {
			t.Fatalf("%q: %d", c.scope, code)
		}
		look, text := bob.get("/runs/" + ids["runs"])
		if look != c.look || stop() != c.run || bob.request("POST /projects/{id}/let", ids, token) != c.gone {
			t.Errorf("%q: %d %s", c.scope, look, text)
		}
		if code, _ := bob.post("/things/"+ids["projects"]+"/delete", url.Values{"token": {token}}); code != c.gone {
			t.Errorf("%q: deletes the project: %d", c.scope, code)
		}
		if code, _ := bob.get("/runs/" + ids["runs"] + "/results/"); code != c.look {
			t.Errorf("%q: results: %d", c.scope, code)
		}
	}
	deeds, err := m.bench.Deeds(t.Context(), 100)
	var all []string
	for _, d := range deeds {
		all = append(all, d.Account+" "+d.What+" "+d.Name)
	}
	for _, want := range []string{"ann let bob read Secret project", "ann added Secret run", "bob continued Secret run", "ann let bob Secret project"} {
		if err != nil || !slices.Contains(all, want) {
			t.Errorf("nobody wrote down %q: %v %q", want, err, all)
		}
	}
	if code, text := m.as("root").get("/audit"); code != 200 || !strings.Contains(text, "let bob read") {
		t.Errorf("the audit log: %d", code)
	}
}

// TestNoRoom: a sample for which there is no room leaves nothing behind.
func TestNoRoom(t *testing.T) {
	for _, most := range []int64{30_000, 38_000} { // not for its documents, and not for all of its systems
		m := newTeam(t, func(o *workbench.Options, _ *Options) { o.MaxDisk = most })
		if code, text := m.as("ann").post("/sample", nil); code != 422 || !strings.Contains(text, "take all the room") {
			t.Errorf("%d %s", code, text)
		}
		list, err := m.bench.List(t.Context(), shelf.Query{})
		left, err2 := os.ReadDir(filepath.Join(m.bench.Folder, "files"))
		if err != nil || err2 != nil || len(list) > 0 || len(left) > 0 {
			t.Errorf("%d things and %d files are left, %v %v", len(list), len(left), err, err2)
		}
	}
}

// TestUsed asks to delete what a run was made of, which says why that cannot be done.
func TestUsed(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	ann := m.as("ann")
	for _, kind := range []string{"corpora", "systems"} {
		code, text := ann.get("/things/" + ids[kind] + "/delete")
		if code != 200 || !strings.Contains(text, "cannot be deleted now") || !strings.Contains(text, "delete the run first.") || strings.Contains(text, "Delete for good") || strings.Contains(text, "“Name”") {
			t.Errorf("%s: %d %s", kind, code, text)
		}
	}
	if code, text := ann.get("/things/" + ids["runs"] + "/delete"); code != 200 || !strings.Contains(text, "Delete for good") {
		t.Errorf("%d %s", code, text)
	}
}

// TestSignIn has passwords that are wrong, too many of them, a session that ends, and links that
// lead elsewhere.
func TestSignIn(t *testing.T) {
	m := newTeam(t)
	v := m.stranger()
	if code, _ := v.get("/enter?key=the-key"); code != http.StatusSeeOther || v.request("GET /projects", nil, "") != 401 {
		t.Error("the key lets somebody in where people have accounts")
	}
	for _, c := range [][2]string{{"ann", "wrong password"}, {"nobody", "nobodynobody"}, {"", ""}} {
		if code := v.try(c[0], c[1]); code != http.StatusUnauthorized {
			t.Errorf("%q: %d", c, code)
		}
	}
	if code, _ := v.post("/sign-in", url.Values{"token": {"x"}, "name": {"ann"}, "password": {"annannann"}}); code != http.StatusForbidden {
		t.Errorf("a form of another site: %d", code)
	}
	for to, want := range map[string]string{"/queue": "/queue", "//evil.example": "/", "https://evil.example/": "/", `/\evil.example`: "/", "queue": "/"} {
		if got := onward(to); got != want {
			t.Errorf("%s leads to %s", to, got)
		}
	}
	ann := m.as("ann")
	if code, text := ann.get("/account"); code != 200 || !strings.Contains(text, "Sign out") {
		t.Errorf("the account: %d", code)
	}
	code, text := ann.post("/account/tokens", url.Values{"name": {"ci"}, "scope": {"run"}})
	if code != 200 || !strings.Contains(text, "hed_") {
		t.Errorf("a token: %d", code)
	}
	if code, _ := ann.post("/account/tokens", url.Values{"name": {"more"}, "scope": {"admin"}}); code != http.StatusUnprocessableEntity {
		t.Errorf("a token for more than one may: %d", code)
	}
	if code, _ := ann.post("/account/tokens/ci/remove", nil); code != http.StatusSeeOther {
		t.Errorf("remove a token: %d", code)
	}
	again := m.as("ann")
	if code, _ := ann.post("/account/password", url.Values{"old": {"annannann"}, "new": {"another password"}}); code != http.StatusSeeOther {
		t.Errorf("another password: %d", code)
	}
	if again.request("GET /projects", nil, "") != 401 {
		t.Error("a session is open with the password before")
	}
	deeds, err := m.bench.Deeds(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	var did []string
	for _, d := range deeds {
		if d.Account == "ann" && d.Request != "" {
			did = append(did, strings.Join([]string{d.What, d.Kind, d.Name}, " "))
		}
	}
	if want := []string{"changed the password of user ann", "signed in user ann", "removed token ci", "made for run token ci", "signed in user ann"}; !slices.Equal(did, want) {
		t.Errorf("the audit log has %q", did)
	}
	if err := m.bench.RemoveAccount(t.Context(), "ann", ""); err != nil {
		t.Error(err)
	}
	last := 0
	for range 12 {
		last = v.try("bob", "wrong password")
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("too many tries: %d", last)
	}
}

// TestTrusted has a proxy that says who somebody is.
func TestTrusted(t *testing.T) {
	m := newTeam(t, func(_ *workbench.Options, o *Options) { o.Trusted = "X-Remote-User" })
	v := m.stranger()
	ask := func(path, name string) int {
		r, err := http.NewRequest("GET", m.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Remote-User", name)
		code, _ := v.do(r)
		return code
	}
	if ask("/projects", "ann") != 401 || ask("/sign-in", "ann") != 303 || ask("/projects", "ann") != 200 {
		t.Error("ann does not get in")
	}
	if ask("/projects", "bob") != 401 || ask("/projects", "") != 401 || ask("/sign-in", "eve") != 403 {
		t.Error("the session of ann is somebody else's")
	}
}

// TestConfined keeps those who may run from the files and networks of the server.
func TestConfined(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	set := workbench.DefaultSettings()
	set.Corpus, set.Bootstrap, set.Baselines = ids["corpora"], 0, []string{"first"}
	for _, c := range []struct {
		scope             workbench.Scope
		metric, generator string
		refused           bool
	}{
		{workbench.RunScope, "we:vectors=/etc/passwd", "", true},
		{workbench.RunScope, "fluency:lm=" + m.bench.Folder + "/models/../workbench.db", "", true},
		{workbench.RunScope, "rouge", "x=remote:model=m+url=http\\://127.0.0.1", true},
		{workbench.RunScope, "rouge", "x=transformer:model=../../files", true},
		{workbench.RunScope, "fluency:lm=" + m.bench.Folder + "/models/nothing.arpa", "", false},
		{workbench.AdminScope, "fluency:lm=/nowhere/nothing.arpa", "", false},
	} {
		set.Metrics, set.Generators = []string{c.metric}, nil
		if c.generator != "" {
			set.Generators = []string{c.generator}
		}
		_, err := m.bench.Start(workbench.As(t.Context(), workbench.Viewer{Name: "ann", Scope: c.scope}), ids["projects"], workbench.Meta{Name: "x"}, set)
		if refused := err != nil && strings.Contains(err.Error(), "only an administrator"); refused != c.refused {
			t.Errorf("%+v: %v", c, err)
		}
	}
	ann := m.as("ann")
	if _, text := ann.get("/add?path=/etc"); strings.Contains(text, "passwd") || strings.Contains(text, "Take files of the server") {
		t.Error("ann sees files of the server")
	}
	if !shelf.Run.Covers(shelf.Read) || shelf.Run.Covers("") || shelf.Scope("").Covers(shelf.Read) || shelf.Scope("other").Covers("other") {
		t.Error("scopes are not in order")
	}
}

// TestFolders takes away what things are made of. Those who do not look after the server read what is wrong, and not where its folders are.
func TestFolders(t *testing.T) {
	var log bytes.Buffer
	m := newTeam(t, logged(&log))
	ids := m.things()
	c, err := m.bench.Corpus(t.Context(), ids["corpora"])
	if err != nil {
		t.Fatal(err)
	}
	model, err := m.bench.Model(t.Context(), ids["models"])
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{m.bench.ModelPath(model), filepath.Join(m.bench.Folder, "files", c.Docs.ID), m.bench.StudyFile(ids["studies"])} {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	table := filepath.Join(m.bench.RunFolder(ids["runs"]), "summary.csv")
	if err := os.WriteFile(table, []byte("x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ann, program := m.as("ann"), m.program("ann", workbench.RunScope)
	set := workbench.DefaultSettings()
	set.Corpus, set.Bootstrap, set.Baselines, set.Metrics = c.ID, 0, []string{"first"}, []string{"we:vectors=" + model.Ref()}
	start := func() (int, string) {
		return program.send("POST", "/api/v1/projects/"+ids["projects"]+"/runs", map[string]any{"name": "x", "settings": set}, nil)
	}
	code, text := start()
	m.hides(code, text, 422, "files are missing")
	set.Metrics = []string{"rouge"}
	if code, text = start(); code != 201 {
		t.Fatalf("%d %s", code, text)
	}
	for until := time.Now().Add(slow); !strings.Contains(text, `"failed"`) && time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		_, text = program.send("GET", "/api/v1/projects/"+ids["projects"]+"/runs", nil, nil)
	}
	m.hides(200, text, 200, "articles.jsonl: no such file")
	code, text = program.send("GET", "/api/v1/corpora/"+c.ID, nil, nil)
	m.hides(code, text, 200, "articles.jsonl: no such file")
	for path, want := range map[string]string{
		"/corpora/" + c.ID: "articles.jsonl: no such file", "/projects/" + ids["projects"]: "articles.jsonl: no such file",
		"/studies/" + ids["studies"]: "Something went wrong here", "/runs/" + ids["runs"] + "/results/files/summary.csv": "Evaluate again",
	} {
		code, text := ann.get(path)
		status := 200
		switch {
		case strings.HasPrefix(path, "/studies/"):
			status = 500
		case strings.HasPrefix(path, "/runs/"):
			status = 409
		}
		m.hides(code, text, status, want)
	}
	if !strings.Contains(log.String(), m.bench.StudyFile(ids["studies"])) {
		t.Errorf("whoever looks after the server does not read it either: %s", &log)
	}
}

// hides looks for what a reply should say, and for folders of the server.
func (m *team) hides(code int, text string, want int, says string) {
	m.Helper()
	if code != want || !strings.Contains(text, says) || strings.Contains(text, m.bench.Folder) {
		m.Errorf("%d, not %d with %q: %s", code, want, says, text)
	}
}
