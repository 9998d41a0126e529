package study

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"time"
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
	Line int
	Err  error
}

func (e *ImportError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *ImportError) Unwrap() error { return e.Err }

// Import adds answers from elsewhere to a study: each name gets a judge of its own, who
// has no link. All answers are checked before the first is added; one that is wrong is
// an *ImportError. Importing the same answers again adds nothing, so that an import
// that was interrupted is finished by doing it once more. It gives how many judges and
// answers there were.
func Import(ctx context.Context, st Store, rows []Imported, now time.Time) (judges, answers int, err error) {
	s, err := st.Study(ctx)
	if err != nil {
		return 0, 0, err
	}
	im := &importer{study: s, store: st, cases: map[int]*Case{}, work: map[string]map[int]*imported{}}
	digest := sha256.New()
	for i := range rows {
		r := &rows[i]
		if err := im.check(ctx, r); err != nil {
			if CodeOf(err) == "" {
				return 0, 0, err
			}
			return 0, 0, &ImportError{r.Line, err}
		}
		fmt.Fprintf(digest, "%q %d %q %q\n", r.Judge, r.Case, r.Question, r.Value)
	}
	for _, name := range im.names {
		if err := im.add(ctx, name, digest.Sum(nil), now); err != nil {
			return 0, 0, err
		}
	}
	return len(im.names), len(rows), nil
}

// An importer is at work on a file.
type importer struct {
	study *Study
	store Store
	cases map[int]*Case
	names []string // judges, in the order of the file
	work  map[string]map[int]*imported
}

// imported is what one judge said of one case.
type imported struct {
	task    Task
	rows    []*Imported
	answers map[string]string
}

// check checks an answer as if the judge had reached its page.
func (im *importer) check(ctx context.Context, r *Imported) (err error) {
	if r.Judge == "" {
		return Errorf(Invalid, "the judge is empty; every row needs one")
	}
	c := im.cases[r.Case]
	if c == nil {
		if c, err = im.store.Case(ctx, r.Case); err != nil {
			return err
		}
		im.cases[r.Case] = c
	}
	if im.work[r.Judge] == nil {
		im.names, im.work[r.Judge] = append(im.names, r.Judge), map[int]*imported{}
	}
	w := im.work[r.Judge][r.Case]
	if w == nil {
		w = &imported{task: Task{Case: r.Case, Position: len(im.work[r.Judge]), State: Open}, answers: map[string]string{}}
		im.work[r.Judge][r.Case] = w
	}
	if _, twice := w.answers[r.Question]; twice {
		return Errorf(Conflict, "judge %s has answered %s of case %d before; keep one", r.Judge, r.Question, r.Case)
	}
	t := w.task
	if _, step := im.study.Protocol.find(c, &t, r.Question); step > 0 {
		t.Step = step
	}
	if err := im.study.Check(c, &t, r.Question, r.Value, w.answers); err != nil {
		return err
	}
	w.answers[r.Question] = r.Value
	w.rows = append(w.rows, r)
	return nil
}

// add adds a judge and what he said.
func (im *importer) add(ctx context.Context, name string, digest []byte, now time.Time) error {
	// What is hashed is known to whoever has the file, and must not be a token that
	// opens the study: with a bit flipped it is the hash of nothing that anybody knows.
	token := sha256.Sum256(fmt.Appendf(nil, "import\x00%x\x00%s", digest, name))
	token[0] ^= 1
	j, err := im.store.JudgeOf(ctx, token)
	if CodeOf(err) == NotFound {
		var added []Judge
		added, err = im.store.AddJudges(ctx, [][32]byte{token}, Event{At: now, By: byImport, What: "imported"})
		if err == nil {
			j = &added[0]
		}
	}
	if err != nil {
		return err
	}
	var tasks []Task
	for _, w := range im.work[name] {
		t := w.task
		t.Judge, t.Given, t.Touched = j.ID, now, now
		for t.State != Finished && im.study.CloseStep(im.cases[t.Case], &t, w.answers, now) == nil {
		}
		if t.State != Finished {
			t.State = Returned // others may do what is missing
		}
		tasks = append(tasks, t)
	}
	slices.SortFunc(tasks, func(a, b Task) int { return cmp.Compare(a.Position, b.Position) })
	if err := im.store.Assign(ctx, func(*Board) ([]Task, error) { return tasks, nil }); err != nil {
		return err
	}
	for _, t := range tasks {
		for _, r := range im.work[name][t.Case].rows {
			a := Answer{ID: "import-" + strconv.Itoa(r.Case) + "-" + r.Question, Judge: j.ID, Case: r.Case, Question: r.Question, Value: r.Value, Origin: byImport}
			if _, err := im.store.Save(ctx, a, now, func(*Task, map[string]string) error { return nil }); err != nil {
				return err
			}
		}
	}
	return nil
}

// byImport is who adds what comes from elsewhere.
const byImport = "import"
