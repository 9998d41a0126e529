package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"hed/internal/whole"
	"hed/store/internal/database"
	"hed/study"
)

// Look opens the store in a file for reading alone, as it is: nothing is migrated, and
// what would write is study.Unavailable. The file, its folder or its disk need not be
// writable. A server may have the store open meanwhile.
func Look(ctx context.Context, file string) (*database.Store, error) {
	at, info, err := resolve(file)
	if err == nil && info == nil {
		return nil, study.Errorf(study.NoStudy, "there is no study in %s", file)
	}
	var l *looker
	if err == nil {
		l, err = look(ctx, at)
	}
	if err != nil {
		return nil, fmt.Errorf("open store %s: %w", file, explain(err))
	}
	return database.New(l), nil
}

// A looker is an engine that only reads.
type looker struct {
	db   *sql.DB
	copy *whole.Temporary // the folder of a copy that is read instead; nil if there is none
}

func look(ctx context.Context, file string) (*looker, error) {
	if err := lookLog(ctx, file); err != nil {
		return nil, err
	}
	l := new(looker)
	err := l.open(ctx, file)
	if c := code(err); c != sqlite3.SQLITE_CANTOPEN && c != sqlite3.SQLITE_READONLY {
		return l, err
	}
	// SQLite reads a file with a log only where it can make the log and the memory that its
	// processes share, unless they are there. They are not, and cannot be made, so no process
	// has the file open: it is read as something that nobody changes or, if a log is left
	// over, as a copy, in which SQLite can recover the log.
	log, e := os.Stat(file + "-wal")
	if _, shared := os.Stat(file + "-shm"); e == nil && shared == nil {
		return nil, err
	}
	settings := []string{"immutable=1"}
	if e == nil && log.Size() > 0 {
		settings = nil
		if l.copy, e = duplicate(file); e != nil {
			return nil, e
		}
		file = filepath.Join(l.copy.Path, copied)
	}
	if err = l.open(ctx, file, settings...); err != nil {
		if l.copy != nil {
			l.copy.Remove()
		}
		return nil, err
	}
	return l, nil
}

// lookLog sees that no commit was lost in the log of a file, if it has one. Who writes to it is kept out meanwhile by the lock, unless that cannot be had;
// then a commit on its way may look like damage, and it is looked at again.
func lookLog(ctx context.Context, file string) error {
	if log, err := os.Stat(file + "-wal"); err != nil || log.Size() == 0 {
		return nil
	}
	if f, err := os.OpenFile(file+"-lock", os.O_RDWR, 0); err == nil {
		l := &lock{name: file + "-lock", file: f}
		if err := l.hold(ctx); err != nil {
			return err
		}
		defer l.close() // and with it the lock
		return untorn(file)
	}
	var err error
	for range 5 {
		if err = untorn(file); err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil // or it was moved to the file
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	return err
}

// copied is the name of a copy in its folder.
const copied = "study.db"

// duplicate copies a file and its log to a new folder.
func duplicate(file string) (*whole.Temporary, error) {
	dir, err := whole.NewTemporary("hed-look-")
	if err != nil {
		return nil, err
	}
	for _, suffix := range []string{"", "-wal"} {
		if err = copyFile(file+suffix, filepath.Join(dir.Path, copied+suffix)); err != nil {
			dir.Remove()
			return nil, err
		}
	}
	return dir, nil
}

func copyFile(from, to string) error {
	r, err := os.Open(from)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, r)
	return errors.Join(err, w.Close())
}

// open connects to a file that has a study of a version that we know.
func (l *looker) open(ctx context.Context, file string, settings ...string) (err error) {
	l.db, err = connect(file, append(settings, "mode=ro", "_pragma=busy_timeout(200)", "_pragma=query_only(1)", "_dqs=0", "_defensive=1", "_error_rc=1")...)
	if err != nil {
		return err
	}
	err = patiently(ctx, func() error {
		var tables, app int
		if err := l.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_master`).Scan(&tables); err != nil {
			return err
		}
		if err := l.db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&app); err != nil {
			return err
		}
		if tables > 0 && app != application {
			return errors.New("it is a SQLite file, but does not have a study")
		}
		s, err := schema(ctx, l.db)
		if err != nil {
			return err
		}
		return s.Need(ctx)
	})
	if err != nil {
		l.db.Close()
	}
	return err
}

// Read implements database.Engine.
func (l *looker) Read(ctx context.Context, f database.Work) error {
	return explain(patiently(ctx, func() error {
		tx, err := l.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		return f(ctx, tx)
	}))
}

// Write implements database.Engine.
func (l *looker) Write(context.Context, database.Claim, database.Work) error {
	return database.ErrLooking()
}

// Check implements database.Engine.
func (l *looker) Check(ctx context.Context) ([]string, error) { return check(ctx, l.db, ofStudy) }

// Close implements database.Engine.
func (l *looker) Close() error {
	err := l.db.Close()
	if l.copy != nil {
		err = errors.Join(err, l.copy.Remove())
	}
	return err
}
