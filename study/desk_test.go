package study_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hed/study"
)

var ctx = context.Background()

// open gives a desk with some judges and their tokens.
func open(t testing.TB, s *study.Study, cases []study.Case, judges int) (*memory, *study.Desk, []string, *time.Time) {
	t.Helper()
	m := &memory{study: s, cases: cases}
	now := noon
	var tokens []string
	for i := range judges {
		token, hash := study.NewToken()
		m.judges = append(m.judges, study.Judge{ID: fmt.Sprintf("j%03d", i+1), State: study.Active, Token: hash})
		tokens = append(tokens, token)
	}
	return m, study.NewDesk(m, func() time.Time { return now }), tokens, &now
}

// answer gives some answer to an item.
func answer(it *study.Item, c *study.Case) string {
	q := it.Question
	switch {
	case q.Kind == study.YesNo:
		return "no"
	case q.Kind == study.Choice && q.Of == "":
		return q.Options[0].Key
	case q.Kind == study.Choice && q.Of == "sources":
		return "Morning"
	case q.Kind == study.Choice:
		return "B"
	case q.Kind == study.Scale:
		return fmt.Sprint(q.From)
	case q.Kind == study.Rank:
		letters := make([]string, len(c.Headlines))
		for i := range letters {
			letters[i] = study.Letter(len(letters) - 1 - i)
		}
		return strings.Join(letters, ">")
	case q.Kind == study.Numeral:
		return "unanswerable: nobody knows"
	}
	return "words"
}

// through does all the work there is for a judge, and gives how many answers it took.
func through(t testing.TB, d *study.Desk, token string) (answers int, last study.WorkState) {
	j, err := d.Judge(ctx, token)
	if err != nil {
		t.Error(err)
		return
	}
	for {
		w, err := d.Work(ctx, j)
		if err != nil {
			t.Error(err)
			return
		}
		switch w.State {
		case study.StateAbout:
			err = d.CloseAbout(ctx, j)
		case study.StateCase:
			for i := range w.Items {
				it := &w.Items[i]
				if !it.Asked(w.Answers) {
					continue
				}
				a := study.Answer{ID: fmt.Sprint(w.Case.Number, it.Key), Case: w.Case.Number, Question: it.Key, Value: answer(it, w.Case)}
				if _, err := d.Save(ctx, j, a); err != nil {
					t.Errorf("%s: %v", it.Key, err)
					return answers, w.State
				}
				w.Answers[it.Key] = a.Value
				answers++
			}
			err = d.Close(ctx, j, w.Case.Number, w.Task.Step)
		default:
			return answers, w.State
		}
		if err != nil {
			t.Error(err)
			return answers, w.State
		}
	}
}

// Many judges at once do a study to its end.
func TestDeskAtOnce(t *testing.T) {
	for _, name := range study.Builtins() {
		t.Run(name, func(t *testing.T) {
			set := study.Settings{Protocol: builtin(t, name), Cases: news(60), Systems: three, Background: true, Numbers: study.Numbers{Cases: 4}}
			if name == "numeral-annotation" {
				set.Systems, set.Cases = nil, without(set.Cases)
			}
			if name == "suitability" {
				set.Numbers.Forms = 3
			}
			s, cases := mustNew(t, set)
			m, d, tokens, _ := open(t, s, cases, 12)
			var wg sync.WaitGroup
			for _, token := range tokens {
				wg.Go(func() { through(t, d, token) })
			}
			wg.Wait()
			finished := map[int]int{}
			for _, task := range m.tasks {
				if task.State != study.Finished {
					t.Errorf("%+v", task)
				}
				finished[task.Case]++
			}
			for i := range cases {
				if finished[i] != s.Numbers.Judges {
					t.Errorf("case %d has %d judges", i, finished[i])
				}
			}
			if _, last := through(t, d, tokens[0]); last != study.StateFinished {
				t.Error(last)
			}
			if m.reads > len(tokens) {
				t.Errorf("the study was read %d times", m.reads)
			}
		})
	}
}

func TestDeskWork(t *testing.T) {
	s, _ := everythingStudy(t)
	_, cases := mustNew(t, study.Settings{Protocol: s.Protocol, Cases: news(4), Systems: three})
	m, d, tokens, now := open(t, s, cases, 2)
	j, err := d.Judge(ctx, tokens[0])
	if err != nil || j.ID != "j001" {
		t.Fatal(j, err)
	}
	if _, err := d.Judge(ctx, tokens[0]+"x"); study.CodeOf(err) != study.NotFound {
		t.Error(err)
	}
	want := func(code study.Code, err error) {
		t.Helper()
		if study.CodeOf(err) != code || (err == nil) != (code == "") {
			t.Errorf("got %v, want %q", err, code)
		}
	}
	work := func(state study.WorkState) *study.Work {
		t.Helper()
		w, err := d.Work(ctx, j)
		if err != nil || w.State != state {
			t.Fatalf("%v, %+v; want %s", err, w, state)
		}
		return w
	}
	save := func(number int, key, value string) error {
		_, err := d.Save(ctx, j, study.Answer{ID: fmt.Sprintf("%d%s%x", number, key, value), Case: number, Question: key, Value: value})
		return err
	}
	if w := work(study.StateAbout); len(w.Items) != 2 || w.Items[0].Key != "name" {
		t.Errorf("%+v", w.Items)
	}
	want(study.Invalid, d.CloseAbout(ctx, j)) // name is required
	want("", save(study.About, "name", "Pat"))
	want(study.NotFound, save(study.About, study.AboutClosed, "yes"))
	want("", d.CloseAbout(ctx, j))
	want("", d.CloseAbout(ctx, j))

	w := work(study.StateCase)
	if w.Total != 2 || w.Done != 0 || w.ShowArticle || w.Case.Number != 0 || len(w.Earlier) != 0 || w.Items[0].Key != "correct.A" {
		t.Errorf("%+v", w)
	}
	want("", save(0, "correct.A", "yes"))
	want("", save(0, "correct.A", "yes")) // sent again
	if n := len(m.counting("j001", 0)); n != 1 || len(m.answers) != 3 {
		t.Errorf("%d answers", len(m.answers))
	}
	for _, a := range []study.Answer{{ID: ""}, {ID: strings.Repeat("x", 65)}, {ID: "a b"}, {ID: "é"}, {ID: "x", Millis: -1}} {
		a.Question, a.Value = "correct.A", "yes"
		_, err := d.Save(ctx, j, a)
		want(study.Invalid, err)
	}
	want(study.NotFound, save(7, "correct.A", "yes"))
	want(study.NotFound, save(-2, "correct.A", "yes"))
	want(study.Invalid, save(0, "much", "1"))
	want(study.NotFound, d.Close(ctx, j, 0, 2))
	want(study.NotFound, d.Close(ctx, j, 0, -1))
	want(study.NotFound, d.Close(ctx, j, 9, 0))
	want(study.Invalid, d.Close(ctx, j, 0, 1))
	want(study.Invalid, d.Close(ctx, j, 0, 0))
	for _, it := range w.Items {
		if it.Question.Kind != study.FreeText && it.Asked(map[string]string{}) {
			want("", save(0, it.Key, strings.Replace(answer(&it, w.Case), "no", "yes", 1)))
		}
	}
	want("", d.Close(ctx, j, 0, 0))
	want("", d.Close(ctx, j, 0, 0)) // sent again
	if w = work(study.StateCase); !w.ShowArticle || w.Task.Step != 1 || len(w.Earlier) == 0 || w.Answers["correct.A"] != "yes" {
		t.Errorf("%+v", w)
	}
	want("", save(0, "correct.A", "yes"))            // it was kept before
	want(study.Closed, save(0, "correct.A", "no"))   // too late
	want(study.NotFound, save(1, "correct.Z", "no")) // no such headline

	m.stopped = true
	work(study.StateStopped)
	want(study.Stopped, save(0, "much", "1"))
	want(study.Stopped, save(study.About, "native", "yes"))
	want(study.Stopped, d.Close(ctx, j, 0, 1))
	want("", d.Close(ctx, j, 0, 0))
	want("", save(0, "correct.A", "yes"))
	m.stopped = false

	// Another judge waits, then gets what the first one left; a late answer counts.
	want("", func() error { j, err = d.Judge(ctx, tokens[1]); return err }())
	want("", save(study.About, "name", "Sam"))
	want("", d.CloseAbout(ctx, j))
	work(study.StateWaiting)
	*now = now.Add(25 * time.Hour)
	if w = work(study.StateCase); w.Total != 2 {
		t.Errorf("%+v", w)
	}
	if e := m.events; len(e) != 1 || e[0].What != "returned" || e[0].Of != "j001" || e[0].Note != "cases 0, 1" {
		t.Errorf("%+v", e)
	}
	j, _ = d.Judge(ctx, tokens[0])
	want("", save(0, "much", "1"))
	if task := m.task("j001", 0); task.State != study.Open {
		t.Errorf("%+v", task)
	}
	m.judges[0].State = study.Revoked
	_, err = d.Judge(ctx, tokens[0])
	want(study.Forbidden, err)
}

// TestDeskClock gives work out while the clock is a year ahead, and sets it right. What was
// given then was kept from others until that year had passed, and longer: to wait for a
// task that its judge left lying, others had to wait for the clock first.
func TestDeskClock(t *testing.T) {
	s, cases := mustNew(t, study.Settings{Protocol: builtin(t, "suitability"), Cases: news(4), Systems: three, Numbers: study.Numbers{Cases: 2, Forms: 2, Judges: 1, PerJudge: 1, Timeout: 60}})
	m, d, tokens, now := open(t, s, cases, 4)
	work := func(i int) *study.Work {
		t.Helper()
		j, err := d.Judge(ctx, tokens[i])
		if err != nil {
			t.Fatal(err)
		}
		w, err := d.Work(ctx, j)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	want := func(i int, state study.WorkState) {
		t.Helper()
		if w := work(i); w.State != state {
			t.Errorf("judge %d: %s, want %s", i+1, w.State, state)
		}
	}
	*now = noon.AddDate(1, 0, 0)
	want(0, study.StateCase)
	want(1, study.StateCase)
	*now = noon
	// One is at work still, and says so by looking at it; the other has left.
	want(0, study.StateCase)
	want(2, study.StateCase)
	want(3, study.StateWaiting)
	for _, task := range m.tasks {
		want := map[string]study.TaskState{"j001": study.Open, "j002": study.Returned, "j003": study.Open}[task.Judge]
		if task.State != want {
			t.Errorf("%s has %+v, want %s", task.Judge, task, want)
		}
	}
	// Who takes up work holds it for as long as anybody, counted from now.
	*now = noon.Add(59 * time.Minute)
	want(3, study.StateWaiting)
	*now = noon.Add(61 * time.Minute)
	want(3, study.StateCase)

	// Clocks of two servers differ a little, which is nothing.
	*now = noon.Add(10 * time.Hour)
	m.tasks = nil
	want(0, study.StateCase)
	want(1, study.StateCase)
	*now = noon.Add(9*time.Hour + 30*time.Minute)
	want(2, study.StateWaiting)
}

func TestNewToken(t *testing.T) {
	a, hash := study.NewToken()
	b, _ := study.NewToken()
	if a == b || len(a) != 32 || strings.Trim(a, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" || study.HashToken(a) != hash {
		t.Errorf("%q %q", a, b)
	}
}
