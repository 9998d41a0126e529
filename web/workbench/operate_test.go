package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"hed/workbench"
)

// A lines is a log that tests read.
func logged(b *bytes.Buffer) func(*workbench.Options, *Options) {
	return func(_ *workbench.Options, o *Options) {
		o.Log, o.Proxied = slog.New(slog.NewJSONHandler(b, nil)), true
	}
}

// TestMetrics asks as Prometheus does, and has the text read by its own parser for Python, where
// that is installed.
func TestMetrics(t *testing.T) {
	m := newTeam(t)
	m.things()
	nobody := m.program("ann", workbench.ReadScope)
	nobody.token = ""
	for who, p := range map[string]*program{"nobody": nobody, "ann": m.program("ann", workbench.RunScope), "rea": m.program("rea", workbench.ReadScope)} {
		if code, text := p.send("GET", "/metrics", nil, nil); code != 401 && code != 403 || strings.Contains(text, "hed_") {
			t.Errorf("%s reads the metrics: %d", who, code)
		}
	}
	root := m.program("root", workbench.ReadScope)
	root.send("GET", "/api/v1/runs/nothing", nil, nil)
	code, text := root.send("GET", "/metrics", nil, nil)
	if code != 200 {
		t.Fatal(code, text)
	}
	for _, want := range []string{
		`hed_http_requests_total{route="/api/v1/runs/{id}",method="GET",status="404"} 1`, `hed_http_request_duration_seconds_bucket{route="/api/v1/runs/{id}",method="GET",le="+Inf"} 1`,
		`hed_http_request_duration_seconds_count{route="/api/v1/runs/{id}",method="GET"} 1`, `hed_http_requests_total{route="/metrics",method="GET",status="403"} 2`,
		`hed_runs{state="done"} 1`, `hed_queue_length 0`, `hed_things{kind="study"} 1`, `hed_things{kind="model"} 1`, `hed_things{kind="draft"} 0`, `hed_users 4`, `hed_sessions 0`, "hed_build_info{version=", "go_goroutines ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if !regexp.MustCompile(`(?m)^hed_documents_scored_total [1-9]`).MatchString(text) {
		t.Error("no document was scored")
	}
	if !regexp.MustCompile(`(?m)^hed_disk_used_bytes [1-9]`).MatchString(text) {
		t.Error("no disk is used")
	}
	python(t, text)
}

// python has the parser of prometheus_client read metrics.
func python(t *testing.T, text string) {
	t.Helper()
	if err := exec.Command("python3", "-c", "import prometheus_client").Run(); err != nil {
		t.Log("python3 has no prometheus_client, so that its parser does not read the metrics")
		return
	}
	cmd := exec.Command("python3", "-c", `import sys
from prometheus_client.parser import text_string_to_metric_families as read
families = list(read(sys.stdin.read()))
assert len(families) > 10 and all(f.samples and f.type != "unknown" and f.documentation for f in families), families
names = [f.name for f in families]
assert len(names) == len(set(names)), names`)
	cmd.Stdin = strings.NewReader(text)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}

// TestMetricsAlone reads the metrics of a workbench without users, from the machine itself.
func TestMetricsAlone(t *testing.T) {
	v := visit(t)
	v.Jar = nil
	if code, text := v.get("/metrics"); code != 200 || !strings.Contains(text, "hed_sessions 1") {
		t.Errorf("%d %s", code, text)
	}
	r, err := http.NewRequest("GET", v.url+"/metrics", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Forwarded-For", "203.0.113.7")
	if code, _ := v.do(r); code != http.StatusUnauthorized {
		t.Errorf("through a proxy: %d", code)
	}
}

// TestReady has a workbench that is ready, one whose folder cannot be written, and one that ends.
func TestReady(t *testing.T) {
	var log bytes.Buffer
	m := newTeam(t, logged(&log))
	v := m.stranger()
	ask := func(want int) {
		t.Helper()
		for _, path := range []string{"/healthz", "/readyz"} {
			if code, text := v.get(path); path == "/readyz" && code != want || path == "/healthz" && code != 200 {
				t.Errorf("%s: %d %s", path, code, text)
			}
		}
	}
	ask(200)
	m.bench.End()
	ask(503)
	if strings.Contains(log.String(), "ERROR") {
		t.Errorf("the end is an error: %s", &log)
	}
	if os.Getuid() != 0 { // whom nothing keeps from writing
		other := newTeam(t, logged(&log))
		os.Chmod(other.bench.Folder, 0o500)
		defer os.Chmod(other.bench.Folder, 0o700)
		v = other.stranger()
		ask(503)
		if !strings.Contains(log.String(), "cannot be written") {
			t.Errorf("the log does not say why: %s", &log)
		}
	}
}

// TestRequestIDs follows a request from the proxy to the log, the page and the audit log.
func TestRequestIDs(t *testing.T) {
	var log bytes.Buffer
	m := newTeam(t, logged(&log))
	ids := m.things()
	ann := m.as("ann")
	ask := func(path, id string) (*http.Response, string) {
		r, err := http.NewRequestWithContext(context.Background(), "GET", m.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Request-Id", id)
		reply, err := ann.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		text, err := io.ReadAll(reply.Body)
		if err != nil {
			t.Fatal(err)
		}
		return reply, string(text)
	}
	reply, text := ask("/runs/nothing", "proxy-17.4")
	if reply.Header.Get("X-Request-Id") != "proxy-17.4" || !strings.Contains(text, "<code>proxy-17.4</code>") {
		t.Errorf("the reply has %q: %s", reply.Header.Get("X-Request-Id"), text)
	}
	reply, _ = ask("/projects", `x" onload="y`)
	if id := reply.Header.Get("X-Request-Id"); !regexp.MustCompile(`^[a-z0-9]{16}$`).MatchString(id) {
		t.Errorf("an id that nobody should have made is %q", id)
	}
	if err := m.bench.Share(workbench.Itself(t.Context()), ids["runs"]); err != nil {
		t.Fatal(err)
	}
	run, err := m.bench.Run(t.Context(), ids["runs"])
	if err != nil {
		t.Fatal(err)
	}
	ask("/shared/"+run.Shared+"/", "guest")
	var lines []map[string]any
	for line := range bytes.Lines(log.Bytes()) {
		var one map[string]any
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		lines = append(lines, one)
	}
	found := false
	for _, l := range lines {
		if l["request"] == "proxy-17.4" {
			found = l["user"] == "ann" && l["path"] == "/runs/nothing" && l["status"] == 404.0 && l["method"] == "GET"
		}
	}
	if !found {
		t.Errorf("the log has no such request: %s", &log)
	}
	for _, secret := range []string{run.Shared, "annannann", "the-key"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has %s", secret)
		}
	}
	r, err := http.NewRequest("POST", m.url+"/runs/"+ids["runs"]+"/share", strings.NewReader("token="+url.QueryEscape(ann.token())))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Request-Id", "proxy-18.1")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if code, text := ann.do(r); code != http.StatusSeeOther {
		t.Errorf("%d %s", code, text)
	}
	if _, text := m.as("root").get("/audit"); !strings.Contains(text, "<code>proxy-18.1</code>") {
		t.Errorf("the audit log does not say in which request the run was shared: %s", text)
	}
	bob := m.program("bob", workbench.RunScope)
	var p APIThing
	bob.send("POST", "/api/v1/projects", map[string]any{"name": "Of a program"}, &p)
	deeds, err := m.bench.Deeds(t.Context(), 1)
	if err != nil || len(deeds) != 1 || deeds[0].Thing != p.ID || len(deeds[0].Request) != 16 || !strings.Contains(log.String(), `"request":"`+deeds[0].Request+`"`) {
		t.Errorf("the request of a program: %+v, %v", deeds, err)
	}
	if _, text := bob.send("GET", "/api/v1/runs/nothing", nil, nil); !strings.Contains(text, `"request":"`) {
		t.Errorf("a problem has no request: %s", text)
	}
}
