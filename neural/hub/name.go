package hub

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// A ref is a model as users name it: NAME, ORG/NAME, and either with @REVISION.
type ref struct {
	name     string
	revision string // a branch, a tag or a commit
}

func (r ref) String() string {
	if r.revision == main {
		return r.name
	}
	return r.name + "@" + r.revision
}

// main is the branch of those who name none.
const main = "main"

// The rules of the Hub for names, which also keep them within the cache: "--" stands
// for the slash in a folder's name.
var (
	namePart     = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,94}[A-Za-z0-9_])?$`)
	revisionPart = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.+-]*$`)
	commitID     = regexp.MustCompile(`^[0-9a-f]{40}$`)
)

func parseRef(s string) (ref, error) {
	name, revision, ok := strings.Cut(s, "@")
	if !ok {
		revision = main
	}
	bad := func(what string) (ref, error) {
		return ref{}, fmt.Errorf("%q %s; a model is named NAME or ORG/NAME, with @REVISION for one that is not main", s, what)
	}
	parts := strings.Split(name, "/")
	if len(parts) > 2 {
		return bad("has too many slashes for the name of a model")
	}
	for _, p := range parts {
		if !namePart.MatchString(p) || strings.Contains(p, "--") || strings.Contains(p, "..") {
			return bad("is not the name of a model")
		}
	}
	for p := range strings.SplitSeq(revision, "/") {
		if !revisionPart.MatchString(p) || strings.Contains(p, "..") {
			return bad("does not end with a revision")
		}
	}
	if !filepath.IsLocal(filepath.FromSlash(revision)) { // what Windows keeps for devices
		return bad("does not end with a revision")
	}
	return ref{name, revision}, nil
}

// folderPrefix begins the names of folders with models; data sets have another.
const folderPrefix = "models--"

// folder is the name of the model's folder in a cache.
func (r ref) folder() string { return folderPrefix + strings.ReplaceAll(r.name, "/", "--") }

// named is the name of the model that a folder of the cache is for.
func named(folder string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(folder, folderPrefix)
	if !ok {
		return "", false
	}
	r, err := parseRef(strings.Replace(rest, "--", "/", 1))
	return r.name, err == nil && r.revision == main && r.folder() == folder
}
