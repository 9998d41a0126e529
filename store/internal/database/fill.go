package database

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"

	"hed/study"
)

// filled is the version of the migration that gives their seals to the rows of an older hed.
const filled = 3

// filling is that migration. Seals are not made by the database, so it is not one of SQL.
func filling(dialect goose.Dialect) *goose.Migration {
	return goose.NewGoMigration(filled, &goose.GoFunc{RunTx: func(ctx context.Context, conn *sql.Tx) error {
		t := &tx{ctx, conn}
		if dialect == goose.DialectPostgres {
			// An older hed may be at work between the migrations.
			if _, err := t.exec(`LOCK TABLE study, subject, judge, task, answer, event IN ACCESS EXCLUSIVE MODE`); err != nil {
				return err
			}
		}
		if err := t.fill(); err != nil || dialect != goose.DialectPostgres {
			return err
		}
		for _, table := range []string{"study", "subject", "judge", "task", "answer", "event"} {
			if _, err := t.exec(`ALTER TABLE ` + table + ` ALTER COLUMN seal SET NOT NULL`); err != nil {
				return err
			}
		}
		return nil
	}}, nil)
}

// fill seals what is there. Rows that have a seal keep it: to seal what may have been
// changed since would hide that.
func (t *tx) fill() error {
	for _, name := range []string{caseChain, judgeChain, eventChain} {
		if _, err := t.exec(`INSERT INTO chain (name, length, tip) VALUES ($1, 0, NULL) ON CONFLICT DO NOTHING`, name); err != nil {
			return err
		}
	}
	for _, part := range []func() error{t.fillStudy, t.fillCases, t.fillJudges, t.fillTasks, t.fillEvents} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) fillStudy() error {
	var body, consensus string
	var running int
	found, err := t.one(`SELECT body, consensus, running FROM study WHERE seal IS NULL`, nil, &body, &consensus, &running)
	if err == nil && found {
		_, err = t.exec(`UPDATE study SET seal = $1`, digestOfStudy(body, consensus, running))
	}
	return err
}

// A bare row is one without a seal.
type bare struct {
	seq int64
	own []byte
}

// extend seals rows that have none, in their order, and adds them to a chain.
func (t *tx) extend(c chain, rows []bare, update string) (chain, error) {
	for _, r := range rows {
		seal := c.seal(r.own)
		if _, err := t.exec(update, seal, r.seq); err != nil {
			return c, err
		}
		c = c.after(seal, r.seq)
	}
	return c, nil
}

func (t *tx) fillCases() error {
	return t.fillChain(caseChain, func(row scanner) (r bare, err error) {
		var body string
		err = row.Scan(&r.seq, &body)
		r.own = digestOfCase(int(r.seq), body)
		return r, err
	}, `SELECT number, body FROM subject WHERE seal IS NULL ORDER BY number`, `UPDATE subject SET seal = $1 WHERE number = $2`)
}

func (t *tx) fillEvents() error {
	return t.fillChain(eventChain, func(row scanner) (bare, error) {
		e, err := scanEvent(row)
		return bare{e.Seq, digestOfEvent(&e)}, err
	}, `SELECT `+eventColumns+` FROM event WHERE seal IS NULL ORDER BY seq`, `UPDATE event SET seal = $1 WHERE seq = $2`)
}

func (t *tx) fillChain(name string, scan func(scanner) (bare, error), query, update string) error {
	rows, err := all(t, scan, query)
	if err != nil {
		return err
	}
	c, err := t.chain(name)
	if err != nil {
		return err
	}
	if c, err = t.extend(c, rows, update); err != nil {
		return err
	}
	return t.setChain(name, c)
}

func (t *tx) fillJudges() error {
	judges, err := all(t, scanJudge, `SELECT `+judgeColumns+` FROM judge WHERE seal IS NULL ORDER BY length(id), substr(id, 2)`)
	if err != nil || len(judges) == 0 {
		return err
	}
	members, err := t.chain(judgeChain)
	if err != nil {
		return err
	}
	for i := range judges {
		j := &judges[i]
		if _, err := t.exec(`UPDATE judge SET seal = $1 WHERE id = $2`, digestOfJudge(j), j.ID); err != nil {
			return err
		}
		members = members.after(members.seal(memberOf(j)), members.length)
		for _, which := range []struct {
			number  int
			compare string
		}{{0, `>=`}, {study.About, `<`}} {
			rows, err := all(t, func(row scanner) (bare, error) {
				a, err := scanAnswer(row)
				return bare{a.Seq, digestOfAnswer(&a)}, err
			}, `SELECT `+answerColumns+` FROM answer WHERE judge = $1 AND number `+which.compare+` 0 AND seal IS NULL ORDER BY seq`, j.ID)
			if err != nil {
				return err
			}
			c, err := t.extend(chain{}, rows, `UPDATE answer SET seal = $1 WHERE seq = $2`)
			if err != nil {
				return err
			}
			if c.length == 0 {
				continue
			}
			if _, err := t.exec(`UPDATE judge SET (`+answersOf(which.number)+`) = ($1, $2) WHERE id = $3`, c.length, c.tip, j.ID); err != nil {
				return err
			}
		}
	}
	return t.setChain(judgeChain, members)
}

func (t *tx) fillTasks() error {
	tasks, err := all(t, scanTask, `SELECT `+taskColumns+` FROM task WHERE seal IS NULL`)
	for i := range tasks {
		if err == nil {
			err = t.put(&tasks[i])
		}
	}
	return err
}
