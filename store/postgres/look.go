package postgres

import (
	"context"
	"fmt"
	"slices"

	"hed/store/internal/database"
)

// Look opens the store at a URL for reading alone, as it is: nothing is migrated, and what
// would write is study.Unavailable. The database may be a standby.
func Look(ctx context.Context, url string) (*database.Store, error) {
	config, err := parse(url)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["default_transaction_read_only"] = "on"
	l := &looker{newEngine(config)}
	if err := l.prepare(ctx); err != nil {
		l.Close()
		return nil, fmt.Errorf("open store %s on %s: %w", config.Database, config.Host, explain(err))
	}
	return database.New(l), nil
}

// A looker is an engine that only reads.
type looker struct{ engine }

func (l *looker) prepare(ctx context.Context) error {
	s, err := l.schema(ctx)
	if err != nil {
		return err
	}
	return s.Need(ctx)
}

// Write implements database.Engine.
func (l *looker) Write(context.Context, database.Claim, database.Work) error {
	return database.ErrLooking()
}

// Check implements database.Engine. The server checks its own files; what is looked at here
// is whether the triggers that protect history are there and at work, and whether the view of
// answers that count shows these.
func (e *engine) Check(ctx context.Context) (problems []string, err error) {
	s, err := e.schema(ctx)
	if err != nil {
		return nil, err
	}
	version, err := s.Known(ctx)
	if err != nil {
		return nil, explain(err)
	}
	want := triggers
	if version >= 2 {
		want = append(slices.Clip(want), "event_remains", "subject_remains")
	}
	err = e.Read(ctx, func(ctx context.Context, conn database.Conn) (err error) {
		problems, err = texts(ctx, conn, `SELECT 'its trigger ' || name || ' was lost or switched off' FROM unnest($1::text[]) name WHERE NOT EXISTS (
			SELECT 1 FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
			WHERE c.relnamespace = current_schema()::regnamespace AND t.tgname = name AND t.tgenabled <> 'D')`, want)
		if err != nil {
			return err
		}
		view, err := texts(ctx, conn, `SELECT 'its view counting was lost' WHERE to_regclass('counting') IS NULL`)
		if err == nil && view == nil {
			// Its rows are compared: each version of the server writes its text in its own way.
			view, err = texts(ctx, conn, `WITH
				shown AS (SELECT seq, judge, id, number, question, value, at, millis, origin FROM counting),
				latest AS (SELECT DISTINCT ON (judge, number, question) seq, judge, id, number, question, value, at, millis, origin
					FROM answer ORDER BY judge, number, question, seq DESC)
				SELECT 'its view counting does not show the answers that count'
				WHERE EXISTS (TABLE shown EXCEPT ALL TABLE latest) OR EXISTS (TABLE latest EXCEPT ALL TABLE shown)`)
		}
		problems = append(problems, view...)
		return err
	})
	return problems, err
}

// texts gives the rows of a query, which are one text each.
func texts(ctx context.Context, conn database.Conn, query string, args ...any) (list []string, err error) {
	rows, err := conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}

// triggers are those that every version of the tables has.
var triggers = []string{
	"answer_stays", "answer_remains", "answer_full", "event_stays", "event_full",
	"study_stays", "study_remains", "study_full", "subject_stays", "subject_full",
}
