package workbench

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hed/internal/option"
	"hed/study"
	"hed/study/simulate"
	"hed/workbench"
)

// TestStudy asks simulated judges about the sample, and holds the measures against what they say.
func TestStudy(t *testing.T) {
	v := visit(t)
	v.post("/sample", nil)
	run := v.at
	v.until(run, "leads on")
	_, page := v.get(run + "/study")
	v.want(200, page, 200, "suitability", `value="stextrank"`)
	ask := func(change func(url.Values)) (int, string) {
		form := url.Values{"name": {"Which is best?"}, "protocol": {"suitability"}, "system": {"polished", "careless", "first"}, "cases": {"6"}, "forms": {"2"}, "judges": {"3"}}
		change(form)
		return v.post(run+"/study", form)
	}
	for want, change := range map[string]func(url.Values){
		"want a whole number": func(f url.Values) { f.Set("cases", "few") },
		"too few documents":   func(f url.Values) { f.Set("cases", "600") },
		"there is none":       func(f url.Values) { f.Set("protocol", "x") },
	} {
		code, page := ask(change)
		if code != 422 || !strings.Contains(page, `role="alert"`) || !strings.Contains(page, "Which is best?") {
			t.Errorf("%s: %d %s", want, code, v.find(page, `(?s)role="alert">(.*?)</div>`))
		}
	}
	code, page := ask(func(url.Values) {})
	v.want(code, page, 200, "0 of 12 cases", "protocol suitability")
	study := v.at
	_, page = v.get(study + "/correlation")
	v.want(200, page, 200, "Nobody has rated a headline yet")
	code, page = v.post(study+"/invite", url.Values{"judges": {"6"}})
	links := regexp.MustCompile(`http://127\.0\.0\.1:\d+/j/[\w-]+`).FindAllString(page, -1)
	if code != 200 || len(links) != 6 {
		t.Fatalf("%d, %d links", code, len(links))
	}
	u, err := url.Parse(links[0])
	if err != nil {
		t.Fatal(err)
	}
	sum, err := simulate.Run(t.Context(), simulate.Options{Server: "http://" + u.Host, Links: links, Noise: 0.3, Seed: 1, Patience: time.Minute})
	if err != nil || sum.Answers == 0 {
		t.Fatalf("%+v, %v", sum, err)
	}
	_, page = v.get(study)
	v.want(200, page, 200, "All 12 cases have their judges")
	_, page = v.get(study + "/correlation")
	v.want(200, page, 200, "goes with it most: r = ", "ROUGE-1 F1", "<meter")
	// Who is in the workbench is in the dashboard too.
	code, page = v.get(study + "/dashboard")
	v.want(code, page, 200, "Which is best?", "/coordinator/report")
	code, page = v.get(study + "/dashboard?report")
	v.want(code, page, 200, "Which is best?")
	_, page = v.get("/projects")
	project := v.find(page, `href="/projects/(\w+)"`)
	code, page = v.post("/things/"+project+"/delete", nil)
	v.want(code, page, 200, "no projects yet")
}

// What is wrong with a study is for who asked for it; a database that is away and files that cannot be read are not.
func TestUnfit(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{option.Errorf("protocol", " %q: there is none of this name", "x"), true},
		{fmt.Errorf("drawing cases: %w", study.Errorf(study.Invalid, "too few")), true},
		{study.Errorf(study.Unavailable, "the disk is full"), false},
		{&workbench.Away{Sentence: "the database does not answer", Err: errors.New("dial 10.0.0.7")}, false},
		{&os.PathError{Op: "open", Path: "/srv/hed/studies", Err: os.ErrNotExist}, false},
		{context.Canceled, false},
	} {
		if unfit(c.err) != c.want {
			t.Errorf("%v: %t", c.err, !c.want)
		}
	}
}

// A study whose file is damaged can be deleted, on its own and with its project, and the log says why its answers were not counted.
// The editor learns anew when a program deletes something.
func TestDeleteDamaged(t *testing.T) {
	var log bytes.Buffer
	m := newTeam(t, logged(&log))
	ids := m.things()
	if err := os.WriteFile(m.bench.StudyFile(ids["studies"]), []byte("no database"), 0o666); err != nil {
		t.Fatal(err)
	}
	v := m.as("ann")
	for kind, want := range map[string]string{"studies": "Its answers cannot be counted", "projects": "The answers of a study cannot be counted"} {
		if code, page := v.get("/things/" + ids[kind] + "/delete"); code != 200 || !strings.Contains(page, want) {
			t.Errorf("%s: %d %s", kind, code, page)
		}
	}
	// One that can be opened is listed as ever beside it.
	run := "/api/v1/runs/" + ids["runs"] + "/studies"
	var whole apiStudy
	ann := m.program("ann", workbench.RunScope)
	if code, text := ann.send("POST", run, map[string]any{"name": "Whole", "protocol": "suitability", "system": []string{"polished", "cautious"}, "cases": 3, "forms": 1, "judges": 2}, &whole); code != http.StatusCreated {
		t.Fatalf("%d %s", code, text)
	}
	var list []apiStudy
	code, text := m.program("ann", workbench.ReadScope).send("GET", "/api/v1/projects/"+ids["projects"]+"/studies", nil, &list)
	if code != 200 || len(list) != 2 || list[0].ID != whole.ID || list[0].APIProgress == nil || list[0].Cases != 3 || list[0].Problem != "" {
		t.Fatalf("a damaged study hides another: %d %s", code, text)
	}
	if list[1].ID != ids["studies"] || list[1].APIProgress != nil || list[1].Problem == "" || strings.Contains(text, m.bench.Folder) || !strings.Contains(log.String(), `study \"Secret study\"`) && !strings.Contains(log.String(), `study "Secret study"`) {
		t.Errorf("the damaged study: %d %s, in the log: %s", code, text, &log)
	}
	if !strings.Contains(log.String(), "count the answers of study") {
		t.Errorf("the log does not say why: %s", &log)
	}
	if code, page := v.post("/things/"+ids["studies"]+"/delete", nil); code != 303 {
		t.Errorf("%d %s", code, page)
	}
	rooms := m.web.s.rooms
	there := func() bool {
		rooms.mu.Lock()
		defer rooms.mu.Unlock()
		return rooms.open[ids["projects"]] != nil
	}
	_, release, err := rooms.enter(workbench.Itself(t.Context()), ids["projects"])
	if err != nil || !there() {
		t.Fatalf("nobody can enter: %v", err)
	}
	release()
	if code, text := ann.send("DELETE", "/api/v1/things/"+ids["runs"], nil, nil); code != 204 || there() {
		t.Errorf("%d %s, the editor knows what was deleted: %t", code, text, there())
	}
}

// TestStudyAPI makes a study by programs, has judges answer, and fetches the answers and the report.
func TestStudyAPI(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	ann := m.program("ann", workbench.RunScope)
	run := "/api/v1/runs/" + ids["runs"] + "/studies"
	for want, body := range map[string]map[string]any{
		"protocol":             {"name": "x", "protocol": "none"},
		"system":               {"name": "x", "protocol": "suitability", "system": []string{"nobody"}},
		"needs 5000 documents": {"name": "x", "protocol": "suitability", "system": []string{"polished"}, "cases": 500},
		"body.protocol":        {"name": "x"},
	} {
		if code, text := ann.send("POST", run, body, nil); code != 422 || want != "body.protocol" && !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", want, code, text)
		}
	}
	var st apiStudy
	code, text := ann.send("POST", run, map[string]any{"name": "Which?", "protocol": "suitability", "system": []string{"polished", "cautious"}, "cases": 3, "forms": 1, "judges": 2}, &st)
	if code != 201 || st.Cases != 3 || st.Done || st.Run != ids["runs"] || st.Needed == 0 {
		t.Fatalf("%d %s", code, text)
	}
	at := "/api/v1/studies/" + st.ID
	if code, text := ann.send("GET", at+"/report.zip?by=age", nil, nil); code != 422 {
		t.Errorf("a report by what nobody was asked: %d %s", code, text)
	}
	var made apiInvited
	if code, text := ann.send("POST", at+"/judges", map[string]any{"judges": st.Needed}, &made); code != 201 || len(made.Links) != st.Needed {
		t.Fatalf("%d %s", code, text)
	}
	if code, _ := ann.send("POST", at+"/judges", map[string]any{"judges": 1001}, nil); code != 422 {
		t.Errorf("too many judges: %d", code)
	}
	if _, err := simulate.Run(t.Context(), simulate.Options{Server: st.URL, Links: made.Links, Noise: 0.3, Seed: 1, Patience: time.Minute}); err != nil {
		t.Fatal(err)
	}
	var list []apiStudy
	if code, text := ann.send("GET", "/api/v1/projects/"+ids["projects"]+"/studies", nil, &list); code != 200 || len(list) != 2 || !list[0].Done || list[0].Answers == 0 {
		t.Errorf("%d %s", code, text)
	}
	for file, want := range map[string][]string{"answers.zip": {"answers.csv", "ratings.csv"}, "report.zip": {"report.html"}} {
		code, text := ann.send("GET", at+"/"+file, nil, nil)
		z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
		if code != 200 || err != nil {
			t.Errorf("%s: %d %v %.300s", file, code, err, text)
			continue
		}
		var names []string
		for _, f := range z.File {
			names = append(names, path.Base(f.Name))
		}
		for _, name := range want {
			if !slices.Contains(names, name) {
				t.Errorf("%s has no %s: %q", file, name, names)
			}
		}
	}
}

// Who may not delete a project does not close its studies by trying to, and a page that was asked for before a study was deleted does not open it again.
func TestStudiesStayOpen(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	if err := m.bench.Let(t.Context(), ids["projects"], "bob", workbench.RunScope); err != nil {
		t.Fatal(err)
	}
	st, err := m.bench.Study(t.Context(), ids["studies"])
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.web.s.desks.desk(t.Context(), st)
	if err != nil {
		t.Fatal(err)
	}
	answers := func() bool {
		reply, err := http.Get("http://" + k.addr.String() + "/")
		if err == nil {
			reply.Body.Close()
		}
		return err == nil
	}
	bob, path := m.as("bob"), "/things/"+ids["projects"]+"/delete"
	if code, _ := bob.get(path); code != http.StatusForbidden {
		t.Errorf("who may not delete is asked whether they want to: %d", code)
	}
	if code, _ := bob.post(path, nil); code != http.StatusForbidden || !answers() {
		t.Errorf("%d, the study answers: %t", code, answers())
	}
	if code, text := m.program("bob", workbench.RunScope).send("DELETE", "/api/v1/things/"+ids["projects"], nil, nil); code != http.StatusForbidden || !answers() {
		t.Errorf("%d %s, the study answers: %t", code, text, answers())
	}
	if code, _ := m.as("ann").post(path, nil); code != http.StatusSeeOther || answers() {
		t.Errorf("%d, the deleted study answers: %t", code, answers())
	}
	if _, err := m.web.s.desks.desk(t.Context(), st); !errors.Is(err, workbench.ErrNone) {
		t.Errorf("a deleted study is served: %v", err)
	}
}

// A study stays when its run is deleted; what the measures of the run said is gone.
func TestRunGone(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	ann := m.as("ann")
	if code, _ := ann.post("/things/"+ids["runs"]+"/delete", nil); code != http.StatusSeeOther {
		t.Fatal(code)
	}
	if code, _ := ann.get("/studies/" + ids["studies"]); code != 200 {
		t.Errorf("the study: %d", code)
	}
	if code, text := ann.get("/studies/" + ids["studies"] + "/correlation"); code != http.StatusConflict || !strings.Contains(text, "the run that the study is of was deleted") {
		t.Errorf("%d %s", code, text)
	}
}

// A study that ends waits for a judge whose network is slow; the others go on meanwhile.
func TestSlowEnd(t *testing.T) {
	m := newTeam(t)
	ids := m.things()
	one, err := m.bench.Study(t.Context(), ids["studies"])
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.bench.Run(t.Context(), ids["runs"])
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := m.bench.AddStudy(t.Context(), r, workbench.Meta{Name: "Other"}, workbench.StudySettings{Protocol: "suitability", Systems: r.Systems[:2], Numbers: study.Numbers{Cases: 3, Forms: 1, Judges: 1}, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	desks := &m.web.s.desks
	k, err := desks.desk(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := net.Dial("tcp", k.addr.String())
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	fmt.Fprintf(slow, "POST /enrol HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n", k.addr)
	if _, err := io.ReadFull(slow, make([]byte, len("HTTP/1.1 100"))); err != nil { // the body is read
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- desks.close(one.ID) }()
	for stop := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) { // nobody new comes in
		if c, err := net.Dial("tcp", k.addr.String()); err != nil {
			break
		} else if c.Close(); time.Now().After(stop) {
			t.Fatal("the study does not end")
		}
	}
	opened := make(chan error, 1)
	go func() { _, err := desks.desk(t.Context(), other); opened <- err }()
	select {
	case err := <-opened:
		if err != nil {
			t.Error(err)
		}
	case <-ended:
		t.Fatal("the other study waits for the one that ends")
	}
	slow.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
