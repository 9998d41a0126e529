package database

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"hed/internal/count"
	"hed/study"
)

// A Report is what Verify found in a store.
type Report struct {
	// Problems say what is not as it was saved, and where. There are none in a store that
	// is whole.
	Problems []string
	// Unsealed: an older hed wrote the store, without the seals by which changed rows are
	// found. They are made when it is next opened for writing.
	Unsealed bool

	Cases, Judges, Tasks, Events int
	Answers                      int // with those that later ones took the place of
}

func (r *Report) problem(format string, args ...any) {
	r.Problems = append(r.Problems, fmt.Sprintf(format, args...))
}

// Verify looks at all that the store has: at the database, as far as that can check itself,
// and at the seal of every row. It changes nothing. An error means that it could not look;
// what it finds is in the report.
func (s *Store) Verify(ctx context.Context) (*Report, error) {
	problems, err := s.engine.Check(ctx)
	if err != nil {
		return nil, err
	}
	var r *Report
	err = s.read(ctx, func(t *tx) error {
		r = new(Report)
		return r.verify(t)
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}
	r.Problems = append(problems, r.Problems...)
	return r, nil
}

func (r *Report) verify(t *tx) error {
	v, err := t.version(Version)
	if err != nil {
		return err
	}
	if _, _, err := t.study(); study.CodeOf(err) == study.NoStudy {
		return err
	}
	if r.Unsealed = v < filled; r.Unsealed {
		return r.tally(t)
	}
	// What cannot be read is damaged too, and the rest is looked at all the same.
	for _, part := range []struct {
		what string
		look func(*tx) error
	}{{"the study", r.study}, {"the cases", r.cases}, {"the judges and their answers", r.judges}, {"the events", r.events}} {
		if err := part.look(t); err != nil {
			r.problem("%s cannot be read to the end: %v", part.what, err)
		}
	}
	return nil
}

// tally counts what an older hed wrote.
func (r *Report) tally(t *tx) error {
	for _, c := range []struct {
		table string
		n     *int
	}{{"subject", &r.Cases}, {"judge", &r.Judges}, {"task", &r.Tasks}, {"answer", &r.Answers}, {"event", &r.Events}} {
		if _, err := t.one(`SELECT count(*) FROM `+c.table, nil, c.n); err != nil {
			return err
		}
	}
	return nil
}

// A sealed row is read together with what comes after its own columns.
type sealed struct {
	scanner
	more []any
}

func (s sealed) Scan(dest ...any) error { return s.scanner.Scan(append(dest, s.more...)...) }

// each hands every row of a query to do.
func each(t *tx, query string, do func(scanner) error) error {
	_, err := all(t, func(row scanner) (struct{}, error) { return struct{}{}, do(row) }, query)
	return err
}

// follow looks at the next row of a chain.
func (r *Report) follow(c *chain, seal, own []byte, seq int64, what func() string) {
	switch same, next := c.holds(seal, own); {
	case !same:
		r.problem("%s is not what was saved", what())
	case !next:
		r.problem("%s does not follow the one before: one was lost, added or moved", what())
	}
	*c = c.after(seal, seq)
}

// end compares how far a chain goes with how far it should.
func (r *Report) end(got, want chain, of, noun string) {
	n := count.Of(int(want.length), noun)
	switch {
	case got.length < want.length:
		r.problem("%s has %d of %s: the last were lost", of, got.length, n)
	case got.length > want.length:
		r.problem("%s has %d %ss and should have %d: some were added", of, got.length, noun, want.length)
	case !got.equal(want):
		r.problem("%s has %s, but the last is not the one that was saved last", of, n)
	}
}

func (r *Report) study(t *tx) error {
	return each(t, `SELECT body, consensus, running, seal FROM study`, func(row scanner) error {
		var body, consensus string
		var running int
		var seal []byte
		if err := row.Scan(&body, &consensus, &running, &seal); err != nil {
			return err
		}
		if string(seal) != string(digestOfStudy(body, consensus, running)) {
			r.problem("the study itself (its protocol, or whether it takes answers) is not what was saved")
		}
		return nil
	})
}

func (r *Report) cases(t *tx) error {
	want, err := t.chain(caseChain)
	if err != nil {
		return err
	}
	var got chain
	err = each(t, `SELECT number, body, seal FROM subject ORDER BY number`, func(row scanner) error {
		var number int
		var body string
		var seal []byte
		if err := row.Scan(&number, &body, &seal); err != nil {
			return err
		}
		r.Cases++
		r.follow(&got, seal, digestOfCase(number, body), int64(number), func() string { return fmt.Sprintf("case %d", number) })
		return nil
	})
	if err == nil {
		r.end(got, want, "the study", "case")
	}
	return err
}

func (r *Report) events(t *tx) error {
	want, err := t.chain(eventChain)
	if err != nil {
		return err
	}
	var got chain
	err = each(t, `SELECT `+eventColumns+`, seal FROM event ORDER BY seq`, func(row scanner) error {
		var seal []byte
		e, err := scanEvent(sealed{row, []any{&seal}})
		if err != nil {
			return err
		}
		r.Events++
		r.follow(&got, seal, digestOfEvent(&e), e.Seq, func() string { return fmt.Sprintf("event %d (%s %s)", e.Seq, e.What, e.Of) })
		return nil
	})
	if err == nil {
		r.end(got, want, "the study", "event")
	}
	return err
}

// An end is how far the chains of a judge should go.
type end struct{ answers, about chain }

func (r *Report) judges(t *tx) error {
	want, err := t.chain(judgeChain)
	if err != nil {
		return err
	}
	var got chain
	ends := map[string]end{}
	err = each(t, `SELECT `+judgeColumns+`, seal, answers, answers_tip, about, about_tip FROM judge ORDER BY length(id), substr(id, 2)`, func(row scanner) error {
		var seal []byte
		var e end
		j, err := scanJudge(sealed{row, []any{&seal, &e.answers.length, &e.answers.tip, &e.about.length, &e.about.tip}})
		if err != nil {
			return err
		}
		r.Judges++
		if string(seal) != string(digestOfJudge(&j)) {
			r.problem("judge %s (state, link or beginning) is not what was saved", j.ID)
		}
		got = got.after(got.seal(memberOf(&j)), got.length)
		ends[j.ID] = e
		return nil
	})
	if err != nil {
		return err
	}
	r.end(got, want, "the study", "judge")
	return r.answers(t, ends)
}

// answers follows the answers of all judges at once, in the order in which they were saved:
// that is the order of the table, for which no index has to be right.
func (r *Report) answers(t *tx, ends map[string]end) error {
	type place struct {
		judge  string
		number int
	}
	given := map[place]bool{}
	err := each(t, `SELECT `+taskColumns+`, seal FROM task ORDER BY judge, position`, func(row scanner) error {
		var seal []byte
		task, err := scanTask(sealed{row, []any{&seal}})
		if err != nil {
			return err
		}
		r.Tasks++
		given[place{task.Judge, task.Case}] = true
		if string(seal) != string(digestOfTask(&task)) {
			r.problem("how far judge %s is with case %d is not what was saved", task.Judge, task.Case)
		}
		return nil
	})
	if err != nil {
		return err
	}
	found := map[string]*end{}
	err = each(t, `SELECT `+answerColumns+`, seal FROM answer ORDER BY seq`, func(row scanner) error {
		var seal []byte
		a, err := scanAnswer(sealed{row, []any{&seal}})
		if err != nil {
			return err
		}
		r.Answers++
		if _, known := ends[a.Judge]; !known {
			r.problem("answer %d is of judge %q, who was lost", a.Seq, a.Judge)
		}
		if found[a.Judge] == nil {
			found[a.Judge] = new(end)
		}
		c, what := &found[a.Judge].answers, func() string {
			return fmt.Sprintf("answer %d, of judge %s to %s of case %d,", a.Seq, a.Judge, a.Question, a.Case)
		}
		if a.Case == study.About {
			c, what = &found[a.Judge].about, func() string {
				return fmt.Sprintf("answer %d, of judge %s to %s about themselves,", a.Seq, a.Judge, a.Question)
			}
		} else if !given[place{a.Judge, a.Case}] {
			r.problem("%s is there, but that the judge was given the case was lost", what())
		}
		r.follow(c, seal, digestOfAnswer(&a), a.Seq, what)
		return nil
	})
	if err != nil {
		return err // what follows would only say that the rest is missing
	}
	for _, id := range slices.Sorted(maps.Keys(ends)) {
		want, got := ends[id], found[id]
		if got == nil {
			got = new(end)
		}
		r.end(got.answers, want.answers, "judge "+id, "answer")
		r.end(got.about, want.about, "judge "+id, "answer about themselves")
	}
	return nil
}

// String says what the store has.
func (r *Report) String() string {
	return fmt.Sprintf("%s, %s, %s, %s", count.Of(r.Cases, "case"), count.Of(r.Judges, "judge"), count.Of(r.Answers, "answer"), count.Of(r.Events, "event"))
}

// Err is nil if there are no problems, and otherwise an error that has the first of them.
func (r *Report) Err() error {
	switch n := len(r.Problems); n {
	case 0:
		return nil
	case 1:
		return study.Errorf(study.Unavailable, "it is damaged: %s", r.Problems[0])
	default:
		return study.Errorf(study.Unavailable, "it is damaged: %s (and %s)", r.Problems[0], count.Of(n-1, "more problem"))
	}
}
