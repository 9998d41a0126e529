package postgres

import (
	"context"
	"fmt"

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
	l := &looker{engine{readers: pool(config), writers: pool(config)}}
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
	if v, err := s.Known(ctx); err != nil {
		return err
	} else if v == 0 {
		return database.ErrNoStudy()
	}
	return nil
}

// Write implements database.Engine.
func (l *looker) Write(context.Context, database.Claim, database.Work) error {
	return database.ErrLooking()
}

// Check implements database.Engine. The server checks its own files; what is looked at here
// is whether the triggers that protect history are there and at work.
func (e *engine) Check(ctx context.Context) (problems []string, err error) {
	err = e.Read(ctx, func(ctx context.Context, conn database.Conn) error {
		problems = nil
		rows, err := conn.QueryContext(ctx, `SELECT name FROM unnest($1::text[]) name WHERE NOT EXISTS (
			SELECT 1 FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
			WHERE c.relnamespace = current_schema()::regnamespace AND t.tgname = name AND t.tgenabled <> 'D')`, triggers)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			problems = append(problems, fmt.Sprintf("its trigger %s was lost or switched off", name))
		}
		return rows.Err()
	})
	return problems, err
}

// triggers are those that every version of the tables has.
var triggers = []string{
	"answer_stays", "answer_remains", "answer_full", "event_stays", "event_full",
	"study_stays", "study_remains", "study_full", "subject_stays", "subject_full",
}
