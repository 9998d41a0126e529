package judge

import (
	"context"

	"hed/study"
)

// A work is what a judge does now, as the API tells it and the page shows it. It has
// nothing of the systems behind the headlines.
type work struct {
	Judge string          `json:"judge" example:"j001"`
	State study.WorkState `json:"state" enum:"about,case,waiting,finished,stopped"`
	Done  int             `json:"done" doc:"cases that the judge has finished"`
	Total int             `json:"total" doc:"cases that the judge was given"`
	Case  int             `json:"case" doc:"number of the case; -1 if the state is not case"`
	Step  int             `json:"step" doc:"the step that is shown, from 0"`
	Steps int             `json:"steps"`
	// Article is shown from some step on.
	Article   string            `json:"article,omitempty"`
	Cut       bool              `json:"cut,omitempty" doc:"whether something was cut off the article"`
	Headlines []headline        `json:"headlines"`
	Question  string            `json:"question,omitempty" doc:"a headline with ____ for its numeral"`
	Items     []item            `json:"items" doc:"what is asked in this step"`
	Earlier   []item            `json:"earlier" doc:"what was asked in steps that are closed"`
	Answers   map[string]string `json:"answers" doc:"what was answered, by key; of steps that are closed what counts"`
	IDs       map[string]string `json:"ids" doc:"the id under which that was sent, by key"`
}

type headline struct {
	Letter string `json:"letter" example:"A"`
	Text   string `json:"text"`
}

type option struct {
	Key  string `json:"key"`
	Text string `json:"text"`
}

// An item is one thing to answer.
type item struct {
	Key      string     `json:"key" example:"correct.A"`
	Kind     study.Kind `json:"kind" enum:"yesno,choice,scale,rank,text,numeral"`
	Text     string     `json:"text"`
	Hint     string     `json:"hint"`
	Options  []option   `json:"options" doc:"what it can be answered with, and what is ranked"`
	From     int        `json:"from"`
	To       int        `json:"to"`
	FromText string     `json:"from_text"`
	ToText   string     `json:"to_text"`
	Ties     bool       `json:"ties" doc:"whether two may have the same place"`
	Optional bool       `json:"optional"`
	Most     int        `json:"most" doc:"how many characters a text may have"`
	Asked    bool       `json:"asked" doc:"whether its condition is met by the answers so far"`
	When     *condition `json:"when,omitempty" doc:"its condition"`
	Value    string     `json:"value"`

	question string // its id
	of       []int  // headlines that it is asked of
}

type condition struct {
	Question string   `json:"question"`
	Is       []string `json:"is"`
}

// work asks the desk, which may give the judge cases. Of closed steps only answers that count
// are shown: what hangs on an answer that was hidden later would be asked wrongly.
func (s *server) work(ctx context.Context, j *study.Judge) (*work, error) {
	w, err := s.desk.Work(ctx, j)
	if err != nil {
		return nil, err
	}
	v := &work{
		Judge: j.ID, State: w.State, Done: w.Done, Total: w.Total, Case: study.About, Steps: len(s.study.Protocol.Steps),
		Headlines: []headline{}, Answers: w.Answers, IDs: w.IDs,
	}
	counted := w.Answers
	if w.State == study.StateCase {
		counted = s.study.Protocol.Counted(w.Case, w.Task, w.Answers)
		for _, it := range w.Earlier {
			if counted[it.Key] == "" {
				delete(v.Answers, it.Key)
			}
		}
		v.Case, v.Step, v.Question = w.Case.Number, w.Task.Step, w.Case.Question
		for a, h := range w.Case.Headlines {
			v.Headlines = append(v.Headlines, headline{study.Letter(a), h.Text})
		}
		if w.ShowArticle {
			v.Article, v.Cut = w.Case.Article, w.Case.Cut
		}
	}
	v.Items, v.Earlier = s.items(w, w.Items, counted), s.items(w, w.Earlier, counted)
	return v, nil
}

// items are those of a list as they are shown, where counted are the answers that their
// conditions hang on.
func (s *server) items(w *study.Work, list []study.Item, counted map[string]string) []item {
	lang := s.study.Lang
	items := make([]item, 0, len(list))
	for _, it := range list {
		q := it.Question
		v := item{
			Key: it.Key, Kind: q.Kind, Text: q.Text.In(lang), Hint: q.Hint.In(lang), Options: []option{},
			From: q.From, To: q.To, FromText: q.FromText.In(lang), ToText: q.ToText.In(lang),
			Ties: q.Ties, Optional: q.Optional, Most: q.Most, Asked: it.Asked(counted), Value: w.Answers[it.Key],
			question: q.ID, of: it.Of,
		}
		if q.When != nil {
			v.When = &condition{q.When.Question, q.When.Is}
		}
		switch q.Kind {
		case study.YesNo, study.Choice, study.Rank:
			if w.Case != nil && (q.Of == study.OfHeadlines || q.Kind == study.Rank) {
				for a, h := range w.Case.Headlines {
					v.Options = append(v.Options, option{study.Letter(a), h.Text})
				}
				break
			}
			for _, o := range s.study.Choices(w.Case, q) {
				v.Options = append(v.Options, option{o.Key, o.Text.In(lang)})
			}
		case study.FreeText:
			if v.Most == 0 {
				v.Most = study.UsualChars
			}
		}
		items = append(items, v)
	}
	return items
}
