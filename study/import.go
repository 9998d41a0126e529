package study

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"hed/internal/count"
)

// An Imported answer is a line of a file.
type Imported struct {
	Line     int
	Judge    string // as the file calls him
	Case     int
	Question string
	Value    string
}

// An ImportError is a line that is no answer.
type ImportError struct {
	Line int // 0 if it is about the whole file
	Err  error
}

func (e *ImportError) Error() string {
	if e.Line == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

func (e *ImportError) Unwrap() error { return e.Err }

// Import adds answers from elsewhere to a study, and gives how many judges and answers
// are new. Each name is a judge who has no link; the same name in a later import is the
// same judge. All answers are checked, and all of them are added, or none. The first
// line that is wrong is an *ImportError: no answer to what was asked, a second answer,
// or another one than an import before has. So is the id of a judge of the study who
// has answered, since an export of the study itself would make two judges of one.
// What is there already is not added again.
//
// Answers may come in any order. A case that they do not finish is Returned, for others
// to do.
func Import(ctx context.Context, st Store, rows []Imported, now time.Time) (judges, answers int, err error) {
	s, err := st.Study(ctx)
	if err != nil {
		return 0, 0, err
	}
	im := &importer{study: s, store: st, cases: map[int]*Case{}, byName: map[string]*writer{}}
	if err := im.meet(ctx); err != nil {
		return 0, 0, err
	}
	var bad *ImportError
	refuse := func(e *ImportError) {
		if bad == nil || e.Line < bad.Line {
			bad = e
		}
	}
	for i := range rows {
		if err := im.take(ctx, &rows[i]); CodeOf(err) != "" {
			refuse(&ImportError{rows[i].Line, err})
		} else if err != nil {
			return 0, 0, err
		}
	}
	for _, w := range im.writers {
		im.place(w)
		if e := im.check(w); e != nil {
			refuse(e)
		}
	}
	if bad != nil {
		return 0, 0, bad
	}
	return im.add(ctx, now)
}

// An importer is at work on a file.
type importer struct {
	study   *Study
	store   Store
	cases   map[int]*Case
	judges  map[string]bool // of the study, by id, that have answered
	writers []*writer       // in the order of the file
	byName  map[string]*writer
}

// meet finds the judges that have answered.
func (im *importer) meet(ctx context.Context) error {
	im.judges = map[string]bool{}
	for a, err := range im.store.Answers(ctx, Filter{}) {
		if err != nil {
			return err
		}
		im.judges[a.Judge] = true
	}
	return nil
}

// A writer is a judge of the file.
type writer struct {
	name  string
	token [32]byte
	id    string // "" if no import before had him
	order []int  // the cases, in the order of the file
	of    map[int]*written
}

// written is what a writer said of a case.
type written struct {
	task  Task
	known bool                 // the task is there
	had   map[string]string    // what was imported before
	now   map[string]*Imported // by question
}

// modelName is what a study calls a model.
var modelName = regexp.MustCompile(`^m[0-9]+$`)

// take puts a row where it belongs.
func (im *importer) take(ctx context.Context, r *Imported) (err error) {
	if r.Judge == "" {
		return Errorf(Invalid, "the judge is empty; every row needs one")
	}
	if modelName.MatchString(r.Judge) {
		return Errorf(Invalid, "the judge %s has a name that studies give to models; if they are a person, give them another name", r.Judge)
	}
	if im.cases[r.Case] == nil {
		if im.cases[r.Case], err = im.store.Case(ctx, r.Case); err != nil {
			return err
		}
	}
	w := im.byName[r.Judge]
	if w == nil {
		if w, err = im.find(ctx, r.Judge); err != nil {
			return err
		}
		im.writers, im.byName[r.Judge] = append(im.writers, w), w
	}
	c := w.of[r.Case]
	if c == nil {
		c = &written{task: Task{Case: r.Case, State: Open}, had: map[string]string{}, now: map[string]*Imported{}}
		w.of[r.Case] = c
	}
	if len(c.now) == 0 {
		w.order = append(w.order, r.Case)
	}
	if c.now[r.Question] != nil {
		return Errorf(Conflict, "judge %s has answered %s of case %d before; keep one", r.Judge, r.Question, r.Case)
	}
	if old, ok := c.had[r.Question]; ok && old != r.Value {
		return Errorf(Conflict, "judge %s answered %s of case %d with %q in an earlier import, and answers cannot be changed; if this is somebody else, give them another name", r.Judge, r.Question, r.Case, short(old))
	}
	c.now[r.Question] = r
	return nil
}

// find gives a writer with what he did in imports before.
func (im *importer) find(ctx context.Context, name string) (*writer, error) {
	w := &writer{name: name, token: sha256.Sum256([]byte(byImport + "\x00" + name)), of: map[int]*written{}}
	// What is hashed is known to whoever has the file, and must not be a token that
	// opens the study: with a bit flipped it is the hash of nothing that anybody knows.
	w.token[0] ^= 1
	j, err := im.store.JudgeOf(ctx, w.token)
	if CodeOf(err) == NotFound {
		if im.judges[name] {
			return nil, Errorf(Conflict, "%s is already a judge of this study, with answers; if this is somebody else, give them another name", name)
		}
		return w, nil
	}
	if err != nil {
		return nil, err
	}
	w.id = j.ID
	tasks, err := im.store.Tasks(ctx, j.ID)
	if err != nil {
		return nil, err
	}
	for _, t := range tasks {
		w.of[t.Case] = &written{task: t, known: true, had: map[string]string{}, now: map[string]*Imported{}}
	}
	for a, err := range im.store.Answers(ctx, Filter{Judge: j.ID}) {
		if err != nil {
			return nil, err
		}
		if c := w.of[a.Case]; c != nil {
			c.had[a.Question] = a.Value
		}
	}
	return w, nil
}

// place gives each new case a position among the writer's: the first free one at which
// just those checks of attention are asked that were answered, since a file does not
// say in which order cases were done.
func (im *importer) place(w *writer) {
	used := map[int]bool{}
	for _, c := range w.of {
		if c.known {
			used[c.task.Position] = true
		}
	}
	fits := func(c *written, at int) bool {
		for i := range im.study.Protocol.Attention {
			a := &im.study.Protocol.Attention[i]
			if (at%a.Every == a.Every-1) != (c.now[a.Question.ID] != nil) {
				return false
			}
		}
		return true
	}
	for _, number := range w.order {
		c := w.of[number]
		if c.known {
			continue
		}
		free := -1
		for at := range (len(used) + 1) * mostEvery {
			if used[at] {
				continue
			}
			if free < 0 {
				free = at
			}
			if fits(c, at) {
				free = at
				break
			}
		}
		c.task.Position, used[free] = free, true
	}
}

// check checks the answers of a writer, in the order in which they are asked, as if he
// had reached their pages.
func (im *importer) check(w *writer) (bad *ImportError) {
	for _, number := range w.order {
		c := w.of[number]
		answers := c.answers()
		for _, r := range c.now {
			t := Task{Case: number, Position: c.task.Position, State: Open}
			_, t.Step = im.study.Protocol.find(im.cases[number], &t, r.Question)
			if err := im.study.Check(im.cases[number], &t, r.Question, r.Value, answers); err != nil && (bad == nil || r.Line < bad.Line) {
				bad = &ImportError{r.Line, err}
			}
		}
	}
	return bad
}

// answers are all that the writer gave to a case.
func (c *written) answers() map[string]string {
	all := map[string]string{}
	for q, v := range c.had {
		all[q] = v
	}
	for q, r := range c.now {
		all[q] = r.Value
	}
	return all
}

// add adds what is new, and gives how much that is.
func (im *importer) add(ctx context.Context, now time.Time) (judges, answers int, err error) {
	var tokens [][32]byte
	for _, w := range im.writers {
		if w.id == "" {
			tokens = append(tokens, w.token)
		}
		answers += len(w.fresh())
	}
	if judges = len(tokens); answers == 0 {
		return 0, 0, nil
	}
	note := count.Of(judges, "judge") + ", " + count.Of(answers, "answer")
	err = im.store.Import(ctx, tokens, now, func(b *Board, added []Judge) ([]Task, []Answer, error) {
		tasks, answers := im.fill(b, added, now)
		return tasks, answers, nil
	}, Event{At: now, By: byImport, What: "imported", Note: note})
	if err != nil {
		return 0, 0, err
	}
	return judges, answers, nil
}

// fill gives the tasks and answers of all writers. Each finds the board as those before
// left it, since they may have finished a round.
func (im *importer) fill(b *Board, added []Judge, now time.Time) (tasks []Task, answers []Answer) {
	for _, w := range im.writers {
		id := w.id
		if id == "" {
			id, added = added[0].ID, added[1:]
		}
		own := im.tasks(b, w, id, now)
		b.Tasks = slices.DeleteFunc(b.Tasks, func(t Task) bool {
			return t.Judge == id && slices.ContainsFunc(own, func(o Task) bool { return o.Case == t.Case })
		})
		b.Tasks, tasks = append(b.Tasks, own...), append(tasks, own...)
		for _, r := range w.fresh() {
			answers = append(answers, Answer{ID: "import-" + strconv.Itoa(r.Case) + "-" + r.Question, Judge: id, Case: r.Case, Question: r.Question, Value: r.Value, Origin: byImport})
			if c := im.study.Protocol.Consensus; c != nil && c.Question == r.Question {
				if b.Values[r.Case] == nil {
					b.Values[r.Case] = map[string]string{}
				}
				b.Values[r.Case][id] = r.Value
			}
		}
	}
	return tasks, answers
}

// fresh are the rows that no import before had, in the order of the file.
func (w *writer) fresh() []*Imported {
	var rows []*Imported
	for _, c := range w.of {
		for q, r := range c.now {
			if _, there := c.had[q]; !there {
				rows = append(rows, r)
			}
		}
	}
	slices.SortFunc(rows, func(a, b *Imported) int { return cmp.Compare(a.Line, b.Line) })
	return rows
}

// tasks are those of a writer, by his id, that the answers make or go on with, as far as
// they go.
func (im *importer) tasks(b *Board, w *writer, id string, now time.Time) []Task {
	var tasks []Task
	plan := im.study.newPlan(b, id, now)
	for _, number := range w.order {
		c := w.of[number]
		t := c.task
		if t.State == Finished {
			continue
		}
		if !c.known {
			t.Judge, t.Given, t.Round = id, now, plan.cases[number].round
		}
		t.State, t.Touched = Open, now
		answers := c.answers()
		for t.State != Finished && im.study.CloseStep(im.cases[number], &t, answers, now) == nil {
		}
		if t.State != Finished {
			t.State = Returned // others may do what is missing
		}
		tasks = append(tasks, t)
	}
	return tasks
}

// byImport is who adds what comes from elsewhere.
const byImport = "import"
