package workbench

import (
	"net/http"
	"slices"
	"strings"

	"hed/corpus/all"
	"hed/web/internal/site"
)

// A roleView is a role that a column can play.
type roleView struct {
	Role, Doc string
	Column    string // that plays it
	Own       string // that plays it unless another is chosen
	Wrong     bool   // the file cannot be read for want of it
}

// roleDocs says what columns are for.
var roleDocs = map[string]string{
	"id": "tells documents apart", "text": "the article", "headline": "what people wrote", "references": "a list of headlines that people wrote",
	"source": "the newspaper", "date": "when it appeared", "lang": "the language",
}

// corpus shows what was understood of a corpus and its systems.
func (s *server) corpus(w http.ResponseWriter, r *http.Request) error {
	c, err := s.bench.Corpus(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	systems, err := s.bench.Systems(r.Context(), c.Parent, c.ID)
	if err != nil {
		return err
	}
	crumbs, err := s.where(r, c.Parent)
	if err != nil {
		return err
	}
	v := s.bench.Preview(r.Context(), c)
	beside := v
	if len(v.Problems) == 0 && len(systems) > 0 {
		beside = s.bench.Preview(r.Context(), c, systems...)
	}
	if len(v.Problems) == 0 && v.All && v.Documents != c.Documents { // progress counts by it
		if err := s.bench.Counted(r.Context(), c, v.Documents); err != nil {
			return err
		}
	}
	var roles []roleView
	for _, role := range v.Roles {
		one := roleView{Role: role, Doc: roleDocs[role]}
		if slices.Contains(v.Columns, role) {
			one.Own, one.Column = role, role
		}
		for _, m := range c.Columns {
			if name, column, _ := strings.Cut(m, "="); name == role {
				one.Column = column
			}
		}
		roles = append(roles, one)
	}
	guessed := v.Option == "columns" && len(c.Columns) == 0 && suggest(roles, v.Columns)
	s.part.Show(w, r, http.StatusOK, "corpus.html", site.View{Title: c.Name, Crumbs: crumbs, Data: map[string]any{
		"Token": s.Token(r), "Corpus": c, "Systems": systems, "View": v, "Beside": beside, "Roles": roles, "Formats": all.Names(),
		"Guessed": guessed, "Ready": len(v.Problems) == 0 && len(beside.Problems) == 0 && (v.Documents > 0 || !v.All),
	}})
	return nil
}

// alike are names that files have for roles.
var alike = map[string][]string{
	"id": {"nr", "no", "number", "key", "doc", "doc_id", "docid", "article_id", "url", "link"}, "text": {"news", "article", "body", "content", "document", "maintext", "story"},
	"headline": {"title", "summary", "head", "heading", "reference"}, "date": {"published", "time", "day"}, "source": {"newspaper", "publisher", "site", "outlet"}, "lang": {"language"},
}

// suggest chooses columns whose names are like those of roles, where a file cannot be read, and
// tells whether there are any. It marks the roles without which it cannot be read.
func suggest(roles []roleView, columns []string) (found bool) {
	for i := range roles {
		roles[i].Wrong = slices.Contains([]string{"text", "headline", "references"}, roles[i].Role)
		if roles[i].Column != "" {
			continue
		}
		for _, column := range columns {
			if slices.Contains(alike[roles[i].Role], strings.ToLower(column)) {
				roles[i].Column, found = column, true
				break
			}
		}
	}
	return found
}

// readCorpus says how a corpus is to be read: its format, and the columns for roles.
func (s *server) readCorpus(w http.ResponseWriter, r *http.Request) error {
	c, err := s.bench.Corpus(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	r.ParseForm()
	format, columns := r.PostFormValue("format"), []string{}
	if format == c.Format { // else the columns are those of another
		for role := range roleDocs {
			key := "role." + role
			if !r.PostForm.Has(key) {
				continue
			}
			column := r.PostFormValue(key)
			if own := r.PostFormValue("own." + role); column != own { // what it is without a mapping
				columns = append(columns, role+"="+column)
			}
		}
		slices.Sort(columns)
	}
	if err := s.bench.Read(r.Context(), c.ID, format, columns); err != nil {
		return err
	}
	s.rooms.forget(c.Parent)
	return see(w, r, "/corpora/"+c.ID)
}
