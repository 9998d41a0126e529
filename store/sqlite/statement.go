package sqlite

import (
	"context"
	"database/sql"
)

// statements is a connection that compiles each statement once. A store has a few dozen of
// them, and to compile those of one answer takes longer than to run them.
type statements struct {
	conn  *sql.Conn
	known map[string]*sql.Stmt
}

func (s *statements) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if p := s.known[query]; p != nil {
		return p, nil
	}
	p, err := s.conn.PrepareContext(ctx, query)
	if err == nil {
		s.known[query] = p
	}
	return p, err
}

// close is called before the connection is closed: SQLite keeps a file open as long as there
// are statements for it.
func (s *statements) close() {
	for _, p := range s.known {
		p.Close()
	}
}

// ExecContext implements database.Conn.
func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	p, err := s.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return p.ExecContext(ctx, args...)
}

// QueryContext implements database.Conn.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	p, err := s.prepare(ctx, query)
	if err != nil {
		return nil, err
	}
	return p.QueryContext(ctx, args...)
}

// QueryRowContext implements database.Conn.
func (s *statements) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	p, err := s.prepare(ctx, query)
	if err != nil {
		return s.conn.QueryRowContext(ctx, query, args...) // which fails as well, and only it can say so
	}
	return p.QueryRowContext(ctx, args...)
}
