package study_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/study"
)

func (m *memory) Import(_ context.Context, tokens [][32]byte, now time.Time, fill func(*study.Board, []study.Judge) ([]study.Task, []study.Answer, error), e study.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	judges := slices.Clone(m.judges)
	for _, token := range tokens {
		judges = append(judges, study.Judge{ID: fmt.Sprintf("j%03d", len(judges)+1), State: study.Active, Token: token})
	}
	b := m.board()
	b.Judges = judges
	tasks, answers, err := fill(b, judges[len(m.judges):])
	if err != nil {
		return err
	}
	m.judges, m.events = judges, append(m.events, e)
	m.put(tasks)
	for _, a := range answers {
		a.Seq, a.At = int64(len(m.answers)+1), now
		m.answers = append(m.answers, a)
	}
	return nil
}

// on makes rows of judges, cases, questions and values; lines are from 2.
func on(fields ...string) []study.Imported {
	var rows []study.Imported
	for i := 0; i < len(fields); i += 3 {
		var n int
		fmt.Sscan(fields[i+1][:1], &n)
		rows = append(rows, study.Imported{Line: i/3 + 2, Judge: fields[i], Case: n, Question: fields[i+1][2:], Value: fields[i+2]})
	}
	return rows
}

// short is a protocol of two pages with a condition and a check of attention, whose
// questions are not in alphabetical order.
const shortProtocol = `
name: short
title: {en: Short}
unit: document
order: balanced
numbers: {cases: 4, forms: 1, judges: 2, timeout: 60}
steps:
  - questions:
      - {id: good, kind: yesno, text: {en: "Good?"}}
      - {id: because, kind: text, when: {question: good, is: ["no"]}, text: {en: "Why not?"}}
  - questions:
      - {id: best, kind: rank, text: {en: Order}}
      - {id: note, kind: text, optional: true, text: {en: "Anything else?"}}
attention:
  - {answer: "no", every: 3, question: {id: check, kind: yesno, text: {en: Say no}}}
`

func openShort(t *testing.T) *memory {
	t.Helper()
	p, err := study.Read("short.yaml", []byte(shortProtocol))
	if err != nil {
		t.Fatal(err)
	}
	s, cases := mustNew(t, study.Settings{Protocol: p, Cases: news(8), Systems: three})
	m, _, _, _ := open(t, s, cases, 0)
	return m
}

// states gives what became of the tasks: judge, case, position and state.
func (m *memory) states() []string {
	var all []string
	for _, t := range m.tasks {
		all = append(all, fmt.Sprintf("%s %d @%d step %d %s", t.Judge, t.Case, t.Position, t.Step, t.State))
	}
	slices.Sort(all)
	return all
}

func TestImport(t *testing.T) {
	m := openShort(t)
	// In the order that an export has: by case and question, so that conditions come
	// late; anna was asked the check in case 1, which was her third then.
	rows := on(
		"anna", "0 best", "A>B>C", "anna", "0 because", "dull", "anna", "0 good", "no",
		"anna", "1 best", "B>A>C", "anna", "1 check", "no", "anna", "1 good", "yes", "anna", "1 note", "fine",
		"bert", "2 good", "yes")
	judges, answers, err := study.Import(ctx, m, rows, noon)
	if err != nil || judges != 2 || answers != 8 {
		t.Fatalf("%d judges, %d answers, %v", judges, answers, err)
	}
	if d := cmp.Diff([]string{"j001 0 @0 step 2 finished", "j001 1 @2 step 2 finished", "j002 2 @0 step 1 returned"}, m.states()); d != "" {
		t.Error(d)
	}
	// Again adds nothing.
	judges, answers, err = study.Import(ctx, m, rows, noon.Add(time.Hour))
	if err != nil || judges != 0 || answers != 0 || len(m.answers) != 8 || len(m.tasks) != 3 {
		t.Errorf("again: %d judges, %d answers, %v", judges, answers, err)
	}
	// The rest of bert's case, and a further one of anna.
	judges, answers, err = study.Import(ctx, m, on("bert", "2 best", "C>B>A", "anna", "3 good", "yes", "anna", "3 best", "C>B>A"), noon)
	if err != nil || judges != 0 || answers != 3 {
		t.Errorf("more: %d judges, %d answers, %v", judges, answers, err)
	}
	if d := cmp.Diff([]string{"j001 0 @0 step 2 finished", "j001 1 @2 step 2 finished", "j001 3 @1 step 2 finished", "j002 2 @0 step 2 finished"}, m.states()); d != "" {
		t.Error(d)
	}
	for _, a := range m.answers {
		if a.Origin != "import" {
			t.Errorf("%+v does not say where it came from", a)
		}
	}
}

func TestImportWrong(t *testing.T) {
	for _, test := range []struct {
		name string
		rows []study.Imported
		line int
		code study.Code
	}{
		{"no judge", on("", "0 good", "yes"), 2, study.Invalid},
		{"no case", on("a", "9 good", "yes"), 2, study.NotFound},
		{"no question", on("a", "0 bad", "yes"), 2, study.NotFound},
		{"no answer", on("a", "0 good", "yes", "a", "0 best", "A>B"), 3, study.Invalid},
		{"empty", on("a", "0 good", ""), 2, study.Invalid},
		{"twice", on("a", "0 good", "yes", "a", "0 good", "yes"), 3, study.Conflict},
		{"not asked", on("a", "0 because", "dull", "a", "0 good", "yes"), 2, study.Invalid},
		{"the first line of two", on("a", "1 good", "maybe", "b", "0 nothing", "yes"), 2, study.Invalid},
		{"other than before", on("old", "0 good", "no"), 2, study.Conflict},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := openShort(t)
			if _, _, err := study.Import(ctx, m, on("old", "0 good", "yes"), noon); err != nil {
				t.Fatal(err)
			}
			_, _, err := study.Import(ctx, m, test.rows, noon)
			bad, ok := errors.AsType[*study.ImportError](err)
			if !ok || bad.Line != test.line || study.CodeOf(bad.Err) != test.code {
				t.Errorf("%v (%s)", err, study.CodeOf(err))
			}
			if len(m.answers) != 1 || len(m.judges) != 1 {
				t.Errorf("%d answers of %d judges are there, though one was wrong", len(m.answers), len(m.judges))
			}
		})
	}
}

// What a study exports is not taken back, under the same names: there would be two
// judges for each. Who came by an import is known by the name that he had there.
func TestImportOwn(t *testing.T) {
	m := openShort(t)
	rows := on("anna", "0 good", "yes", "j001", "0 good", "yes")
	if _, _, err := study.Import(ctx, m, rows, noon); err != nil { // anna is j001 now, and j001 is j002
		t.Fatal(err)
	}
	if _, answers, err := study.Import(ctx, m, rows, noon); err != nil || answers != 0 {
		t.Errorf("again: %d answers, %v", answers, err)
	}
	_, _, err := study.Import(ctx, m, on("new", "0 good", "no", "j002", "0 good", "yes"), noon)
	bad, ok := errors.AsType[*study.ImportError](err)
	if !ok || bad.Line != 3 || study.CodeOf(bad.Err) != study.Conflict {
		t.Errorf("got %v, want a conflict in line 3", err)
	}
	if len(m.answers) != 2 || len(m.judges) != 2 {
		t.Errorf("%d answers of %d judges, want 2 of 2", len(m.answers), len(m.judges))
	}
}

// Where judges have to agree, three make a round, in the order of the file.
func TestImportRounds(t *testing.T) {
	s, cases := mustNew(t, study.Settings{Protocol: builtin(t, "numeral-annotation"), Cases: without(news(3)), Numbers: study.Numbers{Cases: 1, Forms: 1}})
	cases[0].Article, cases[0].Question, cases[0].Gold = "It has 19 cats, 16 dogs and 35 birds.", "____ birds", "35"
	m, _, _, _ := open(t, s, cases, 0)
	sum, copied, none := "Add( 19 , 16 )", "Copy( 35 )", "unanswerable: it does not say"
	rows := on("a", "0 derive", sum, "b", "0 derive", none, "c", "0 derive", copied, "d", "0 derive", sum, "e", "0 derive", none, "f", "0 derive", sum)
	if _, _, err := study.Import(ctx, m, rows, noon); err != nil {
		t.Fatal(err)
	}
	var rounds []int
	for _, task := range m.tasks {
		rounds = append(rounds, task.Round)
	}
	if d := cmp.Diff([]int{0, 0, 0, 1, 1, 1}, rounds); d != "" {
		t.Error(d)
	}
}
