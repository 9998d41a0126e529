// Package hubtest is a Hub on loopback for tests: it lists models, redirects to
// another host for large files and to another path for small ones, has ranges and
// checksums, and can be told to misbehave.
package hubtest

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"io"
)

// Large is how many bytes make a file one of Git LFS, which lies on the other host.
const Large = 2000

// A Server is a Hub. What it is told must be said before it is asked.
type Server struct {
	URL     string // of the Hub
	Storage string // of the host that large files are on

	Token string // models are private: 401 without it
	Error string // X-Error-Code and status "GatedRepo 403" of every answer for a model
	Busy  int    // so many answers are 503 before others come

	// By file: bytes after which a connection breaks, once for each entry; a byte that
	// is wrong as often as it says; whether ranges are not known; whether the server
	// falls silent, once.
	Break   map[string][]int
	Corrupt map[string]int
	Whole   map[string]bool
	Silent  map[string]bool

	hub, storage *httptest.Server

	mu      sync.Mutex
	models  map[string]model // by name and revision, "a/b@main"
	asked   []string
	leaked  bool
	fetched int64
}

type model struct {
	commit string
	files  map[string]string
}

// Start starts a server without models. Close ends it.
func Start() *Server {
	s := &Server{models: map[string]model{}, Break: map[string][]int{}, Corrupt: map[string]int{}, Whole: map[string]bool{}, Silent: map[string]bool{}}
	s.storage = httptest.NewServer(http.HandlerFunc(s.serveStorage))
	s.hub = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL, s.Storage = s.hub.URL, s.storage.URL
	return s
}

// Close ends the server.
func (s *Server) Close() {
	s.hub.CloseClientConnections()
	s.storage.CloseClientConnections()
	s.hub.Close()
	s.storage.Close()
}

// Add adds a model and returns its commit, which follows from the files.
func (s *Server) Add(name, revision string, files map[string]string) (commit string) {
	sum := sha1.New()
	for _, f := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n%s", f, len(files[f]), files[f])
	}
	commit = hex.EncodeToString(sum.Sum(nil))
	s.mu.Lock()
	defer s.mu.Unlock()
	m := model{commit, maps.Clone(files)}
	s.models[name+"@"+revision], s.models[name+"@"+commit] = m, m
	return commit
}

// Asked gives the requests for files and models so far, "GET /api/models/x/revision/main".
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Fetched is how many bytes of files have been sent.
func (s *Server) Fetched() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fetched
}

// Leaked reports whether a token came to the host of large files.
func (s *Server) Leaked() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.leaked
}

// Sum is the checksum by which the Hub knows a file.
func Sum(content string) string {
	if len(content) >= Large {
		sum := sha256.Sum256([]byte(content))
		return hex.EncodeToString(sum[:])
	}
	sum := sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(content), content))
	return hex.EncodeToString(sum[:])
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, r.Method+" "+r.URL.Path)
	busy := s.Busy > 0
	if busy {
		s.Busy--
	}
	s.mu.Unlock()
	refuse := func(status int, code string) {
		if code != "" {
			w.Header().Set("X-Error-Code", code)
		}
		w.WriteHeader(status)
	}
	switch authorized := r.Header.Get("Authorization") == "Bearer "+s.Token; {
	case busy:
		refuse(http.StatusServiceUnavailable, "")
		return
	case s.Error != "":
		code, status, _ := strings.Cut(s.Error, " ")
		n, _ := strconv.Atoi(status)
		refuse(n, code)
		return
	case s.Token != "" && !authorized:
		refuse(http.StatusUnauthorized, "RepoNotFound")
		return
	}
	at := strings.TrimPrefix(r.URL.EscapedPath(), "/")
	if api, ok := strings.CutPrefix(at, "api/models/"); ok {
		s.serveList(w, api, refuse)
		return
	}
	at, small := strings.CutPrefix(at, "cache/")
	name, rest, _ := strings.Cut(at, "/resolve/")
	revision, file, _ := strings.Cut(rest, "/")
	revision, _ = url.PathUnescape(revision)
	file, _ = url.PathUnescape(file)
	m, ok := s.models[name+"@"+revision]
	content, there := m.files[file]
	switch {
	case !ok:
		refuse(http.StatusNotFound, "RepoNotFound")
	case !there:
		refuse(http.StatusNotFound, "EntryNotFound")
	default:
		w.Header().Set("X-Repo-Commit", m.commit)
		if len(content) < Large && !small {
			http.Redirect(w, r, "/cache/"+at, http.StatusTemporaryRedirect)
			return
		}
		if small {
			w.Header().Set("ETag", strconv.Quote(Sum(content)))
			s.send(w, r, file, content)
			return
		}
		w.Header().Set("X-Linked-Etag", strconv.Quote(Sum(content)))
		w.Header().Set("X-Linked-Size", strconv.Itoa(len(content)))
		http.Redirect(w, r, s.Storage+"/"+at, http.StatusFound)
	}
}

func (s *Server) serveList(w http.ResponseWriter, api string, refuse func(int, string)) {
	name, revision, explicit := strings.Cut(api, "/revision/")
	name, tree, _ := strings.Cut(name, "/tree/")
	revision, _ = url.PathUnescape(revision)
	if !explicit {
		revision = "main"
	}
	if tree != "" {
		revision = tree
	}
	m, ok := s.models[name+"@"+revision]
	if !ok {
		code := "RepoNotFound"
		for known := range s.models {
			if strings.HasPrefix(known, name+"@") {
				code = "RevisionNotFound"
			}
		}
		refuse(http.StatusNotFound, code)
		return
	}
	var answer any
	var siblings, entries []map[string]any
	for _, f := range slices.Sorted(maps.Keys(m.files)) {
		siblings = append(siblings, map[string]any{"rfilename": f})
		e := map[string]any{"type": "file", "path": f, "size": len(m.files[f]), "oid": Sum(m.files[f])}
		if len(m.files[f]) >= Large {
			e["oid"] = strings.Repeat("0", 40)
			e["lfs"] = map[string]any{"oid": Sum(m.files[f]), "size": len(m.files[f]), "pointerSize": 133}
		}
		entries = append(entries, e)
	}
	answer = map[string]any{"id": name, "modelId": name, "sha": m.commit, "siblings": siblings}
	if tree != "" {
		answer = entries
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(answer)
}

func (s *Server) serveStorage(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		s.mu.Lock()
		s.leaked = true
		s.mu.Unlock()
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/resolve/")
	revision, file, _ := strings.Cut(rest, "/")
	w.Header().Set("ETag", `"of-the-storage"`)
	s.send(w, r, file, s.models[name+"@"+revision].files[file])
}

// send sends a file, with the faults that it has.
func (s *Server) send(w http.ResponseWriter, r *http.Request, file, content string) {
	begin := 0
	if at := r.Header.Get("Range"); at != "" && !s.Whole[file] {
		begin, _ = strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(at, "bytes="), "-"))
		if begin >= len(content) {
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", begin, len(content)-1, len(content)))
	}
	if r.Method == http.MethodHead && r.Header.Get("Accept-Encoding") != "identity" {
		w.Header().Set("Content-Encoding", "gzip") // of no length that is known beforehand
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(content)-begin))
	if begin > 0 {
		w.WriteHeader(http.StatusPartialContent)
	}
	if r.Method == http.MethodHead {
		return
	}
	s.mu.Lock()
	end, breaks, silent := len(content), false, s.Silent[file]
	if list := s.Break[file]; len(list) > 0 {
		end, breaks = max(min(list[0], end), begin), true
		s.Break[file] = list[1:]
	}
	if silent {
		end = (begin + len(content)) / 2
	}
	if s.Corrupt[file] > 0 {
		s.Corrupt[file]--
		content = content[:end-1] + string([]byte{content[end-1] ^ 1}) + content[end:]
	}
	delete(s.Silent, file)
	s.mu.Unlock()
	n, _ := io.WriteString(w, content[begin:end])
	s.mu.Lock()
	s.fetched += int64(n)
	s.mu.Unlock()
	if silent || breaks {
		http.NewResponseController(w).Flush()
	}
	if silent {
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	}
	if breaks {
		panic(http.ErrAbortHandler) // the connection ends without its last bytes
	}
}
