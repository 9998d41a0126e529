package editor_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"hed/draft"
)

// hostile is text that would do harm if anything took it for more.
const hostile = `</textarea><script>alert(1)</script>"'&{{.}}` + "\u202e\x00" + ` 12`

// TestForms writes headlines without scripts: an article, two headlines, their order, one removed, suggestions.
func TestForms(t *testing.T) {
	p := open(t)
	reply, page := p.form("/new", url.Values{"from": {"sample"}})
	id := strings.TrimPrefix(reply.Request.URL.Path, base+"/d/")
	if reply.StatusCode != 200 || !strings.Contains(page, "The Lady Maren was carrying 19 passengers") || !strings.Contains(page, "Headline 1 is empty") {
		t.Fatalf("%d at %s: %s", reply.StatusCode, reply.Request.URL, page)
	}
	d := p.kept(id)
	if d.Reference != "All 35 safe after ferry runs aground in fog" || d.Source != "the sample" || d.Date != "2025-01-14" {
		t.Errorf("%+v", d)
	}
	fields := func(do string, headlines ...string) url.Values {
		d := p.kept(id)
		v := url.Values{"article": {strings.ReplaceAll(d.Article, "\n", "\r\n")}, "reference": {d.Reference}, "lang": {d.Lang}, "date": {d.Date}, "target": {"push"}, "version": {fmt.Sprint(d.Version)}, "do": {do}}
		for i, h := range d.Headlines {
			v.Add("id", h.ID)
			if i < len(headlines) {
				h.Text = headlines[i]
			}
			v.Add("headline", h.Text)
		}
		return v
	}
	_, page = p.form("/d/"+id, fields("add", "All 35 safe\r\nafter ferry"))
	if want := `<a href="#place-1" class="number derived" data-number="1"`; strings.Contains(page, want) {
		t.Error("the detail is of the first headline, and not of the new one")
	}
	second := p.kept(id).Headlines[1].ID
	_, page = p.form("/d/"+id, fields("up:"+second, "All 35 safe after ferry", "Ferry with 350 aboard runs aground"))
	for _, want := range []string{
		`class="number unsupported" data-number="1"`, "The article does not have 350.", "34 of 50 characters", `<option value="push" selected>`,
		">35<i>=</i>", "ROUGE-1 F1", "usually 3.7–5.5",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	d = p.kept(id)
	if len(d.Headlines) != 2 || d.Headlines[0].ID != second || d.Headlines[1].Text != "All 35 safe after ferry" || d.Target != "push" || strings.Contains(d.Article, "\r") {
		t.Errorf("%+v", d)
	}
	reply, page = p.form("/d/"+id, fields("suggest"))
	if !strings.Contains(reply.Request.URL.RawQuery, "suggest=") || !strings.Contains(page, "Suggestions") {
		t.Errorf("%s: %s", reply.Request.URL, page)
	}
	for range 100 {
		if _, page = p.form("/d/"+id, fields("suggest")); strings.Contains(page, "the first words of the article") && !strings.Contains(page, "are writing") {
			break
		}
	}
	if !strings.Contains(page, `value="use:Everyone on board a coastal ferry was brought ashore"`) || !strings.Contains(page, "which fits everywhere") && !strings.Contains(page, "which is too long for") {
		t.Errorf("no suggestion in %s", page)
	}
	p.form("/d/"+id, fields("use:Everyone safe"))
	p.form("/d/"+id, fields("remove:"+second))
	if d = p.kept(id); len(d.Headlines) != 2 || d.Headlines[1].Text != "Everyone safe" {
		t.Errorf("%+v", d.Headlines)
	}
	// A form of an older version changes nothing.
	old := fields("check", "Overwritten")
	old.Set("version", "1")
	if reply, page := p.form("/d/"+id, old); reply.StatusCode != http.StatusConflict || !strings.Contains(page, "changed in another window") {
		t.Errorf("%d: %s", reply.StatusCode, page)
	}
	if p.kept(id).Headlines[0].Text == "Overwritten" {
		t.Error("it was overwritten")
	}
}

// TestDocuments opens a document of the corpus, and finds one by its words.
func TestDocuments(t *testing.T) {
	p := open(t)
	_, home := p.ask("GET", "/?q=gasworks", "")
	if !strings.Contains(home, `value="gasworks-homes"`) || strings.Contains(home, "harbour-ferry") {
		t.Errorf("%s", home)
	}
	reply, page := p.form("/new", url.Values{"document": {"gasworks-homes"}})
	if reply.StatusCode != 200 || !strings.Contains(page, "Fennimore Build") {
		t.Errorf("%d: %s", reply.StatusCode, page)
	}
	if reply, _ := p.form("/new", url.Values{"document": {"nothing"}}); reply.StatusCode != 404 {
		t.Errorf("a document that is not there: %d", reply.StatusCode)
	}
	if _, home = p.ask("GET", "/", ""); !strings.Contains(home, "Northmoor councillors have approved") || len(home) > 100_000 {
		t.Errorf("%d bytes: %s", len(home), home)
	}
}

// An outcome is what the check of a script gives.
type outcome struct {
	Article, Detail, Compare, Spoken, Error string
	Lines                                   map[string]string
}

func (p *place) check(article string, d *draft.Draft, current string) (status int, o outcome) {
	p.Helper()
	body, err := json.Marshal(map[string]any{"article": article, "draft": d, "current": current})
	if err != nil {
		p.Fatal(err)
	}
	status, text := p.ask("POST", "/check", string(body))
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		p.Fatalf("%d %s: %v", status, text, err)
	}
	return status, o
}

// TestCheck asks as scripts do: with the article, by its key, and after the server has forgotten it.
func TestCheck(t *testing.T) {
	p := open(t)
	d := p.begin(p.docs[0].Body, "All 35 safe after ferry runs aground in fog", "Council backs 48 homes on old gasworks site")
	status, o := p.check("", d, "h0")
	if status != 200 || !strings.Contains(o.Detail, "19 and 16 are 35.") || !strings.Contains(o.Lines["h0"], "362 of 600 px") || o.Spoken != "43 characters. 35: 19 and 16 are 35." {
		t.Errorf("%d %+v", status, o)
	}
	at := strings.Index(p.docs[0].Body, "19 passengers")
	if want := fmt.Sprintf(`data-at="%d-%d `, at, at+2); !strings.Contains(o.Detail, want) {
		t.Errorf("no %s in %s", want, o.Detail)
	}
	short := &draft.Draft{ID: d.ID, Headlines: d.Headlines}
	status, again := p.check(o.Article, short, "h1")
	if status != 200 || !strings.Contains(again.Detail, "<b>The same</b>: Council backs 48 homes") || !strings.Contains(again.Lines["h1"], "seen before") {
		t.Errorf("%d %+v", status, again)
	}
	p.stop()
	p.start()
	if status, o := p.check(o.Article, short, "h1"); status != 404 || o.Error == "" {
		t.Errorf("after a restart: %d %+v", status, o)
	}
}

// TestPlaces counts as browsers do, in UTF-16.
func TestPlaces(t *testing.T) {
	p := open(t)
	d := p.begin("Élan 👩‍👧 said that 19 passengers and 16 crew were on board.", "All 35 safe")
	_, o := p.check("", d, "h0")
	if want := `data-at="21-23 39-41"`; !strings.Contains(o.Detail, want) {
		t.Errorf("no %s in %s", want, o.Detail)
	}
}

// TestSave saves by versions.
func TestSave(t *testing.T) {
	p := open(t)
	d := p.begin("An article.", "One")
	put := func(version int, text string) (int, string) {
		return p.ask("PUT", "/d/"+d.ID, fmt.Sprintf(`{"version":%d,"article":"An article.","date":"2025-01-14","headlines":[{"id":"h0","text":%q}]}`, version, text))
	}
	if status, text := put(1, "Two"); status != 200 || text != `{"version":2}` {
		t.Errorf("%d %s", status, text)
	}
	if status, text := put(1, "Two"); status != 200 || text != `{"version":2}` { // the reply was lost
		t.Errorf("the same again: %d %s", status, text)
	}
	if status, text := put(1, "Three"); status != 409 || !strings.Contains(text, `"text":"Two"`) {
		t.Errorf("another: %d %s", status, text)
	}
	for _, body := range []string{`{`, `{"headlines":[{"id":"","text":""}]}`, `{"headlines":[{"id":"a","text":"a\nb"}]}`, fmt.Sprintf(`{"article":%q}`, strings.Repeat("a", draft.MaxArticle+1))} {
		if status, text := p.ask("PUT", "/d/"+d.ID, body); status != 400 || !strings.Contains(text, `"error"`) {
			t.Errorf("%.40s: %d %s", body, status, text)
		}
	}
	if status, _ := p.ask("PUT", "/d/"+d.ID, `{"article":"`+strings.Repeat("a", 3<<20)+`"}`); status != 413 {
		t.Errorf("3 MiB: %d", status)
	}
	if status, _ := p.ask("PUT", "/d/nowhere", `{"version":7}`); status != 404 {
		t.Errorf("a draft that is not there: %d", status)
	}
	p.store.fail(errors.New("the disk is full"))
	if status, text := put(2, "Four"); status != 500 || strings.Contains(text, "disk") || len(p.logged) != 1 {
		t.Errorf("%d %s, logged %v", status, text, p.logged)
	}
	p.store.fail(nil)
	// What was saved is an earlier headline for others.
	other := p.begin("Another article.", "two")
	if _, o := p.check("", other, "h0"); !strings.Contains(o.Detail, `The same</b>: <a href="`+base+`/d/`+d.ID+`">Two</a>`) {
		t.Errorf("%s", o.Detail)
	}
}

// TestHostile shows text as text, wherever it comes from.
func TestHostile(t *testing.T) {
	p := open(t)
	d := p.begin(hostile+strings.Repeat(" 12", 50), strings.ReplaceAll(hostile, "\x00", ""), "12")
	d.Source, d.Reference, d.Lang, d.Target = hostile, hostile, "<i>", `"><b>`
	if err := p.store.Save(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	_, page := p.ask("GET", "/d/"+d.ID, "")
	_, home := p.ask("GET", "/?q="+url.QueryEscape(hostile), "")
	_, o := p.check("", d, "h0")
	for name, text := range map[string]string{"page": page, "home": home, "detail": o.Detail, "compare": o.Compare, "line": o.Lines["h0"]} {
		if strings.Contains(text, "<script>alert") || strings.Contains(text, `"><b>`) {
			t.Errorf("%s has a script: %s", name, text)
		}
	}
	if !strings.Contains(html.UnescapeString(page), hostile[:20]) {
		t.Error("the text is gone")
	}
}

// TestLimit lets nobody ask without end.
func TestLimit(t *testing.T) {
	p := open(t)
	d := p.begin("An article.", "One")
	limited := false
	for range 400 {
		if status, _ := p.check("", d, "h0"); status == 429 {
			limited = true
			break
		}
	}
	if !limited {
		t.Error("there is no limit")
	}
}
