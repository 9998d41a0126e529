package workbench

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"hed/store/shelf"
	"hed/workbench"
)

// bombs are small files that unpack to 128 MB, of a byte again and again.
func bombs(t *testing.T, b byte) (gz, zst string) {
	t.Helper()
	var one, other bytes.Buffer
	z := gzip.NewWriter(&one)
	s, err := zstd.NewWriter(&other)
	if err != nil {
		t.Fatal(err)
	}
	for same := bytes.Repeat([]byte{b}, 1<<20); one.Len() < 1<<17; {
		z.Write(same)
		s.Write(same)
	}
	z.Close()
	s.Close()
	return one.String(), other.String()
}

// TestHostileFiles brings files that unpack to a thousand times their size, one that is not
// text, one whose gzip ends in the middle, and scripts in names and headlines.
func TestHostileFiles(t *testing.T) {
	m := newTeam(t, func(o *workbench.Options, _ *Options) { o.MaxUpload = 4 << 20 })
	bob := m.program("bob", workbench.RunScope)
	var p APIThing
	bob.send("POST", "/api/v1/projects", map[string]any{"name": "<script>alert(1)</script>"}, &p)
	zeros, zeroz := bombs(t, 0)
	quotes, quotez := bombs(t, '"')
	for name, text := range map[string]string{
		"bomb.jsonl.gz": zeros, "bomb.jsonl.zst": zeroz, "bomb.csv.gz": quotes, "bomb.csv.zst": quotez, "bomb.xml.gz": zeros, "bomb.parquet.gz": zeros, "bomb.parquet.zst": zeroz,
		"bomb.zip": "PK\x03\x04" + zeros, "half.jsonl.gz": zeros[:1000], "half.jsonl.zst": zeroz[:1000], "latin.csv": "id,text,headline\na,caf\xe9,th\xe9\n", "null.jsonl": "\x00\x00\x00", "wide.jsonl": "\xff\xfe{\x00}\x00",
	} {
		var c apiCorpus
		code, said := bob.upload("/api/v1/projects/"+p.ID+"/corpora", &c, [3]string{"docs", name, text})
		if code != http.StatusCreated || len(c.Problems) == 0 {
			t.Errorf("%s: %d %.300s", name, code, said)
		}
		if strings.HasPrefix(name, "bomb.parquet") && !strings.Contains(said, "becomes more than 4194304 bytes") {
			t.Errorf("%s is unpacked: %.300s", name, said)
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

// TestHostileTexts evaluates headlines that are formulas, for whoever opens a table in a spreadsheet, and scripts, for
// whoever looks at the results.
func TestHostileTexts(t *testing.T) {
	m := newTeam(t)
	bob := m.program("bob", workbench.RunScope)
	var p APIThing
	bob.send("POST", "/api/v1/projects", map[string]any{"name": "Hostile"}, &p)
	const docs = `{"id":"=HYPERLINK(\"http://x\")","text":"<script>alert(1)</script> Rain fell on 3 towns.","headline":"=1+1 <script>alert(2)</script>"}
{"id":"@SUM(A1)","text":"+cmd|' /C calc'!A0 snow fell.","headline":"<img src=x onerror=alert(3)>"}
`
	var c apiCorpus
	if code, text := bob.upload("/api/v1/projects/"+p.ID+"/corpora", &c, [3]string{"docs", "x.jsonl", docs}, [3]string{"system", "one.txt", "=cmd() <script>alert(4)</script>\n-2+3\n"}); code != 201 || len(c.Problems) > 0 {
		t.Fatalf("%d %s", code, text)
	}
	set := workbench.DefaultSettings()
	set.Corpus, set.Systems, set.Bootstrap = c.ID, []string{c.Systems[0].ID}, 0
	var r apiRun
	if code, text := bob.send("POST", "/api/v1/projects/"+p.ID+"/runs", map[string]any{"name": "=1", "settings": set}, &r); code != 201 {
		t.Fatalf("%d %s", code, text)
	}
	for r.State != workbench.Done {
		time.Sleep(10 * time.Millisecond)
		if code, text := bob.send("GET", "/api/v1/runs/"+r.ID, nil, &r); code != 200 || r.State == workbench.Failed {
			t.Fatalf("%d %s", code, text)
		}
	}
	var files []apiFile
	bob.send("GET", "/api/v1/runs/"+r.ID+"/files", nil, &files)
	tables, texts := 0, ""
	for _, f := range files {
		if !strings.HasSuffix(f.Name, ".csv") {
			continue
		}
		tables++
		_, text := bob.send("GET", "/api/v1/runs/"+r.ID+"/files/"+f.Name, nil, nil)
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		texts += text
		for _, cell := range slices.Concat(rows...) {
			if _, err := strconv.ParseFloat(cell, 64); err != nil && cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				t.Errorf("%s: a spreadsheet computes %q", f.Name, cell)
			}
		}
	}
	if tables < 3 || !strings.Contains(texts, "'@SUM(A1)") {
		t.Errorf("%d tables, without the ids of documents", tables)
	}
	page := m.as("bob")
	for _, path := range []string{"/runs/" + r.ID, "/runs/" + r.ID + "/results/", "/runs/" + r.ID + "/results/examples", "/runs/" + r.ID + "/results/examples/1", "/runs/" + r.ID + "/results/made", "/queue"} {
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

// TestTwice presses buttons several times at once: what a form is for is done once, unless it is changed, comes from another page, or did not work.
func TestTwice(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	ann, bob := m.as("ann"), m.as("bob")
	for path, form := range map[string]url.Values{
		"/projects": {"name": {"Twice"}},
		"/projects/" + ids["projects"] + "/evaluate": {"name": {"E"}, "corpus": {ids["corpora"]}, "baseline": {"first"}, "metric": {"rouge"}, "bootstrap": {"0"}, "seed": {"1"}},
		"/runs/" + ids["runs"] + "/study":            {"name": {"S"}, "protocol": {"suitability"}, "system": {"polished"}, "cases": {"3"}, "forms": {"1"}, "judges": {"1"}},
	} {
		page := path
		if strings.HasSuffix(path, "/evaluate") {
			page += "?corpus=" + ids["corpora"]
		}
		number := func() string {
			_, text := ann.get(page)
			return ann.find(text, `name="once" value="([^"]+)"`)
		}
		form.Set("once", number())
		form.Set("token", ann.token())
		send := func(form url.Values) string {
			r, err := http.NewRequest("POST", m.url+path, strings.NewReader(form.Encode()))
			if err != nil {
				t.Error(err)
				return ""
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			reply, err := ann.Do(r)
			if err != nil {
				t.Error(err)
				return ""
			}
			reply.Body.Close()
			if reply.StatusCode != http.StatusSeeOther {
				t.Errorf("%s: %d", path, reply.StatusCode)
			}
			return reply.Header.Get("Location")
		}
		var group sync.WaitGroup
		led := make([]string, 5)
		for i := range led {
			group.Go(func() { led[i] = send(form) })
		}
		group.Wait()
		if led[0] == "" || len(slices.Compact(led)) != 1 {
			t.Errorf("%s: one form leads to %q", path, led)
		}
		other := maps.Clone(form)
		other.Set("name", "another")
		if to := send(other); to == led[0] {
			t.Errorf("%s: a form that was changed leads to what was made before", path)
		}
		other = maps.Clone(form)
		if other.Set("once", number()); send(other) == led[0] {
			t.Errorf("%s: the form of another page leads to what was made before", path)
		}
		if path == "/projects" {
			form.Set("token", bob.token())
			if code, _ := bob.post(path, form); code != http.StatusSeeOther {
				t.Errorf("the number of somebody else: %d", code)
			}
			if list, err := m.bench.List(workbench.As(t.Context(), workbench.Viewer{Name: "bob", Scope: workbench.RunScope}), shelf.Query{Kind: workbench.ProjectKind}); err != nil || len(list) != 1 {
				t.Errorf("bob has %d projects, %v", len(list), err)
			}
		}
	}
	wrong := url.Values{"name": {""}, "once": {"x"}}
	for range 2 {
		if code, _ := ann.post("/projects", wrong); code != http.StatusUnprocessableEntity {
			t.Errorf("a form that does not work: %d", code)
		}
	}
}
