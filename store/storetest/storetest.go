// Package storetest is the contract of study.Store, and of the safe of its server, as tests
// that every store passes.
// Each test gets a store of its own, by name, and opens it through package store.
package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hed/store"
	"hed/study"
)

// A Fresh makes an empty store's name for a test: a file that is not there, or an empty
// database.
type Fresh func(t testing.TB) string

// Run runs the contract.
func Run(t *testing.T, fresh Fresh) {
	for _, c := range []struct {
		name string
		test func(*testing.T, Fresh)
	}{
		{"Open", testOpen},
		{"Create", testCreate},
		{"Cases", testCases},
		{"Running", testRunning},
		{"Resume", testResume},
		{"Snapshot", testSnapshot},
		{"Events", testEvents},
		{"Judges", testJudges},
		{"Model", testModel},
		{"Enrol", testEnrol},
		{"Erase", testErase},
		{"Assign", testAssign},
		{"Board", testBoard},
		{"Advance", testAdvance},
		{"Order", testOrder},
		{"Import", testImport},
		{"ImportErrors", testImportErrors},
		{"Save", testSave},
		{"SaveErrors", testSaveErrors},
		{"About", testAbout},
		{"Answers", testAnswers},
		{"Hostile", testHostile},
		{"Secret", testSecret},
		{"Session", testSession},
		{"Probe", testProbe},
		{"Callback", testCallback},
		{"Context", testContext},
		{"Concurrent", testConcurrent},
		{"Handles", testHandles},
		{"Verify", testVerify},
		{"Look", testLook},
		{"Backup", testBackup},
		{"Kill", testKill},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, fresh) })
	}
}

// Start is when all tests begin.
var Start = time.Date(2026, 3, 4, 5, 6, 7, 891234000, time.UTC)

// Sample is a small study with n cases.
func Sample(n int) (*study.Study, []study.Case) {
	yes := true
	s := &study.Study{
		Protocol: &study.Protocol{
			Name: "sample", Title: study.Text{"en": "Sample", "it": "Esempio"}, Unit: study.Documents,
			Steps:     []study.Step{{Questions: []study.Question{{ID: "good", Kind: study.YesNo, Each: study.EachHeadline}}}},
			Consensus: &study.Consensus{Question: "derive", Agree: 2},
		},
		Title: "A study — è uno studio", Lang: "en", Seed: 1<<63 + 1, Created: Start,
		Systems: []string{"first", study.Gold}, Numbers: study.Numbers{Cases: n, Forms: 1, Judges: 3, Timeout: 30},
		Forms: [][]int{}, Inputs: []study.Input{{Name: "docs.jsonl", SHA256: "00"}},
	}
	cases := make([]study.Case, n)
	for i := range cases {
		cases[i] = study.Case{
			Number: i, Doc: "d", Article: "An article, <b>with</b> 'quotes'; \x00 and 日本.", Reasoning: &yes,
			Headlines: []study.Headline{{System: "first", Text: "One"}, {System: study.Gold, Text: "Two"}},
		}
	}
	return s, cases
}

// Event is an event at the start.
func Event(what string) study.Event {
	return study.Event{At: Start, By: "coordinator", What: what}
}

// Token is the n-th token.
func Token(n int) (token [32]byte) {
	token[0], token[1], token[2] = 1, byte(n>>8), byte(n)
	return token
}

// Filled gives the name of a store with a study of n cases, each of which each of the
// judges has as an open task, and the open store.
func Filled(t testing.TB, fresh Fresh, n, judges int) (string, study.Store) {
	t.Helper()
	name := fresh(t)
	s := open(t, store.Create, name)
	st, cases := Sample(n)
	must(t, s.Create(t.Context(), st, cases, Event("created")))
	var tokens [][32]byte
	for i := range judges {
		tokens = append(tokens, Token(i+1))
	}
	added, err := s.AddJudges(t.Context(), tokens, Event("invited"))
	must(t, err)
	must(t, s.Assign(t.Context(), func(*study.Board) (tasks []study.Task, _ error) {
		for _, j := range added {
			for i := range n {
				tasks = append(tasks, study.Task{Judge: j.ID, Case: i, Position: i, State: study.Open, Given: Start})
			}
		}
		return tasks, nil
	}))
	return name, s
}

func open(t testing.TB, by func(context.Context, string) (*store.Store, error), name string) *store.Store {
	t.Helper()
	s, err := by(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantCode fails unless err has a code.
func wantCode(t testing.TB, err error, want study.Code) {
	t.Helper()
	if err == nil || study.CodeOf(err) != want {
		t.Errorf("got error %v (%q), want %q", err, study.CodeOf(err), want)
	}
}

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// answers gives what a filter finds.
func answers(t testing.TB, s study.Store, f study.Filter) (list []study.Answer) {
	t.Helper()
	for a, err := range s.Answers(t.Context(), f) {
		must(t, err)
		list = append(list, *a)
	}
	return list
}

func answer(judge string, number int, id, question, value string) study.Answer {
	return study.Answer{ID: id, Judge: judge, Case: number, Question: question, Value: value}
}
