package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"hed/internal/crash"
	"hed/store/internal/database"
)

// most is how many writes are committed together at most.
const most = 64

var errClosed = errors.New("the store is closed")

// A writer does all writing of this process, on one connection and one goroutine. It
// takes what waits in the queue into one transaction, so that sixty judges who answer
// at once wait for one forcing to disk and not for sixty.
type writer struct {
	db    *sql.DB
	place place
	queue chan *job // without a buffer: what was received will be done
	once  sync.Once
	stop  chan struct{}
	done  chan struct{}
}

func newWriter(db *sql.DB, p place) *writer {
	w := &writer{db: db, place: p, queue: make(chan *job), stop: make(chan struct{}), done: make(chan struct{})}
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
func (w *writer) close() error {
	w.once.Do(func() { close(w.stop) })
	<-w.done
	return w.db.Close()
}

// run does jobs until the writer is closed. A batch is what came while the batch before was
// forced to disk: nobody waits for others to come, and the busier the store the more
// share one commit.
func (w *writer) run() {
	defer close(w.done)
	// A panic of the driver fails those who wait, and not the process.
	transact := func(f database.Work) error { return crash.Call(func() error { return w.transact(f) }) }
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
		// If the transaction fails as a whole, each gets one of its own, and with
		// it its own error.
		if len(batch) == 1 || transact(together(batch)) != nil {
			for _, j := range batch {
				j.err = transact(j.do)
			}
		}
		for _, j := range batch {
			close(j.done)
		}
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

// transact runs f in a transaction that holds the lock for writing from its start. It
// looks for the file before the commit, so that nothing is kept where nobody looks for
// it, and again after it, so that nothing is acknowledged that went with the file.
func (w *writer) transact(f database.Work) error {
	ctx := context.Background()
	conn, err := w.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	err = patiently(ctx, func() error {
		_, err := conn.ExecContext(ctx, `BEGIN IMMEDIATE`)
		return err
	})
	if err != nil {
		return err
	}
	if err = f(ctx, conn); err == nil {
		err = w.place.check()
	}
	if err == nil {
		_, err = conn.ExecContext(ctx, `COMMIT`)
	}
	if err != nil {
		conn.ExecContext(ctx, `ROLLBACK`) // fails if SQLite has done so
		return err
	}
	return w.place.check()
}
