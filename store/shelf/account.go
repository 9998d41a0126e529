package shelf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hed/store/internal/database"
)

// A Scope is what somebody may do. Each one includes those before it.
type Scope string

// The scopes: to look at things, to make and change them, and to look after the workbench.
const (
	Read  Scope = "read"
	Run   Scope = "run"
	Admin Scope = "admin"
)

// Scopes are all of them, the smallest first.
var Scopes = []Scope{Read, Run, Admin}

func (s Scope) rank() int {
	for i, known := range Scopes {
		if s == known {
			return i + 1
		}
	}
	return 0
}

// Covers tells whether who may do s may do other.
func (s Scope) Covers(other Scope) bool { return other.rank() > 0 && s.rank() >= other.rank() }

// Least is the smaller one of two scopes.
func Least(a, b Scope) Scope {
	if a.rank() < b.rank() {
		return a
	}
	return b
}

// An Account is somebody who may come in.
type Account struct {
	Name  string
	Scope Scope
	// Hash is that of the password, as whoever checks it has made it.
	Hash string
	Made time.Time
}

// ErrTaken says that there is an account or token of the name.
var ErrTaken = errors.New("the name is taken")

// AddAccount adds an account. The first one gets all things that are nobody's.
func (s *Shelf) AddAccount(ctx context.Context, a Account) error {
	return s.write(ctx, false, func(ctx context.Context, tx database.Conn) error {
		var known, others int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE name = $1), count(*) FROM account`, a.Name).Scan(&known, &others); err != nil {
			return err
		}
		if known > 0 {
			return ErrTaken
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO account (name, scope, hash, made) VALUES ($1, $2, $3, $4)`, a.Name, a.Scope, a.Hash, a.Made.UnixMicro()); err != nil {
			return err
		}
		if others > 0 {
			return nil
		}
		_, err := tx.ExecContext(ctx, `UPDATE thing SET owner = $1, seal = NULL WHERE parent IS NULL AND owner = ''`, a.Name)
		return err
	})
}

// Account gives the account of a name.
func (s *Shelf) Account(ctx context.Context, name string) (*Account, error) {
	list, err := s.accounts(ctx, `WHERE name = $1`, name)
	if err == nil && len(list) == 0 {
		err = ErrNone
	}
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// Accounts are all of them, by name.
func (s *Shelf) Accounts(ctx context.Context) ([]Account, error) { return s.accounts(ctx, ``) }

func (s *Shelf) accounts(ctx context.Context, where string, args ...any) ([]Account, error) {
	return all(ctx, s, func(r row) (a Account, err error) {
		var made int64
		err = r.Scan(&a.Name, &a.Scope, &a.Hash, &made)
		a.Made = time.UnixMicro(made).UTC()
		return a, err
	}, `SELECT name, scope, hash, made FROM account `+where+` ORDER BY name`, args...)
}

// Shared tells whether the workbench has accounts, and is not one person's.
func (s *Shelf) Shared(ctx context.Context) (shared bool, err error) {
	err = s.get(ctx, `SELECT EXISTS (SELECT 1 FROM account)`, nil, &shared)
	return shared, err
}

// SetPassword gives an account another password, by its hash, and ends its sessions.
func (s *Shelf) SetPassword(ctx context.Context, name, hash string) error {
	return s.write(ctx, false, func(ctx context.Context, tx database.Conn) error {
		if err := one(tx.ExecContext(ctx, `UPDATE account SET hash = $2, seal = NULL WHERE name = $1`, name, hash)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM session WHERE account = $1`, name)
		return err
	})
}

// ErrHeir says that an account has things that nobody would have without it.
var ErrHeir = errors.New("the account has projects")

// RemoveAccount takes an account away, with its tokens and sessions. Its things become those
// of the heir, who must be named if there are any.
func (s *Shelf) RemoveAccount(ctx context.Context, name, heir string) error {
	return s.write(ctx, false, func(ctx context.Context, tx database.Conn) error {
		var things, heirs int
		if err := tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM thing WHERE owner = $1), (SELECT count(*) FROM account WHERE name = $2)`, name, heir).Scan(&things, &heirs); err != nil {
			return err
		}
		if things > 0 && heir == "" {
			return ErrHeir
		}
		if heir != "" && (heirs == 0 || heir == name) {
			return fmt.Errorf("%s: %w", heir, ErrNone)
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM share WHERE account = $2 AND thing IN (SELECT id FROM thing WHERE owner = $1)`, name, heir); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE thing SET owner = $2, seal = NULL WHERE owner = $1`, name, heir); err != nil {
			return err
		}
		return one(tx.ExecContext(ctx, `DELETE FROM account WHERE name = $1`, name))
	})
}

// one is ErrNone unless a statement changed something.
func one(r sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return ErrNone
}

// must does one statement; it is ErrNone unless that changed something.
func (s *Shelf) must(ctx context.Context, query string, args ...any) error {
	if !findable(args) {
		return ErrNone
	}
	return s.write(ctx, false, func(ctx context.Context, tx database.Conn) error { return one(tx.ExecContext(ctx, query, args...)) })
}

// A Token is what a program has in the place of a password.
type Token struct {
	Account, Name string
	Scope         Scope
	Made, Ends    time.Time
}

// AddToken adds a token, which is known by its SHA-256 and not kept.
func (s *Shelf) AddToken(ctx context.Context, id [32]byte, t Token) error {
	err := s.must(ctx, `INSERT INTO token (id, account, name, scope, made, ends) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
		id[:], t.Account, t.Name, t.Scope, t.Made.UnixMicro(), t.Ends.UnixMicro())
	if errors.Is(err, ErrNone) {
		err = ErrTaken
	}
	return err
}

// Token finds a token that has not ended by now. Its scope is that of its account at most.
func (s *Shelf) Token(ctx context.Context, id [32]byte, now time.Time) (*Token, error) {
	list, err := s.tokens(ctx, `t.id = $1 AND t.ends > $2`, id[:], now.UnixMicro())
	if err == nil && len(list) == 0 {
		err = ErrNone
	}
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// Tokens are those of an account.
func (s *Shelf) Tokens(ctx context.Context, account string) ([]Token, error) {
	return s.tokens(ctx, `t.account = $1`, account)
}

func (s *Shelf) tokens(ctx context.Context, where string, args ...any) ([]Token, error) {
	return all(ctx, s, func(r row) (t Token, err error) {
		var most Scope
		var made, ends int64
		err = r.Scan(&t.Account, &t.Name, &t.Scope, &most, &made, &ends)
		t.Scope, t.Made, t.Ends = Least(t.Scope, most), time.UnixMicro(made).UTC(), time.UnixMicro(ends).UTC()
		return t, err
	}, `SELECT t.account, t.name, t.scope, a.scope, t.made, t.ends FROM token t JOIN account a ON a.name = t.account WHERE `+where+` ORDER BY t.made, t.name`, args...)
}

// RemoveToken takes a token away.
func (s *Shelf) RemoveToken(ctx context.Context, account, name string) error {
	return s.must(ctx, `DELETE FROM token WHERE account = $1 AND name = $2`, account, name)
}

// Hold says whose a session is.
func (s *Shelf) Hold(ctx context.Context, session [32]byte, account string) error {
	return s.must(ctx, `UPDATE session SET account = $2 WHERE id = $1`, session[:], account)
}

// Holder is the account of a session that is open; ErrNone if it has none.
func (s *Shelf) Holder(ctx context.Context, session [32]byte) (*Account, error) {
	var name sql.NullString
	err := s.get(ctx, `SELECT account FROM session WHERE id = $1`, []any{session[:]}, &name)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !name.Valid {
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	return s.Account(ctx, name.String)
}

// May is what an account may do with a thing: all, if it or what it is in is the account's, or
// what it was let; "" is nothing.
func (s *Shelf) May(ctx context.Context, account, id string) (may Scope, err error) {
	err = s.get(ctx, `SELECT CASE WHEN top.owner = $1 THEN 'admin' ELSE coalesce((SELECT scope FROM share WHERE thing = top.id AND account = $1), '') END
		FROM thing t JOIN thing top ON top.id = coalesce(t.parent, t.id) WHERE t.id = $2`, []any{account, id}, &may)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNone
	}
	return may, err
}

// Let lets an account read a thing, or run in it, with all that is in it; "" takes that back.
func (s *Shelf) Let(ctx context.Context, thing, account string, scope Scope) error {
	if scope == "" {
		return s.must(ctx, `DELETE FROM share WHERE thing = $1 AND account = $2`, thing, account)
	}
	if _, err := s.Account(ctx, account); err != nil {
		return err
	}
	return s.exec(ctx, true, `INSERT INTO share (thing, account, scope) VALUES ($1, $2, $3) ON CONFLICT (thing, account) DO UPDATE SET scope = excluded.scope, seal = NULL`, thing, account, scope)
}

// Guests are what other accounts may do with a thing.
func (s *Shelf) Guests(ctx context.Context, thing string) (map[string]Scope, error) {
	list, err := all(ctx, s, func(r row) (a Account, err error) { return a, r.Scan(&a.Name, &a.Scope) }, `SELECT account, scope FROM share WHERE thing = $1`, thing)
	guests := map[string]Scope{}
	for _, a := range list {
		guests[a.Name] = a.Scope
	}
	return guests, err
}

// A Deed is something that was done, for those who ask later who did it.
type Deed struct {
	At                               time.Time
	Account, What, Kind, Thing, Name string
	// Request is the id of the request that it was done in, as the server's log has it; "" on the command line.
	Request string
}

// Note keeps a deed.
func (s *Shelf) Note(ctx context.Context, d Deed) error {
	return s.exec(ctx, false, `INSERT INTO deed (at, account, what, kind, thing, name, request) VALUES ($1, $2, $3, $4, $5, $6, $7)`, d.At.UnixMicro(), d.Account, d.What, d.Kind, d.Thing, d.Name, d.Request)
}

// Deeds are the last ones, the latest first.
func (s *Shelf) Deeds(ctx context.Context, most int) ([]Deed, error) {
	return all(ctx, s, func(r row) (d Deed, err error) {
		var at int64
		err = r.Scan(&at, &d.Account, &d.What, &d.Kind, &d.Thing, &d.Name, &d.Request)
		d.At = time.UnixMicro(at).UTC()
		return d, err
	}, `SELECT at, account, what, kind, thing, name, request FROM deed ORDER BY seq DESC LIMIT $1`, most)
}
