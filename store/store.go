// Package store opens the stores of studies by name.
//
// A study is kept in one SQLite file, which needs nothing beside hed, or in a
// PostgreSQL database, for those who run one. Both keep the promise of study.Store: what
// was acknowledged is on disk. Beside the study they keep the secrets and sessions of its
// server, for package web/judge. store/storetest is the contract that both pass.
package store

import (
	"context"
	"regexp"
	"strings"

	"hed/store/internal/database"
	"hed/store/internal/pool"
	"hed/store/postgres"
	"hed/store/sqlite"
)

// A Store is a study.Store that also keeps secrets and sessions.
type Store = database.Store

// Open opens the store of a study: a PostgreSQL database if name begins with
// postgres:// or postgresql://, and a SQLite file otherwise. It does not make one:
// what is not there is study.NoStudy.
func Open(ctx context.Context, name string) (*Store, error) {
	if Remote(name) {
		return postgres.Open(ctx, name)
	}
	return sqlite.Open(ctx, name)
}

// Look is Open for reading alone, for a store that cannot be written or must stay as it is:
// nothing in it is changed, not even to bring its tables up to date.
func Look(ctx context.Context, name string) (*Store, error) {
	if Remote(name) {
		return postgres.Look(ctx, name)
	}
	return sqlite.Look(ctx, name)
}

// A Report is what Verify found.
type Report = database.Report

// Verify looks whether all that a store has is as it was saved. It changes nothing.
func Verify(ctx context.Context, name string) (*Report, error) {
	s, err := Look(ctx, name)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Verify(ctx)
}

// Create is Open, but makes the file or the tables if they are not there. The study
// is put into it by study.Store's Create.
func Create(ctx context.Context, name string) (*Store, error) {
	if Remote(name) {
		return postgres.Create(ctx, name)
	}
	return sqlite.Create(ctx, name)
}

// Remote tells whether a name is that of a PostgreSQL database, and not of a file.
func Remote(name string) bool { return pool.Is(name) }

// Shown is the name of a store for people, without a password. It takes no URL apart: the driver opens URLs that package
// url refuses, and of a mistyped one rather too much is hidden than too little.
func Shown(name string) string {
	if !Remote(name) {
		return name
	}
	name = parameter.ReplaceAllString(name, "${1}xxxxx")
	scheme, rest, _ := strings.Cut(name, "://")
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		if user, _, ok := strings.Cut(rest[:at], ":"); ok {
			rest = user + ":xxxxx" + rest[at:]
		}
	}
	return scheme + "://" + rest
}

// parameter is a password behind the question mark, also that of a key file.
var parameter = regexp.MustCompile(`(?i)(password=)[^&]*`)
