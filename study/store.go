package study

import (
	"context"
	"iter"
	"slices"
	"time"
)

// A Store keeps one study with all that happens to it. store/sqlite and
// store/postgres implement it; store/storetest is the contract that both pass.
//
// Every method is one transaction. When a method that changes something returns
// without an error, the change survives the loss of the process and of power. A
// Store is safe for concurrent use, by several processes too. Errors are *Error
// where the comment names a code.
//
// A function that a method is given may be called more than once, where a transaction
// is tried again, so it sets and does not count. It may read the Store, and must not
// write to it, which would wait for itself.
type Store interface {
	// Create puts a study into an empty store. Conflict if there is one already.
	Create(ctx context.Context, s *Study, cases []Case, e Event) error
	// Study gives what Create was given. NoStudy if the store is empty.
	Study(ctx context.Context) (*Study, error)
	// Case gives a case by number. NotFound if there is none.
	Case(ctx context.Context, number int) (*Case, error)

	// AddJudges adds judges with these tokens and gives them, with their new ids.
	// Conflict if a token is there already.
	AddJudges(ctx context.Context, tokens [][32]byte, e Event) ([]Judge, error)
	// AddModel adds a judge that is a model, whom no link leads to, and gives it, with its new id, which the event is
	// of. Conflict if the token is there already.
	AddModel(ctx context.Context, token [32]byte, e Event) (*Judge, error)
	// Enrol adds a judge with this token, unless most have come with an event like e
	// already, which is one with the same What and Note: then it is Closed. Of several
	// that come at once no more are let in.
	Enrol(ctx context.Context, token [32]byte, most int, e Event) (*Judge, error)
	// JudgeOf gives the judge with a token. NotFound if there is none.
	JudgeOf(ctx context.Context, token [32]byte) (*Judge, error)
	// Judges gives all by id.
	Judges(ctx context.Context) ([]Judge, error)
	// SetJudge changes the state of a judge. NotFound if there is none, Forbidden if
	// one who was erased should be Active, since no link leads to him.
	SetJudge(ctx context.Context, id string, state JudgeState, e Event) error
	// EraseJudge takes away what could lead to the person: the token, when the
	// judge was seen, and all that was answered under About, old answers included.
	// The judge is Revoked, unless Excluded. NotFound if there is none.
	EraseJudge(ctx context.Context, id string, e Event) error

	// Assign changes tasks. While it runs no other Assign does, so what pick
	// sees is still so when what it gives is stored: tasks that are new, or
	// that changed. If pick gives an error nothing is stored.
	Assign(ctx context.Context, pick func(*Board) ([]Task, error), e ...Event) error
	// Tasks gives those of a judge by position; of all judges, by judge, if judge
	// is "".
	Tasks(ctx context.Context, judge string) ([]Task, error)

	// Import adds judges with these tokens, as AddJudges does, and what fill makes of
	// them and of the Board that has them: tasks that are new or changed, and answers,
	// which are saved now. All of it is there afterwards, or nothing. While it runs no
	// Assign does. An answer whose ID is there is not kept again; judges are not Seen,
	// nor tasks Touched but by fill. Conflict if a token
	// is there already, or an ID for another question or value; NotFound if the judge
	// of an answer has no task for it.
	Import(ctx context.Context, tokens [][32]byte, now time.Time, fill func(b *Board, added []Judge) ([]Task, []Answer, error), e Event) error

	// Save keeps an answer, and gives it with Seq and At set. If an answer of
	// the judge with that ID is there, it gives that one and keeps nothing;
	// Conflict if that one was for another question or value. For a case, the
	// judge's task is handed to allow, for About nil, whose error ends it; allow may
	// change the task's state, and Touched is set to now. NotFound if the judge has no
	// such task. The answers before are those that count now, by question.
	Save(ctx context.Context, a Answer, now time.Time, allow func(t *Task, before map[string]string) error) (Answer, error)
	// Advance hands a task and the judge's answers to the case to change, and
	// stores the task as that leaves it. If change finishes the task, it is Done after
	// those of the case that are finished already, also if the clock was set back since.
	// NotFound if the judge has no such task.
	Advance(ctx context.Context, judge string, number int, change func(t *Task, answers map[string]string) error) (*Task, error)
	// Answers gives answers by Seq.
	Answers(ctx context.Context, f Filter) iter.Seq2[*Answer, error]

	// Running tells whether the study takes answers, which it does at first. NoStudy if
	// the store is empty.
	Running(ctx context.Context) (bool, error)
	// SetRunning stops the study or lets it go on. When it goes on, open tasks are
	// Touched at the time of e: nobody could answer before, so nobody left them lying.
	// NoStudy if the store is empty.
	SetRunning(ctx context.Context, running bool, e Event) error
	// Note keeps an event that changes nothing else.
	Note(ctx context.Context, e Event) error
	// Snapshot gives all of the study as it is at one moment. NoStudy if the store
	// is empty.
	Snapshot(ctx context.Context) (*Snapshot, error)
	// Events gives the history, oldest first.
	Events(ctx context.Context) iter.Seq2[*Event, error]

	Close() error
}

// A Filter says which answers are wanted.
type Filter struct {
	Judge string // "" for all
	Case  *int   // nil for all
	// Question is an item's key; "" for all.
	Question string
	// History: also those that later ones took the place of.
	History bool
}

// A Snapshot is a study with all that happened to it, but for old answers.
type Snapshot struct {
	Study   *Study
	Running bool
	Cases   []Case   // by number
	Judges  []Judge  // by id
	Tasks   []Task   // by judge and position
	Answers []Answer // those that count, by Seq
	Events  []Event  // oldest first
}

// people is a Board without models.
func (b *Board) people() *Board {
	if !slices.ContainsFunc(b.Judges, func(j Judge) bool { return j.Model() }) {
		return b
	}
	return &Board{
		Judges: slices.DeleteFunc(slices.Clone(b.Judges), func(j Judge) bool { return j.Model() }),
		Tasks:  slices.DeleteFunc(slices.Clone(b.Tasks), func(t Task) bool { return IsModel(t.Judge) }),
		Values: b.Values,
	}
}

// A Board is who has which task, for Study.Next.
type Board struct {
	Judges []Judge
	Tasks  []Task
	// Values are the answers that count to the question of the protocol's
	// Consensus, by case and judge; nil without one.
	Values map[int]map[string]string
}
