package storetest

import (
	"errors"
	"testing"
	"time"

	"hed/study"
)

// testImport: judges, tasks and answers come together, and what is there is not kept again.
func testImport(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 2, 1)
	ctx := t.Context()
	later := Start.Add(time.Hour)
	done := study.Task{Judge: "j002", Case: 1, State: study.Finished, Step: 1, Given: later, Touched: Start, Done: later}
	said := study.Answer{ID: "import-1", Judge: "j002", Case: 1, Question: "good.A", Value: "yes", Origin: "import"}
	both := func(b *study.Board, added []study.Judge) ([]study.Task, []study.Answer, error) {
		equal(t, "judges of the board", len(b.Judges), 2)
		equal(t, "tasks of the board", len(b.Tasks), 2)
		equal(t, "added", added, []study.Judge{{ID: "j002", State: study.Active, Token: Token(2), Created: later}})
		return []study.Task{done}, []study.Answer{said}, nil
	}
	must(t, s.Import(ctx, [][32]byte{Token(2)}, later, both, Event("imported")))
	all, err := s.Snapshot(ctx)
	must(t, err)
	said.Seq, said.At = 1, later
	equal(t, "tasks", all.Tasks[2:], []study.Task{done})
	equal(t, "answers", all.Answers, []study.Answer{said})
	equal(t, "events", all.Events[2].What, "imported")

	// Nobody is new, and of the answers one.
	more := said
	more.ID, more.Question = "import-2", "good.B"
	must(t, s.Import(ctx, nil, later, func(*study.Board, []study.Judge) ([]study.Task, []study.Answer, error) {
		return nil, []study.Answer{said, more}, nil
	}, Event("imported")))
	equal(t, "answers", len(answers(t, s, study.Filter{History: true})), 2)
}

// testImportErrors sees that an import which fails leaves nothing.
func testImportErrors(t *testing.T, fresh Fresh) {
	_, s := Filled(t, fresh, 1, 1)
	ctx := t.Context()
	before, err := s.Snapshot(ctx)
	must(t, err)
	task := study.Task{Judge: "j002", State: study.Finished}
	good := answer("j002", 0, "a", "good.A", "yes")
	full := errors.New("no room")
	for _, c := range []struct {
		name    string
		token   int
		answers []study.Answer
		err     error
		code    study.Code
	}{
		{"its own error", 2, []study.Answer{good}, full, ""},
		{"a token that is there", 1, []study.Answer{good}, nil, study.Conflict},
		{"an id for two answers", 2, []study.Answer{good, answer("j002", 0, "a", "good.A", "no")}, nil, study.Conflict},
		{"no such task", 2, []study.Answer{good, answer("j002", 7, "b", "good.A", "no")}, nil, study.NotFound},
		{"no id", 2, []study.Answer{good, answer("j002", 0, "", "good.B", "no")}, nil, study.Invalid},
	} {
		err := s.Import(ctx, [][32]byte{Token(c.token)}, Start, func(*study.Board, []study.Judge) ([]study.Task, []study.Answer, error) {
			return []study.Task{task}, c.answers, c.err
		}, Event("imported"))
		if c.err != nil && !errors.Is(err, c.err) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.err)
		} else if c.err == nil {
			wantCode(t, err, c.code)
		}
		after, err := s.Snapshot(ctx)
		must(t, err)
		equal(t, c.name, after, before)
	}
}
