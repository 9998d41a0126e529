package editor

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"hed/corpus"
	"hed/corpus/jsonl"
	"hed/draft"
	"hed/internal/sample"
	"hed/web/internal/site"
)

// listed is how many drafts and documents the first page shows.
const listed = 50

// home shows drafts, and how to begin one.
func (s *server) home(w http.ResponseWriter, r *http.Request, room *Room) error {
	drafts, err := room.Drafts.List(r.Context(), listed)
	if err != nil {
		return err
	}
	v := homeView{Room: room, Token: s.Frame.Token(r), Query: r.URL.Query().Get("q"), Most: draft.MaxArticle}
	for i := range drafts {
		d := &drafts[i]
		one := draftView{ID: d.ID, Title: d.Title(), Summary: d.Summary(), Changed: d.Changed.UTC().Format("2 Jan 2006, 15:04") + " UTC"}
		if room.Delete != nil {
			one.Delete = room.Delete(d.ID)
		}
		v.Drafts = append(v.Drafts, one)
	}
	if room.Documents != nil {
		docs, err := room.Documents.Find(r.Context(), v.Query, listed)
		if err != nil {
			return err
		}
		for _, d := range docs {
			v.Documents = append(v.Documents, documentView{d.ID, beginning(d)})
		}
	}
	s.part.Show(w, r, http.StatusOK, "home.html", site.View{Title: "Write headlines", Crumbs: room.Crumbs, Scripts: []string{"home.js"}, Data: v})
	return nil
}

type homeView struct {
	*Room
	Token, Query string
	Most         int
	Drafts       []draftView
	Documents    []documentView
}

type draftView struct{ ID, Title, Summary, Changed, Delete string }

type documentView struct{ ID, Text string }

// beginning names a document: its headline, or its first words.
func beginning(d *corpus.Document) string {
	if len(d.References) > 0 {
		return d.References[0]
	}
	return (&draft.Draft{Article: d.Body}).Title()
}

// begin makes a draft.
func (s *server) begin(w http.ResponseWriter, r *http.Request, room *Room) error {
	d := &draft.Draft{ID: site.Random(), Article: lines(r.PostFormValue("article"))}
	switch id := r.PostFormValue("document"); {
	case r.PostFormValue("from") == "sample":
		doc, err := sampleArticle(r.Context())
		if err != nil {
			return err
		}
		fill(d, doc, "the sample")
	case id != "":
		if room.Documents == nil {
			return fs.ErrNotExist
		}
		doc, err := room.Documents.Document(r.Context(), id)
		if err != nil {
			return err
		}
		fill(d, doc, doc.ID)
	}
	d.Headlines = []draft.Headline{{ID: site.Random()[:12]}}
	if err := d.Check(); err != nil {
		return refuse(http.StatusBadRequest, "%v", err)
	}
	if err := room.Drafts.Save(r.Context(), d); err != nil {
		return err
	}
	seeOther(w, room.Base+"/d/"+d.ID)
	return nil
}

// fill makes a draft of a document. What is longer than a draft may be is cut, so that any document can be opened.
func fill(d *draft.Draft, doc *corpus.Document, source string) {
	d.Article, d.Lang, d.Date, d.Source = strings.ToValidUTF8(doc.Text(), "\ufffd"), doc.Lang, doc.Date, source
	if len(d.Article) > draft.MaxArticle {
		d.Article = strings.ToValidUTF8(d.Article[:draft.MaxArticle], "")
	}
	if len(doc.References) > 0 && len(doc.References[0]) <= draft.MaxHeadline {
		d.Reference = doc.References[0]
	}
	if len(d.Source) > 200 {
		d.Source = strings.ToValidUTF8(d.Source[:200], "")
	}
}

// sampleArticle is the first of the sample, whose headline has a number that follows from two of the article.
func sampleArticle(ctx context.Context) (*corpus.Document, error) {
	f, err := sample.English.Open("articles.jsonl")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for d, err := range jsonl.Format.Documents(corpus.Stream("articles.jsonl", f), corpus.Options{}).Documents(ctx) {
		return d, err
	}
	return nil, fs.ErrNotExist
}

// seeOther sends a browser elsewhere. Paths are those that browsers see, which http.Redirect does not know here.
func seeOther(w http.ResponseWriter, to string) {
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusSeeOther)
}

// lines has the line ends of Unix, where forms send others.
func lines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// page shows a draft.
func (s *server) page(w http.ResponseWriter, r *http.Request, room *Room) error {
	d, err := room.Drafts.Load(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	if len(d.Headlines) == 0 {
		d.Headlines = []draft.Headline{{ID: "first"}}
	}
	v := pageView{Room: room, Token: s.Frame.Token(r), Draft: d, Targets: room.Checker.Targets(), Version: d.Version}
	v.findings, err = s.findings(r.Context(), room, d, r.URL.Query().Get("h"))
	if err != nil {
		return err
	}
	refresh := 0
	if r.URL.Query().Has("suggest") {
		v.Suggested = s.suggested(room.Checker.Read(d))
		if !v.Suggested.Done {
			refresh = 2
		}
	}
	s.part.Show(w, r, http.StatusOK, "page.html", site.View{
		Title: d.Title(), Crumbs: append(slices.Clone(room.Crumbs), site.Link{Text: "Write headlines", Href: room.Base + "/"}),
		Scripts: []string{"editor.js"}, Wide: true, Refresh: refresh, Data: v,
	})
	return nil
}

type pageView struct {
	*Room
	Token     string
	Draft     *draft.Draft
	Version   int
	Targets   []draft.Target
	Suggested *suggestedView // nil where nobody asked
	findings
}

// submit saves a draft that a form has, and does what a button of it says.
func (s *server) submit(w http.ResponseWriter, r *http.Request, room *Room) error {
	d, err := room.Drafts.Load(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	before := *d
	d.Article, d.Reference, d.Lang, d.Date, d.Target = lines(r.PostFormValue("article")), oneLine(r.PostFormValue("reference")), r.PostFormValue("lang"), r.PostFormValue("date"), r.PostFormValue("target")
	d.Headlines = nil
	ids, texts := r.PostForm["id"], r.PostForm["headline"]
	for i, id := range ids[:min(len(ids), len(texts))] {
		d.Headlines = append(d.Headlines, draft.Headline{ID: id, Text: oneLine(texts[i])})
	}
	deed, id, _ := strings.Cut(r.PostFormValue("do"), ":")
	current := change(d, deed, id)
	if err := d.Check(); err != nil {
		return refuse(http.StatusBadRequest, "%v", err)
	}
	if version := r.PostFormValue("version"); version != fmt.Sprint(before.Version) && !d.Same(&before) {
		return refuse(http.StatusConflict, "the draft was changed in another window in the meantime, and nothing of this form was saved. Go back, copy what you wrote, and load the page again")
	}
	if !d.Same(&before) {
		if err := s.keep(r.Context(), room, d); err != nil {
			return err
		}
	}
	query := url.Values{}
	if current != "" {
		query.Set("h", current)
	}
	to := room.Base + "/d/" + d.ID
	if deed == "suggest" {
		query.Set("suggest", "")
	}
	if len(query) > 0 {
		to += "?" + query.Encode()
	}
	seeOther(w, to)
	return nil
}

// change does what a button says, and gives the headline that it is about.
func change(d *draft.Draft, deed, id string) (current string) {
	i := slices.IndexFunc(d.Headlines, func(h draft.Headline) bool { return h.ID == id })
	switch {
	case deed == "add":
		d.Headlines = append(d.Headlines, draft.Headline{ID: site.Random()[:12]})
		return d.Headlines[len(d.Headlines)-1].ID
	case deed == "use":
		d.Headlines = append(d.Headlines, draft.Headline{ID: site.Random()[:12], Text: oneLine(id)})
		return d.Headlines[len(d.Headlines)-1].ID
	case i < 0:
		return ""
	case deed == "remove":
		d.Headlines = slices.Delete(d.Headlines, i, i+1)
		return ""
	case deed == "up" && i > 0:
		d.Headlines[i-1], d.Headlines[i] = d.Headlines[i], d.Headlines[i-1]
	case deed == "down" && i+1 < len(d.Headlines):
		d.Headlines[i+1], d.Headlines[i] = d.Headlines[i], d.Headlines[i+1]
	}
	return id
}

// oneLine is a headline as it is kept.
func oneLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text)
}

// keep saves a draft.
func (s *server) keep(ctx context.Context, room *Room, d *draft.Draft) error {
	if err := room.Drafts.Save(ctx, d); err != nil {
		return err
	}
	room.Checker.Earlier.Set(d)
	return nil
}
