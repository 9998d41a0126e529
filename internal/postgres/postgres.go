// Package postgres starts a private PostgreSQL server, for tests. It keeps its data in
// a folder of its own, listens on loopback only and ends with the test. A test on a
// machine without PostgreSQL is skipped and says so.
package postgres

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A Server is a running PostgreSQL.
type Server struct {
	bin, dir string
	port     int
	as       []string // what goes before a program to run it as another user
	fresh    atomic.Int64
}

// limit is how long each step of starting and stopping may take, on a machine that is busy
// with other tests too.
const limit = 4 * time.Minute

// Start starts a server, which stops when the test ends. Making its files takes
// a second or two, so tests of a package should share one.
func Start(t testing.TB) *Server {
	t.Helper()
	bin := find()
	if bin == "" {
		t.Skip("no PostgreSQL here: install postgresql to run this test")
	}
	s := &Server{bin: bin}
	// Not t.TempDir: its parents keep other users out.
	dir, err := os.MkdirTemp("", "hed-postgres")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if os.Getuid() == 0 {
		if s.as, err = other(dir); err != nil {
			t.Skipf("PostgreSQL refuses to run as root, and nobody else can run it: %v", err)
		}
	}
	s.dir = filepath.Join(dir, "data")
	if err := s.run("initdb", "-D", s.dir, "-U", "hed", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"); err != nil {
		t.Fatal(err)
	}
	if s.port, err = free(); err != nil {
		t.Fatal(err)
	}
	s.Up(t)
	t.Cleanup(func() { s.run("pg_ctl", "-D", s.dir, "-m", "immediate", "-w", "-t", "200", "stop") })
	return s
}

// Up starts the server again after Kill.
func (s *Server) Up(t testing.TB) {
	t.Helper()
	options := fmt.Sprintf("-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=on", s.port)
	if err := s.run("pg_ctl", "-D", s.dir, "-w", "-t", "200", "-l", filepath.Join(filepath.Dir(s.dir), "log"), "-o", options, "start"); err != nil {
		t.Fatal(err)
	}
}

// Kill ends the server as a crash would.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	if err := s.run("pg_ctl", "-D", s.dir, "-m", "immediate", "-w", "-t", "200", "stop"); err != nil {
		t.Fatal(err)
	}
}

// Fresh makes an empty schema and gives a URL that leads to it.
func (s *Server) Fresh(t testing.TB) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	url := fmt.Sprintf("postgres://hed@127.0.0.1:%d/postgres?sslmode=disable", s.port)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	name := fmt.Sprintf("fresh%d", s.fresh.Add(1))
	if _, err := conn.Exec(ctx, "CREATE SCHEMA "+name); err != nil {
		t.Fatal(err)
	}
	return url + "&search_path=" + name
}

// run runs a program of PostgreSQL and gives what it said if it fails.
func (s *Server) run(program string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	line := slices.Concat(s.as, []string{filepath.Join(s.bin, program)}, args)
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	cmd.Dir = filepath.Dir(s.dir)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	// A file and not a pipe: the server that pg_ctl leaves behind would hold a pipe open.
	out, err := os.CreateTemp(cmd.Dir, "out")
	if err != nil {
		return err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(out.Name())
		return fmt.Errorf("%s: %w: %s", program, err, said)
	}
	return nil
}

// find gives the folder of PostgreSQL's programs, of the newest where there are
// several: Debian keeps them off the PATH.
func find() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(strings.Split(path, "/")[4])
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }))
}

// other gives a folder to a user without rights, and tells how to run programs as him.
func other(dir string) ([]string, error) {
	runuser, err := exec.LookPath("runuser")
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"postgres", "nobody"} {
		var u *user.User
		if u, err = user.Lookup(name); err != nil {
			continue
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		if err = os.Chown(dir, uid, gid); err != nil {
			continue
		}
		as := []string{runuser, "-u", name, "--"}
		if err = exec.Command(as[0], append(as[1:], "true")...).Run(); err == nil {
			return as, nil
		}
	}
	return nil, err
}

// free is a port that nobody uses now.
func free() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
