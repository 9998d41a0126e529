package shelf

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
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
	return s.together(ctx, func(tx *sql.Tx) error {
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
		_, err := tx.ExecContext(ctx, `UPDATE thing SET owner = $1 WHERE parent IS NULL AND owner = ''`, a.Name)
		return err
	})
}

// together does several things or none.
func (s *Shelf) together(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
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

func (s *Shelf) accounts(ctx context.Context, where string, args ...any) (list []Account, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT name, scope, hash, made FROM account `+where+` ORDER BY name`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a Account
		var made int64
		if err := rows.Scan(&a.Name, &a.Scope, &a.Hash, &made); err != nil {
			return nil, err
		}
		a.Made = time.UnixMicro(made).UTC()
		list = append(list, a)
	}
	return list, rows.Err()
}

// Shared tells whether the workbench has accounts, and is not one person's.
func (s *Shelf) Shared(ctx context.Context) (shared bool, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM account)`).Scan(&shared)
	return shared, err
}

// SetPassword gives an account another password, by its hash, and ends its sessions.
func (s *Shelf) SetPassword(ctx context.Context, name, hash string) error {
	return s.together(ctx, func(tx *sql.Tx) error {
		if err := one(tx.ExecContext(ctx, `UPDATE account SET hash = $2 WHERE name = $1`, name, hash)); err != nil {
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
	return s.together(ctx, func(tx *sql.Tx) error {
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
		if _, err := tx.ExecContext(ctx, `UPDATE thing SET owner = $2 WHERE owner = $1`, name, heir); err != nil {
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

// A Token is what a program has in the place of a password.
type Token struct {
	Account, Name string
	Scope         Scope
	Made, Ends    time.Time
}

// AddToken adds a token, which is known by its SHA-256 and not kept.
func (s *Shelf) AddToken(ctx context.Context, id [32]byte, t Token) error {
	err := one(s.db.ExecContext(ctx, `INSERT INTO token (id, account, name, scope, made, ends) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
		id[:], t.Account, t.Name, t.Scope, t.Made.UnixMicro(), t.Ends.UnixMicro()))
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

func (s *Shelf) tokens(ctx context.Context, where string, args ...any) (list []Token, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT t.account, t.name, t.scope, a.scope, t.made, t.ends FROM token t JOIN account a ON a.name = t.account WHERE `+where+` ORDER BY t.made, t.name`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var t Token
		var most Scope
		var made, ends int64
		if err := rows.Scan(&t.Account, &t.Name, &t.Scope, &most, &made, &ends); err != nil {
			return nil, err
		}
		t.Scope, t.Made, t.Ends = Least(t.Scope, most), time.UnixMicro(made).UTC(), time.UnixMicro(ends).UTC()
		list = append(list, t)
	}
	return list, rows.Err()
}

// RemoveToken takes a token away.
func (s *Shelf) RemoveToken(ctx context.Context, account, name string) error {
	return one(s.db.ExecContext(ctx, `DELETE FROM token WHERE account = $1 AND name = $2`, account, name))
}

// Hold says whose a session is.
func (s *Shelf) Hold(ctx context.Context, session [32]byte, account string) error {
	return one(s.db.ExecContext(ctx, `UPDATE session SET account = $2 WHERE id = $1`, session[:], account))
}

// Holder is the account of a session that is open; ErrNone if it has none.
func (s *Shelf) Holder(ctx context.Context, session [32]byte) (*Account, error) {
	var name sql.NullString
	err := s.db.QueryRowContext(ctx, `SELECT account FROM session WHERE id = $1`, session[:]).Scan(&name)
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
	err = s.db.QueryRowContext(ctx, `SELECT CASE WHEN top.owner = $1 THEN 'admin' ELSE coalesce((SELECT scope FROM share WHERE thing = top.id AND account = $1), '') END
		FROM thing t JOIN thing top ON top.id = coalesce(t.parent, t.id) WHERE t.id = $2`, account, id).Scan(&may)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNone
	}
	return may, err
}

// Let lets an account read a thing, or run in it, with all that is in it; "" takes that back.
func (s *Shelf) Let(ctx context.Context, thing, account string, scope Scope) error {
	if scope == "" {
		return one(s.db.ExecContext(ctx, `DELETE FROM share WHERE thing = $1 AND account = $2`, thing, account))
	}
	if _, err := s.Account(ctx, account); err != nil {
		return err
	}
	_, err := s.db.ExecContext(ctx, `INSERT INTO share (thing, account, scope) VALUES ($1, $2, $3) ON CONFLICT (thing, account) DO UPDATE SET scope = excluded.scope`, thing, account, scope)
	return err
}

// Guests are what other accounts may do with a thing.
func (s *Shelf) Guests(ctx context.Context, thing string) (map[string]Scope, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT account, scope FROM share WHERE thing = $1`, thing)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	guests := map[string]Scope{}
	for rows.Next() {
		var account string
		var scope Scope
		if err := rows.Scan(&account, &scope); err != nil {
			return nil, err
		}
		guests[account] = scope
	}
	return guests, rows.Err()
}

// A Deed is something that was done, for those who ask later who did it.
type Deed struct {
	At                               time.Time
	Account, What, Kind, Thing, Name string
}

// Note keeps a deed.
func (s *Shelf) Note(ctx context.Context, d Deed) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO deed (at, account, what, kind, thing, name) VALUES ($1, $2, $3, $4, $5, $6)`, d.At.UnixMicro(), d.Account, d.What, d.Kind, d.Thing, d.Name)
	return err
}

// Deeds are the last ones, the latest first.
func (s *Shelf) Deeds(ctx context.Context, most int) (list []Deed, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT at, account, what, kind, thing, name FROM deed ORDER BY seq DESC LIMIT $1`, most)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var d Deed
		var at int64
		if err := rows.Scan(&at, &d.Account, &d.What, &d.Kind, &d.Thing, &d.Name); err != nil {
			return nil, err
		}
		d.At = time.UnixMicro(at).UTC()
		list = append(list, d)
	}
	return list, rows.Err()
}
