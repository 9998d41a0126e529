package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/internal/race"
)

// A bench is a "hed serve" and somebody in it.
type bench struct {
	*testing.T
	http  *http.Client
	dir   string
	cmd   *exec.Cmd
	said  *bytes.Buffer
	base  string
	key   string // of the link
	token string
}

// start starts the server, and goes in by the link that it prints.
func (b *bench) start(args ...string) {
	b.Helper()
	b.cmd, b.said = hedIn(b.dir, append([]string{"serve", "--data", "data"}, args...)...)
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := b.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { b.cmd.Process.Kill(); b.cmd.Wait() })
	link, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatalf("no link: %v\n%s", err, b.said)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	_, b.key, _ = strings.Cut(strings.TrimSpace(link), "key=")
	base := strings.Split(link, "/enter")[0]
	if b.base != "" && b.base != base {
		b.Errorf("it listens at %s now, and what browsers keep is for %s", base, b.base)
	}
	b.http, b.base = &http.Client{Jar: jar, Timeout: time.Minute}, base
	page, _ := b.get(strings.TrimPrefix(strings.TrimSpace(link), b.base))
	b.token = regexp.MustCompile(`data-token="([^"]+)"`).FindStringSubmatch(page)[1]
}

// kill ends the server as a power cut would, as far as a process can.
func (b *bench) kill() {
	b.Helper()
	b.cmd.Process.Kill()
	b.cmd.Wait()
}

func (b *bench) answer(reply *http.Response, err error) (page, at string) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != 200 {
		b.Fatalf("%s: %d, %v: %s\n%s", reply.Request.URL, reply.StatusCode, err, text, b.said)
	}
	return string(text), reply.Request.URL.Path
}

func (b *bench) get(path string) (page, at string) {
	b.Helper()
	return b.answer(b.http.Get(b.base + path))
}

// upload brings files of the folder, by the names of fields.
func (b *bench) upload(path string, files ...[2]string) (page, at string) {
	b.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	w.WriteField("token", b.token)
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(b.dir, f[1]))
		if err != nil {
			b.Fatal(err)
		}
		part, err := w.CreateFormFile(f[0], f[1])
		if err != nil {
			b.Fatal(err)
		}
		part.Write(data)
	}
	w.Close()
	return b.answer(b.http.Post(b.base+path, w.FormDataContentType(), &body))
}

// evaluate sends the form, and gives the run.
func (b *bench) evaluate(corpus string, form url.Values) (run string) {
	b.Helper()
	page, _ := b.get(corpus)
	project := regexp.MustCompile(`/projects/\w+/evaluate`).FindString(page)
	for _, m := range regexp.MustCompile(`/things/(\w+)/delete">Delete …</a></td>`).FindAllStringSubmatch(page, -1) {
		form.Add("system", m[1])
	}
	form.Set("token", b.token)
	form.Set("corpus", strings.TrimPrefix(corpus, "/corpora/"))
	_, run = b.answer(b.http.PostForm(b.base+project, form))
	return run
}

// progress is how far a run is.
func (b *bench) progress(run string) (state string, done, resumed int) {
	b.Helper()
	text, _ := b.get(run + "/progress")
	var p struct {
		State string
		Now   struct{ Done, Resumed int }
	}
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		b.Fatal(err)
	}
	return p.State, p.Now.Done, p.Now.Resumed
}

// until waits for a run to be so far.
func (b *bench) until(run string, ok func(state string, done int) bool) {
	b.Helper()
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(2 * time.Millisecond) {
		state, done, _ := b.progress(run)
		if ok(state, done) {
			return
		}
		if state == "failed" || time.Now().After(end) {
			page, _ := b.get(run)
			b.Fatalf("the run is %s, with %d documents: %s\n%s", state, done, page, b.said)
		}
	}
}

// TestServe evaluates from the page, kills the server three times in the middle, and compares
// the folder with that of the command line, byte for byte.
func TestServe(t *testing.T) {
	race.Skip(t, "the process is another one")
	t.Parallel()
	const docs = 1000
	b := &bench{T: t, dir: t.TempDir()}
	writeNews(t, b.dir, docs)
	b.start("--workers", "1")
	_, corpus := b.upload("/add", [2]string{"docs", "news.jsonl"}, [2]string{"system", "a.txt"}, [2]string{"system", "b.txt"})
	form := url.Values{
		"name": {"all"}, "baseline": {"first", "random", "tfidf", "wtextrank", "stextrank"}, "baseline.first.words": {"7"}, "metric": {"rouge", "bleu", "js", "lsi", "readability", "numacc"},
		"metric.lsi.keep": {"0.5"}, "chart": {"overview", "bar"}, "bootstrap": {"200"}, "seed": {"3"}, "test": {"paired"},
	}
	run := b.evaluate(corpus, form)
	for kill := range 3 {
		b.until(run, func(state string, done int) bool {
			if state == "done" {
				t.Fatalf("it was too quick to be killed %d times", kill+1)
			}
			return state == "going" && done >= kill*docs/4
		})
		b.kill()
		b.start("--workers", fmt.Sprint(1+kill%2)) // which changes nothing
	}
	most := 0
	b.until(run, func(state string, _ int) bool {
		if _, _, resumed := b.progress(run); resumed > most {
			most = resumed
		}
		return state == "done"
	})
	if most < docs/4 {
		t.Errorf("it began again with %d documents, though most were done", most)
	}
	runHed(t, b.dir, 0, "eval", "--docs", "news.jsonl", "--system", "a=a.txt", "--system", "b=b.txt", "--baseline", "first:words=7,random,tfidf,wtextrank,stextrank",
		"--metric", "rouge,bleu,js,lsi:keep=0.5,readability,numacc", "--chart", "overview", "--chart", "bar", "--bootstrap", "200", "--seed", "3", "--out", "results")
	if d := cmp.Diff(tree(t, filepath.Join(b.dir, "results")), tree(t, filepath.Join(b.dir, "data", run))); d != "" {
		t.Errorf("the folder is not that of the command line: %.2000s", d)
	}
	other, said := hedIn(b.dir, "serve", "--data", "data", "--listen", "127.0.0.1:0")
	if err := other.Run(); err == nil || !strings.Contains(said.String(), "another hed has this workbench open") {
		t.Errorf("a second server in the same folder: %v %s", err, said)
	}
}
