package outcome

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"hed/corpus"
	"hed/internal/formula"
	"hed/score"
	"hed/study"
)

// WriteCSV writes the answers that count as judge, case, question and value, one row
// each, by judge, case and question. What judges said of themselves is not among
// them. Unless raw is set, spreadsheets run nothing of it; see package formula.
func (d *Data) WriteCSV(w io.Writer, raw bool) error {
	out := newRows(w, raw)
	out.Write([]string{"judge", "case", "question", "value"})
	for _, a := range d.sorted() {
		out.Write([]string{a.Judge, strconv.Itoa(a.Case), a.Question, a.Value})
	}
	out.Flush()
	return out.Error()
}

// rows is CSV with texts from outside.
type rows struct {
	*csv.Writer
	raw bool
}

func newRows(w io.Writer, raw bool) rows { return rows{csv.NewWriter(w), raw} }

func (r rows) Write(cells []string) {
	if !r.raw {
		for i, cell := range cells {
			cells[i] = formula.Defuse(cell)
		}
	}
	_ = r.Writer.Write(cells) // Error has it
}

// sorted are the answers to cases that count, by judge, case and question.
func (d *Data) sorted() []*study.Answer {
	var all []*study.Answer
	for i := range d.Answers {
		if d.Counts(&d.Answers[i]) {
			all = append(all, &d.Answers[i])
		}
	}
	slices.SortFunc(all, func(a, b *study.Answer) int {
		return cmp.Or(cmp.Compare(a.Judge, b.Judge), cmp.Compare(a.Case, b.Case), cmp.Compare(a.Question, b.Question))
	})
	return all
}

// WriteJSON writes the same answers, one object a line, with the document and the
// systems that the letters stand for, and when they were given.
func (d *Data) WriteJSON(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for _, a := range d.sorted() {
		c := &d.Cases[a.Case]
		line := struct {
			Judge    string            `json:"judge"`
			Case     int               `json:"case"`
			Doc      string            `json:"doc"`
			Question string            `json:"question"`
			Value    string            `json:"value"`
			Systems  map[string]string `json:"systems,omitempty"`
			At       string            `json:"at"`
			Millis   int64             `json:"millis,omitempty"`
		}{Judge: a.Judge, Case: a.Case, Doc: c.Doc, Question: a.Question, Value: a.Value, Systems: map[string]string{}, At: a.At.UTC().Format("2006-01-02T15:04:05.000Z"), Millis: a.Millis}
		for i, h := range c.Headlines {
			line.Systems[study.Letter(i)] = h.System
		}
		if err := out.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// WriteJudgements writes the answers in terms of systems, as what agreement is measured of: question, item, rater, value. An
// item is a case, with the system or the two systems that the question is about; letters, which answers.csv has, are another
// system's in each case.
func (d *Data) WriteJudgements(w io.Writer, raw bool) error {
	out := newRows(w, raw)
	out.Write([]string{"question", "item", "rater", "value"})
	for _, q := range d.Questions() {
		all := d.Ratings(q)
		slices.SortFunc(all, func(a, b Rating) int {
			return cmp.Or(cmp.Compare(a.Case, b.Case), cmp.Compare(a.System, b.System), cmp.Compare(a.Other, b.Other), cmp.Compare(a.Judge, b.Judge))
		})
		for _, r := range all {
			item := strconv.Itoa(r.Case)
			for _, system := range []string{r.System, r.Other} {
				if system != "" {
					item += " " + system
				}
			}
			out.Write([]string{q.ID, item, r.Judge, r.Value})
		}
	}
	out.Flush()
	return out.Error()
}

// WriteRatings writes the means over judges for each document and system, in the form in
// which ratings are joined with the scores of metrics: yes and chosen count 1, no and
// not chosen 0, and a rank counts backwards, so that more is always better. Unless raw is
// set, spreadsheets run nothing of it.
func (d *Data) WriteRatings(w io.Writer, raw bool) error {
	questions := d.Rated()
	type place struct {
		of     int
		system string
	}
	sums := make([]map[place]*score.Mean, len(questions))
	for i, q := range questions {
		sums[i] = map[place]*score.Mean{}
		put := func(at place, v float64) {
			if sums[i][at] == nil {
				sums[i][at] = new(score.Mean)
			}
			sums[i][at].Add(v)
		}
		for _, r := range d.Ratings(q) {
			switch {
			case q.Kind == study.Choice:
				for _, h := range d.Cases[r.Case].Headlines {
					put(place{r.Case, h.System}, truth(h.System == r.Value))
				}
			case q.Kind == study.Rank:
				put(place{r.Case, r.System}, float64(len(d.Cases[r.Case].Headlines))+1-number(q)(r.Value))
			default:
				put(place{r.Case, r.System}, number(q)(r.Value))
			}
		}
	}
	out := newRows(w, raw)
	head := []string{"id", "system"}
	for _, q := range questions {
		head = append(head, q.ID)
	}
	out.Write(head)
	for i := range d.Cases {
		for _, system := range d.Study.Systems {
			row := []string{d.Cases[i].Doc, system}
			for k := range questions {
				cell := ""
				if m := sums[k][place{i, system}]; m != nil {
					cell = strconv.FormatFloat(m.Value(), 'g', -1, 64)
				}
				row = append(row, cell)
			}
			if strings.Join(row[2:], "") != "" {
				out.Write(row)
			}
		}
	}
	out.Flush()
	return out.Error()
}

// Rated are the questions about headlines of a case, those that systems are compared
// by.
func (d *Data) Rated() []*study.Question {
	var all []*study.Question
	for _, q := range d.Questions() {
		if q.Each == study.EachHeadline || q.Kind == study.Rank || q.Kind == study.Choice && q.Of == study.OfHeadlines {
			all = append(all, q)
		}
	}
	return all
}

// WriteNumHG writes the approved annotations, which are of a Numeral, as NumHG's CSV.
func (o *Outcome) WriteNumHG(w io.Writer) error {
	out := csv.NewWriter(w)
	out.Write([]string{"text", "summary", "cloze", "cloze_gt", "cloze_annotation", "need_reasoning"})
	for i := range o.Annotation.Cases {
		a := &o.Annotation.Cases[i]
		if a.Value == "" || a.Verdict == "wrong" {
			continue
		}
		reasoning := ""
		if _, none := study.CutUnanswerable(a.Value); a.Reasoning != nil && !none {
			reasoning = strconv.Itoa(int(truth(*a.Reasoning)))
		}
		out.Write([]string{a.Case.Article, strings.Replace(a.Case.Question, corpus.Blank, a.Case.Gold, 1), a.Case.Question, a.Case.Gold, a.Value, reasoning})
	}
	out.Flush()
	return out.Error()
}
