package editor

import (
	"encoding/json"
	"errors"
	"net/http"

	"hed/draft"
)

// save keeps a draft, and answers with its version. Where it was changed elsewhere, the answer is 409 with what it is now.
func (s *server) save(w http.ResponseWriter, r *http.Request, room *Room) error {
	d := new(draft.Draft)
	if err := decode(r, d); err != nil {
		return err
	}
	d.ID = r.PathValue("id")
	if err := d.Check(); err != nil {
		return refuse(http.StatusBadRequest, "%v", err)
	}
	err := s.keep(r.Context(), room, d)
	if errors.Is(err, draft.ErrConflict) {
		now, err := room.Drafts.Load(r.Context(), d.ID)
		if err != nil {
			return err
		}
		if now.Same(d) { // it was saved, but whoever sent it has not heard of that
			return answer(w, http.StatusOK, saved{now.Version})
		}
		return answer(w, http.StatusConflict, map[string]any{"error": draft.ErrConflict.Error(), "draft": now})
	}
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, saved{d.Version})
}

type saved struct {
	Version int `json:"version"`
}

// A question is what headlines a script wants to know about.
type question struct {
	// Article is the key that a check of the same article had; if it is unknown, the answer is 404, and the script asks again
	// with all of the draft. Without a key the article of Draft counts.
	Article string      `json:"article"`
	Draft   draft.Draft `json:"draft"` // its id, target and headlines, and the article where there is no key
	Current string      `json:"current"`
}

// An outcome is what is shown of them.
type outcome struct {
	Article string            `json:"article"` // the key
	Lines   map[string]string `json:"lines"`   // below each headline, by id
	Detail  string            `json:"detail"`  // of the current one
	Compare string            `json:"compare"` // all of them
	// Spoken is what a screen reader says of the current one.
	Spoken string `json:"spoken"`
}

// check checks headlines. A browser that has newer ones hangs up, which ends the work.
func (s *server) check(w http.ResponseWriter, r *http.Request, room *Room) error {
	var q question
	if err := decode(r, &q); err != nil {
		return err
	}
	if err := q.Draft.Check(); err != nil {
		return refuse(http.StatusBadRequest, "%v", err)
	}
	var article *draft.Article
	if q.Article == "" {
		article = room.Checker.Read(&q.Draft)
	} else if article = room.Checker.Find(q.Article); article == nil {
		return refuse(http.StatusNotFound, "this article was forgotten; send it again")
	}
	f, err := s.look(r.Context(), room, article, &q.Draft, q.Current)
	if err != nil {
		return err
	}
	o := outcome{Article: article.Key, Lines: map[string]string{}, Spoken: f.Detail.Spoken()}
	for i := range f.Rows {
		if o.Lines[f.Rows[i].ID], err = s.part.Fragment("line", &f.Rows[i]); err != nil {
			return err
		}
	}
	if o.Detail, err = s.part.Fragment("detail", f.Detail); err != nil {
		return err
	}
	if o.Compare, err = s.part.Fragment("compare", f); err != nil {
		return err
	}
	return answer(w, http.StatusOK, o)
}

// suggest asks the generators, and gives what there is by now.
func (s *server) suggest(w http.ResponseWriter, r *http.Request, room *Room) error {
	var q struct {
		Article string `json:"article"`
	}
	if err := decode(r, &q); err != nil {
		return err
	}
	article := room.Checker.Find(q.Article)
	if article == nil {
		return refuse(http.StatusNotFound, "this article was forgotten; send it again")
	}
	v := s.suggested(article)
	html, err := s.part.Fragment("suggested", v)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"html": html, "done": v.Done})
}

func decode(r *http.Request, into any) error {
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			return refuse(http.StatusRequestEntityTooLarge, "this is more than a draft may have")
		}
		return refuse(http.StatusBadRequest, "this is not what the page would send: %v", err)
	}
	return nil
}

func answer(w http.ResponseWriter, status int, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text) // who asked may have hung up
	return nil
}
