package store_test

import (
	"testing"

	"hed/store"
)

// Passwords that are not escaped were shown, and those that are parameters.
func TestShown(t *testing.T) {
	for name, want := range map[string]string{
		"study.db":        "study.db",
		"a:b@c/study.db":  "a:b@c/study.db",
		"postgres://h/db": "postgres://h/db",
		"postgresql://u@h:5432/db?sslmode=disable":            "postgresql://u@h:5432/db?sslmode=disable",
		"postgres://u:secret@h/db":                            "postgres://u:xxxxx@h/db",
		"postgres://u:p%ss@h/db":                              "postgres://u:xxxxx@h/db",
		"postgres://u:p^w#x@h/db":                             "postgres://u:xxxxx@h/db",
		"postgres://u:1/2?@3@h:5432/db":                       "postgres://u:xxxxx@h:5432/db",
		"postgres://h:5432/db?password=s@c:r&sslmode=require": "postgres://h:5432/db?password=xxxxx&sslmode=require",
		"postgres://u:a@h/db?sslpassword=secret#b":            "postgres://u:xxxxx@h/db?sslpassword=xxxxx",
	} {
		if got := store.Shown(name); got != want {
			t.Errorf("%s is shown as %s, want %s", name, got, want)
		}
	}
}
