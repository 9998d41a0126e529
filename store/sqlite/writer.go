package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"hed/internal/crash"
	"hed/store/internal/database"
)

// most is how many writes are committed together at most.
const most = 64

// long is at how many frames the log is moved to the file; it is SQLite's own number.
const long = 1000

var errClosed = errors.New("the store is closed")

// A writer does all writing of this process, on one connection and one goroutine. It
// takes what waits in the queue into one transaction, so that sixty judges who answer
// at once wait for one forcing to disk and not for sixty.
type writer struct {
	conn   *sql.Conn
	known  *statements // of conn
	gate   *gate
	frames int       // of the log, after the last commit
	queue  chan *job // without a buffer: what was received will be done
	stop   chan struct{}
	done   chan struct{}
}

func newWriter(conn *sql.Conn, g *gate) *writer {
	w := &writer{conn: conn, known: &statements{conn, map[string]*sql.Stmt{}}, gate: g, queue: make(chan *job), stop: make(chan struct{}), done: make(chan struct{})}
	go w.run()
	return w
}

// A job is one write.
type job struct {
	ctx   context.Context
	work  database.Work
	err   error
	panic any
	done  chan struct{}
}

// write queues f and waits until it is on disk. The context counts until f is taken from the
// queue; after that its fate is told, since to say "cancelled" of what is then committed
// would be a lie.
func (w *writer) write(ctx context.Context, f database.Work) error {
	j := &job{ctx: ctx, work: f, done: make(chan struct{})}
	select {
	case w.queue <- j:
	case <-ctx.Done():
		return ctx.Err()
	case <-w.stop:
		return errClosed
	}
	<-j.done
	if j.panic != nil {
		panic(j.panic) // where the caller can see it, and not in the writer
	}
	return j.err
}

// close ends the writer after what it is doing.
func (w *writer) close() {
	close(w.stop)
	<-w.done
	w.known.close()
}

// run does jobs until the writer is closed. A batch is what came while the batch before was
// forced to disk: nobody waits for others to come, and the busier the store the more
// share one commit.
func (w *writer) run() {
	defer close(w.done)
	paused := time.Now()
	for {
		var batch []*job
		select {
		case j := <-w.queue:
			batch = append(batch, j)
		case <-w.stop:
			return
		}
	gather:
		for len(batch) < most {
			select {
			case j := <-w.queue:
				batch = append(batch, j)
			default:
				break gather
			}
		}
		w.do(batch)
		for _, j := range batch {
			close(j.done)
		}
		if w.frames >= long {
			w.frames = 0
			crash.Call(func() error { w.checkpoint("PASSIVE"); return nil })
		}
		// Another process that waits for the lock gets it while we pause, and it would not in
		// the moment between two transactions.
		if time.Since(paused) > 50*time.Millisecond {
			time.Sleep(time.Millisecond)
			paused = time.Now()
		}
	}
}

// do does jobs in one transaction. If that fails in what the jobs do, each gets one of its own,
// and with it its own error. What was committed is not done again, whatever was found after it.
func (w *writer) do(batch []*job) {
	if len(batch) > 1 {
		if s, err := w.transact(together(batch)); err == nil {
			return
		} else if s != begun {
			fail(batch, err)
			return
		}
	}
	for i, j := range batch {
		var s stage
		if s, j.err = w.transact(j.do); s == waiting {
			fail(batch[i:], j.err) // the others would wait as long, one after another
			return
		}
	}
}

func fail(batch []*job, err error) {
	for _, j := range batch {
		j.err = err
	}
}

// do does the work of a job whose caller still waits for it. A context that ends
// while a statement runs would make SQLite roll the transaction back for all, so the
// work cannot be cancelled once begun.
func (j *job) do(ctx context.Context, conn database.Conn) (err error) {
	defer func() {
		if j.panic = recover(); j.panic != nil {
			err = errors.New("panic")
		}
	}()
	if err := j.ctx.Err(); err != nil {
		return err
	}
	return j.work(ctx, conn)
}

// together does jobs one after another; one that fails leaves nothing behind, by a savepoint
// of its own, and does not fail the others.
func together(batch []*job) database.Work {
	return func(ctx context.Context, conn database.Conn) error {
		for _, j := range batch {
			if _, err := conn.ExecContext(ctx, `SAVEPOINT job`); err != nil {
				return err
			}
			if j.err = j.do(ctx, conn); j.err != nil {
				// It fails, too, if SQLite has given up the whole transaction.
				if _, err := conn.ExecContext(ctx, `ROLLBACK TO job`); err != nil {
					return err
				}
			}
			if _, err := conn.ExecContext(ctx, `RELEASE job`); err != nil {
				return err
			}
		}
		return nil
	}
}

// A stage is how far a transaction came.
type stage int

const (
	waiting   stage = iota // for the gate or another process; nothing was done
	begun                  // its work was begun, and is undone if there is an error
	committed              // it is in the store, also if there is an error
)

// transact runs f in a transaction that no other process interrupts. The gate looks before it, so
// that nothing is kept where nobody looks for it, and again after the commit, so
// that nothing is acknowledged that went with the file. A panic of the driver fails those who
// wait, and not the process.
func (w *writer) transact(f database.Work) (s stage, err error) {
	err = crash.Call(func() error {
		ctx := context.Background()
		if err := w.gate.take(ctx); err != nil {
			return err
		}
		defer w.gate.release()
		if err := w.gate.look(); err != nil {
			return err
		}
		err := patiently(ctx, func() error {
			_, err := w.conn.ExecContext(ctx, `BEGIN IMMEDIATE`)
			return err
		})
		if err != nil {
			return err
		}
		s = begun
		defer func() {
			if s != committed {
				w.conn.ExecContext(ctx, `ROLLBACK`) // fails if SQLite has done so
			}
		}()
		if err := f(ctx, w.known); err != nil {
			return err
		}
		if _, err := w.conn.ExecContext(ctx, `COMMIT`); err != nil {
			return err
		}
		s = committed
		w.frames, err = w.gate.confirm(ctx, w.conn)
		return err
	})
	return s, err
}

// checkpoint moves the log to the file. If that fails it is tried again after a later
// commit, and what was saved is in the log.
func (w *writer) checkpoint(mode string) {
	ctx := context.Background()
	if w.gate.take(ctx) == nil {
		defer w.gate.release()
		w.gate.checkpoint(ctx, w.conn, mode)
	}
}
